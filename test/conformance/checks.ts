import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One check of the official suite, as its `checks.json` holds it. */
export interface Check {
  readonly id: string;
  readonly status: string;
  readonly description?: string;
  readonly errorMessage?: string;
}

/** The checks of one scenario. */
export interface Scenario {
  readonly name: string;
  readonly checks: readonly Check[];
}

const STAMPED = /^server-(.+)-\d{4}-\d\d-\d\dT.*$/;

/** Reads what the suite wrote: one folder a scenario, named `server-<scenario>-<time>`. */
export function readScenarios(folder: string): Scenario[] {
  return readdirSync(folder)
    .filter((entry) => STAMPED.test(entry))
    .sort()
    .map((entry) => ({
      name: entry.replace(STAMPED, "$1"),
      checks: JSON.parse(readFileSync(join(folder, entry, "checks.json"), "utf8")) as Check[],
    }));
}

/** The checks of a scenario that have a status, each on a line. */
export function linesOf({ name, checks }: Scenario, status: string): string[] {
  return checks
    .filter((check) => check.status === status)
    .map(
      ({ id, description, errorMessage }) => `${status} ${name}:${id} ${errorMessage ?? description ?? ""}`,
    );
}

/** How many checks of all scenarios have a status. */
export function countOf(scenarios: readonly Scenario[], status: string): number {
  return scenarios.flatMap(({ checks }) => checks).filter((check) => check.status === status).length;
}
