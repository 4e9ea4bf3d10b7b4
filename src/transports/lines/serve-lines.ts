import { Buffer } from "node:buffer";
import { Duplex, type Readable, type Writable } from "node:stream";
import type { Answer, Port } from "../../kernel/port.js";
import { type Logger, logAt } from "../../logging/logger.js";
import { parseLimit } from "../limit.js";
import { Pipe, PipeExchange } from "../pipe.js";
import { type Line, LineFramer } from "./line-framer.js";
import { LineWriter } from "./line-writer.js";

const MIB = 1_048_576;
const GRACE = { min: 0, max: 600_000, unit: "milliseconds" };

export interface LinesOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly logger?: Logger;
  /** The longest line that is read, in bytes; 4 MiB without it. A longer one is refused and skipped. */
  readonly maxLineBytes?: number;
  /**
   * Bytes that may wait for a client which does not read before the connection is ended; 16 MiB without it.
   * Replies always go out: reading stops while they wait.
   */
  readonly maxQueuedBytes?: number;
  /** How long running calls may go on after the input ended, in milliseconds; 1000 without it. */
  readonly graceMs?: number;
  /** Runs once when all is over, before {@link LinesHandle.closed} resolves. */
  readonly onEnd?: () => void | Promise<void>;
}

export interface LinesHandle {
  /** Resolves when the connection is over and `onEnd` has run; never rejects. */
  readonly closed: Promise<void>;
  /** Ends it from this side as the end of the input would: running calls get their grace. */
  close(): Promise<void>;
}

/**
 * Serves newline-delimited JSON (STDIO-01): one message a line, answers in the order they are ready. At the
 * end of the input everything received is answered, listens end at once, running calls get `graceMs` and are
 * cancelled then. A
 * broken output ends the connection at once, and never the process.
 *
 * @throws {BlazonError} `ERR_OPTION_INVALID` for a limit that is not one.
 */
export function serveLines(port: Port, options: LinesOptions): LinesHandle {
  return new LineServer(port, options);
}

class LineServer implements LinesHandle {
  readonly closed: Promise<void>;
  readonly #port: Port;
  readonly #options: LinesOptions;
  readonly #framer: LineFramer;
  readonly #writer: LineWriter;
  readonly #pipe: Pipe;
  readonly #maxQueuedBytes: number;
  readonly #graceMs: number;
  /** Lines that were read and wait for the output to take what came before. */
  #lines: Line[] = [];
  #running = 0;
  #ending = false;
  #broken = false;
  /** Wakes the ending up: the last call is done, the output took everything, or it broke. */
  #wake: () => void = () => {};
  #resolve: () => void = () => {};

