import type { Contestant } from "./contestants.js";
import { medianOf } from "./process-stats.js";
import { callOf, messageOf } from "./requests.js";
import { StdioClient, textOf } from "./stdio-client.js";

export interface ColdStart {
  readonly name: string;
  /** Milliseconds from spawn to the answer of `server/discover`. */
  readonly discoverMs: number;
  /** Milliseconds from spawn to the answer of the first `tools/call`, sent after that. */
  readonly firstCallMs: number;
}

function measureOnce(file: string): Promise<Omit<ColdStart, "name">> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const client = new StdioClient(file);
    let discoverMs = 0;
    client.onAnswer = (answer) => {
      if (answer.id === 1) {
        discoverMs = performance.now() - started;
        client.write(`${callOf(2, 1, 2)}\n`);
        return;
      }
      const firstCallMs = performance.now() - started;
      client.close();
      if (textOf(answer) === "3") resolve({ discoverMs, firstCallMs });
      else reject(new Error(`wrong: ${JSON.stringify(answer)}`));
    };
    client.write(`${messageOf(1, "server/discover")}\n`);
  });
}

/** Starts every server `rounds` times, in turn. */
export async function measureColdStart(
  contestants: readonly Contestant[],
  rounds: number,
): Promise<ColdStart[]> {
  const found = contestants.map(({ name, stdio }) => ({
    name,
    stdio,
    rounds: [] as Omit<ColdStart, "name">[],
  }));
  for (let index = 0; index < rounds; index++) {
    for (const { stdio, rounds } of found) rounds.push(await measureOnce(stdio));
  }
  return found.map(({ name, rounds }) => ({
    name,
    discoverMs: medianOf(rounds.map((r) => r.discoverMs)),
    firstCallMs: medianOf(rounds.map((r) => r.firstCallMs)),
  }));
}
