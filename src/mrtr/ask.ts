import type { CapabilityPath } from "../protocol/capabilities.js";
import type { InputMethod } from "../protocol/input-requests.js";
import type { JsonObject } from "../protocol/json.js";

/** An answer that is none: asked again, and the person is told why where there is a reason (MRTR-20, ELI-23). */
export class Misfit {
  constructor(readonly reason?: string) {}
}

/** Something a handler wants to know of its client. */
export interface Ask<Answer> {
  readonly method: InputMethod;
  readonly params: JsonObject | undefined;
  /** What the client has to declare for it. */
  readonly needs: readonly CapabilityPath[];
  /** What was asked: an answer is good for this alone. */
  readonly subject: unknown;
  /** The answer as the handler wants it. */
  read(answer: unknown): Answer | Misfit | Promise<Answer | Misfit>;
}
