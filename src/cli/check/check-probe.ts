import { lintCatalog } from "../../lint/lint-catalog.js";
import type { ScreenPattern } from "../../lint/rules/patterns.js";
import { type Inspectable, inspectServers } from "../../server/inspection.js";
import type { Findings, ServerReport } from "./finding.js";
import { loadScreen } from "./screen-patterns.js";

/**
 * Loaded ahead of an application by `node --import`: the servers it would make are looked at in its own process,
 * and what is found goes to the parent. The process then ends, whatever the application is waiting for.
 */

const isStrict = new URL(import.meta.url).searchParams.has("strict");
const asked: Inspectable[] = [];

inspectServers((server) => {
  asked.push(server);
  if (asked.length === 1) setImmediate(() => void reportAll()); // with all others that this turn makes
});

async function reportAll(): Promise<void> {
  const screen = loadScreen(process.argv[1] ?? "");
  const servers: ServerReport[] = [];
  for (const server of asked) servers.push(await reportOn(server, screen));
  const findings: Findings = { servers };
  process.send?.(findings, undefined, undefined, () => process.exit(0));
}

async function reportOn(asked: Inspectable, screen: ScreenPattern | string): Promise<ServerReport> {
  const { server, problems, read } = await asked.inspect();
  const options = { screen: typeof screen === "string" ? undefined : screen, strict: isStrict };
  const { lints, unscreened } = read === undefined ? NOTHING_READ : await lintCatalog(read, options);
  return {
    ...server,
    findings: [
      ...problems.map((problem) => ({ kind: "problem" as const, ...problem })),
      ...lints.map((lint) => ({ kind: "lint" as const, ...lint })),
    ],
    notes: unscreened === 0 ? [] : [noteOf(unscreened, String(screen))],
  };
}

const NOTHING_READ = { lints: [], unscreened: 0 };

function noteOf(count: number, why: string): string {
  const patterns = count === 1 ? "1 pattern was" : `${count} patterns were`;
  return `${patterns} not tried for slow matching: ${why}`;
}
