import { META } from "../protocol/meta.js";
import { type Change, keyOf } from "./change.js";

/** A change on its way to those who asked for it: written once, whoever hears of it. */
export class News {
  readonly change: Change;
  readonly key: string;
  /** The JSON text of the notification's method. */
  readonly #method: string;
  /** The JSON text of the params, without the brace that opens them, up to `_meta`. */
  readonly #members: string;

  constructor(change: Change) {
    this.change = change;
    this.key = keyOf(change);
    this.#method =
      change.kind === "list"
        ? `notifications/${change.list}/list_changed`
        : "notifications/resources/updated";
    this.#members = change.kind === "list" ? "" : `"uri":${JSON.stringify(change.uri)}`;
  }

  /** The frame for one listen; `id` is the JSON text of its id (SUB-09, SUB-10, T-32). */
  frameFor(id: string): string {
    const comma = this.#members === "" ? "" : ",";
    return `{"jsonrpc":"2.0","method":"${this.#method}","params":{${this.#members}${comma}"_meta":{"${META.subscriptionId}":${id}}}}`;
  }

  /** The frame for clients that have one stream alone. */
  get frame(): string {
    const params = this.#members === "" ? "" : `,"params":{${this.#members}}`;
    return `{"jsonrpc":"2.0","method":"${this.#method}"${params}}`;
  }
}
