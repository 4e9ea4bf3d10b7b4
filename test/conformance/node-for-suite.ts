import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../project-root.js";

const FOLDER = join(PROJECT_ROOT, ".ci/node24");
const NODE = join(FOLDER, "node_modules/.bin/node");

/**
 * A Node the official suite runs on, which needs 22 or later: this one where it is new enough, else the one
 * that `.ci/node24` pins, installed on first use.
 */
export function findNodeForSuite(): string {
  if (Number(process.versions.node.split(".")[0]) >= 22) return process.execPath;
  if (existsSync(NODE)) return NODE;
  const install = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: FOLDER,
    stdio: "inherit",
    shell: true,
  });
  if (install.status === 0 && existsSync(NODE)) return NODE;
  throw new Error(`The official suite needs Node 22 or later, and "npm ci" in ${FOLDER} gave none`);
}
