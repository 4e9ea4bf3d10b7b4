import type { Measured } from "./control.js";
import type { Fuzzer } from "./fuzzer.js";
import { HttpFuzzer } from "./http-fuzzer.js";
import type { TransportName } from "./server-process.js";
import { StdioFuzzer } from "./stdio-fuzzer.js";

const MEASURE_MS = 1_000;
/** Cases before the heap is looked at: what is compiled on first use is compiled by then. */
const WARM_UP = 300;
const MOST_FAULTS = 10;
/** How much the median of the last third may be over that of the first: by share, and by bytes. */
const GROWTH = { share: 1.1, bytes: 2_000_000 };

export interface FuzzOptions {
  readonly transport: TransportName;
  readonly seed: number;
  /** Runs until then, in milliseconds of `Date.now()`. */
  readonly until: number;
}

export interface FuzzReport {
  readonly cases: number;
  /** What was wrong, each with the way to repeat it. */
  readonly faults: readonly string[];
  /** Bytes of the heap, as measured once a second. */
  readonly heap: readonly number[];
}

export function createFuzzer(transport: TransportName, seed: number): Fuzzer {
  return transport === "stdio" ? new StdioFuzzer(seed) : new HttpFuzzer(seed);
}

/** Runs cases one after the other against one process, and holds that process against the rules at the end. */
export async function fuzz({ transport, seed, until }: FuzzOptions): Promise<FuzzReport> {
  const fuzzer = createFuzzer(transport, seed);
  const faults: string[] = [];
  const heap: number[] = [];
  let cases = 0;
  for (let measuredAt = Date.now(); Date.now() < until && faults.length < MOST_FAULTS; cases++) {
    if (!fuzzer.isAlive) break;
    const found = await runCase(fuzzer, cases);
    if (found.length > 0) faults.push(faultText({ transport, seed, index: cases, found }, fuzzer));
    if (cases < WARM_UP || Date.now() - measuredAt < MEASURE_MS) continue;
    measuredAt = Date.now();
    heap.push((await fuzzer.measure()).heapUsed);
  }
  if (fuzzer.isAlive) faults.push(...faultsOfHeap(heap), ...faultsOfCensus(await fuzzer.measure()));
  else faults.push("the process is gone");
  faults.push(...(await fuzzer.close()));
  return { cases, faults, heap };
}

/** Runs some cases of some seeds against a process of their own each. */
export async function replay(
  transport: TransportName,
  seed: number,
  cases: readonly number[],
): Promise<string[]> {
  const fuzzer = createFuzzer(transport, seed);
  const faults: string[] = [];
  for (const index of cases) faults.push(...(await runCase(fuzzer, index)));
  return [...faults, ...(await fuzzer.close())];
}

async function runCase(fuzzer: Fuzzer, index: number): Promise<readonly string[]> {
  try {
    return await fuzzer.run(index);
  } catch (error) {
    return [String(error)];
  }
}

interface Found {
  readonly transport: TransportName;
  readonly seed: number;
  readonly index: number;
  readonly found: readonly string[];
}

function faultText({ transport, seed, index, found }: Found, fuzzer: Fuzzer): string {
  const again = `npm run fuzz -- --transport ${transport} --seed ${seed} --case ${index}`;
  return `${found.join("\n  ")}\n  ${fuzzer.describe(index)}\n  again: ${again}`;
}

function faultsOfHeap(heap: readonly number[]): string[] {
  const third = Math.floor(heap.length / 3);
  if (third < 3) return [];
  const [first, last] = [medianOf(heap.slice(0, third)), medianOf(heap.slice(-third))];
  const isFlat = last <= Math.max(first * GROWTH.share, first + GROWTH.bytes);
  return isFlat ? [] : [`the heap grew from ${first} to ${last} bytes`];
}

function faultsOfCensus({ scopes, lingering }: Measured): string[] {
  return scopes === 0 && lingering === 0 ? [] : [`${scopes} scopes and ${lingering} calls were never over`];
}

/** The middle value. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
