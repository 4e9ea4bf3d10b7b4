import type { JsonObject } from "../protocol/json.js";

/** The end of a listen from this side: its result, and the notification that says so on a pipe (SUB-15, SUB-24, T-31). */
export class Concluded {
  constructor(
    readonly result: JsonObject,
    readonly notice: string,
  ) {}
}
