import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createServer, Feature, type JsonObject, Tool } from "blazon";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { isRecord, mirrorsOf, request } from "../support/link.js";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { listen, until } from "./ears.js";
import * as newsroom from "./news-server.js";

const STDIO = fileURLToPath(new URL("../support/stdio-main.js", import.meta.url));
const HTTP = fileURLToPath(new URL("./http-main.js", import.meta.url));
const children: ChildProcess[] = [];

/** A server in a process of its own, and the lines it writes. */
function start(main: string): { readonly child: ChildProcess; readonly lines: string[] } {
  const child = spawn(process.execPath, [main, newsroom.url], { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  const lines: string[] = [];
  if (child.stdout !== null) createInterface(child.stdout).on("line", (line) => void lines.push(line));
  return { child, lines };
}

const framesOf = (lines: readonly string[]): JsonObject[] => {
  const frames = lines.map((line) => JSON.parse(line) as JsonObject); // checked next
  for (const frame of frames) expectWireValid(frame);
  return frames;
};
const kindOf = ({ method, id }: JsonObject): unknown => method ?? `answer to ${String(id)}`;
const write = ({ stdin }: ChildProcess, ...messages: readonly object[]): void => {
  for (const message of messages) stdin?.write(`${JSON.stringify(message)}\n`);
};

describe("the end of a server with listens open (G03)", function () {
  this.timeout(30_000);
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });

  const ACK = "notifications/subscriptions/acknowledged";
  const ENDED = [ACK, "answer to 1", "notifications/cancelled"];

  for (const [how, end] of [
    ["the end of the input", (child: ChildProcess) => void child.stdin?.end()],
    ["SIGTERM", (child: ChildProcess) => void child.kill("SIGTERM")],
    ["SIGINT", (child: ChildProcess) => void child.kill("SIGINT")],
  ] as const) {
    it(`[SUB-24] [STDIO-15] [CANC-02] ends them in good order and exits with 0 at ${how}, on stdio`, async () => {
      const { child, lines } = start(STDIO);
      write(child, listen({ toolsListChanged: true }, 1));
      await until(() => lines.length === 1);
      end(child);
      const [code] = await once(child, "close");
      expect(code).to.equal(0);
      expect(framesOf(lines).map(kindOf)).to.eql(ENDED);
    });
  }

  it("[CANC-03] says notifications/cancelled of listens alone, whatever else runs", async () => {
    const { child, lines } = start(STDIO);
    const waiting = [1, 2].map((id) => ({ ...request("tools/call", { name: "wait" }), id }));
    write(child, listen({ toolsListChanged: true }, "ear"));
    await until(() => lines.length === 1);
    write(child, ...waiting, { ...request("tools/call", { name: "change_tools" }), id: 3 });
    await until(() => lines.length === 3);
    write(child, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    child.stdin?.end();
    await once(child, "close");
    const cancelled = framesOf(lines).filter(({ method }) => method === "notifications/cancelled");
    expect(cancelled.map(({ params }) => isRecord(params) && params.requestId)).to.eql(["ear"]);
  });

  it("[SUB-17] sends no result where the process is killed", async () => {
    const { child, lines } = start(STDIO);
    write(child, listen({ toolsListChanged: true }, 1));
    await until(() => lines.length === 1);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(framesOf(lines).map(kindOf)).to.eql([ACK]);
  });

  it("[SUB-19] keeps nothing of a listen for the next start", async () => {
    const first = start(STDIO);
    write(first.child, listen({ toolsListChanged: true }, 1));
    await until(() => first.lines.length === 1);
    first.child.kill("SIGKILL");
    const second = start(STDIO);
    const call = request("tools/call", { name: "change_tools" });
    write(second.child, call, call);
    await until(() => second.lines.length >= 1);
    second.child.stdin?.end();
    await once(second.child, "close");
    expect(framesOf(second.lines).every(({ method }) => method === undefined)).to.equal(true);
  });

  for (const [signals, expected] of [
    [["SIGTERM"], 0],
    [["SIGINT"], 0],
  ] as const) {
    it(`[SUB-15] ends them with a result and exits with 0 at ${signals.join(", ")}, over HTTP, idle sockets or not`, async () => {
      const { child, lines } = start(HTTP);
      await until(() => lines.length === 1);
      const url = lines[0] ?? "";
      const open = async (message: JsonObject): Promise<Response> =>
        fetch(url, {
          method: "POST",
          headers: { "content-type": "application/json", ...mirrorsOf(message) },
          body: JSON.stringify(message),
        });
      const responses = [
        await open(listen({ toolsListChanged: true }, 1)),
        await open(listen({ promptsListChanged: true }, 2)),
      ];
      await (await open(request("server/discover"))).json(); // its socket idles on
      for (const signal of signals) child.kill(signal);
      const [code] = await once(child, "close");
      expect(code).to.equal(expected);
      for (const [index, response] of responses.entries()) {
        const events = (await response.text()).split("\n\n").filter((event) => event.startsWith("data: "));
        const frames = framesOf(events.map((event) => event.slice(6)));
        expect(frames.map(kindOf)).to.eql([ACK, `answer to ${index + 1}`]);
      }
    });
  }

  it("[SUB-15] says what is still held before the result", async () => {
    @Feature()
    class Desk {
      @Tool()
      a(): string {
        return "a";
      }
    }
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const server = await createServer({
      name: "desk",
      version: "1.0.0",
      features: [Desk],
      logger,
      hosts: ["localhost"],
    });
    const message = listen({ toolsListChanged: true }, 1);
    const response = await server.fetch(
      new Request("http://localhost/mcp", {
        method: "POST",
        headers: { "content-type": "application/json", ...mirrorsOf(message) },
        body: JSON.stringify(message),
      }),
    );
    for (let event = 0; event < 1000; event++) server.notify.toolsChanged();
    await server.close();
    const frames = framesOf(
      (await response.text())
        .split("\n\n")
        .filter(Boolean)
        .map((event) => event.slice(6)),
    );
    const methods = frames.map(kindOf);
    expect([methods[0], methods.at(-1)]).to.eql([ACK, "answer to 1"]);
    expect(methods.slice(1, -1).every((method) => method === "notifications/tools/list_changed")).to.equal(
      true,
    );
    expect(methods.length).to.be.within(3, 200);
    expect(frames.every(isRecord)).to.equal(true);
  });

  it("completes a listen that comes while the server closes", async () => {
    const server = await newsroom.build();
    const { url } = await server.listen({ port: 0, signals: false });
    const { connect } = await import("blazon/testing");
    const client = await connect(server);
    const closing = server.close();
    const ear = await client.listen({ toolsListChanged: true });
    await ear.ended;
    expect(ear.honored).to.eql({});
    await closing;
    await client.close();
    expect(url).to.be.a("string");
  });
});
