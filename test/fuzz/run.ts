import { parseArgs } from "node:util";
import { fuzz, medianOf, replay } from "./fuzz.js";
import type { TransportName } from "./server-process.js";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    minutes: { type: "string", default: "2" },
    transport: { type: "string" },
    case: { type: "string" },
  },
});

const TRANSPORTS: readonly TransportName[] = ["stdio", "http"];

/** Each transport in turn, for its share of the time. A seed that is not given is made, and printed. */
async function main(): Promise<void> {
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
  const chosen = TRANSPORTS.filter((name) => values.transport === undefined || name === values.transport);
  for (const transport of chosen) {
    const share = (Number(values.minutes) * 60_000) / chosen.length;
    if (values.case === undefined) await run(transport, seed, share);
    else show(await replay(transport, seed, [Number(values.case)]));
  }
}

async function run(transport: TransportName, seed: number, share: number): Promise<void> {
  console.log(`fuzz: ${transport}, seed ${seed}, ${Math.round(share / 1000)} s`);
  const { cases, faults, heap } = await fuzz({ transport, seed, until: Date.now() + share });
  const third = Math.floor(heap.length / 3);
  const megabytes = [heap.slice(0, third), heap.slice(-third)].map((part) =>
    (medianOf(part) / 1e6).toFixed(1),
  );
  console.log(`fuzz: ${transport}, ${cases} cases; heap ${megabytes.join(" MB, then ")} MB`);
  show(faults);
}

function show(faults: readonly string[]): void {
  for (const fault of faults) console.log(`FAULT ${fault}`);
  console.log(faults.length === 0 ? "fuzz: ok" : `fuzz: ${faults.length} FAULTS`);
  if (faults.length > 0) process.exitCode = 1;
}

await main();
