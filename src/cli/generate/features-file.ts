import { CliError } from "../cli-error.js";
import type { Names } from "./names.js";

/** `export const features = [Notes, Other];`, with names alone between the brackets. */
const LIST = /^export const features(?:\s*:[^=\n]*)?\s*=\s*\[([\w$,\s]*)\];?[^\S\n]*$/gm;
const IMPORT = /^import\b[^;]*;[^\S\n]*$/gm;

/** Comments, and strings of every kind. */
const APART = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|`(?:\\[\s\S]|[^`\\])*`|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

/**
 * The text of `src/features.ts` with one class more: an import after the last one, an entry at the end of the list.
 *
 * @throws {CliError} for a file of another shape, or one that has the class already; it says what to write by hand.
 */
export function withFeature(source: string, name: Names): string {
  if (!source.includes("\r\n")) return addTo(source, name);
  return addTo(source.replaceAll("\r\n", "\n"), name).replaceAll("\n", "\r\n");
}

function addTo(source: string, { pascal, kebab }: Names): string {
  const line = `import { ${pascal} } from "./${kebab}.js";`;
  const code = blot(source);
  const lists = [...code.matchAll(LIST)];
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
  if (new RegExp(`\\b${pascal}\\b`).test(code)) {
    throw new CliError(`src/features.ts has a ${pascal} already`, "Choose another name");
  }
  const open = list.index + list[0].lastIndexOf(`[${listed}]`) + 1;
  const withEntry = listOf(listed, [...names, pascal]) + source.slice(open + listed.length);
  return withImport(source.slice(0, open), line) + withEntry;
}

/** The source with comments and strings blotted out, place for place: a list in a comment is no list. */
function blot(source: string): string {
  return source.replace(APART, (part) => part.replace(/[^\n]/g, "#"));
}

/** On one line, unless the list was written on several. */
function listOf(written: string, names: readonly string[]): string {
  return written.includes("\n") ? `\n${names.map((name) => `  ${name},\n`).join("")}` : names.join(", ");
}

function withImport(head: string, line: string): string {
  const last = [...blot(head).matchAll(IMPORT)].at(-1);
  if (last === undefined) return `${line}\n\n${head.trimStart()}`;
  const end = last.index + last[0].length;
  return `${head.slice(0, end)}\n${line}${head.slice(end)}`;
}
