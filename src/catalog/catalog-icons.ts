import { readFile } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { BlazonError } from "../errors/blazon-error.js";
import type { Problems, Where } from "../errors/boot-error.js";
import type { IconSpec } from "../icons/icon-spec.js";
import type { IconManifest } from "../icons/manifest.js";
import type { PreparedIcon, PrepareOptions } from "../icons/prepare-icon.js";
import type { IconFile } from "../icons/publish.js";
import type { IconsDefinition } from "../metadata/definition.js";
import type { Icon } from "../protocol/icons.js";
import type { JsonObject } from "../protocol/json.js";
import { findPackageFolder } from "./package-folder.js";

/** How the icons of a server are prepared and published. */
export interface IconSettings {
  /** The folder that relative paths start from; the package of the file that gives them where it is undefined. */
  readonly folder: string | undefined;
  /** The file with what `blazon icons build` made; undefined where images are prepared at boot. */
  readonly manifest: string | undefined;
  /** The server's own `https:` URL; undefined for icons as `data:` URIs. */
  readonly publicUrl: string | undefined;
  /** Characters of `data:` URIs in one list answer. */
  readonly budget: number;
  /** Whether remote icons are loaded and looked at. */
  readonly verify: boolean;
}

/** The icon stages, loaded only for a server that has icons. */
type Stages = typeof import("../icons/server-stages.js");

/** What somebody gave, and what became of it. */
export interface PreparedIcons {
  readonly definition: IconsDefinition;
  readonly icons: readonly PreparedIcon[];
}

/** How a catalog's icons are prepared, and where what is wrong with them goes. */
export interface Preparation {
  readonly settings: IconSettings;
  readonly problems: Problems;
  /** Those of the catalog before, in a server whose catalog changes: they stay as they are, and so do their files. */
  readonly before?: CatalogIcons | undefined;
}

/**
 * Takes all icons of a server, or of what a server is given later, through the stages. Every problem of every icon is
 * added, none is thrown. Nothing is loaded where there are none.
 */
export async function prepareCatalogIcons(
  definitions: Iterable<IconsDefinition | undefined>,
  { settings, problems, before }: Preparation,
): Promise<CatalogIcons> {
  const given = [...definitions].filter((definition) => definition !== undefined);
  if (given.length === 0 && settings.manifest === undefined)
    return new CatalogIcons([], { settings, before });
  const stages = await import("../icons/server-stages.js");
  const manifest = await readManifest(settings, stages, problems);
  if (manifest === undefined && settings.manifest !== undefined)
    return new CatalogIcons([], { settings, before });
  const found = problems.size;
  const fresh = given.filter((definition) => before?.find(definition) === undefined);
  const made = await prepareEach(fresh, createPrepare({ settings, stages, manifest }), problems);
  const prepared = given.map((definition) => ({
    definition,
    icons: before?.find(definition) ?? made.get(definition) ?? [],
  }));
  if (manifest !== undefined && before === undefined && problems.size === found) {
    const all = prepared.flatMap(({ icons }) => icons);
    adopting(CREATE_SERVER, problems, () => stages.checkManifest(manifest, all));
  }
  return new CatalogIcons(prepared, { settings, before, stages });
}

/** All at once; what is wrong is added in the order in which it was given. */
async function prepareEach(
  definitions: readonly IconsDefinition[],
  prepare: ReturnType<typeof createPrepare>,
  problems: Problems,
): Promise<ReadonlyMap<IconsDefinition, readonly PreparedIcon[]>> {
  const outcomes = await Promise.all(
    definitions.map((definition) =>
      Promise.allSettled(definition.specs.map((spec) => prepare(spec, definition))),
    ),
  );
  return new Map(
    definitions.map((definition, index) => [
      definition,
      (outcomes[index] ?? []).flatMap((outcome) => keep(outcome, definition, problems)),
    ]),
  );
}

const CREATE_SERVER: Where = { member: "createServer", place: undefined };

