import type { Module } from "./import-graph.js";

/** The folders (and root files) of `src`, lowest first; those on one line do not import each other. */
export const LAYERS: readonly (readonly string[])[] = [
  ["reflect.ts"],
  ["protocol"],
  ["errors"],
  ["icons"],
  ["handler", "logging", "uri-template"],
  ["metadata"],
  ["schema"],
  ["decorators", "container", "mrtr", "subscriptions"],
  ["kernel", "redis"],
  ["catalog", "legacy"],
  ["transports"],
  ["server"],
  ["testing", "lint"],
  ["cli"],
  ["index.ts"],
];

/** What a transport sees of the layers below it. */
const TRANSPORTS_SEE = [/^kernel\/(port|in-flight)\.ts$/, /^(protocol|errors|handler|logging|transports)\//];

function layerOf(file: string): number {
  return LAYERS.findIndex((names) => names.includes(folderOf(file)));
}

function folderOf(file: string): string {
  return file.split("/")[0] ?? file;
}

function findFault(from: string, to: string): string | undefined {
  if (folderOf(from) === folderOf(to)) return undefined;
  if (layerOf(from) < 0) return `${from} is in no layer`;
  if (layerOf(to) > layerOf(from)) return `${from} imports upward: ${to}`;
  if (layerOf(to) === layerOf(from)) return `${from} imports sideways: ${to}`;
  if (folderOf(from) === "transports" && !TRANSPORTS_SEE.some((allowed) => allowed.test(to))) {
    return `${from} looks behind the port: ${to}`;
  }
  return undefined;
}

/** Every import that breaks the order of the layers, as a sentence. */
export function findLayerFaults(modules: readonly Module[]): string[] {
  return modules.flatMap(({ file, imports }) =>
    imports.map((to) => findFault(file, to)).filter((fault) => fault !== undefined),
  );
}

/** What keeps the protocol from being pure: Node's modules, packages, and Node's globals. */
export function findImpurities(modules: readonly Module[]): string[] {
  return modules
    .filter(({ file }) => folderOf(file) === "protocol")
    .flatMap(({ file, packages, identifiers }) => [
      ...packages.map((name) => `${file} imports ${name}`),
      ...["Buffer", "process"].filter((name) => identifiers.has(name)).map((name) => `${file} uses ${name}`),
    ]);
}

/** One closed walk for every file that can be reached from itself by a first such walk. */
export function findCycles(modules: readonly Module[]): string[] {
  const imports = new Map(modules.map((module) => [module.file, module.imports]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(" -> "));
    if (start >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const { file } of modules) walk(file, []);
  return cycles;
}
