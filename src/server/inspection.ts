import type { HintedAnswer } from "../catalog/catalog.js";
import type { CatalogPlan } from "../catalog/catalog-plan.js";
import { BlazonError } from "../errors/blazon-error.js";
import { type Problem, Problems, type Where } from "../errors/boot-error.js";
import type { CacheHints, Implementation } from "../protocol/results.js";
import { readParts } from "./build.js";
import { checkOptions } from "./check-options.js";
import type { ServerOptions } from "./options.js";

/** A server that was read and checked in place of being made. */
export interface Inspection {
  readonly server: Pick<Implementation, "name" | "version">;
  /** Everything that keeps it from starting, and the schemas that no validator can be made of. */
  readonly problems: readonly Problem[];
  /** Undefined where the options were too wrong to read anything by. */
  readonly read:
    | { readonly plan: CatalogPlan; readonly hints: Readonly<Record<HintedAnswer, CacheHints>> }
    | undefined;
}

/** Is handed each server that the process would have made. */
export type Inspector = (inspection: Inspection) => void;

/** A global, since the one who inspects and the application may each have loaded a copy of this package. */
const INSPECTOR = Symbol.for("blazon.inspector");

/** From here on this process makes no server: `createServer` hands over what it read, and never resolves. */
export function inspectServers(inspector: Inspector): void {
  Object.defineProperty(globalThis, INSPECTOR, { value: inspector, configurable: true });
}

export function findInspector(): Inspector | undefined {
  const { [INSPECTOR]: inspector } = globalThis as { readonly [INSPECTOR]?: Inspector }; // set above alone
  return inspector;
}

/** Reads and checks what a server is made of: nothing is made, started or listened on. */
export function inspect(options: ServerOptions, findPlace?: () => string | undefined): Inspection {
  const problems = new Problems(findPlace);
  checkOptions(options, problems);
  const read = problems.size > 0 ? undefined : readParts(options, { overrides: [], problems });
  if (read !== undefined) prepareAll(read.plan, problems);
  const { name, version } = (options ?? {}) as Partial<ServerOptions>; // a caller without types may hand in anything
  return {
    server: { name: String(name ?? "server"), version: String(version ?? "") },
    problems: problems.list,
    read: read && { plan: read.plan, hints: read.hints },
  };
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
