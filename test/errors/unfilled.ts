import { BlazonError } from "../../src/errors/blazon-error.js";
import type { Problems, Where } from "../../src/errors/boot-error.js";
import { Refusal } from "../../src/errors/refusal.js";

/** Uses that leave a brace unfilled; they are read by a test and never run. */
export function listenError(address: string): BlazonError {
  return new BlazonError("ERR_LISTEN", { address });
}

export function tooLong(): Refusal {
  return new Refusal("ERR_WIRE_LINE_SIZE");
}

export function report(
  problems: Problems,
  where: Where,
  code: "ERR_NAME_MISSING" | "ERR_SCHEMA_INVALID",
): void {
  const detail = "it has none";
  problems.add(code, where, { detail });
}
