import net from "node:net";
import { Duplex, PassThrough, Writable } from "node:stream";
import { expect } from "chai";
import { describe, it } from "mocha";
import { BlazonError } from "../../../src/errors/blazon-error.js";
import type { Logger } from "../../../src/logging/logger.js";
import { type LinesOptions, serveLines } from "../../../src/transports/lines/serve-lines.js";
import { FakePort, progress, until } from "../fake-port.js";

function open(options: Partial<LinesOptions> = {}) {
  const port = new FakePort();
  const input = new PassThrough();
  const output = new PassThrough();
  let written = "";
  output.on("data", (chunk: Buffer) => {
    written += chunk.toString();
  });
  let ends = 0;
  const onEnd = () => void ends++;
  const handle = serveLines(port, { input, output, onEnd, graceMs: 20, ...options });
  const lines = () => written.split("\n").slice(0, -1);
  return { port, input, output, handle, lines, ends: () => ends };
}

const call = (id: number | string, method = "echo", params: unknown = null) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const answer = (id: number | string, result: unknown = null) =>
  JSON.stringify({ jsonrpc: "2.0", id, result });

describe("serving lines", () => {
  it("[STDIO-01] answers each message of one write on a line of its own", async () => {
    const { input, handle, lines } = open();
    input.end(call(1) + call(2, "echo", "a\nb\u2028c"));
    await handle.closed;
    expect(lines()).to.deep.equal([answer(1), answer(2, "a\nb\u2028c")]);
  });

  it("[STDIO-20] answers in the order replies are ready, and goes on after a bad line", async () => {
    const { input, handle, lines } = open();
    input.end(`junk\n${call(1, "later")}${call(2)}`);
    await handle.closed;
    const refusal =
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error: the message is not JSON"}}';
    expect(lines()).to.deep.equal([refusal, answer(2), answer(1)]);
  });

  it("sends frames ahead of the reply, and a page on the reply's own line", async () => {
    const { input, handle, lines } = open();
    input.end(call(1, "notify", 2) + call(2, "page"));
    await handle.closed;
    expect(lines()).to.deep.equal([
      progress(1),
      progress(2),
      '{"jsonrpc":"2.0","id":2,"result":{"tools":["世界"]}}',
      answer(1, 2),
    ]);
  });

  it("[CANC-12] sends nothing for a request after its reply", async () => {
    const { port, input, handle, lines } = open();
    input.write(call(1));
    await until(() => lines().length === 1);
    port.exchanges[0]?.send(progress(9));
    input.end();
    await handle.closed;
    expect(lines()).to.deep.equal([answer(1)]);
  });

  it("[CANC-11] stops a request by the id's own type, and then answers another of that id", async () => {
    const { port, input, handle, lines } = open();
    const cancel = (requestId: unknown) =>
      `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } })}\n`;
    input.write(call(7, "hang") + cancel("7") + cancel(7) + cancel(8));
    await until(() => port.received.length === 4);
    expect(port.stopped).to.deep.equal(["7: asked to"]);
    input.end(call(7));
    await handle.closed;
    expect(lines()).to.deep.equal([answer(7)]);
  });

  it("refuses a line that is too long by its code, and serves the next", async () => {
    const { port, input, handle, lines } = open({ maxLineBytes: 64 });
    input.end(`${"x".repeat(65)}\n${call(1)}`);
    await handle.closed;
    expect(port.refused).to.deep.equal(["ERR_WIRE_LINE_SIZE"]);
    const error = { code: -32700, message: "Parse error: the line is longer than 64 bytes" };
    expect(lines()).to.deep.equal([JSON.stringify({ jsonrpc: "2.0", error }), answer(1)]);
  });

  it("reads an input on which somebody has set an encoding", async () => {
    for (const encoding of ["utf8", "latin1", "hex"] as const) {
      const { input, handle, lines } = open();
      input.setEncoding(encoding);
      for (const byte of Buffer.from(call(1, "echo", "— 中 🎉"))) input.write(Buffer.from([byte]));
      input.end();
      await handle.closed;
      expect(lines(), encoding).to.deep.equal([answer(1, "— 中 🎉")]);
    }
  });

  it("refuses a limit that is not one", () => {
    for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "4096" as unknown as number]) {
      expect(() => open({ maxLineBytes: wrong }), String(wrong))
        .to.throw(
          BlazonError,
          /^ERR_OPTION_INVALID: maxLineBytes is .* Fix: Give an integer from 1 to 1073741824/,
        )
        .with.property("code", "ERR_OPTION_INVALID");
    }
  });
});

