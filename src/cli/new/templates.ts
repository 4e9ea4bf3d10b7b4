import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { CliError } from "../cli-error.js";
import { findPackageRoot } from "../package-root.js";
import type { PlannedFile } from "./plan-project.js";

/** The templates, with what each is for. */
export const TEMPLATES = {
  minimal: "one file: the least that is a server",
  stdio: "a server for desktop clients, with features, a service and tests",
  http: "a server for the network, with configuration, health checks and a Dockerfile",
} as const;

export type TemplateName = keyof typeof TEMPLATES;

/** What a build or an install leaves in a template that somebody works on. */
const LEFT_OUT: ReadonlySet<string> = new Set(["node_modules", "dist", "package-lock.json"]);

/** @throws {CliError} where the template is not there, or holds nothing. */
export function readTemplate(name: TemplateName): readonly PlannedFile[] {
  const folder = join(findPackageRoot(), "templates", name);
  const files = existsSync(folder) ? filesIn(folder, folder) : [];
  if (files.some(({ path }) => path === "package.json")) return files;
  throw new CliError(`The template ${name} is not part of this installation`, "Install blazon again");
}

function filesIn(folder: string, root: string): PlannedFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !LEFT_OUT.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesIn(path, root);
      return [{ path: relative(root, path).split(sep).join("/"), content: readFileSync(path) }];
    });
}
