import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { KeyRing } from "./key-ring.js";

const VERSION = "1";
const CIPHER = "aes-256-gcm";
const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const LEAST_BYTES = SALT_BYTES + IV_BYTES + TAG_BYTES;
const SEALED = /^1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)$/;

/** What was sealed, and what makes this seal different from every other one. */
export interface Opened {
  readonly text: string;
  readonly nonce: string;
}

/**
 * Texts that only this server can read and make: AES-256-GCM under a key of the token's own, derived from the
 * ring's secret, a random salt, and the purpose. What a token is bound to is authenticated and not part of it.
 * The only spelling that opens is the one that was given out.
 */
export class Sealer {
  readonly #ring: KeyRing;
  readonly #purpose: string;
  readonly #maxLength: number;

  /** Two sealers open each other's tokens when ring and purpose are the same. `maxLength` is in characters. */
  constructor(ring: KeyRing, purpose: string, maxLength: number) {
    this.#ring = ring;
    this.#purpose = purpose;
    this.#maxLength = maxLength;
  }

  seal(text: string, boundTo: string): string {
    const id = this.#ring.active;
    const salt = randomBytes(SALT_BYTES);
    const iv = randomBytes(IV_BYTES);
    const key = this.#keyOf(id, salt) as Uint8Array; // the ring has the key it calls active
    const cipher = createCipheriv(CIPHER, key, iv).setAAD(authenticated(id, boundTo));
    const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return `${VERSION}.${id}.${Buffer.concat([salt, iv, cipher.getAuthTag(), body]).toString("base64url")}`;
  }

  /** Undefined for everything that was not sealed so: changed, re-spelled, of another ring, bound to another call. */
  open(token: string, boundTo: string): Opened | undefined {
    if (token.length > this.#maxLength) return undefined;
    const [, id = "", encoded = ""] = SEALED.exec(token) ?? [];
    const bytes = Buffer.from(encoded, "base64url");
    if (bytes.length < LEAST_BYTES || bytes.toString("base64url") !== encoded) return undefined;
    const salt = bytes.subarray(0, SALT_BYTES);
    const key = this.#keyOf(id, salt);
    if (key === undefined) return undefined;
    const iv = bytes.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES);
    const decipher = createDecipheriv(CIPHER, key, iv).setAAD(authenticated(id, boundTo));
    decipher.setAuthTag(bytes.subarray(SALT_BYTES + IV_BYTES, LEAST_BYTES));
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(LEAST_BYTES)), decipher.final()]);
      return { text: text.toString("utf8"), nonce: salt.toString("base64url") };
    } catch {
      return undefined; // what GCM says of a token that is not authentic
    }
  }

  #keyOf(id: string, salt: Uint8Array): Uint8Array | undefined {
    return this.#ring.findKey(id, salt, this.#purpose);
  }
}

function authenticated(id: string, boundTo: string): Uint8Array {
  return Buffer.from(JSON.stringify([VERSION, id, boundTo]));
}
