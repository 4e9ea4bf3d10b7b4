import { ALONE, BLAZON, BY_HAND, CONTESTANTS, SDK } from "./contestants.js";
import { measureColdStart } from "./measure-cold-start.js";
import { measureHttp } from "./measure-http.js";
import { measureListens } from "./measure-listens.js";
import { measureStdio } from "./measure-stdio.js";
import { callOf, messageOf, postOf } from "./requests.js";

type Figures = Readonly<Record<string, number | string>> & { readonly name: string };

function table(title: string, rows: readonly Figures[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (value: unknown) =>
    typeof value === "number" ? value.toFixed(value < 100 ? 1 : 0) : String(value);
  console.log(`\n## ${title}\n\n| ${columns.join(" | ")} |\n|${" --- |".repeat(columns.length)}`);
  for (const row of rows) console.log(`| ${columns.map((column) => cell(row[column])).join(" | ")} |`);
}

/** Prints one table, and Blazon's ratio to each anchor for the figure that counts. */
function report(title: string, rows: readonly Figures[], counts: string): void {
  table(title, rows);
  const figureOf = (name: string) => Number(rows.find((row) => row.name === name)?.[counts]);
  const sdk = figureOf(SDK.name) / figureOf(BLAZON.name);
  const hand = figureOf(BLAZON.name) / figureOf(BY_HAND.name);
  console.log(
    `\n${counts}: 1/${sdk.toFixed(1)} of the SDK's, ${hand.toFixed(2)} times that of the server by hand`,
  );
}

/** What 10,000 open listens cost, beside as many bare streams. */
async function reportListens(count: number): Promise<void> {
  const rows = asRows(await measureListens(count));
  table(`${count} open listens over HTTP`, rows);
  const [bare, listens] = rows.map(({ rssKb }) => Number(rssKb));
  console.log(`\nrssKb: ${((listens ?? 0) / (bare ?? 1)).toFixed(2)} times that of a bare open stream`);
}

/** What the handshake revisions cost those who do not use them. */
async function reportEras(): Promise<void> {
  const call = {
    rounds: 5,
    seconds: 3,
    connections: 32,
    request: postOf("tools/call", callOf(1, 2, 40), "add"),
  };
  const http = asRows(await measureHttp([ALONE, BLAZON], { ...call, expected: '"42"' }));
  const stdio = asRows(await measureStdio([ALONE, BLAZON], { rounds: 5, count: 100_000 }));
  for (const [title, rows] of [
    ["HTTP: tools/call", http],
    ["stdio: tools/call", stdio],
  ] as const) {
    table(`${title}, both eras beside one`, rows);
    const [alone, both] = rows.map(({ cpuUs }) => Number(cpuUs));
    console.log(`\ncpuUs: ${((both ?? 0) / (alone ?? 1)).toFixed(3)} times that of the stateless era alone`);
  }
}

async function main(): Promise<void> {
  console.log(`Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`);
  if (process.argv.includes("listens")) return reportListens(10_000);
  if (process.argv.includes("eras")) return reportEras();
  const http = { rounds: 5, seconds: 3, connections: 32 };
  const call = { ...http, request: postOf("tools/call", callOf(1, 2, 40), "add"), expected: '"42"' };
  report("HTTP: tools/call", asRows(await measureHttp(CONTESTANTS, call)), "cpuUs");
  const list = {
    ...http,
    request: postOf("tools/list", messageOf(1, "tools/list")),
    expected: '"add499"',
    tools: 500,
  };
  report("HTTP: tools/list, 500 tools in one answer", asRows(await measureHttp(CONTESTANTS, list)), "cpuUs");
  report("stdio: tools/call", asRows(await measureStdio(CONTESTANTS, { rounds: 5, count: 20_000 })), "cpuUs");
  report("Cold start", asRows(await measureColdStart(CONTESTANTS, 15)), "firstCallMs");
  await reportListens(10_000);
}

function asRows<T extends { readonly name: string }>(rows: readonly T[]): Figures[] {
  return rows.map((row) => ({ ...row }));
}

void main();
