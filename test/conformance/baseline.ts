import { linesOf, type Scenario } from "./checks.js";

/** The entries of a baseline file: `scenario`, or `scenario:check`, one a line. */
export function parseBaseline(text: string): string[] {
  return [...text.matchAll(/^ *- *"?([^"#\s]+)"?/gm)].map(([, entry]) => String(entry));
}

const isBad = (status: string): boolean => status === "FAILURE" || status === "WARNING";

function applies(entry: string, scenarios: readonly Scenario[]): boolean {
  const [name, check] = entry.split(":");
  const checks = scenarios.find((scenario) => scenario.name === name)?.checks ?? [];
  return checks.some(({ id, status }) => isBad(status) && (check === undefined || id === check));
}

function beyond(baseline: readonly string[], { name, checks }: Scenario): string[] {
  if (baseline.includes(name)) return [];
  const open = { name, checks: checks.filter(({ id }) => !baseline.includes(`${name}:${id}`)) };
  return [...linesOf(open, "FAILURE"), ...linesOf(open, "WARNING")];
}

/** Failures and warnings that the baseline does not list, and what it lists although nothing is wrong with it. */
export function findDeviations(baseline: readonly string[], scenarios: readonly Scenario[]): string[] {
  const stale = baseline.filter((entry) => !applies(entry, scenarios));
  return [
    ...scenarios.flatMap((scenario) => beyond(baseline, scenario)),
    ...stale.map((entry) => `STALE ${entry} passes, or does not exist`),
  ];
}
