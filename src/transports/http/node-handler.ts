import { Buffer, isUtf8 } from "node:buffer";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Refusal } from "../../errors/refusal.js";
import type { HeaderFields } from "../../handler/request-context.js";
import type { Answer, Port } from "../../kernel/port.js";
import { isAssetPath, serveAsset } from "./assets.js";
import { isLoopbackAddress } from "./authority.js";
import { bodyTooLarge } from "./content.js";
import { examine, type Head } from "./gate.js";
import { compileHttpRules, type HttpOptions, type HttpRules } from "./http-options.js";
import { NodeExchange } from "./node-exchange.js";
import { fieldsOf } from "./repeated-fields.js";
import { findTargetHost, pathOf } from "./request-target.js";

/** How long a client that sends too much is still listened to, so that it can read why it was refused. */
const LINGER_MS = 1000;

/** A request listener of `node:http`; Express, Connect and Nest take it as it is. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

/** What a body parser that ran before leaves behind. */
type Parsed = IncomingMessage & { readonly body?: unknown };

/**
 * Serves Streamable HTTP straight on `node:http`: whatever path it is mounted on, POST alone, with host and
 * origin checked (HTTP-01 to HTTP-04, HTTP-27). A body that a parser has read already is taken from
 * `request.body`.
 *
 * @throws {BlazonError} `ERR_OPTION_INVALID` for an option no server can follow.
 */
export function createNodeHandler(port: Port, options: HttpOptions = {}): NodeHandler {
  const rules = compileHttpRules(options, port.visit !== undefined);
  return (request, response) => {
    if (rules.assets !== undefined && isAssetPath(pathOf(targetOf(request)))) {
      return answerAsset({ port, request, response, rules });
    }
    const headers = fieldsOf(request);
    const exchange = new NodeExchange(headers, response, rules);
    const verdict = examine(rules, headOf(request, headers));
    if (verdict === undefined && request.readableDidRead) answerParsed(port, request, exchange);
    else if (verdict === undefined) readBody({ port, request, response, exchange, rules });
    else if (verdict === "preflight") exchange.preflight();
    else if (typeof verdict === "string") settle(exchange, port.visit?.(verdict, exchange));
    else if (closesUnread(verdict, request, response))
      cutOff(verdict, { port, request, response, exchange, rules });
    else exchange.refuse(verdict, port.refuse(verdict));
  };
}

/** The target as the client wrote it, also where a framework has cut off what the handler is mounted on. */
function targetOf({
  url = "",
  originalUrl = url,
}: IncomingMessage & { readonly originalUrl?: string }): string {
  return originalUrl;
}

function answerAsset({ port, request, response, rules }: Omit<Reading, "exchange">): void {
  const path = pathOf(targetOf(request));
  const { status, headers, body, refusal } = serveAsset(rules, {
    ...headOf(request, fieldsOf(request)),
    path,
  });
  if (refusal !== undefined) port.refuse(refusal);
  response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
}

function headOf(request: IncomingMessage, headers: HeaderFields): Head {
  const { method, socket } = request;
  return {
    method,
    headers,
    address: socket.remoteAddress,
    host: hostOf(request, headers),
    origin: request.headers.origin,
    scheme: "encrypted" in socket ? "https" : "http",
    loopback: isLoopbackAddress(socket.localAddress),
  };
}

/** A repeated `Host` is none, whatever the target says (RFC 9112 §3.2). */
function hostOf({ url = "" }: IncomingMessage, { host }: HeaderFields): string | undefined {
  return typeof host === "object" ? undefined : (findTargetHost(url) ?? host);
}

interface Reading {
  readonly port: Port;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: NodeExchange;
  readonly rules: HttpRules;
}

function readBody(reading: Reading): void {
  const { port, request, exchange, rules } = reading;
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= rules.maxBodyBytes) return void chunks.push(chunk);
    request.off("data", onData).off("end", onEnd);
    cutOff(bodyTooLarge(rules.maxBodyBytes), reading);
  };
  const onEnd = () => {
    const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, size);
    chunks.length = 0; // the response may stay open for days
    if (isUtf8(bytes)) settle(exchange, port.receive(bytes.toString(), exchange));
    else refuse(port, exchange, new Refusal("ERR_WIRE_UTF8"));
  };
  const onError = () => {
    if (!request.complete) refuse(port, exchange, new Refusal("ERR_HTTP_BODY_ABORTED"));
  };
  request.on("data", onData).on("end", onEnd).on("error", onError);
}

function answerParsed(port: Port, { body }: Parsed, exchange: NodeExchange): void {
  if (body === undefined) return refuse(port, exchange, new Refusal("ERR_HTTP_BODY_READ"));
  if (typeof body === "string") return settle(exchange, port.receive(body, exchange));
  if (!Buffer.isBuffer(body)) return settle(exchange, port.accept(body, exchange));
  if (isUtf8(body)) settle(exchange, port.receive(body.toString(), exchange));
  else refuse(port, exchange, new Refusal("ERR_WIRE_UTF8"));
}

function settle(exchange: NodeExchange, answer: Answer | Promise<Answer>): void {
  if (answer instanceof Promise) void answer.then((reply) => exchange.finish(reply));
  else exchange.finish(answer);
}

function refuse(port: Port, exchange: NodeExchange, refusal: Refusal): void {
  exchange.refuse(refusal, port.refuse(refusal));
}

/** Whether the connection ends with this answer while a body is still on its way. */
function closesUnread({ code }: Refusal, { headers }: IncomingMessage, response: ServerResponse): boolean {
  if (code === "ERR_HTTP_BODY_SIZE") return true;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  return hasBody && !response.shouldKeepAlive;
}

/**
 * Answers ahead of the body's end and closes the connection. What still comes is thrown away for a moment:
 * a socket that is closed on unread bytes takes the answer with it.
 */
function cutOff(refusal: Refusal, { port, request, response, exchange, rules }: Reading): void {
  exchange.refuseAndLinger(refusal, port.refuse(refusal));
  const close = () => void response.end();
  if (request.readableEnded) return close();
  const timer = setTimeout(close, LINGER_MS).unref();
  let wasted = 0;
  request.on("data", (chunk: Buffer) => {
    wasted += chunk.length;
    if (wasted > rules.maxBodyBytes) close();
  });
  request.on("end", close);
  response.once("close", () => clearTimeout(timer));
}
