import { BlazonError } from "../../errors/blazon-error.js";
import { Refusal } from "../../errors/refusal.js";
import type { HeaderFields } from "../../handler/request-context.js";
import type { Answer, Port } from "../../kernel/port.js";
import { isAssetPath, serveAsset } from "./assets.js";
import { bodyTooLarge } from "./content.js";
import { FetchExchange } from "./fetch-exchange.js";
import { examine, type Head } from "./gate.js";
import { compileHttpRules, type HttpOptions, type HttpRules } from "./http-options.js";
import { pathOf } from "./request-target.js";

/** A handler of the web's kind; Hono, Bun and Deno take it as it is. */
export type FetchHandler = (request: Request) => Promise<Response>;

/**
 * Serves Streamable HTTP on the web's `Request` and `Response`, by the same rules as on `node:http`. There is
 * no socket to tell a local connection by, so the hosts must be named, or `hosts: "any"` say that they need
 * not be.
 *
 * @throws {BlazonError} `ERR_OPTION_INVALID` for an option no server can follow, and without hosts.
 */
export function createFetchHandler(port: Port, options: HttpOptions): FetchHandler {
  const rules = compileHttpRules(options, port.visit !== undefined);
  if (options.hosts === undefined && options.publicUrl === undefined) throw hostsMissing();
  return async (request) => {
    if (rules.assets !== undefined && isAssetPath(pathOf(request.url))) {
      return answerAsset(port, request, rules);
    }
    const headers = fieldsOf(request.headers);
    const exchange = new FetchExchange(request, headers, rules);
    const verdict = examine(rules, headOf(request, headers));
    if (verdict === "preflight") exchange.preflight();
    else if (typeof verdict === "string") settle(exchange, port.visit?.(verdict, exchange));
    else if (verdict !== undefined) exchange.refuse(verdict, port.refuse(verdict));
    else await receive(port, request, exchange, rules);
    return exchange.response;
  };
}

function answerAsset(port: Port, request: Request, rules: HttpRules): Response {
  const head = headOf(request, fieldsOf(request.headers));
  const { status, headers, body, refusal } = serveAsset(rules, { ...head, path: pathOf(request.url) });
  if (refusal !== undefined) port.refuse(refusal);
  const content = typeof body === "string" ? body : Uint8Array.from(body); // a copy: the file stays as it is
  return new Response(request.method === "HEAD" ? null : content, { status, headers });
}

/** Returns once the kernel has the message: a stream's response goes out before its answer is there. */
async function receive(
  port: Port,
  request: Request,
  exchange: FetchExchange,
  rules: HttpRules,
): Promise<void> {
  const body = await readBody(request, rules.maxBodyBytes);
  if (body instanceof Refusal) return exchange.refuse(body, port.refuse(body));
  settle(exchange, port.receive(body, exchange));
}

function settle(exchange: FetchExchange, answer: Answer | Promise<Answer>): void {
  if (answer instanceof Promise) void answer.then((reply) => exchange.finish(reply));
  else exchange.finish(answer);
}

async function readBody(request: Request, limit: number): Promise<string | Refusal> {
  if (request.bodyUsed) return new Refusal("ERR_HTTP_BODY_READ");
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limit) return bodyTooLarge(limit);
      chunks.push(chunk);
    }
  } catch {
    return new Refusal("ERR_HTTP_BODY_ABORTED");
  }
  try {
    return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
  } catch {
    return new Refusal("ERR_WIRE_UTF8");
  }
}

function fieldsOf(headers: Headers): HeaderFields {
  // Without a prototype, a field named like one of its members is a field and nothing else; `create` says `any`.
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of headers) fields[name] = value;
  return fields;
}

function headOf({ method, url, headers: given }: Request, headers: HeaderFields): Head {
  const { host, protocol } = new URL(url);
  return {
    method,
    headers,
    address: undefined,
    host: given.get("host") ?? host,
    origin: given.get("origin") ?? undefined,
    scheme: protocol === "https:" ? "https" : "http",
    loopback: false,
  };
}

function hostsMissing(): BlazonError {
  return new BlazonError("ERR_OPTION_INVALID", {
    option: "hosts",
    detail: "is missing: a fetch handler cannot see which address a request arrived on",
    fix: 'Name the hosts it is served under, give `publicUrl`, or say hosts: "any"',
  });
}
