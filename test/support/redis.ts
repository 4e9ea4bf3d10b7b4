import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";

/** Whether this machine has a Redis to test with; where `REDIS_REQUIRED` is set, it must. */
export function hasRedis(): boolean {
  const found = spawnSync("redis-server", ["--version"]).status === 0;
  if (!found && process.env.REDIS_REQUIRED !== undefined) throw new Error("redis-server is not on the PATH");
  return found;
}

/** A Redis server of a test's own, on a socket that nobody else knows. */
export class RedisServer {
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await mkdtemp(join(tmpdir(), "blazon-redis-")));
    await server.restart();
    return server;
  }

  get path(): string {
    return join(this.#folder, "redis.sock");
  }

  /** A client that tries again without end, as servers' clients do. */
  client(): Redis {
    const client = new Redis({ path: this.path, retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on("error", () => {}); // an outage is part of some tests
    return client;
  }

  async restart(): Promise<void> {
    const args = ["--port", "0", "--unixsocket", this.path, "--save", "", "--appendonly", "no"];
    this.#process = spawn("redis-server", [...args, "--dir", this.#folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const chunk of this.#process.stdout ?? []) {
      if (String(chunk).includes("eady to accept connections")) break;
    }
    this.#process.stdout?.resume();
  }

  /** It answers nothing any more, and keeps its connections. */
  pause(): void {
    this.#process?.kill("SIGSTOP");
  }

  /** Ends the process as a crash would. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const exited = once(running, "exit");
    running.kill("SIGKILL");
    await exited;
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
