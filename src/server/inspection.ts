import type { HintedAnswer } from "../catalog/catalog.js";
import { type CatalogIcons, prepareCatalogIcons } from "../catalog/catalog-icons.js";
import type { CatalogPlan } from "../catalog/catalog-plan.js";
import { BlazonError } from "../errors/blazon-error.js";
import { type Problem, Problems, type Where } from "../errors/boot-error.js";
import { placeOf } from "../metadata/place.js";
import type { Stack } from "../metadata/record.js";
import type { CacheHints, Implementation } from "../protocol/results.js";
import { iconsIn, type Parts, readParts } from "./build.js";
import { checkOptions } from "./check-options.js";
import type { ServerOptions } from "./options.js";

/** A server that was read and checked in place of being made. */
export interface Inspection {
  readonly server: Pick<Implementation, "name" | "version">;
  /** Everything that keeps it from starting, and the schemas that no validator can be made of. */
  readonly problems: readonly Problem[];
  /** Undefined where the options were too wrong to read anything by. */
  readonly read:
    | {
        readonly plan: CatalogPlan;
        readonly hints: Readonly<Record<HintedAnswer, CacheHints>>;
        readonly icons: CatalogIcons["prepared"];
      }
    | undefined;
}

/** What a manifest is written from. */
export interface IconInspection extends Pick<Implementation, "name" | "version"> {
  /** Everything that keeps the server from starting, but for its manifest. */
  readonly problems: readonly Problem[];
  /** The file that the server reads; undefined where it names none. */
  readonly manifest: string | undefined;
  readonly icons: CatalogIcons["prepared"];
}

/** A server that was asked for, and is not made. */
export interface Inspectable {
  /** Reads and checks everything; nothing is made, started or listened on. */
  inspect(): Promise<Inspection>;
  /** Prepares all icons from their sources. */
  inspectIcons(): Promise<IconInspection>;
}

/** Is handed each server that the process would have made. */
export type Inspector = (server: Inspectable) => void;

/** A global, since the one who inspects and the application may each have loaded a copy of this package. */
const INSPECTOR = Symbol.for("blazon.inspector");

/** From here on this process makes no server: `createServer` hands over what it would read, and never resolves. */
export function inspectServers(inspector: Inspector): void {
  Object.defineProperty(globalThis, INSPECTOR, { value: inspector, configurable: true });
}

export function findInspector(): Inspector | undefined {
  const { [INSPECTOR]: inspector } = globalThis as { readonly [INSPECTOR]?: Inspector }; // set above alone
  return inspector;
}

export function inspectable(options: ServerOptions, caller: Stack): Inspectable {
  return {
    inspect: () => inspect(options, caller),
    inspectIcons: () => inspectIcons(options, caller),
  };
}

async function inspectIcons(options: ServerOptions, caller: Stack): Promise<IconInspection> {
  const problems = new Problems(() => placeOf(caller));
  const parts = read(options, caller, problems);
  if (parts === undefined)
    return { ...namesOf(options), problems: problems.list, manifest: undefined, icons: [] };
  const { manifest, ...others } = parts.icons.settings;
  const settings = { ...others, manifest: undefined };
  const { prepared } = await prepareCatalogIcons(iconsIn(parts), { settings, problems });
  return { ...namesOf(options), problems: problems.list, manifest, icons: prepared };
}

/** Undefined where the options are too wrong to read anything by. */
function read(options: ServerOptions, caller: Stack, problems: Problems): Parts | undefined {
  checkOptions(options, problems);
  return problems.size > 0 ? undefined : readParts(options, { overrides: [], caller, problems });
}

/** Reads and checks what a server is made of: nothing is made, started or listened on. */
export async function inspect(options: ServerOptions, caller: Stack = {}): Promise<Inspection> {
  const problems = new Problems(() => placeOf(caller));
  const parts = read(options, caller, problems);
  const icons =
    parts && (await prepareCatalogIcons(iconsIn(parts), { settings: parts.icons.settings, problems }));
  if (parts !== undefined) prepareAll(parts.plan, problems);
  return {
    server: namesOf(options),
    problems: problems.list,
    read: parts && { plan: parts.plan, hints: parts.hints, icons: icons?.prepared ?? [] },
  };
}

function namesOf(options: ServerOptions): Inspection["server"] {
  const { name, version } = (options ?? {}) as Partial<ServerOptions>; // a caller without types may hand in anything
  return { name: String(name ?? "server"), version: String(version ?? "") };
}

/** Validators are compiled at the first call; here all of them are, after their schemas were checked in full. */
function prepareAll({ tools, resources, prompts }: CatalogPlan, problems: Problems): void {
  const known = new Set(problems.list.map(({ member }) => member));
  for (const { definition, reader, asks } of [...tools, ...resources, ...prompts]) {
    if (known.has(definition.member)) continue; // a schema that was refused is not looked at twice
    prepare(reader, definition, problems);
    for (const { form } of asks) prepare(form.reader, definition, problems);
  }
  for (const { definition, writer } of tools) {
    if (writer !== undefined && !known.has(definition.member)) prepare(writer, definition, problems);
  }
}

function prepare(schema: { prepare(): void }, where: Where, problems: Problems): void {
  try {
    schema.prepare();
  } catch (error) {
    if (!(error instanceof BlazonError)) throw error;
    problems.adopt(error, where);
  }
}
