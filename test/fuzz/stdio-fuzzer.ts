import { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import { isRecord, META } from "../support/link.js";
import {
  controlRequest,
  faultOfControl,
  type Measured,
  measuredOf,
  measureRequest,
  runningOf,
  runningRequest,
} from "./control.js";
import { type Debt, debtsOfLines } from "./debt.js";
import type { Fuzzer } from "./fuzzer.js";
import { LineLedger } from "./line-ledger.js";
import { messageBytes } from "./message.js";
import { chunksOf } from "./mutate-bytes.js";
import { type Random, randomOf } from "./random.js";
import { ServerProcess } from "./server-process.js";
import { STRANGE_VALUES } from "./strange-values.js";
import { within } from "./within.js";

const ANSWER_MS = 5_000;
const NEWLINE = Buffer.from("\n");

/** What one case sends. */
interface Lines {
  readonly chunks: readonly Buffer[];
  readonly debts: readonly Debt[];
  /** How a connection of its own ends; undefined for the standard streams, which go on. */
  readonly ending: "half-close" | "reset" | undefined;
}

function linesOf(seed: number, index: number): Lines {
  const random = randomOf(seed, index);
  const ending = random.chance(0.1) ? random.pick(["half-close", "half-close", "reset"] as const) : undefined;
  const lines = Array.from({ length: 1 + random.below(6) }, () => messageBytes(random, idOf(random, index)));
  const control = Buffer.from(JSON.stringify(controlRequest(index)));
  lines.splice(random.below(lines.length + 1), 0, control);
  const bytes = Buffer.concat(lines.flatMap((line) => [line, NEWLINE]));
  const whole = ending === "half-close" && random.chance(0.5) ? bytes.subarray(0, -1) : bytes;
  return { chunks: chunksOf(whole, random), debts: debtsOfLines(whole, ending !== undefined), ending };
}

function idOf(random: Random, index: number): unknown {
  const usual = [index, `${index}`, `id-${index}-${random.below(1000)}`];
  return random.chance(0.9) ? random.pick(usual) : random.pick(STRANGE_VALUES);
}

/** Whether a request may run until it is cancelled. */
function goesOn(debt: Debt): debt is Debt & { readonly kind: "answer" } {
  return debt.kind === "answer" && (debt.params.name === "wait" || debt.method === "subscriptions/listen");
}

/** Lines over the process's own streams, and over sockets that end in every way. */
export class StdioFuzzer implements Fuzzer {
  readonly #seed: number;
  readonly #process = new ServerProcess("stdio");
  #onLine: (line: string) => void = () => {};
  #fences = 0;

  constructor(seed: number) {
    this.#seed = seed;
    createInterface(this.#process.output).on("line", (line) => this.#onLine(line));
  }

  get isAlive(): boolean {
    return this.#process.isAlive;
  }

  async run(index: number): Promise<readonly string[]> {
    const lines = linesOf(this.#seed, index);
    const faults = await (lines.ending === undefined
      ? this.#onStreams(lines, index)
      : this.#onSocket(lines, index));
    return [...faults, ...this.#process.faults.splice(0)];
  }

  describe(index: number): string {
    const { chunks, ending } = linesOf(this.#seed, index);
    const text = JSON.stringify(Buffer.concat(chunks).toString("latin1"));
    return `${chunks.length} chunks, ${ending ?? "goes on"}, as latin1: ${text.slice(0, 4000)}`;
  }

  async measure(): Promise<Measured> {
    const id = `measure-${++this.#fences}`;
    return measuredOf(await this.#ask(measureRequest(id), id));
  }

  async close(): Promise<readonly string[]> {
    await this.#process.end();
    return this.#process.faults;
  }

  async #onStreams({ chunks, debts }: Lines, index: number): Promise<string[]> {
    const ledger = new LineLedger(debts);
    const faults: string[] = [];
    this.#onLine = (line) => receive(ledger, line, index, faults);
    await this.#write(chunks);
    await this.#fence();
    await this.#cancelWaiting(debts, ledger);
    await untilPaid(ledger);
    if (ledger.mayGoOn) await this.#untilIdle();
    return [...faults, ...ledger.faults, ...ledger.balance()];
  }

  /** Calls that run until they are cancelled are; they must not be answered after that (CANC-12). */
  async #cancelWaiting(debts: readonly Debt[], ledger: LineLedger): Promise<void> {
    for (const debt of debts) {
      if (!goesOn(debt)) continue;
      ledger.cancel(debt.id);
      const params = { requestId: JSON.parse(debt.id) as unknown };
      await this.#write([lineOf({ jsonrpc: "2.0", method: "notifications/cancelled", params })]);
    }
    await this.#fence();
  }

  /** Until no handler runs; the quick ones are done within a few turns, and so a few questions. */
  async #untilIdle(): Promise<void> {
    for (let asked = 0, running = 1; asked < 5 || running > 0; asked++) {
      const id = `running-${++this.#fences}`;
      running = runningOf(await this.#ask(runningRequest(id), id));
    }
  }

  async #onSocket({ chunks, debts, ending }: Lines, index: number): Promise<string[]> {
    const socket = connect(await this.#process.port, "127.0.0.1");
    const ledger = new LineLedger(debts);
    const faults: string[] = [];
    const ended = new Promise<true>((resolve) => {
      socket.on("error", () => {}).on("close", () => resolve(true));
    });
    createInterface(socket).on("line", (line) => receive(ledger, line, index, faults));
    for (const chunk of chunks) await written(socket, chunk);
    if (ending === "reset") {
      await turn();
      socket.resetAndDestroy();
    } else socket.end();
    if ((await within(ANSWER_MS, ended)) === undefined) faults.push("the connection is still open");
    socket.destroy();
    // Calls that run until they are cancelled are, when their client left.
    for (const debt of debts)
      if (goesOn(debt) && debt.method !== "subscriptions/listen") ledger.cancel(debt.id); // listens end in good order
    return [...faults, ...ledger.faults, ...(ending === "reset" ? [] : ledger.balance())];
  }

  /** Waits until the server has read everything so far. */
  #fence(): Promise<unknown> {
    const id = `fence-${++this.#fences}`;
    return this.#ask({ jsonrpc: "2.0", id, method: "server/discover", params: { _meta: META } }, id);
  }

  async #ask(message: object, id: string): Promise<unknown> {
    const previous = this.#onLine;
    const answer = new Promise<unknown>((resolve) => {
      this.#onLine = (line) => {
        const frame = line.includes(id) ? (JSON.parse(line) as unknown) : undefined;
        if (isRecord(frame) && frame.id === id) resolve(frame);
        else previous(line);
      };
    });
    await this.#write([lineOf(message)]);
    const frame = await within(ANSWER_MS, answer);
    this.#onLine = previous;
    if (frame === undefined) throw new Error(`no answer to ${id} within ${ANSWER_MS} ms`);
    return frame;
  }

  async #write(chunks: readonly Buffer[]): Promise<void> {
    for (const chunk of chunks) await written(this.#process.input, chunk);
  }
}

function lineOf(message: object): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}

/** Small chunks are handed over one by one, so that they arrive apart. */
async function written(stream: NodeJS.WritableStream | Socket, chunk: Buffer): Promise<void> {
  await new Promise<void>((resolve) => stream.write(chunk, () => resolve()));
}

function receive(ledger: LineLedger, line: string, index: number, faults: string[]): void {
  ledger.receive(line);
  const frame = line.includes(`"control-${index}"`) ? (JSON.parse(line) as unknown) : undefined;
  if (!isRecord(frame) || frame.id !== `control-${index}`) return;
  const fault = faultOfControl(index, frame);
  if (fault !== undefined) faults.push(fault);
}

/** Handlers that wait for something answer in their own time. */
async function untilPaid(ledger: LineLedger): Promise<void> {
  const deadline = Date.now() + ANSWER_MS;
  while (ledger.balance().length > 0 && Date.now() < deadline) await delay(1);
}
