import { nameOf } from "../metadata/lineage.js";
import type { Token } from "../metadata/types.js";
import { InjectionToken } from "../metadata/types.js";

/** A token as messages print it. */
export function tokenName(token: Token): string {
  if (typeof token === "function") return nameOf(token);
  if (token instanceof InjectionToken) return token.name;
  return typeof token === "string" ? JSON.stringify(token) : String(token);
}

/** Whether a value can be asked for by. */
export function isToken(value: unknown): value is Token {
  if (typeof value === "function" || value instanceof InjectionToken) return true;
  return typeof value === "string" || typeof value === "symbol";
}
