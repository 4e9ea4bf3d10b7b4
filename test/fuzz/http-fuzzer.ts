import { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import { mirrorsOf } from "../support/link.js";
import { controlRequest, faultOfControl, type Measured, measuredOf, measureRequest } from "./control.js";
import { debtOf } from "./debt.js";
import type { Fuzzer } from "./fuzzer.js";
import { faultOfResponse } from "./http-check.js";
import { type RawRequest, requestOf } from "./http-request.js";
import { findResponse, type RawResponse } from "./http-response.js";
import { LIMITS } from "./limits.js";
import { chunksOf } from "./mutate-bytes.js";
import { type Random, randomOf } from "./random.js";
import { ServerProcess } from "./server-process.js";
import { within } from "./within.js";

const ANSWER_MS = 5_000;
/** How long a call that runs until it is cancelled, or a request that never ends, is left alone. */
const PATIENCE_MS = 15;

/** What one case sends, all of it at once. */
interface Exchange {
  readonly request: RawRequest;
  readonly chunks: readonly Buffer[];
  /** How many of the chunks a client that does not end well sends. */
  readonly sent: number;
}

function exchangesOf(seed: number, index: number): Exchange[] {
  const random = randomOf(seed, index);
  return Array.from({ length: 1 + random.below(3) }, (_, at) => exchangeOf(random, `${index}-${at}`));
}

function exchangeOf(random: Random, id: string): Exchange {
  const request = requestOf(random, random.chance(0.3) ? 1 : id);
  const chunks = chunksOf(request.bytes, random);
  return { request, chunks, sent: random.below(chunks.length + 1) };
}

/** Requests over sockets of their own, several at once, with one in between that has to be served as ever. */
export class HttpFuzzer implements Fuzzer {
  readonly #seed: number;
  readonly #process = new ServerProcess("http");

  constructor(seed: number) {
    this.#seed = seed;
  }

  get isAlive(): boolean {
    return this.#process.isAlive;
  }

  async run(index: number): Promise<readonly string[]> {
    const port = await this.#process.port;
    const faults = await Promise.all([
      this.#control(index),
      ...exchangesOf(this.#seed, index).map((exchange, at) => faultOf(exchange, port, at)),
    ]);
    const found = faults.filter((fault) => fault !== undefined);
    return [...found, ...this.#process.faults.splice(0)];
  }

  describe(index: number): string {
    return exchangesOf(this.#seed, index)
      .map(({ request, sent, chunks }) => {
        const text = JSON.stringify(request.bytes.toString("latin1")).slice(0, 4000);
        return `${request.ending} (${sent} of ${chunks.length} chunks), as latin1: ${text}`;
      })
      .join("\n  ");
  }

  async measure(): Promise<Measured> {
    return measuredOf(await this.#post(measureRequest("measure")));
  }

  async close(): Promise<readonly string[]> {
    await this.#process.end();
    return this.#process.faults;
  }

  async #control(index: number): Promise<string | undefined> {
    return faultOfControl(index, await this.#post(controlRequest(index)));
  }

  async #post(message: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${await this.#process.port}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", ...mirrorsOf(message) },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return response.json();
  }
}

async function faultOf(exchange: Exchange, port: number, at: number): Promise<string | undefined> {
  const { request } = exchange;
  const socket = connect(port, "127.0.0.1");
  const received: Buffer[] = [];
  const answer = () => findResponse(Buffer.concat(received), request.method);
  const over = new Promise<true>((resolve) => {
    socket.on("error", () => {}).on("close", () => resolve(true));
    socket.on("data", (chunk) => {
      received.push(chunk);
      if (answer()?.isComplete) resolve(true);
    });
  });
  await send(socket, exchange);
  const waits = isEndless(request) || request.ending !== "patient";
  const isOver = (await within(waits ? PATIENCE_MS : ANSWER_MS, over)) ?? false;
  socket.destroy();
  if (request.ending === "reset" || request.ending === "stops-early") return undefined;
  if (!isOver && waits) return undefined;
  const response = answer();
  const fault = response === undefined ? faultOfSilence(request, isOver) : faultOfWhole(request, response);
  return fault === undefined
    ? undefined
    : `exchange ${at}: ${fault}: ${Buffer.concat(received).toString().slice(0, 500)}`;
}

/** Whether the server has every right to wait. */
function isEndless({ body, isMalformed }: RawRequest): boolean {
  const debt = debtOf(body);
  return isMalformed || (debt.kind === "answer" && debt.params.name === "wait");
}

function faultOfSilence(request: RawRequest, isOver: boolean): string | undefined {
  if (!isOver) return "there is no answer";
  // Node closes what it cannot read, and what is far too large is not listened to for long.
  const { isMalformed, method, path, body } = request;
  const isReadable = !isMalformed && method !== "post" && path === "/mcp" && body.length <= LIMITS.bodyBytes;
  return isReadable && request.ending === "patient" ? "the connection ended without an answer" : undefined;
}

function faultOfWhole(request: RawRequest, response: RawResponse): string | undefined {
  if (response.isComplete) return faultOfResponse(request, response);
  // To Node a client that ends its side has left.
  return request.ending === "patient" ? "the response is cut off" : undefined;
}

async function send(socket: Socket, { request, chunks, sent }: Exchange): Promise<void> {
  const isWhole = request.ending === "patient" || request.ending === "half-close";
  for (const chunk of isWhole ? chunks : chunks.slice(0, sent)) {
    if (socket.destroyed) return;
    await new Promise<void>((resolve) => socket.write(chunk, () => resolve()));
  }
  if (request.ending === "half-close") socket.end();
  if (request.ending === "reset") socket.resetAndDestroy();
}
