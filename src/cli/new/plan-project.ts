/** A file of a project, by its path with slashes. */
export interface PlannedFile {
  readonly path: string;
  readonly content: Uint8Array;
}

export interface ProjectPlan {
  /** Of the package, and of the server it holds. */
  readonly name: string;
  /** What package.json asks for as `blazon`. */
  readonly spec: string;
}

/** The name that templates have until they are somebody's. */
const TEMPLATE_NAME = "my-server";
/** Names that npm leaves out of a package, or renames, when it packs one (F01). */
const STORED_AS: Readonly<Record<string, string>> = { _gitignore: ".gitignore", _npmrc: ".npmrc" };
/** Files in which the name stands. */
const NAMED = /\.(?:ts|json|md|mjs)$|^Dockerfile$/;

/**
 * The files of a project: those of its template, with the name of the project in place of the template's, and what it
 * is to be built with in package.json. Nothing is read and nothing is written here.
 */
export function planProject(template: readonly PlannedFile[], plan: ProjectPlan): readonly PlannedFile[] {
  return template.map(({ path, content }) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const folder = path.slice(0, path.length - name.length);
    return { path: folder + (STORED_AS[name] ?? name), content: contentOf(name, content, plan) };
  });
}

function contentOf(name: string, content: Uint8Array, plan: ProjectPlan): Uint8Array {
  if (!NAMED.test(name)) return content;
  const text = new TextDecoder().decode(content).replaceAll(TEMPLATE_NAME, plan.name);
  return new TextEncoder().encode(name === "package.json" ? withSpec(text, plan.spec) : text);
}

function withSpec(text: string, spec: string): string {
  const manifest = JSON.parse(text) as { dependencies: Record<string, string> }; // every template depends on blazon
  manifest.dependencies.blazon = spec;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
