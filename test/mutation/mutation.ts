/** A change of the sources that takes one required behavior away. */
export interface Mutation {
  /** The requirement that is no longer met. */
  readonly id: string;
  /** What is taken away, in a few words. */
  readonly removes: string;
  /** The file below `src`. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** The source with the change made. Throws where the place is not there, or not the only one. */
export function mutate(source: string, { id, file, find, replace }: Mutation): string {
  const pieces = source.split(find);
  if (pieces.length !== 2) {
    throw new Error(`${id}: ${JSON.stringify(find)} stands ${pieces.length - 1} times in src/${file}`);
  }
  return pieces.join(replace);
}

/** A few ids, drawn by a seed: the same seed draws the same ids from the same list. */
export function draw(ids: readonly string[], count: number, seed: number): readonly string[] {
  const left = [...ids].sort();
  const random = mulberry32(seed);
  const drawn: string[] = [];
  while (drawn.length < count && left.length > 0) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn.sort();
}

/** A small generator of numbers from 0 to 1, the same for the same seed. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
