import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PROJECT_ROOT } from "../project-root.js";
import { idsOf } from "../requirements/checklist.js";
import { readTitles } from "../requirements/titles.js";
import { draw, type Mutation } from "./mutation.js";
import { Workbench } from "./workbench.js";

const MUTATIONS = join(PROJECT_ROOT, "test/mutation/mutations.json");
const LAST_RUN = join(PROJECT_ROOT, "test/mutation/last-run.txt");

/** Groups whose requirements a server meets by itself, without features that are not there yet. */
const GROUPS = new Set(
  "BASE STATE META OTEL JSCH VER DISC EXT PROG CANC TRAN STDIO HTTP HDR TOOL RES PROM COMP LOG PAG CACHE".split(
    " ",
  ),
);

/**
 * Draws requirements by a seed, takes the behavior of each away in a copy, and holds that the tests which
 * bear its id notice. `--seed N --count M`; `--all` takes every mutation there is; `--write` keeps the output.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      count: { type: "string", default: "40" },
      all: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
    },
  });
  const mutations: readonly Mutation[] = JSON.parse(readFileSync(MUTATIONS, "utf8"));
  const shown = [...new Set(readTitles().flatMap(idsOf))].filter((id) => GROUPS.has(id.replace(/-\d+$/, "")));
  const drawn = values.all
    ? mutations.map(({ id }) => id)
    : draw(shown, Number(values.count), Number(values.seed));
  const lines = [`seed ${values.seed}: ${drawn.length} of the ${shown.length} requirements that tests name`];
  const say = (line: string): void => {
    lines.push(line);
    console.log(line);
  };
  console.log(lines[0]);

  const workbench = new Workbench();
  await workbench.prepare();
  let unnoticed = 0;
  for (const id of drawn) {
    const own = mutations.filter((mutation) => mutation.id === id);
    if (own.length === 0) {
      unnoticed++;
      say(`none      ${id}: nobody wrote a mutation for it`);
    }
    for (const mutation of own) {
      const { tests, failed } = await workbench.judge(mutation);
      if (failed === 0) unnoticed++;
      say(
        `${failed > 0 ? "noticed  " : "UNNOTICED"} ${id}: ${mutation.removes} (${failed} of ${tests} tests fail)`,
      );
    }
  }
  say(`${drawn.length} drawn, ${unnoticed} unnoticed`);
  if (values.write) writeFileSync(LAST_RUN, `${lines.join("\n")}\n`);
  process.exitCode = unnoticed > 0 ? 1 : 0;
}

void main();
