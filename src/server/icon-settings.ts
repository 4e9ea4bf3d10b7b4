import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { IconSettings } from "../catalog/catalog-icons.js";
import { findPackageFolder } from "../catalog/package-folder.js";
import type { Problems, Where } from "../errors/boot-error.js";
import type { IconsDefinition } from "../metadata/definition.js";
import { fileOf } from "../metadata/place.js";
import { readIcons } from "../metadata/read-icons.js";
import type { Stack } from "../metadata/record.js";
import type { ServerOptions } from "./options.js";

const CREATE_SERVER: Where = { member: "createServer", place: undefined };

const DEFAULT_ICON_BYTES = 65_536;

/** Where a server was asked for, and what it says of icons: its own, and how all of them are prepared. */
export interface ServerIcons {
  readonly settings: IconSettings;
  /** Undefined where the server itself has none. */
  readonly own: IconsDefinition | undefined;
}

/** Reads what `createServer` says of icons; what is wrong with it is added to the problems. */
export function readServerIcons(options: ServerOptions, caller: Stack, problems: Problems): ServerIcons {
  const { icons, iconsFrom, iconManifest, publicUrl, verifyIcons = false, limits } = options;
  const base = (): string => folderOf(caller);
  const folder = readPath({ option: "iconsFrom", value: iconsFrom, base }, problems);
  const inFolder = (): string => folder ?? base();
  return {
    own: readIcons(icons, { ...CREATE_SERVER, stack: caller }, problems),
    settings: {
      folder,
      manifest: readPath({ option: "iconManifest", value: iconManifest, base: inFolder }, problems),
      publicUrl: servesFiles(publicUrl) ? publicUrl : undefined,
      budget: limits?.iconBytes ?? DEFAULT_ICON_BYTES,
      verify: verifyIcons,
    },
  };
}

/** Whether icons are files: clients load none from a URL that is not encrypted (ICON-09). */
export function servesFiles(publicUrl: string | undefined): boolean {
  return publicUrl !== undefined && new URL(publicUrl).protocol === "https:";
}

interface PathOption {
  readonly option: string;
  readonly value: unknown;
  readonly base: () => string;
}

function readPath({ option, value, base }: PathOption, problems: Problems): string | undefined {
  if (value === undefined) return undefined;
  const path = findPath(value, base);
  if (path !== undefined) return path;
  problems.add("ERR_OPTION_INVALID", CREATE_SERVER, {
    option,
    detail: "is neither a path nor a file: URL",
    fix: 'Give a path, or a file: URL such as new URL("./icons/", import.meta.url)',
  });
  return undefined;
}

function folderOf(caller: Stack): string {
  const file = fileOf(caller);
  return file === undefined ? process.cwd() : (findPackageFolder(file) ?? dirname(file));
}

function findPath(value: unknown, base: () => string): string | undefined {
  if (typeof value === "string" && value !== "" && !/^[a-z+.-]{2,}:/i.test(value))
    return resolve(base(), value);
  if (!(value instanceof URL) || value.protocol !== "file:") return undefined;
  try {
    return fileURLToPath(value);
  } catch {
    return undefined; // of another machine
  }
}
