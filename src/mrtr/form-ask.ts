import { BlazonError } from "../errors/blazon-error.js";
import { RpcError } from "../errors/rpc-error.js";
import { ToolError } from "../errors/tool-error.js";
import type { Elicitation, Elicited } from "../handler/asks.js";
import type { SchemaSource } from "../handler/schema-source.js";
import { isElicitResult } from "../protocol/input-requests.js";
import { isObject } from "../protocol/json.js";
import { Violations } from "../schema/contract.js";
import { type Ask, Misfit } from "./ask.js";
import { type Form, formOf } from "./form.js";

const INTERNAL = -32603;

/**
 * A person fills in a form.
 * @throws {BlazonError} `ERR_FORM_INVALID` for what cannot be a form, `ERR_ASK_INVALID` without a message (ELI-07).
 */
export function formAsk<Content>(source: SchemaSource, message: string): Ask<Elicited<Content>> {
  assertMessage(message);
  return askWithForm(formOf(source), message);
}

/** The same, of a form that was compiled at boot. */
export function askWithForm<Content>(
  { requestedSchema, reader }: Form,
  message: string,
): Ask<Elicited<Content>> {
  return {
    method: "elicitation/create",
    params: { mode: "form", message, requestedSchema },
    needs: ["elicitation.form"],
    subject: ["form", message, requestedSchema],
    read(answer) {
      if (!isElicitResult(answer)) return new Misfit();
      if (answer.action !== "accept") return { action: answer.action };
      const { content = {} } = answer;
      if (!isObject(content)) return new Misfit("content must be an object");
      const read = reader.read(content);
      return read instanceof Promise ? read.then(accepted<Content>) : accepted<Content>(read);
    },
  };
}

function accepted<Content>(read: unknown): Elicited<Content> | Misfit {
  if (read instanceof Violations) return new Misfit(String(read));
  return { action: "accept", content: read as Content }; // the reader of this very form made it
}

/** The answer with its shortcut for handlers that cannot go on without; `method` is that of their request. */
export function elicitationOf<Content>(
  answer: Promise<Elicited<Content>>,
  method: string,
): Elicitation<Content> {
  async function orDecline(message: string): Promise<Content> {
    const elicited = await answer;
    if (elicited.action === "accept") return elicited.content;
    throw method === "tools/call" ? new ToolError(message) : new RpcError(INTERNAL, message);
  }
  function quietOrDecline(message: string): Promise<Content> {
    const content = orDecline(message);
    content.catch(() => {}); // nobody awaiting it is no unhandled rejection
    return content;
  }
  return Object.assign(answer, { orDecline: quietOrDecline });
}

/** @throws {BlazonError} `ERR_ASK_INVALID` for what is no text to show. */
export function assertMessage(message: unknown): void {
  if (typeof message === "string" && message.trim() !== "") return;
  throw new BlazonError("ERR_ASK_INVALID", { detail: "the message that the person sees is missing" });
}
