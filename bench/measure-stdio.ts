import type { Contestant } from "./contestants.js";
import { cpuMsOf, medianOf } from "./process-stats.js";
import { callOf } from "./requests.js";
import { StdioClient, textOf } from "./stdio-client.js";

export interface StdioFigures {
  readonly name: string;
  /** Microseconds of the server's CPU a message: the figure that counts. */
  readonly cpuUs: number;
  readonly perSecond: number;
}

/** Writes `count` calls at once; resolves with the milliseconds until the last answer, each one checked. */
function burst(client: StdioClient, first: number, count: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let left = count;
    client.onAnswer = (answer) => {
      if (textOf(answer) !== String(Number(answer.id) + 1))
        reject(new Error(`wrong: ${JSON.stringify(answer)}`));
      left -= 1;
      if (left === 0) resolve(performance.now() - started);
    };
    const calls = Array.from({ length: count }, (_, index) => `${callOf(first + index, first + index, 1)}\n`);
    client.write(calls.join(""));
  });
}

async function measureOnce(file: string, count: number): Promise<{ cpuUs: number; perSecond: number }> {
  const client = new StdioClient(file);
  try {
    await burst(client, 1, 2_000);
    const before = cpuMsOf(client.pid);
    const ms = await burst(client, 1_000_000, count);
    return { cpuUs: ((cpuMsOf(client.pid) - before) * 1000) / count, perSecond: (count / ms) * 1000 };
  } finally {
    client.close();
  }
}

/** A fresh process each round, the servers in turn. */
export async function measureStdio(
  contestants: readonly Contestant[],
  { rounds, count }: { rounds: number; count: number },
): Promise<StdioFigures[]> {
  const found = contestants.map(({ name, stdio }) => ({ name, stdio, rounds: [] as StdioFigures[] }));
  for (let index = 0; index < rounds; index++) {
    for (const { name, stdio, rounds } of found) rounds.push({ name, ...(await measureOnce(stdio, count)) });
  }
  return found.map(({ name, rounds }) => ({
    name,
    cpuUs: medianOf(rounds.map((r) => r.cpuUs)),
    perSecond: medianOf(rounds.map((r) => r.perSecond)),
  }));
}
