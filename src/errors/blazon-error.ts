import { BUILD_CODES, type BuildCodeName, type Details, fill } from "./codes.js";

/** A wrong use of Blazon, found when it was made: code, what is wrong, and what to do. */
export class BlazonError extends Error {
  override readonly name: string = "BlazonError";

  constructor(
    readonly code: BuildCodeName,
    /** What fills the braces of the code's text and fix. */
    readonly details: Details = {},
    options?: ErrorOptions,
  ) {
    const { text, fix } = BUILD_CODES[code];
    super(`${code}: ${fill(text, details)}. Fix: ${fill(fix, details)}.`, options);
  }
}
