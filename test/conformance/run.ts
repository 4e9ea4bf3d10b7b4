import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { PROJECT_ROOT } from "../project-root.js";
import { findDeviations, parseBaseline } from "./baseline.js";
import { countOf, linesOf, readScenarios, type Scenario } from "./checks.js";
import { findNodeForSuite } from "./node-for-suite.js";

/** What the one running server is held to, one after the other. */
const RUNS: readonly (readonly string[])[] = [
  ["--suite", "all", "--spec-version", "2026-07-28"],
  ["--requirements", "2025-11-25"],
  ["--suite", "all", "--spec-version", "2025-06-18"],
  ["--suite", "all", "--spec-version", "2025-03-26"],
];
const SUITE = join(PROJECT_ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const SERVER = fileURLToPath(new URL("./server.js", import.meta.url));
const BASELINE = join(PROJECT_ROOT, "test/conformance/expected-failures.yml");
const RESULTS = join(PROJECT_ROOT, ".conformance");

/** The server logs every refusal, and most of the suite is refusals: the log goes beside the results. */
function spawnServer(): ChildProcess {
  const env = { ...process.env, PORT: "0" };
  const log = openSync(join(RESULTS, "server.log"), "w");
  return spawn(process.execPath, [SERVER], { env, stdio: ["ignore", "pipe", log] });
}

async function readUrl({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface(stdout ?? Readable.from([]))) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`The conformance server ended before it listened; see ${RESULTS}/server.log`);
}

/** Runs every scenario that is wanted; gives the suite's exit code, 0 where only baseline entries failed. */
async function runSuite(url: string, wanted: readonly string[], results: string): Promise<number> {
  const options = [...wanted, "--expected-failures", BASELINE, "-o", results];
  const suite = spawn(findNodeForSuite(), [SUITE, "server", "--url", url, ...options], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(suite, "exit");
  return code ?? 1;
}

function print(wanted: readonly string[], scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios) {
    const verdict = linesOf(scenario, "FAILURE").length === 0 ? "pass" : "fail";
    console.log(`${verdict}  ${scenario.name} (${scenario.checks.length} checks)`);
  }
  const totals = ["SUCCESS", "FAILURE", "WARNING", "SKIPPED"].map(
    (status) => `${countOf(scenarios, status)} ${status}`,
  );
  console.log(`\n${wanted.join(" ")}: ${scenarios.length} scenarios; checks: ${totals.join(", ")}`);
}

/** Everything that fails the run. */
function findFaults(code: number, scenarios: readonly Scenario[]): string[] {
  const faults = findDeviations(parseBaseline(readFileSync(BASELINE, "utf8")), scenarios);
  if (scenarios.length === 0) faults.push("The suite ran no scenario");
  if (code !== 0 && faults.length === 0) faults.push(`The suite ended with ${code}`);
  return faults;
}

async function main(): Promise<void> {
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const server = spawnServer();
  try {
    const url = await readUrl(server);
    const faults: string[] = [];
    for (const [index, wanted] of RUNS.entries()) {
      const results = join(RESULTS, String(index));
      mkdirSync(results, { recursive: true });
      const code = await runSuite(url, wanted, results);
      const scenarios = readScenarios(results);
      print(wanted, scenarios);
      faults.push(...findFaults(code, scenarios));
    }
    for (const fault of faults) console.log(fault);
    console.log(`conformance: ${faults.length === 0 ? "ok" : "FAILED"}`);
    process.exitCode = faults.length === 0 ? 0 : 1;
  } finally {
    server.kill();
  }
}

void main();
