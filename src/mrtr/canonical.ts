import { createHash } from "node:crypto";
import { isObject } from "../protocol/json.js";

/** JSON with the members of every object in one order: the same value is the same text, however it was written. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => (isObject(member) ? sorted(member) : member)) ?? "";
}

/** 132 bits of a SHA-256 over the canonical text. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(canonicalText(value)).digest("base64url").slice(0, 22);
}

/** Entries are defined and not assigned, so that `__proto__` is a member like any other. */
function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
