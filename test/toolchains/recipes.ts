import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../project-root.js";

const PAGE = readFileSync(join(PROJECT_ROOT, "docs", "toolchains.md"), "utf8");

/** The tsconfig.json that the page shows. */
export const TSCONFIG = blockOf(sectionOf("The settings"), "json");

/** The commands that the page shows under a heading, in order. `npx` goes: the tools are on the path. */
export function recipeOf(heading: string): readonly string[] {
  return blockOf(sectionOf(heading), "sh")
    .trim()
    .split("\n")
    .map((line) => line.replace(/^npx /, ""));
}

function sectionOf(heading: string): string {
  const section = PAGE.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/toolchains.md has no section "${heading}"`);
  return section;
}

function blockOf(section: string, language: string): string {
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(section) ?? [];
  if (code === undefined) throw new Error(`no ${language} block in docs/toolchains.md under: ${section}`);
  return code;
}
