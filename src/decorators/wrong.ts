/**
 * A compile error in one sentence: the type that a decorator wants in place of the real one where it is used
 * wrongly, so that the compiler's message quotes the sentence and what was found.
 */
export interface Wrong<Sentence extends string, Got = unknown> {
  readonly blazon: Sentence;
  readonly got: Got;
}

/** The first of the checks that is a `Wrong`, or `Right` where all of them are `true`. */
export type Verdict<Checks extends readonly unknown[], Right> = Checks extends readonly [
  infer Check,
  ...infer Others,
]
  ? Check extends Wrong<string>
    ? Check
    : Verdict<Others, Right>
  : Right;
