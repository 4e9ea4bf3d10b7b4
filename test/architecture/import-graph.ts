import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ts from "typescript";

/** One source file and what it imports, type imports included. */
export interface Module {
  /** From `src`, with forward slashes: `kernel/port.ts`. */
  readonly file: string;
  /** Files of the framework, named like `file`. */
  readonly imports: readonly string[];
  /** Packages and Node modules, as they are written. */
  readonly packages: readonly string[];
  /** Every identifier that stands in the code. */
  readonly identifiers: ReadonlySet<string>;
}

/** Reads one source; relative imports are resolved from `file`, a path from `src`. */
export function readModule(file: string, source: string): Module {
  const names = ts.preProcessFile(source, true, true).importedFiles.map(({ fileName }) => fileName);
  const own = names.filter((name) => name.startsWith("."));
  return {
    file,
    imports: own.map((name) =>
      join(dirname(file), name)
        .replaceAll(sep, "/")
        .replace(/\.([cm]?)js$/, ".$1ts"),
    ),
    packages: names.filter((name) => !name.startsWith(".")),
    identifiers: identifiersOf(file, source),
  };
}

function identifiersOf(file: string, source: string): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest));
  return found;
}

/** Every source file below a folder. */
export function readModules(src: string): Module[] {
  return readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[cm]?ts$/.test(name))
    .map((name) => join(src, name))
    .map((path) => readModule(relative(src, path).replaceAll(sep, "/"), readFileSync(path, "utf8")));
}
