import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { PROJECT_ROOT } from "../project-root.js";

const MOCHA = join(PROJECT_ROOT, "node_modules/mocha/bin/mocha.js");

/** Titles as mocha knows them, so that those made in a loop count too; nothing is run. */
export function readTitles(): string[] {
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
