import { BlazonError } from "../errors/blazon-error.js";
import type { Sample } from "../handler/asks.js";
import {
  blocksOf,
  isSamplingContent,
  isSamplingResult,
  type SamplingParams,
} from "../protocol/input-requests.js";
import type { JsonObject } from "../protocol/json.js";
import { type Ask, Misfit } from "./ask.js";
import type { AskingRequest } from "./conversation.js";
import { findSamplingFault, samplingNeeds } from "./sampling-rules.js";

/**
 * The client's model goes on with a conversation.
 * @throws {BlazonError} `ERR_ASK_INVALID` for params that the protocol does not allow (SAMP-05 to SAMP-08).
 */
export function samplingAsk(params: SamplingParams, request: AskingRequest): Ask<Sample> {
  const wire = withoutContext({ ...params }, request);
  const detail = findSamplingFault(wire);
  if (detail !== undefined) throw new BlazonError("ERR_ASK_INVALID", { detail });
  return {
    method: "sampling/createMessage",
    params: wire,
    needs: samplingNeeds(wire),
    subject: ["sampling"], // what is asked of a model may hold what is different in every round
    read: (answer) => (isSamplingResult(answer) ? { ...answer, text: textOf(answer.content) } : new Misfit()),
  };
}

/** A client that does not share its context is not asked to (SAMP-04). */
function withoutContext({ includeContext, ...params }: JsonObject, request: AskingRequest): JsonObject {
  if (includeContext === undefined || includeContext === "none") return params;
  return request.can("sampling.context") ? { ...params, includeContext } : params;
}

function textOf(content: unknown): string {
  return blocksOf(content)
    .filter(isSamplingContent)
    .flatMap((block) => (block.type === "text" ? [block.text] : []))
    .join("\n");
}
