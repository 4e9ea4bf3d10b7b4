import { Buffer } from "node:buffer";
import { isObject, type JsonObject } from "../protocol/json.js";
import { type RequestId, requestIdText } from "../protocol/json-rpc.js";
import { META } from "../protocol/meta.js";
import type { Implementation } from "../protocol/results.js";
import { Page } from "./page.js";
import type { Written } from "./written.js";

/** What every result carries besides its content: its type, and who answered (BASE-13, META-22). */
export class Stamp {
  readonly #meta: JsonObject | undefined;
  readonly #tail: string;

  /** `serverInfo` is undefined where the server does not say who it is. */
  constructor(serverInfo: Implementation | undefined) {
    this.#meta = serverInfo === undefined ? undefined : { [META.serverInfo]: serverInfo };
    const meta = this.#meta === undefined ? "" : `,"_meta":${JSON.stringify(this.#meta)}`;
    this.#tail = `"resultType":"complete"${meta}}`;
  }

  /**
   * The JSON text of a stamped result. The stamp is spliced in as text; only a result that brings its own
   * `_meta` or `resultType` is merged.
   */
  text(result: JsonObject): string {
    if (result._meta === undefined && result.resultType === undefined) {
      const text = objectText(result);
      return text === "{}" ? `{${this.#tail}` : `${text.slice(0, -1)},${this.#tail}`;
    }
    const own = isObject(result._meta) ? result._meta : {};
    const { resultType = "complete" } = result;
    return objectText({ ...result, resultType, _meta: { ...own, ...this.#meta } });
  }

  /** The JSON text of a result that was written already, stamped. */
  close({ open }: Written): string {
    return `${open},${this.#tail}`;
  }

  /** The page of a result that is known at boot. */
  page(result: JsonObject): Page {
    return new Page(Buffer.from(`${this.text(result)}}`));
  }
}

/** A result is spliced into its frame, so it has to be an object once `toJSON` had its say too (BASE-11). */
function objectText(result: JsonObject): string {
  const text: string | undefined = JSON.stringify(result); // undefined where toJSON gives that
  if (text?.startsWith("{")) return text;
  throw new TypeError("A result must be an object in JSON");
}

/** The start of a result frame, up to the result itself. */
export function resultPrefix(id: RequestId): string {
  return `{"jsonrpc":"2.0","id":${requestIdText(id)},"result":`;
}
