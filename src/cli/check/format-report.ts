import type { Failure, Finding, Findings, ServerReport } from "./finding.js";

/** Marks a text for a terminal, or leaves it as it is. */
export interface Paint {
  bold(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
}

const plain = (text: string): string => text;
const wrapped = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;

export const PLAIN: Paint = { bold: plain, red: plain, yellow: plain, green: plain };
export const COLORED: Paint = {
  bold: wrapped(1, 22),
  red: wrapped(31, 39),
  yellow: wrapped(33, 39),
  green: wrapped(32, 39),
};

/** What was found, for people: grouped by where it lies, what keeps the server from starting first. */
export function formatFindings({ servers }: Findings, paint: Paint): string {
  return servers.map((server) => formatServer(server, paint)).join("\n");
}

function formatServer({ name, version, findings, notes }: ServerReport, paint: Paint): string {
  const heading = paint.bold(`${name} ${version}`.trim());
  const groups = [...groupByPlace(findings)].map(([where, group]) => formatGroup(where, group, paint));
  const remarks = notes.map((note) => `  Note: ${note}\n`);
  return [`${heading}: ${summaryOf(findings, paint)}\n`, ...groups, ...remarks].join("\n");
}

function groupByPlace(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const where = finding.place === undefined ? finding.member : `${finding.member} (${finding.place})`;
    const group = groups.get(where);
    if (group === undefined) groups.set(where, [finding]);
    else group.push(finding);
  }
  return groups;
}

function formatGroup(where: string, findings: readonly Finding[], paint: Paint): string {
  const lines = findings.map(({ kind, code, message, fix }) => {
    const mark = kind === "problem" ? paint.red(code) : paint.yellow(code);
    return `    ${mark}  ${message}\n      Fix: ${fix}\n`;
  });
  return `  ${paint.bold(where)}\n${lines.join("")}`;
}

function summaryOf(findings: readonly Finding[], paint: Paint): string {
  const problems = findings.filter(({ kind }) => kind === "problem").length;
  const lints = findings.length - problems;
  const parts = [
    count(problems, "problem that keeps it from starting", "problems that keep it from starting"),
    count(lints, "lint", "lints"),
  ];
  const found = parts.filter((part) => part !== undefined);
  return found.length === 0 ? paint.green("nothing found") : found.join(", ");
}

function count(number: number, one: string, many: string): string | undefined {
  return number === 0 ? undefined : `${number} ${number === 1 ? one : many}`;
}

/** Why nothing could be checked, for people. */
export function formatFailure({ message, fix, output }: Failure, paint: Paint): string {
  const said = output === undefined || output === "" ? "" : `\n${output.replaceAll(/^/gm, "  | ")}\n`;
  return `${paint.red(message)}\n${said}  Fix: ${fix}\n`;
}