describe("the end of lines", () => {
  it("[STDIO-14] answers what came before the end, without a last newline too, and runs the hook once", async () => {
    const { input, handle, lines, ends } = open();
    input.end(call(1, "later") + call(2).trimEnd());
    await handle.closed;
    input.destroy();
    await handle.close();
    expect(lines()).to.deep.equal([answer(2), answer(1)]);
    expect(ends()).to.equal(1);
  });

  it("[STDIO-14] runs the hook where the input was empty", async () => {
    const { input, handle, ends } = open();
    input.end();
    await handle.closed;
    expect(ends()).to.equal(1);
  });

  it("[CANC-04] cancels what is not done within the grace, and sends no answer for it", async () => {
    const { port, input, handle, lines } = open();
    input.end(call(1, "hang") + call(2));
    await handle.closed;
    expect(port.stopped).to.deep.equal(["1: The connection is closed"]);
    expect(lines()).to.deep.equal([answer(2)]);
  });

  it("lets a running call finish within the grace after close()", async () => {
    const { port, input, handle, lines } = open({ graceMs: 60_000 });
    input.write(call(1, "hold"));
    await until(() => port.received.length === 1);
    const closing = handle.close();
    port.release();
    await closing;
    expect(lines()).to.deep.equal([answer(1)]);
  });

  it("ends the connection and not the process where the output breaks, and cancels at once", async () => {
    for (const code of ["EPIPE", "ECONNRESET"]) {
      const broken = new Writable({
        write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
      });
      const { port, input, handle, ends } = open({ output: broken, graceMs: 60_000 });
      input.write(call(1, "hang") + call(2));
      await handle.closed;
      expect(port.stopped).to.deep.equal(["1: The connection is closed"]);
      expect(ends()).to.equal(1);
    }
  });

  it("tells who waits for the end once, and at once where it has come already", async () => {
    const { port, input, output, handle } = open();
    input.write(call(1, "hold"));
    await until(() => port.exchanges.length === 1);
    let told = 0;
    const exchange = port.exchanges[0];
    exchange?.onClose(() => void told++);
    output.destroy();
    await handle.closed;
    expect(exchange?.closed).to.equal(true);
    expect(told).to.equal(1);
    exchange?.onClose(() => void told++);
    expect(told).to.equal(2);
  });

  it("logs a hook that fails, and closes all the same", async () => {
    const warnings: string[] = [];
    const ignore = () => {};
    const logger: Logger = {
      debug: ignore,
      info: ignore,
      error: ignore,
      warn: (_fields, message) => void warnings.push(message),
    };
    const { input, handle } = open({ logger, onEnd: () => Promise.reject(new Error("no")) });
    input.end();
    await handle.closed;
    expect(warnings).to.deep.equal(["A hook failed while the connection ended"]);
  });
});

/** An output that takes nothing until it is told to. */
class Stuck extends Writable {
  taken = "";
  #go: (() => void) | undefined;
  #open = false;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.taken += chunk.toString();
    if (this.#open) return done();
    this.#go = done;
  }

  unstick(): void {
    this.#open = true;
    this.#go?.();
  }
}

describe("a client that does not read its lines", () => {
  it("is not read from either, until it takes what waits", async () => {
    const output = new Stuck({ highWaterMark: 16 });
    const { port, input, handle } = open({ output, graceMs: 60_000 });
    input.write(call(1));
    await until(() => output.writableNeedDrain);
    input.write(call(2));
    await until(() => input.isPaused());
    input.write(call(3));
    await new Promise((resolve) => setImmediate(resolve));
    expect(port.received.length).to.be.lessThan(3);
    output.unstick();
    await until(() => port.received.length === 3);
    input.end();
    await handle.closed;
    expect(output.taken).to.equal([1, 2, 3].map((id) => `${answer(id)}\n`).join(""));
  });

  it("loses its connection when what it asked to be told of piles up", async () => {
    const output = new Stuck({ highWaterMark: 16 });
    const { port, input, handle } = open({ output, maxQueuedBytes: 1000 });
    input.write(call(1, "hang"));
    await until(() => port.exchanges.length === 1);
    for (let step = 0; step < 100; step++) port.exchanges[0]?.send(progress(step));
    await handle.closed;
    expect(output.destroyed).to.equal(true);
    expect(port.stopped).to.deep.equal(["1: The connection is closed"]);
  });
});

describe("lines over a socket", () => {
  it("[TRAN-07] answers a client that has closed its side for writing", async () => {
    const port = new FakePort();
    const server = net.createServer((socket) => void serveLines(port, { input: socket, output: socket }));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
    client.end(call(1, "later") + call(2));
    let text = "";
    for await (const chunk of client) text += String(chunk);
    expect(text).to.equal(`${answer(2)}\n${answer(1)}\n`);
    await new Promise((resolve) => server.close(resolve));
  });

  it("[TRAN-07] ends with a client that vanishes", async () => {
    const port = new FakePort();
    let closed: Promise<void> | undefined;
    const server = net.createServer((socket) => {
      closed = serveLines(port, { input: socket, output: socket, graceMs: 0 }).closed;
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
    client.write(call(1, "hang"));
    await until(() => port.exchanges.length === 1);
    client.resetAndDestroy();
    await until(() => port.stopped.length === 1);
    await closed;
    await new Promise((resolve) => server.close(resolve));
  });

  it("[TRAN-04] serves any duplex", async () => {
    let text = "";
    const duplex = new Duplex({
      read() {},
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    });
    const { closed } = serveLines(new FakePort(), { input: duplex, output: duplex });
    duplex.push(call(1));
    duplex.push(null);
    await closed;
    expect(text).to.equal(`${answer(1)}\n`);
  });
});
