import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { PROJECT_ROOT } from "../../project-root.js";

/** How a process ended, and what it said. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const ENTRY = `
import { createRequire } from "node:module";
import { createServer, Feature, Tool } from "blazon";
import { connect } from "blazon/testing";

class Desk {
  open() { return "opened"; }
  close() { return "closed"; }
}
for (const [key, icons] of [["open", "icons/open.svg"], ["close", undefined]]) {
  Tool({ icons })(Desk.prototype, key, Object.getOwnPropertyDescriptor(Desk.prototype, key));
}
Feature({ icons: "icons/desk.svg" })(Desk);

const server = await createServer({
  name: "desk",
  version: "1.0.0",
  features: [Desk],
  ...JSON.parse(process.argv[2] ?? "{}"),
});
const client = await connect(server);
const { cache } = createRequire(import.meta.url);
console.log(JSON.stringify({
  icons: (await client.listTools()).map((tool) => tool.icons ?? []),
  loaded: [...new Set(Object.keys(cache).flatMap((file) => /node_modules[\\\\/](sharp|saxes)[\\\\/]/.exec(file)?.[1] ?? []))],
}));
await client.close();
await server.close();
`;

/** An SVG of one color. */
export function svgOf(color: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20H2z" fill="${color}"/></svg>\n`;
}

/** A project in a folder of its own, with icons, a server, and the command line. */
export class IconProject {
  readonly folder = mkdtempSync(join(tmpdir(), "blazon-icons-"));

  constructor({ without = [] }: { readonly without?: readonly string[] } = {}) {
    this.write("package.json", JSON.stringify({ name: "desk", type: "module" }));
    this.write("server.mjs", ENTRY);
    this.write("icons/desk.svg", svgOf("navy"));
    this.write("icons/open.svg", svgOf("teal"));
    this.#install(without);
  }

  write(name: string, content: string | Uint8Array): void {
    const file = join(this.folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  async writePng(name: string, background: string): Promise<void> {
    const image = sharp({ create: { width: 120, height: 120, channels: 4, background } });
    this.write(name, await image.png().toBuffer());
  }

  /** What is in the folder, but for what was installed. */
  files(): readonly string[] {
    return readdirSync(this.folder)
      .filter((name) => name !== "node_modules")
      .sort();
  }

  /** Starts the server, with these options besides its own. */
  start(options: object = {}): Promise<Ended> {
    return this.#run(["server.mjs", JSON.stringify(options)]);
  }

  /** Builds a manifest for the server with these options. */
  build(options: object, ...flags: readonly string[]): Promise<Ended> {
    return this.blazon("icons", "build", ...flags, "server.mjs", "--", JSON.stringify(options));
  }

  blazon(...args: readonly string[]): Promise<Ended> {
    return this.#run([join(this.folder, "node_modules/blazon/dist/lib/cli.js"), ...args]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  #run(args: readonly string[]): Promise<Ended> {
    return new Promise((resolve) => {
      execFile(process.execPath, args, { cwd: this.folder, timeout: 60_000 }, (error, stdout, stderr) => {
        const code = typeof error?.code === "number" ? error.code : error === null ? 0 : -1;
        resolve({ code, stdout, stderr });
      });
    });
  }

  /** The package as it is published, and all that it needs but these. */
  #install(without: readonly string[]): void {
    const modules = join(this.folder, "node_modules");
    const blazon = join(modules, "blazon");
    mkdirSync(blazon, { recursive: true });
    cpSync(join(PROJECT_ROOT, "package.json"), join(blazon, "package.json"));
    cpSync(join(PROJECT_ROOT, "dist/lib"), join(blazon, "dist/lib"), { recursive: true });
    cpSync(join(PROJECT_ROOT, "dist/src"), join(blazon, "dist/src"), {
      recursive: true,
      filter: (file) => !/\.(?:js|map|d\.ts)$/.test(file),
    });
    for (const name of readdirSync(join(PROJECT_ROOT, "node_modules"))) {
      if (name.startsWith(".") || name === "blazon" || without.includes(name)) continue;
      symlinkSync(join(PROJECT_ROOT, "node_modules", name), join(modules, name));
    }
  }
}
