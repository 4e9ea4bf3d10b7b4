import { CliError } from "../cli-error.js";
import type { Names } from "./names.js";

/** `export const features = [Notes, Other];`, with names alone between the brackets. */
const LIST = /^export const features(?:\s*:[^=\n]*)?\s*=\s*\[([\w$,\s]*)\];?[^\S\n]*$/gm;
const LAST_IMPORT = /^import\b[^;]*;[^\S\n]*$/gm;

/**
 * The text of `src/features.ts` with one class more: an import after the last one, an entry at the end of the list.
 *
 * @throws {CliError} for a file of another shape, or one that has the class already; it says what to write by hand.
 */
export function withFeature(source: string, { pascal, kebab }: Names): string {
  const line = `import { ${pascal} } from "./${kebab}.js";`;
  const lists = [...source.matchAll(LIST)];
  const [list] = lists;
  const listed = list?.[1];
  if (list === undefined || listed === undefined || lists.length > 1) {
    const fix = `Write it yourself: ${line} and ${pascal} in the list \`export const features = [ … ];\``;
    throw new CliError("src/features.ts has no list of features that can be added to", fix);
  }
  const names = listed
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.includes(pascal) || new RegExp(`\\b${pascal}\\b`).test(source)) {
    throw new CliError(`src/features.ts has a ${pascal} already`, "Choose another name");
  }
  const before = withImport(source.slice(0, list.index), line);
  const after = source.slice(list.index + list[0].length);
  const open = list[0].lastIndexOf(`[${listed}]`);
  const head = list[0].slice(0, open);
  const tail = list[0].slice(open + listed.length + 2);
  return `${before}${head}[${listOf(listed, [...names, pascal])}]${tail}${after}`;
}

/** On one line, unless the list was written on several. */
function listOf(written: string, names: readonly string[]): string {
  return written.includes("\n") ? `\n${names.map((name) => `  ${name},\n`).join("")}` : names.join(", ");
}

function withImport(head: string, line: string): string {
  const last = [...head.matchAll(LAST_IMPORT)].at(-1);
  if (last === undefined) return `${line}\n\n${head.trimStart()}`;
  const end = last.index + last[0].length;
  return `${head.slice(0, end)}\n${line}${head.slice(end)}`;
}
