import { Refusal } from "../../errors/refusal.js";
import { HEADER } from "../../protocol/headers.js";
import { isStateless } from "../../protocol/revisions.js";
import type { Arrival } from "./admission.js";
import { findContentRefusal } from "./content.js";
import { isPreflight } from "./cors.js";
import type { HttpRules } from "./http-options.js";
import type { Sender } from "./rate-limit.js";

/** A request without a message. */
export type Visit = "GET" | "DELETE";

/** What a request's head leads to: its body is read (undefined), it has none, a preflight is answered, or it is refused. */
export type Verdict = Refusal | "preflight" | Visit | undefined;

/** A request, before its body. */
export interface Head extends Arrival, Sender {
  readonly method: string | undefined;
}

/** Whether a request without a message is served: only in a session, of which the newest revisions have none (HTTP-27). */
export function takesVisits({ visits }: HttpRules, { headers }: Pick<Head, "headers">): boolean {
  return visits && headers[HEADER.session] !== undefined && !isStateless(headers[HEADER.protocolVersion]);
}

/** Rows 2, 4 and 5 of the ladder, in their order, on a request's head. */
export function examine(rules: HttpRules, head: Head): Verdict {
  const refusal = rules.admission.check(head);
  if (refusal !== undefined) return refusal;
  if ((head.method === "GET" || head.method === "DELETE") && takesVisits(rules, head))
    return rules.limiter?.check(head) ?? head.method;
  if (head.method !== "POST") {
    return isPreflight(head.method, head.headers) ? "preflight" : new Refusal("ERR_HTTP_METHOD");
  }
  return rules.limiter?.check(head) ?? findContentRefusal(head.headers, rules.maxBodyBytes);
}

/** True for a refusal that says nothing about the server to those it does not serve, not even by CORS. */
export function isForeign({ code }: Refusal): boolean {
  return code === "ERR_HTTP_HOST" || code === "ERR_HTTP_ORIGIN";
}
