/** A change of one source file that takes a required behavior away. */
export interface Mutation {
  /** The requirement whose tests must notice. */
  readonly id: string;
  /** The source file, from the root of the project. */
  readonly file: string;
  /** What the change takes away, in a few words. */
  readonly removes: string;
  /** The text to change; it stands in the file exactly once. */
  readonly was: string;
  readonly now: string;
}

export const MUTATIONS: readonly Mutation[] = [];
