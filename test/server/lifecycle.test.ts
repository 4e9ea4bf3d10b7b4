import { duplexPair } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import {
  BlazonError,
  createServer,
  Feature,
  type LogFields,
  RequestContext,
  type Server,
  Tool,
} from "blazon";
import { expect } from "chai";
import { beforeEach, describe, it } from "mocha";
import { META } from "../support/link.js";
import { Pipe } from "../support/pipe.js";
import { rejectionOf } from "../support/rejection.js";

let diary: string[] = [];

class Database {
  constructor(readonly name: string) {
    diary.push(`opened ${name}`);
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await turn();
    diary.push(`closed ${this.name}`);
  }
}

@Feature({ inject: [Database] })
class Desk {
  constructor(readonly database: Database) {}

  @Tool()
  async works(ctx: RequestContext): Promise<string> {
    diary.push("began");
    await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    await turn();
    diary.push("ended");
    return "done";
  }
}

const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "works", _meta: META } };

describe("a server that is closed", () => {
  const log: (readonly [message: string, fields: LogFields])[] = [];
  const write = (fields: LogFields, message: string): void => void log.push([message, fields]);
  const logger = { debug: write, info: write, warn: write, error: write };
  const build = (useFactory: () => object = () => new Database("db")): Promise<Server> =>
    createServer({
      name: "lifecycle",
      version: "1.0.0",
      features: [Desk],
      providers: [{ token: Database, useFactory }],
      hosts: ["localhost"],
      logger,
    });

  beforeEach(() => {
    diary = [];
    log.length = 0;
  });

  it("ends what runs first, and disposes what it made last", async () => {
    const server = await build();
    const pipe = Pipe.open(server);
    pipe.send(call);
    await pipe.settle();
    await server.close();
    expect(diary).to.eql(["opened db", "began", "ended", "closed db"]);
  });

  it("is closed once, however often it is asked to be", async () => {
    const server = await build();
    const closing = server.close();
    expect(server.close()).to.equal(closing);
    await Promise.all([closing, server[Symbol.asyncDispose]()]);
    await server.close();
    expect(diary).to.eql(["opened db", "closed db"]);
  });

  it("opens no transport any more, from the moment it is asked to close", async () => {
    const server = await build();
    const closing = server.close();
    for (const moment of ["while it closes", "afterwards"]) {
      const [stream] = duplexPair();
      const throws: readonly (readonly [string, () => unknown])[] = [
        ["connect", () => server.connect(stream)],
        ["nodeHandler", () => server.nodeHandler],
        ["fetch", () => server.fetch],
      ];
      for (const [name, open] of throws) {
        expect(open, `${name} ${moment}`).to.throw(BlazonError).with.property("code", "ERR_SERVER_CLOSED");
      }
      for (const opening of [server.stdio(), server.listen({ port: 0, signals: false })]) {
        expect(await rejectionOf(opening), moment)
          .to.be.instanceOf(BlazonError)
          .with.property("code", "ERR_SERVER_CLOSED");
      }
      await closing;
    }
  });

  it("is closed where a disposal fails, and logs it", async () => {
    const server = await build(() => ({
      dispose() {
        throw new Error("it is stuck");
      },
    }));
    await server.close();
    const [[message, fields]] = log as [(typeof log)[number]];
    expect(message).to.equal("disposal failed while the server closed");
    expect(fields.severity).to.equal("error");
    expect(fields.error).to.be.instanceOf(Error);
  });
});

describe("a server that cannot be built", () => {
  it("disposes what it made before, and says what was wrong", async () => {
    diary = [];
    class Broken {
      constructor() {
        throw new Error("no such table");
      }
    }
    const error = await rejectionOf(
      createServer({
        name: "broken",
        version: "1.0.0",
        features: [Desk],
        providers: [
          { token: Database, useFactory: () => new Database("db") },
          { token: Broken, useFactory: () => new Broken() },
        ],
      }),
    );
    expect(error).to.be.instanceOf(Error).with.property("message").that.includes("no such table");
    expect(diary.filter((line) => line.startsWith("closed"))).to.eql(
      diary.filter((line) => line.startsWith("opened")).map(() => "closed db"),
    );
  });
});
