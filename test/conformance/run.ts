import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { PROJECT_ROOT } from "../project-root.js";
import { countOf, linesOf, readScenarios, type Scenario } from "./checks.js";
import { findNodeForSuite } from "./node-for-suite.js";

const REVISION = "2026-07-28";
const SUITE = join(PROJECT_ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const SERVER = fileURLToPath(new URL("./server.js", import.meta.url));
const BASELINE = join(PROJECT_ROOT, "test/conformance/expected-failures.yml");
const RESULTS = join(PROJECT_ROOT, ".conformance");

/** The names of the baseline: its only list, `server`, one scenario or `scenario:check` a line. */
function readBaseline(): string[] {
  const lines = readFileSync(BASELINE, "utf8").matchAll(/^ *- *"?([^"#\s]+)"?/gm);
  return [...lines].map(([, name]) => String(name));
}

function spawnServer(): ChildProcess & { readonly stdout: Readable } {
  const env = { ...process.env, PORT: "0" };
  return spawn(process.execPath, [SERVER], { env, stdio: ["ignore", "pipe", "inherit"] });
}

async function readUrl(server: { readonly stdout: Readable }): Promise<string> {
  for await (const line of createInterface(server.stdout)) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error("The conformance server ended before it listened");
}

/** Runs the suite and gives its exit code: 0 where what failed is what the baseline lists. */
async function runSuite(url: string): Promise<number> {
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const wanted = ["--suite", "all", "--spec-version", REVISION, "--expected-failures", BASELINE];
  const suite = spawn(findNodeForSuite(), [SUITE, "server", "--url", url, ...wanted, "-o", RESULTS], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(suite, "exit");
  return code ?? 1;
}

/** What the suite itself does not hold against a server: warnings, and baseline lines that name nothing. */
function findFaults(scenarios: readonly Scenario[]): string[] {
  const names = new Set(scenarios.map(({ name }) => name));
  const idle = readBaseline().filter((line) => !names.has(String(line.split(":")[0])));
  return [
    ...scenarios.flatMap((scenario) => linesOf(scenario, "WARNING")),
    ...idle.map((line) => `STALE ${line}: no scenario has this name`),
    ...(scenarios.length === 0 ? ["The suite ran no scenario"] : []),
  ];
}

function print(scenarios: readonly Scenario[], baseline: readonly string[]): void {
  const listed = (name: string) => baseline.some((line) => line.split(":")[0] === name);
  for (const scenario of scenarios) {
    const failures = linesOf(scenario, "FAILURE");
    const verdict = failures.length === 0 ? "pass" : listed(scenario.name) ? "baseline" : "FAIL";
    console.log(`${verdict.padEnd(9)}${scenario.name} (${scenario.checks.length} checks)`);
    if (verdict === "FAIL") for (const line of failures) console.log(`         ${line}`);
  }
  const totals = ["SUCCESS", "FAILURE", "WARNING", "SKIPPED"].map((s) => `${countOf(scenarios, s)} ${s}`);
  console.log(`\n${REVISION}: ${scenarios.length} scenarios, checks: ${totals.join(", ")}`);
}

async function main(): Promise<void> {
  const server = spawnServer();
  try {
    const code = await runSuite(await readUrl(server));
    const scenarios = readScenarios(RESULTS);
    const baseline = readBaseline();
    const failed = (name: string) =>
      scenarios.some((scenario) => scenario.name === name && linesOf(scenario, "FAILURE").length > 0);
    print(scenarios, baseline);
    const faults = findFaults(scenarios);
    for (const line of baseline)
      if (!line.includes(":") && !failed(line)) faults.push(`STALE ${line} passes now`);
    for (const fault of faults) console.log(fault);
    console.log(code === 0 && faults.length === 0 ? "conformance: ok" : "conformance: FAILED");
    process.exitCode = code === 0 && faults.length === 0 ? 0 : 1;
  } finally {
    server.kill();
  }
}

void main();
