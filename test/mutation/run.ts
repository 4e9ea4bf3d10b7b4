import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PROJECT_ROOT } from "../project-root.js";
import { parseChecklist } from "../requirements/checklist.js";
import { drawIds } from "./draw.js";
import { MUTATIONS } from "./mutations.js";
import { prepareWorkbench, tryMutation } from "./workbench.js";

const CHECKLIST = process.env.SPEC_CHECKLIST ?? join(PROJECT_ROOT, "../shared/spec/requirements.md");
const REPORT = join(PROJECT_ROOT, "test/mutation/last-run.md");
const GROUPS =
  "BASE STATE META OTEL JSCH VER DISC EXT PROG CANC TRAN STDIO HTTP HDR TOOL RES PROM COMP LOG PAG CACHE GEN ICON".split(
    " ",
  );

function readList(name: string): Record<string, string> {
  return JSON.parse(readFileSync(join(PROJECT_ROOT, "test", name), "utf8"));
}

/** Every requirement that binds a server and is to be shown by a test. */
function pool(): string[] {
  const elsewhere = { ...readList("later.json"), ...readList("by-documentation.json") };
  return parseChecklist(readFileSync(CHECKLIST, "utf8"))
    .filter(({ group, server, id }) => server && GROUPS.includes(group) && !Object.hasOwn(elsewhere, id))
    .map(({ id }) => id);
}

function judge(id: string): { line: string; killed: boolean } {
  const mutation = MUTATIONS.find((candidate) => candidate.id === id);
  if (mutation === undefined) return { killed: false, line: `| ${id} | no change is written for it | | |` };
  const { passed, failed } = tryMutation(mutation);
  const seen =
    failed.length === 0 ? `**none of ${passed}**` : `${failed.length} of ${passed + failed.length}`;
  const title = (failed[0] ?? "").replaceAll("|", "\\|");
  return {
    killed: failed.length > 0,
    line: `| ${id} | ${mutation.file}: ${mutation.removes} | ${seen} | ${title} |`,
  };
}

function main(): void {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "20261201" },
      count: { type: "string", default: "40" },
      only: { type: "string" },
      list: { type: "boolean", default: false },
    },
  });
  if (!existsSync(CHECKLIST)) {
    console.log(`No checklist at ${CHECKLIST}; name one with SPEC_CHECKLIST. Nothing to draw from.`);
    return;
  }
  const ids = values.only?.split(",") ?? drawIds(pool(), Number(values.seed), Number(values.count));
  if (values.list) return console.log(ids.join("\n"));
  prepareWorkbench();
  const rows = ids.map((id) => {
    const row = judge(id);
    console.log(row.line);
    return row;
  });
  const killed = rows.filter((row) => row.killed).length;
  const verdict = `${killed} of ${rows.length} changes made a test fail that names the requirement (seed ${values.seed})`;
  console.log(verdict);
  if (values.only === undefined) {
    const head =
      "| requirement | behavior removed | tests that fail | the first of them |\n| --- | --- | --- | --- |";
    writeFileSync(
      REPORT,
      `# The last mutation run\n\n${verdict}.\n\n${head}\n${rows.map((row) => row.line).join("\n")}\n`,
    );
  }
  if (killed < rows.length) process.exitCode = 1;
}

main();
