import { Refusal } from "../errors/refusal.js";
import { type CapabilityPath, requiredCapabilities } from "../protocol/capabilities.js";

/**
 * A handler asked for something the client did not declare. Unless the handler catches it and goes on without,
 * the answer is −32021 naming what is missing (META-19, T-56).
 */
export class MissingCapabilityError extends Error {
  override readonly name = "MissingCapabilityError";
  readonly refusal: Refusal;

  constructor(readonly missing: readonly CapabilityPath[]) {
    super(`The client did not declare ${missing.join(", ")}`);
    const data = { requiredCapabilities: requiredCapabilities(missing) };
    this.refusal = new Refusal("ERR_CAPABILITY_MISSING", { needs: missing.join(", ") }, data);
  }
}
