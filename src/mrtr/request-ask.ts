import { BlazonError } from "../errors/blazon-error.js";
import type { CapabilityPath } from "../protocol/capabilities.js";
import {
  INPUT_METHODS,
  type InputMethod,
  isElicitResult,
  isRootsResult,
  isSamplingResult,
} from "../protocol/input-requests.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import type { Ask } from "./ask.js";
import { findFormFaults } from "./form-rules.js";
import { findSamplingFault, samplingNeeds } from "./sampling-rules.js";

/** Whether an answer has the form that a method's answers have; its content is another matter. */
export function isAnswerTo(method: InputMethod, answer: unknown): answer is JsonObject {
  switch (method) {
    case "elicitation/create":
      return isElicitResult(answer);
    case "sampling/createMessage":
      return isSamplingResult(answer);
    case "roots/list":
      return isRootsResult(answer);
  }
}

/** Whether a value has the form of any answer. */
export function isAnswer(value: unknown): value is JsonObject {
  return INPUT_METHODS.some((method) => isAnswerTo(method, value));
}

/**
 * A request that an author wrote out, as it goes to the wire.
 * @throws {BlazonError} `ERR_ASK_INVALID` or `ERR_FORM_INVALID` for one that the protocol does not know (MRTR-08).
 */
export function askOfRequest(request: unknown): Ask<unknown> {
  const method = isObject(request) ? INPUT_METHODS.find((known) => known === request.method) : undefined;
  if (!isObject(request) || method === undefined) {
    throw invalid(`a request is { method, params } with one of ${INPUT_METHODS.join(", ")}`);
  }
  const { params } = request;
  if (params !== undefined && !isObject(params)) throw invalid("params must be an object");
  const needs = NEEDS[method](params ?? {});
  return { method, params, needs, subject: [method, params], read: (answer) => answer };
}

const NEEDS: Readonly<Record<InputMethod, (params: JsonObject) => readonly CapabilityPath[]>> = {
  "elicitation/create": elicitationNeeds,
  "sampling/createMessage"(params) {
    const fault = findSamplingFault(params);
    if (fault !== undefined) throw invalid(fault);
    return samplingNeeds(params);
  },
  "roots/list": () => ["roots"],
};

function elicitationNeeds({
  mode = "form",
  message,
  url,
  requestedSchema,
}: JsonObject): readonly CapabilityPath[] {
  if (typeof message !== "string") throw invalid("an elicitation has a message");
  if (mode === "url") {
    if (typeof url !== "string" || !URL.canParse(url)) throw invalid("an elicitation of mode url has a url");
    return ["elicitation.url"];
  }
  if (mode !== "form" || !isObject(requestedSchema))
    throw invalid("an elicitation of mode form has a requestedSchema");
  const faults = findFormFaults(requestedSchema);
  if (faults.length > 0) throw new BlazonError("ERR_FORM_INVALID", { detail: faults.join("; ") });
  return ["elicitation.form"];
}

function invalid(detail: string): BlazonError {
  return new BlazonError("ERR_ASK_INVALID", { detail });
}
