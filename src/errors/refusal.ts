import { type Details, fill, WIRE_CODES, type WireCodeName } from "./codes.js";

/**
 * Why a message is not served. A value and not an exception: refusing costs no stack trace, and a
 * check returns it to the one place that answers.
 */
export class Refusal {
  readonly message: string;

  constructor(
    readonly code: WireCodeName,
    details: Details = {},
    /** The `data` member of the JSON-RPC error. */
    readonly data?: unknown,
  ) {
    this.message = fill(WIRE_CODES[code].text, details);
  }
}
