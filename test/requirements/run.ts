import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../project-root.js";
import { parseChecklist } from "./checklist.js";
import { judgeCoverage } from "./coverage.js";
import { readTitles } from "./titles.js";

const CHECKLIST = process.env.SPEC_CHECKLIST ?? join(PROJECT_ROOT, "../shared/spec/requirements.md");

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
