import { basename, isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isOnClass } from "./class-annotations.js";
import { recordedOn, type Stack } from "./record.js";
import type { AnyClass } from "./types.js";

/** Functions and packages that apply decorators on the author's behalf. */
const MACHINERY =
  /\b(?:__decorate\w*|_+ts_(?:decorate|param|metadata)|__param)\b|[\\/](?:reflect-metadata|tslib|@swc[\\/]helpers)[\\/]/;

/**
 * The author's line as `file:line:column`: relative to the working directory, or the file's name alone
 * outside of it. Lines of the TypeScript source with `node --enable-source-maps`.
 */
export function placeOf({ stack }: Stack): string | undefined {
  for (const line of stack?.split("\n") ?? []) {
    const place = MACHINERY.test(line) ? undefined : findPlace(line);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Where a class was annotated, or else the first of its members. */
export function placeOfClass(owner: AnyClass): string | undefined {
  const entries = recordedOn(owner);
  const onClass = entries.find(({ annotation }) => isOnClass(annotation));
  const entry = onClass ?? entries[0];
  return entry === undefined ? undefined : placeOf(entry.stack);
}

function findPlace(line: string): string | undefined {
  const frame = /^\s*at (?:async )?(.+)$/.exec(line)?.[1];
  if (frame === undefined) return undefined;
  const location = frame.endsWith(")") ? frame.slice(frame.indexOf(" (") + 2, -1) : frame;
  const [, file, position] = /^(.+?):(\d+:\d+)$/.exec(location) ?? [];
  const path = file === undefined ? undefined : findPath(file);
  return path === undefined ? undefined : `${shorten(path)}:${position}`;
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
