import { isRecord } from "../support/link.js";
import { framesOf } from "../support/transports.js";
import { type Debt, debtOf, idText } from "./debt.js";
import { faultOfFrame, faultOfStatus } from "./frame-check.js";
import type { RawRequest } from "./http-request.js";
import type { RawResponse } from "./http-response.js";
import { LIMITS } from "./limits.js";

/** What Node answers by itself to what is not HTTP, or too much of it. */
const OF_NODE: ReadonlySet<number> = new Set([400, 408, 413, 417, 431, 501]);

/** What is wrong with the response to a request; undefined for nothing. */
export function faultOfResponse(request: RawRequest, response: RawResponse): string | undefined {
  const { status, headers, body } = response;
  if (headers.has("x-powered-by")) return "the response names its software";
  const type = headers.get("content-type") ?? "";
  if (type === "") return faultOfEmpty(request, response);
  if (type.startsWith("text/plain")) return faultOfPlain(status, body);
  if (type !== "application/json" && type !== "text/event-stream") return `content type ${type}`;
  return faultOfAnswer(request, response, type);
}

function faultOfEmpty(request: RawRequest, { status, headers, body }: RawResponse): string | undefined {
  if (body !== "") return `status ${status} has a body of no type`;
  const debt = request.body.length > LIMITS.bodyBytes ? undefined : debtOf(request.body);
  if (status === 202)
    return debt?.kind === "none" || request.isMalformed ? undefined : "a request was taken for none";
  if (status === 204)
    return request.method === "OPTIONS" || request.isMalformed ? undefined : "a preflight nobody sent";
  if (status === 405) return headers.get("allow") === "POST" ? undefined : "405 without Allow";
  if (!OF_NODE.has(status)) return `status ${status} without a body`;
  return request.isOrderly ? `status ${status} to a request that is in order` : undefined;
}

/** Health paths, and paths there are none of. */
function faultOfPlain(status: number, body: string): string | undefined {
  const legal: Readonly<Record<number, string>> = { 200: "ok", 404: "Not found", 405: "Method not allowed" };
  return body === legal[status] || body === "" ? undefined : `status ${status} with ${JSON.stringify(body)}`;
}

function faultOfAnswer(request: RawRequest, response: RawResponse, type: string): string | undefined {
  if (request.method === "HEAD") return undefined;
  let frames: ReturnType<typeof framesOf>;
  try {
    frames = framesOf(type, response.body);
  } catch {
    return `the body is not ${type}`;
  }
  const reply = frames.at(-1);
  if (reply === undefined) return "there is no reply";
  if (frames.slice(0, -1).some((frame) => "id" in frame)) return "the reply is not the last frame";
  const debt = debtOf(request.body);
  const method = debt.kind === "answer" && !request.isMalformed ? debt.method : undefined;
  for (const frame of frames) {
    const fault = faultOfFrame(JSON.stringify(frame), frame === reply ? method : undefined);
    if (fault !== undefined) return fault;
  }
  return (
    faultOfStatus(response.status, reply) ??
    (request.isMalformed ? undefined : faultOfReply(request, debt, reply))
  );
}

/** The right kind of answer, with the id of the request and no other. */
function faultOfReply(
  { isOrderly, body }: RawRequest,
  debt: Debt,
  reply: Readonly<Record<string, unknown>>,
): string | undefined {
  const code = isRecord(reply.error) ? reply.error.code : undefined;
  if (reply.id !== undefined && (debt.kind !== "answer" || idText(reply.id) !== debt.id))
    return "the id is another's";
  if (reply.id === undefined && code === undefined) return "a result without an id";
  if (!isOrderly || body.length > LIMITS.bodyBytes) return undefined;
  if (debt.kind === "answer") return reply.id === undefined ? "the id is missing" : undefined;
  if (debt.kind === "none") return code === -32600 ? undefined : `${code} to what is no request`;
  return code === debt.code ? undefined : `${code} where ${debt.code} is due`;
}