  constructor(port: Port, options: LinesOptions) {
    const bytes = { min: 1, max: 1024 * MIB, unit: "bytes" };
    this.#port = port;
    this.#options = options;
    this.#framer = new LineFramer(parseLimit("maxLineBytes", options.maxLineBytes, 4 * MIB, bytes));
    this.#maxQueuedBytes = parseLimit("maxQueuedBytes", options.maxQueuedBytes, 16 * MIB, bytes);
    this.#graceMs = parseLimit("graceMs", options.graceMs, 1000, GRACE);
    this.#writer = new LineWriter(options.output, () => this.#onTaken());
    this.#pipe = new Pipe(
      (frame) => this.#send(frame),
      () => this.#writer.stuck,
    );
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#listen(options);
  }

  close(): Promise<void> {
    this.#end();
    return this.closed;
  }

  #listen({ input, output }: LinesOptions): void {
    // Else a socket closes both ways when the client has sent its last, and the answers to that are lost.
    if (input instanceof Duplex) input.allowHalfOpen = true;
    input.on("data", this.#onData);
    input.on("end", this.#onInputEnd);
    input.on("error", this.#onInputEnd);
    input.on("close", this.#onInputEnd);
    output.on("error", this.#onBroken);
    output.on("close", this.#onBroken);
  }

  readonly #onData = (chunk: Buffer | string): void => {
    if (this.#ending) return;
    const lines = this.#framer.push(this.#toBytes(chunk));
    this.#lines = this.#lines.length === 0 ? lines : this.#lines.concat(lines);
    this.#work();
    if (this.#writer.stuck) this.#options.input.pause();
  };

  /** Takes up the lines that were read, until the output is stuck; all of them once nothing more comes. */
  #work(): void {
    const lines = this.#lines;
    let next = 0;
    while (next < lines.length && (this.#ending || !this.#writer.stuck)) {
      const line = lines[next++];
      if (typeof line === "string") {
        const exchange = new PipeExchange(this.#pipe);
        this.#answer(this.#port.receive(line, exchange), exchange);
      } else if (line !== undefined) this.#writer.reply(this.#port.refuse(line));
    }
    this.#lines = lines.slice(next);
  }

  /** Somebody called `setEncoding`: the bytes are those the encoding stands for. */
  #toBytes(chunk: Buffer | string): Buffer {
    return typeof chunk === "string"
      ? Buffer.from(chunk, this.#options.input.readableEncoding ?? "utf8")
      : chunk;
  }

  #answer(answer: Answer | Promise<Answer>, exchange: PipeExchange): void {
    if (!(answer instanceof Promise)) return this.#finish(answer, exchange);
    this.#running++;
    void answer.then((reply) => {
      this.#finish(reply, exchange);
      this.#running--;
      if (this.#running === 0) this.#wake();
    });
  }

  #finish(reply: Answer, exchange: PipeExchange): void {
    exchange.finish();
    if (reply === undefined || this.#pipe.closed) return;
    this.#writer.reply(reply);
    if (reply.follower !== undefined) this.#writer.frame(reply.follower);
  }

  #send(frame: string): void {
    if (this.#writer.queued <= this.#maxQueuedBytes) return this.#writer.frame(frame);
    this.#warn("The client does not read what it asked for; the connection is ended");
    this.#options.output.destroy();
    this.#onBroken();
  }

  readonly #onInputEnd = (): void => {
    if (this.#ending) return;
    this.#lines = this.#lines.concat(this.#framer.end());
    this.#end();
  };

  #onTaken(): void {
    if (!this.#writer.stuck) this.#pipe.relieve();
    if (this.#ending) return this.#wake();
    if (!this.#options.input.isPaused()) return;
    this.#work();
    if (!this.#writer.stuck) this.#options.input.resume();
  }

  /** EPIPE, ECONNRESET or a closed output: nobody is there to answer. */
  readonly #onBroken = (): void => {
    if (this.#broken) return;
    this.#broken = true;
    this.#pipe.close("The connection is closed");
    this.#end();
    this.#wake();
  };

  #end(): void {
    if (this.#ending) return;
    this.#ending = true;
    this.#options.input.pause();
    this.#work();
    this.#pipe.conclude();
    void this.#shutDown().then(this.#resolve);
  }

  async #shutDown(): Promise<void> {
    await this.#until(() => this.#running === 0);
    this.#writer.flush();
    this.#pipe.close("The connection is closed");
    await this.#untilTaken();
    this.#release();
    try {
      await this.#options.onEnd?.();
    } catch (error) {
      this.#warn("A hook failed while the connection ended", { error });
    }
  }

  /** Waits for the output to take everything, as long as it goes on taking something. */
  async #untilTaken(): Promise<void> {
    let before: number;
    do {
      before = this.#writer.taken;
      await this.#until(() => this.#writer.idle);
    } while (!this.#writer.idle && !this.#broken && this.#writer.taken > before);
  }

  /** Waits for a condition, the end of the grace, or a broken output, whichever is first. */
  async #until(isDone: () => boolean): Promise<void> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#wake();
    }, this.#graceMs);
    while (!isDone() && !late && !this.#broken) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    clearTimeout(timer);
  }

  /** Closes the streams, but for the process's own: those belong to the process. */
  #release(): void {
    const { input, output } = this.#options;
    input.off("data", this.#onData);
    const closeInput = () => void (input === process.stdin || input.destroy());
    if (output === process.stdout) return closeInput();
    if (this.#writer.idle && output.writable) return void output.end(closeInput);
    output.destroy();
    closeInput();
  }

  #warn(message: string, fields: Record<string, unknown> = {}): void {
    if (this.#options.logger !== undefined) logAt(this.#options.logger, "warning", fields, message);
  }
}