/** Undefined where there is none, and where it cannot be used, which is a problem. */
async function readManifest(
  { manifest }: IconSettings,
  { parseManifest }: Stages,
  problems: Problems,
): Promise<IconManifest | undefined> {
  if (manifest === undefined) return undefined;
  const text = await readFile(manifest, "utf8").catch(() => undefined);
  return adopting(CREATE_SERVER, problems, () => {
    if (text !== undefined) return parseManifest(text);
    throw new BlazonError("ERR_ICON_MANIFEST", {
      icon: "this server",
      detail: `no file can be read at ${relative(process.cwd(), manifest)}`,
    });
  });
}

interface Preparing {
  readonly settings: IconSettings;
  readonly stages: Stages;
  readonly manifest: IconManifest | undefined;
}

/** One file that many members name is prepared once. */
function createPrepare({ settings, stages, manifest }: Preparing) {
  const known = new Map<string, Promise<PreparedIcon>>();
  return (spec: IconSpec, { file }: IconsDefinition): Promise<PreparedIcon> => {
    const baseDir = settings.folder ?? folderOf(file);
    const options: PrepareOptions = {
      baseDir,
      verify: settings.verify,
      ...(manifest !== undefined && { manifest }),
    };
    if (typeof spec !== "string") return stages.prepareIcon(spec, options);
    const key = JSON.stringify([baseDir, spec]);
    const icon = known.get(key) ?? stages.prepareIcon(spec, options);
    known.set(key, icon);
    return icon;
  };
}

function folderOf(file: string | undefined): string {
  if (file === undefined) return process.cwd();
  return findPackageFolder(file) ?? dirname(file);
}

function keep(
  outcome: PromiseSettledResult<PreparedIcon>,
  where: Where,
  problems: Problems,
): readonly PreparedIcon[] {
  if (outcome.status === "fulfilled") return [outcome.value];
  adopting(where, problems, () => {
    throw outcome.reason;
  });
  return [];
}

/** Runs something whose coded errors are problems of the boot. */
function adopting<T>(where: Where, problems: Problems, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof BlazonError)) throw error;
    problems.adopt(error, where);
    return undefined;
  }
}

interface Publishing extends Pick<Preparation, "settings" | "before"> {
  readonly stages?: Stages;
}

/** The icons of a catalog that are ready, and what became of them when they were published. */
export class CatalogIcons {
  /** By their path; empty where icons are `data:` URIs. One map for all catalogs of a server: URLs are kept by clients. */
  readonly files: Map<string, IconFile>;
  /** Those that no catalog before had. */
  readonly fresh: readonly PreparedIcons[];
  /** Sentences for the log, of lists whose icons did not fit. */
  readonly warnings: string[] = [];
  readonly #stages: Stages | undefined;
  readonly #settings: IconSettings;
  readonly #icons: ReadonlyMap<IconsDefinition, readonly PreparedIcon[]>;

  constructor(
    readonly prepared: readonly PreparedIcons[],
    { settings, before, stages }: Publishing,
  ) {
    this.#icons = new Map(prepared.map(({ definition, icons }) => [definition, icons]));
    this.#settings = settings;
    this.#stages = stages;
    this.files = before?.files ?? new Map();
    this.fresh = prepared.filter(({ definition }) => before?.find(definition) === undefined);
  }

  /** What was prepared of a definition; undefined for one that is not here. */
  find(definition: IconsDefinition): readonly PreparedIcon[] | undefined {
    return this.#icons.get(definition);
  }

  get budget(): number {
    return this.#settings.budget;
  }

  /** What stands in the `icons` of each owner in one answer; nothing for one that has none (ICON-01). */
  publish(owners: readonly (IconsDefinition | undefined)[]): readonly (readonly Icon[])[] {
    if (this.#stages === undefined) return owners.map(() => []);
    const { publicUrl, budget } = this.#settings;
    const icons = owners.map((owner) => (owner === undefined ? [] : (this.find(owner) ?? [])));
    const published = this.#stages.publishIcons(icons, {
      budget,
      ...(publicUrl !== undefined && { publicUrl }),
    });
    for (const [path, file] of published.files) this.files.set(path, file);
    if (published.warning !== undefined) this.warnings.push(published.warning);
    return published.icons;
  }
}

/** An object with its icons, or as it was where it has none. */
export function withIcons(listing: JsonObject, icons: readonly Icon[] | undefined): JsonObject {
  return icons === undefined || icons.length === 0 ? listing : { ...listing, icons };
}
