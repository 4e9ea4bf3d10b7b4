import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../project-root.js";

/** The fenced blocks of one language on a page, in order. */
export function codeBlocks(page: string, language: string): readonly string[] {
  const text = readFileSync(join(PROJECT_ROOT, page), "utf8");
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"));
  return [...blocks].map(([, code]) => String(code));
}

/** The blocks that begin with `// name.ts`, by that name. */
export function namedBlocks(page: string): ReadonlyMap<string, string> {
  const named = codeBlocks(page, "ts").flatMap((code) => {
    const name = /^\/\/ ([\w-]+\.ts)\n/.exec(code)?.[1];
    return name === undefined ? [] : [[name, code] as const];
  });
  return new Map(named);
}
