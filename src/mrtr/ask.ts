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

/** A question as it goes to the wire; `reason` says why the answer before was none. */
export function requestOf(
  { method, params }: Ask<unknown>,
  reason: string | undefined,
): { readonly method: InputMethod; readonly params?: JsonObject } {
  if (params === undefined) return { method };
  if (reason === undefined) return { method, params };
  const message = `${String(params.message)}\n(The last answer was not accepted: ${reason})`;
  return { method, params: { ...params, message } };
}
