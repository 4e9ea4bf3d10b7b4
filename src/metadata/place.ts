import { basename, isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isOnClass } from "./class-annotations.js";
import { recordedOn, type Stack } from "./record.js";
import type { AnyClass } from "./types.js";

/** Functions and packages that apply decorators on the author's behalf. */
const MACHINERY =
  /\b(?:__decorate\w*|_+ts_(?:decorate|param|metadata)|__param)\b|[\\/](?:reflect-metadata|tslib|@swc[\\/]helpers)[\\/]/;

interface Location {
  readonly file: string;
  /** `line:column`. */
  readonly position: string;
}

/**
 * The author's line as `file:line:column`: relative to the working directory, or the file's name alone
 * outside of it. Lines of the TypeScript source with `node --enable-source-maps`.
 */
export function placeOf(stack: Stack): string | undefined {
  const location = findLocation(stack);
  return location === undefined ? undefined : `${shorten(location.file)}:${location.position}`;
}

/** The author's file, as an absolute path. */
export function fileOf(stack: Stack): string | undefined {
  return findLocation(stack)?.file;
}

/** Where a class was annotated, or else the first of its members. */
export function placeOfClass(owner: AnyClass): string | undefined {
  const entries = recordedOn(owner);
  const onClass = entries.find(({ annotation }) => isOnClass(annotation));
  const entry = onClass ?? entries[0];
  return entry === undefined ? undefined : placeOf(entry.stack);
}

function findLocation({ stack }: Stack): Location | undefined {
  for (const line of stack?.split("\n") ?? []) {
    const location = MACHINERY.test(line) ? undefined : readLocation(line);
    if (location !== undefined) return location;
  }
  return undefined;
}

function readLocation(line: string): Location | undefined {
  const frame = /^\s*at (?:async )?(.+)$/.exec(line)?.[1];
  if (frame === undefined) return undefined;
  const location = frame.endsWith(")") ? frame.slice(frame.indexOf(" (") + 2, -1) : frame;
  const [, written, position] = /^(.+?):(\d+:\d+)$/.exec(location) ?? [];
  const file = written === undefined ? undefined : findPath(written);
  return file === undefined || position === undefined ? undefined : { file, position };
}

/** Undefined for what is no file, such as `node:internal/…`, `<anonymous>` and evaluated code. */
function findPath(file: string): string | undefined {
  if (file.startsWith("file:")) return fileURLToPath(file);
  return isAbsolute(file) ? file : undefined;
}

function shorten(path: string): string {
  const local = relative(process.cwd(), path);
  const isInside = local !== ".." && !local.startsWith(`..${sep}`) && !isAbsolute(local);
  return isInside ? local : basename(path);
}
