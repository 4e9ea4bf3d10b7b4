import { createHmac, timingSafeEqual } from "node:crypto";

/** Where a list goes on: which of its listers is asked next, and with which cursor of its own. */
export interface Position {
  readonly lister: number;
  readonly cursor: string | undefined;
}

const TAG_BYTES = 16;

/** Cursors that hold a position and cannot be forged (PAG-10). */
export class SealedCursors {
  readonly #key: Uint8Array;

  /** Cursors are good wherever the key is the same. */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /** @param list what the cursor is good for: of another list it is none. */
  seal(position: Position, list: string): string {
    const body = Buffer.from(JSON.stringify([position.lister, position.cursor]));
    return Buffer.concat([this.#tag(body, list), body]).toString("base64url");
  }

  /** Undefined for a cursor that was not sealed with this key for this list, or is spelled in another way. */
  open(cursor: string, list: string): Position | undefined {
    const bytes = Buffer.from(cursor, "base64url");
    if (bytes.length <= TAG_BYTES || bytes.toString("base64url") !== cursor) return undefined;
    const body = bytes.subarray(TAG_BYTES);
    if (!timingSafeEqual(bytes.subarray(0, TAG_BYTES), this.#tag(body, list))) return undefined;
    const [lister, inner] = JSON.parse(body.toString()) as [number, string | null]; // only `seal` makes what opens
    return { lister, cursor: inner ?? undefined };
  }

  #tag(body: Uint8Array, list: string): Buffer {
    return createHmac("sha256", this.#key).update(`${list}:`).update(body).digest().subarray(0, TAG_BYTES);
  }
}
