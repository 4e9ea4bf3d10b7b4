import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import type { Contestant } from "./contestants.js";
import { cpuMsOf, medianOf, rssMbOf } from "./process-stats.js";
import type { HttpRequest } from "./requests.js";

interface LoadResult {
  readonly requests: { readonly total: number };
  readonly latency: { readonly p99: number };
  readonly duration: number;
  readonly non2xx: number;
  readonly errors: number;
}

type Load = (
  options: HttpRequest & { url: string; connections: number; duration: number },
) => Promise<LoadResult>;

// The package has no types; `Load` is as much of it as is used.
const load = createRequire(import.meta.url)("autocannon") as Load;

export interface HttpPlan {
  readonly request: HttpRequest;
  /** A piece of the answer that shows it is the right one. */
  readonly expected: string;
  readonly rounds: number;
  /** Seconds of load a round. */
  readonly seconds: number;
  readonly connections: number;
  readonly tools?: number;
}

export interface HttpFigures {
  readonly name: string;
  /** Microseconds of the server's CPU a request: the figure that counts. */
  readonly cpuUs: number;
  readonly perSecond: number;
  readonly p99Ms: number;
  readonly rssMb: number;
}

interface Running {
  readonly name: string;
  readonly url: string;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly rounds: { cpuUs: number; perSecond: number; p99Ms: number }[];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  server.close();
  await once(server, "close");
  return port;
}

async function start({ name, http }: Contestant, tools: number): Promise<Running> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), TOOLS: String(tools) };
  const child = spawn(process.execPath, [http], { env, stdio: ["ignore", "pipe", "inherit"] });
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  if (child.pid === undefined || child.exitCode !== null) throw new Error(`${name} did not start`);
  return { name, url: `http://127.0.0.1:${port}/mcp`, pid: child.pid, child, rounds: [] };
}

async function check({ name, url }: Running, { request, expected }: HttpPlan): Promise<void> {
  const response = await fetch(url, request);
  const text = await response.text();
  if (response.status !== 200 || !text.includes(expected)) {
    throw new Error(`${name} answered ${response.status}: ${text.slice(0, 300)}`);
  }
}

async function round(server: Running, plan: HttpPlan, duration: number): Promise<Running["rounds"][number]> {
  const before = cpuMsOf(server.pid);
  const { requests, latency, ...rest } = await load({
    ...plan.request,
    url: server.url,
    connections: plan.connections,
    duration,
  });
  if (rest.non2xx + rest.errors > 0)
    throw new Error(`${server.name} failed ${rest.non2xx + rest.errors} requests`);
  const cpuUs = ((cpuMsOf(server.pid) - before) * 1000) / requests.total;
  return { cpuUs, perSecond: requests.total / rest.duration, p99Ms: latency.p99 };
}

function summarize({ name, pid, rounds }: Running): HttpFigures {
  const median = (pick: (r: Running["rounds"][number]) => number) => medianOf(rounds.map(pick));
  return {
    name,
    cpuUs: median((r) => r.cpuUs),
    perSecond: median((r) => r.perSecond),
    p99Ms: median((r) => r.p99Ms),
    rssMb: rssMbOf(pid),
  };
}

/** Loads all servers in turn, round by round, so that a busy machine is unfair to none of them. */
export async function measureHttp(
  contestants: readonly Contestant[],
  plan: HttpPlan,
): Promise<HttpFigures[]> {
  const servers: Running[] = [];
  try {
    for (const contestant of contestants) servers.push(await start(contestant, plan.tools ?? 1));
    for (const server of servers) await check(server, plan);
    for (const server of servers) await round(server, plan, 2);
    for (let index = 0; index < plan.rounds; index++) {
      for (const server of servers) server.rounds.push(await round(server, plan, plan.seconds));
    }
    return servers.map(summarize);
  } finally {
    for (const { child } of servers) child.kill();
  }
}
