import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { IconSettings } from "../catalog/catalog-icons.js";
import { findPackageFolder } from "../catalog/package-folder.js";
import type { Problems, Where } from "../errors/boot-error.js";
import type { IconsDefinition } from "../metadata/definition.js";
import { fileOf, placeOf } from "../metadata/place.js";
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
  const own = readIcons(
    icons,
    { ...CREATE_SERVER, place: icons && placeOf(caller), stack: caller },
    problems,
  );
  const base = iconsFrom === undefined && iconManifest === undefined ? "" : folderOf(caller);
  const pathOf = (option: string, value: unknown, from: string): string | undefined => {
    const path = findPath(value, from);
    if (value !== undefined && path === undefined) {
      const fix = 'Give a path, or a file: URL such as new URL("./icons/", import.meta.url)';
      problems.add("ERR_OPTION_INVALID", CREATE_SERVER, {
        option,
        detail: "is neither a path nor a file: URL",
        fix,
      });
    }
    return path;
  };
  const folder = pathOf("iconsFrom", iconsFrom, base);
  const settings: IconSettings = {
    folder,
    manifest: pathOf("iconManifest", iconManifest, folder ?? base),
    publicUrl: publicUrl?.startsWith("https:") ? publicUrl : undefined,
    budget: limits?.iconBytes ?? DEFAULT_ICON_BYTES,
    verify: verifyIcons,
  };
  return { settings, own };
}

function folderOf(caller: Stack): string {
  const file = fileOf(caller);
  return file === undefined ? process.cwd() : (findPackageFolder(file) ?? dirname(file));
}

function findPath(value: unknown, base: string): string | undefined {
  if (typeof value === "string" && value !== "" && !/^file:/i.test(value)) return resolve(base, value);
  if (!(value instanceof URL) || value.protocol !== "file:") return undefined;
  try {
    return fileURLToPath(value);
  } catch {
    return undefined; // of another machine
  }
}
