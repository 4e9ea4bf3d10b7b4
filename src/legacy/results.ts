import { Page } from "../kernel/page.js";
import { Written } from "../kernel/written.js";
import type { JsonObject } from "../protocol/json.js";
import type { Revision } from "./revision.js";

/** Between two members of an object, and not inside of a text, where its quotes would be escaped. */
const STRUCTURED = '"structuredContent":';

/** The JSON text of results as one revision has them. Pages are rewritten once. */
export class Results {
  readonly #revision: Revision;
  readonly #pages = new WeakMap<Page, string>();

  constructor(revision: Revision) {
    this.#revision = revision;
  }

  text(method: string, result: JsonObject | Written | Page): string {
    if (result instanceof Page) return this.#pageText(method, result);
    if (!(result instanceof Written)) return this.#rewritten(method, result);
    const text = `${result.open}}`;
    return text.includes(STRUCTURED) ? this.#rewritten(method, JSON.parse(text) as JsonObject) : text; // it is written as one
  }

  #pageText(method: string, page: Page): string {
    const known = this.#pages.get(page);
    if (known !== undefined) return known;
    const frameEnd = 1; // the brace that closes the frame around the result
    const text = page.bytes.toString().slice(0, -frameEnd);
    const rewritten = this.#rewritten(method, JSON.parse(text) as JsonObject); // it was written as one
    this.#pages.set(page, rewritten);
    return rewritten;
  }

  /** Through JSON first: what `toJSON` makes of a result is what is rewritten. */
  #rewritten(method: string, result: JsonObject): string {
    const plain: unknown = JSON.parse(JSON.stringify(result) ?? "null");
    if (typeof plain !== "object" || plain === null || Array.isArray(plain))
      throw new TypeError("A result must be an object in JSON");
    return JSON.stringify(this.#revision.result(method, plain as JsonObject));
  }
}
