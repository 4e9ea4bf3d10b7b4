import type { ErrorObject } from "ajv";
import { type Violation, Violations } from "./contract.js";
import { pointerTo } from "./pointer.js";
import { brief, describe, findStringified } from "./received.js";

/** No answer lists more than this; a model repairs a few things at a time. */
const MOST_REPORTED = 10;
const MOST_CHOICES = 10;

/** What ajv found, in words a model can act on. */
export function violationsOf(errors: readonly ErrorObject[]): Violations {
  return new Violations(distinct(errors.map(toViolation)).slice(0, MOST_REPORTED));
}

/** Alternatives report one and the same thing once for each branch. */
function distinct(list: readonly Violation[]): Violation[] {
  return [
    ...new Map(list.map((violation) => [`${violation.path} ${violation.message}`, violation])).values(),
  ];
}

function toViolation(error: ErrorObject): Violation {
  const { instancePath: path, params, data } = error;
  switch (error.keyword) {
    case "required":
      return { path: pointerTo(path, params.missingProperty), message: "is required" };
    case "additionalProperties":
      return { path: pointerTo(path, params.additionalProperty), message: "is not a known property" };
    case "unevaluatedProperties":
      return { path: pointerTo(path, params.unevaluatedProperty), message: "is not a known property" };
    case "false schema":
      return { path, message: "is not allowed" };
    case "type":
      return { path, message: typeMessage(params.type, data) };
    case "enum":
      return { path, message: `must be one of ${choices(params.allowedValues)}, got ${tag(data)}` };
    case "const":
      return { path, message: `must be ${brief(params.allowedValue)}, got ${tag(data)}` };
    default:
      return { path, message: `${error.message ?? `breaks ${error.keyword}`}, got ${describe(data)}` };
  }
}

function typeMessage(expected: string | readonly string[], data: unknown): string {
  const types = typeof expected === "string" ? [expected] : expected;
  const message = `must be ${types.join(" or ")}, got ${describe(data)}`;
  const inside = findStringified(data);
  if (inside === undefined || !types.includes(Array.isArray(inside) ? "array" : "object")) return message;
  return `${message}: it must not be a JSON string; send the ${describe(inside)} itself`;
}

function choices(allowed: readonly unknown[]): string {
  const shown = allowed.slice(0, MOST_CHOICES).map(brief).join(", ");
  return allowed.length > MOST_CHOICES ? `${shown}, … (${allowed.length} in all)` : shown;
}

/** The value of a closed choice is a name and not a secret, so it is repeated. */
function tag(data: unknown): string {
  return typeof data === "string" ? `string ${brief(data)}` : describe(data);
}
