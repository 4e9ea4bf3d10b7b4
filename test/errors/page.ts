import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../project-root.js";

/** What docs/errors.md says of one code. */
export interface Entry {
  readonly code: string;
  readonly body: string;
  /** The smallest fault, where there is one. */
  readonly example: string | undefined;
  /** What Blazon says of it. */
  readonly report: string | undefined;
}

export const PAGE = readFileSync(join(PROJECT_ROOT, "docs/errors.md"), "utf8");

/** The entries of the page in its order: each begins with a heading that is a code. */
export function readEntries(): Entry[] {
  const [, ...parts] = PAGE.split(/^### (?=ERR_)/m);
  return parts.map((part) => {
    const [, code = "", body = ""] = /^(\w+)\n([\s\S]*?)(?=^##? |(?![\s\S]))/m.exec(part) ?? [];
    return { code, body, example: blockOf(body, "ts"), report: blockOf(body, "text") };
  });
}

function blockOf(body: string, language: string): string | undefined {
  return new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "m").exec(body)?.[1];
}
