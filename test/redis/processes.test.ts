import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "blazon";
import { expect } from "chai";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, it } from "mocha";
import { type Ear, listen, openAt, until } from "../subscriptions/ears.js";
import { hasRedis, RedisServer } from "../support/redis.js";
import { url as serverModule } from "./bus-server.js";

const MAIN = fileURLToPath(new URL("../subscriptions/http-main.js", import.meta.url));

/** A server in a process of its own. */
class ServerProcess {
  readonly #child: ChildProcess;
  readonly #url: string;
  readonly #ears: Ear[] = [];

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#url = url;
  }

  static async start(redis: RedisServer, name = "notes"): Promise<ServerProcess> {
    const env = { ...process.env, REDIS_PATH: redis.path, SERVER_NAME: name };
    const child = spawn(process.execPath, [MAIN, serverModule], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [url] = await once(createInterface(child.stdout), "line");
    return new ServerProcess(child, String(url));
  }

  /** Resolves when it is acknowledged. */
  async listen(...uris: string[]): Promise<Ear> {
    const ear = openAt(this.#url, listen({ resourcesListChanged: true, resourceSubscriptions: uris }));
    this.#ears.push(ear);
    await ear.until(1);
    expect(ear.methods).to.eql(["notifications/subscriptions/acknowledged"]);
    return ear;
  }

  async update(uri: string): Promise<void> {
    const ear = openAt(this.#url, callOf(uri));
    await ear.over();
    expect(ear.reply?.result).to.deep.include({ content: [{ type: "text", text: "said" }] });
  }

  /** As a supervisor ends it; resolves with the exit code. */
  async end(): Promise<unknown> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    const [code] = await exited;
    return code;
  }
}

function callOf(uri: string): JsonObject {
  const { params } = listen({});
  const { _meta } = params as JsonObject; // a listen has params
  return {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "update", arguments: { uri }, _meta },
  };
}

/** What an ear heard after its acknowledgement: URIs, and the names of lists. */
function newsOf(ear: Ear): readonly unknown[] {
  return ear.frames.slice(1).map(({ method, params }) => {
    return (params as JsonObject).uri ?? method; // every notification has params
  });
}

const MISSED = ["notifications/resources/list_changed", "note://a", "note://b"];

describe("servers in several processes on one Redis", function () {
  if (!hasRedis()) return;
  this.timeout(60_000);
  let redis: RedisServer;
  const processes: ServerProcess[] = [];
  const start = async (name?: string): Promise<ServerProcess> => {
    const started = await ServerProcess.start(redis, name);
    processes.push(started);
    return started;
  };

  beforeEach(async () => (redis = await RedisServer.start()));
  afterEach(async () => {
    for (const started of processes.splice(0)) await started.end();
    await redis.stop();
  });

  it("tell the clients of one what changed in the other, and each client once", async () => {
    const [a, b] = [await start(), await start()];
    const ears = [await a.listen("note://a"), await b.listen("note://a")];
    await a.update("note://other");
    await a.update("note://a");
    await b.update("note://a");
    await Promise.all(ears.map((ear) => ear.until(3)));
    for (const ear of ears) expect(newsOf(ear)).to.eql(["note://a", "note://a"]);
  });

  it("hear nothing of servers of another name", async () => {
    const [notes, others] = [await start(), await start("others")];
    const [ear, other] = [await notes.listen("note://a", "note://b"), await others.listen("note://a")];
    await others.update("note://a");
    await other.until(2);
    await notes.update("note://b");
    await ear.until(2);
    expect(newsOf(ear)).to.eql(["note://b"]);
  });

  it("keep listens open while Redis restarts, and announce everything that may have been missed", async () => {
    const [a, b] = [await start(), await start()];
    const ear = await b.listen("note://a", "note://b");
    await redis.kill();
    await redis.restart();
    await ear.until(4);
    expect(newsOf(ear)).to.eql(MISSED);
    expect(ear.isOver).to.equal(false);
    await a.update("note://b");
    await ear.until(5);
    expect(newsOf(ear)).to.eql([...MISSED, "note://b"]);
  });

  it("bring a change over that was announced while Redis was away", async () => {
    const [a, b] = [await start(), await start()];
    const [near, far] = [await a.listen("note://x"), await b.listen("note://a", "note://b")];
    await redis.kill();
    await a.update("note://x");
    await near.until(2);
    expect(newsOf(near)).to.eql(["note://x"]);
    await a.update("note://a");
    await redis.restart();
    await far.until(4);
    expect(newsOf(far)).to.include.members(MISSED);
  });

  it("acknowledge a listen that is opened while Redis is away, and tell it when Redis is back", async () => {
    const [a, b] = [await start(), await start()];
    await redis.kill();
    const ear = await b.listen("note://a", "note://b");
    await redis.restart();
    await ear.until(4);
    expect(newsOf(ear)).to.eql(MISSED);
    await a.update("note://a");
    await ear.until(5);
  });

  it("[SUB-15] end in good order while Redis is away", async () => {
    const a = await start();
    const ear = await a.listen("note://a");
    await redis.kill();
    await a.update("note://a");
    expect(await a.end()).to.equal(0);
    await ear.over();
    expect(ear.reply).to.have.property("result");
  });

  it("leave one connection to Redis when nobody listens any more", async () => {
    const a = await start();
    const client = new Redis({ path: redis.path });
    const connections = async (): Promise<number> =>
      String(await client.client("LIST"))
        .trim()
        .split("\n").length;
    const ear = await a.listen("note://a");
    expect(await connections()).to.equal(3);
    ear.leave();
    while ((await connections()) > 2);
    await until(() => ear.isOver);
    client.disconnect();
  });
});
