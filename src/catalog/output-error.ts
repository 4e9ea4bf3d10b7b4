import { BlazonError } from "../errors/blazon-error.js";

/** A handler's value that its declaration does not allow: a fault of the server, not of the client (T-43). */
export function outputError(member: string, detail: string): BlazonError {
  return new BlazonError("ERR_OUTPUT_INVALID", { member, detail });
}

/** What a value is, for messages: never its content. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "a list";
  if (typeof value !== "object") return `a ${typeof value}`;
  const name: unknown = value.constructor?.name;
  return typeof name === "string" && name !== "Object" ? `a ${name}` : "an object";
}
