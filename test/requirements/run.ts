import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../project-root.js";
import { parseChecklist } from "./checklist.js";
import { judgeCoverage } from "./coverage.js";

const CHECKLIST = process.env.SPEC_CHECKLIST ?? join(PROJECT_ROOT, "../shared/spec/requirements.md");
const MOCHA = join(PROJECT_ROOT, "node_modules/mocha/bin/mocha.js");

/** Titles as mocha knows them, so that those made in a loop count too; nothing is run. */
function readTitles(): string[] {
  const args = [MOCHA, "--dry-run", "--reporter", "json", "dist/test/**/*.test.js"];
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: PROJECT_ROOT,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error("mocha could not load the tests");
  const { tests } = JSON.parse(stdout.slice(stdout.indexOf("{\n"))) as { tests: { title: string }[] };
  return tests.map(({ title }) => title);
}

function readList(name: string): Record<string, string> {
  return JSON.parse(readFileSync(join(PROJECT_ROOT, "test", name), "utf8"));
}

function findPage(path: string): string | undefined {
  const file = join(PROJECT_ROOT, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function main(): void {
  if (!existsSync(CHECKLIST)) {
    console.log(`No checklist at ${CHECKLIST}; name one with SPEC_CHECKLIST. Nothing to compare.`);
    return;
  }
  const requirements = parseChecklist(readFileSync(CHECKLIST, "utf8"));
  const { missing, faults } = judgeCoverage(requirements, {
    titles: readTitles(),
    documented: readList("by-documentation.json"),
    later: readList("later.json"),
    findPage,
  });
  for (const [group, ids] of missing) console.log(`${group}: ${ids.join(" ")}`);
  const bound = requirements.filter(({ server }) => server).length;
  const open = [...missing.values()].flat().length;
  console.log(`${bound} requirements bind a server; ${open} of them are named nowhere`);
  for (const fault of faults) console.error(fault);
  const strict = process.argv.includes("--strict");
  process.exitCode = faults.length > 0 || (strict && open > 0) ? 1 : 0;
}

main();
