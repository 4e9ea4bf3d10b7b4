import { hkdfSync, randomBytes } from "node:crypto";
import { BlazonError } from "../errors/blazon-error.js";

/** A secret that seals what travels with the client, and the name it is known by. */
export interface SealingKey {
  /** 1 to 32 letters, digits, "-" and "_"; it is legible in what is sealed. */
  readonly id: string;
  /** At least 32 bytes, as text or bytes: 32 random ones are best. */
  readonly secret: string | Uint8Array;
}

const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/;
const LEAST_SECRET_BYTES = 32;
const DERIVED_BYTES = 32;
const NO_SALT = new Uint8Array(0);

/**
 * The keys of a server, newest first: the first seals, all of them open. To rotate without a round lost, add
 * the new key last everywhere, then move it to the front everywhere, then take the old one away (G08).
 */
export class KeyRing {
  /** The id of the key that seals. */
  readonly active: string;
  readonly #secrets: ReadonlyMap<string, Uint8Array>;

  /** @throws {BlazonError} `ERR_OPTION_INVALID` for a ring that is empty, or a key that is none. */
  constructor(keys: readonly SealingKey[]) {
    const [first] = keys;
    if (first === undefined) throw wrongKeys("is empty");
    this.#secrets = new Map(keys.map((key) => [idOf(key), secretOf(key)]));
    if (this.#secrets.size < keys.length) throw wrongKeys("has two keys of one id");
    this.active = first.id;
  }

  /** A ring of one random key, which no other process has. */
  static random(): KeyRing {
    return new KeyRing([{ id: "process", secret: randomBytes(LEAST_SECRET_BYTES) }]);
  }

  /** A key for what is sealed without a salt, and is good until the keys are rotated. */
  activeKey(purpose: string): Uint8Array {
    return this.findKey(this.active, NO_SALT, purpose) as Uint8Array; // the ring has the key it calls active
  }

  /** A key for one purpose and one salt (RFC 5869); undefined for an id the ring does not have. */
  findKey(id: string, salt: Uint8Array, purpose: string): Uint8Array | undefined {
    const secret = this.#secrets.get(id);
    return secret && new Uint8Array(hkdfSync("sha256", secret, salt, purpose, DERIVED_BYTES));
  }
}

function idOf({ id }: SealingKey): string {
  if (typeof id === "string" && KEY_ID.test(id)) return id;
  throw wrongKeys('has a key whose id is not 1 to 32 letters, digits, "-" and "_"');
}

/** The secret itself is never part of a message. */
function secretOf({ id, secret }: SealingKey): Uint8Array {
  const bytes = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  if (bytes instanceof Uint8Array && bytes.byteLength >= LEAST_SECRET_BYTES) return Uint8Array.from(bytes);
  throw wrongKeys(`has a secret of less than ${LEAST_SECRET_BYTES} bytes (key ${id})`);
}

function wrongKeys(detail: string): BlazonError {
  return new BlazonError("ERR_OPTION_INVALID", {
    option: "requestState.keys",
    detail,
    fix: 'Give keys as [{ id: "2026-12", secret: process.env.STATE_SECRET }], the one that seals first',
  });
}
