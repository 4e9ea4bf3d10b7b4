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

  seal(position: Position): string {
    const body = Buffer.from(JSON.stringify([position.lister, position.cursor]));
    return Buffer.concat([this.#tag(body), body]).toString("base64url");
  }

  /** Undefined for a cursor that was not sealed with this key, or is spelled in another way. */
  open(cursor: string): Position | undefined {
    const bytes = Buffer.from(cursor, "base64url");
    if (bytes.length <= TAG_BYTES || bytes.toString("base64url") !== cursor) return undefined;
    const body = bytes.subarray(TAG_BYTES);
    if (!timingSafeEqual(bytes.subarray(0, TAG_BYTES), this.#tag(body))) return undefined;
    const [lister, inner] = JSON.parse(body.toString()) as [number, string | null]; // only `seal` makes what opens
    return { lister, cursor: inner ?? undefined };
  }

  #tag(body: Uint8Array): Buffer {
    return createHmac("sha256", this.#key).update(body).digest().subarray(0, TAG_BYTES);
  }
}
