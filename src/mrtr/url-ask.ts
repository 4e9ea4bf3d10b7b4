import { BlazonError } from "../errors/blazon-error.js";
import type { UrlElicited } from "../handler/asks.js";
import { isElicitResult } from "../protocol/input-requests.js";
import { type Ask, Misfit } from "./ask.js";
import type { AskingRequest } from "./conversation.js";
import { assertMessage } from "./form-ask.js";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * A person opens a page, where this server asks what no form may (ELI-02, ELI-17).
 * @throws {BlazonError} `ERR_ASK_INVALID` for what is no http(s) URL, or holds credentials (ELI-18, ELI-27).
 */
export function urlAsk(url: string | URL, message: string, request: AskingRequest): Ask<UrlElicited> {
  assertMessage(message);
  const target = parseTarget(url);
  if (target.protocol === "http:" && !LOOPBACK.test(target.hostname)) {
    const text = `${request.member} asks a person to open a page over http; use https outside of development (ELI-29)`;
    request.note("warning", { host: target.host }, text);
  }
  return {
    method: "elicitation/create",
    params: { mode: "url", message, url: target.href },
    needs: ["elicitation.url"],
    subject: ["url", message], // the URL itself may hold what is different in every round
    read: (answer) => (isElicitResult(answer) ? { action: answer.action } : new Misfit()),
  };
}

function parseTarget(url: string | URL): URL {
  const target = URL.canParse(String(url)) ? new URL(String(url)) : undefined;
  if (target === undefined || !/^https?:$/.test(target.protocol)) {
    throw new BlazonError("ERR_ASK_INVALID", { detail: "the page to open is no http or https URL" });
  }
  if (target.username !== "" || target.password !== "") {
    throw new BlazonError("ERR_ASK_INVALID", {
      detail: "the URL of the page holds a user name or a password",
    });
  }
  return target;
}
