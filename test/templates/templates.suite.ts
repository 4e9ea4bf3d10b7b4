import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { PROJECT_ROOT } from "../project-root.js";

const TEMPLATES = ["minimal", "stdio", "http"] as const;
const KINDS = ["tool", "resource", "prompt", "feature"] as const;
const MANAGERS = ["npm", "pnpm"] as const;
const STEP_MS = 180_000;

/** Runs a program to its end; what it wrote is shown where it fails. */
function run(cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const { CI, npm_config_user_agent, ...rest } = process.env;
  const { status, stdout, stderr, error } = spawnSync(command, [...args], {
    cwd,
    encoding: "utf8",
    env: { ...rest, NO_COLOR: "1", ...env },
    timeout: STEP_MS,
  });
  if (status === 0) return stdout;
  throw new Error(`${command} ${args.join(" ")} ended with ${status ?? error}\n${stdout}\n${stderr}`);
}

describe("projects made from the packed package", function () {
  this.timeout(STEP_MS * 2);
  let folder: string;
  let tarball: string;
  let blazon: string;
  let path: string;

  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "blazon-templates-")));
    run(PROJECT_ROOT, "npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder]);
    tarball = join(folder, String(readdirSync(folder).find((name) => name.endsWith(".tgz"))));
    // The command as a user has it: installed from the tarball; and pnpm as the registry has it.
    run(folder, "npm", [
      "install",
      "--silent",
      "--no-save",
      "--prefix",
      join(folder, "tools"),
      tarball,
      "pnpm@10",
    ]);
    const bin = join(folder, "tools/node_modules/.bin");
    blazon = join(bin, "blazon");
    path = `${bin}${delimiter}${process.env.PATH}`;
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const manager of MANAGERS) {
    for (const template of TEMPLATES) {
      it(`by ${manager}, ${template}: installs, builds, passes its tests, its lint and its check, and answers the official client`, async () => {
        const name = `${template}-${manager}`;
        const env = { PATH: path };
        const flags = [
          "--template",
          template,
          "--package-manager",
          manager,
          "--package",
          tarball,
          "--no-git",
          "--json",
        ];
        const made = JSON.parse(run(folder, blazon, ["new", name, ...flags], env));
        expect(made).to.deep.include({ template, packageManager: manager, installed: true });
        expect(made.next.slice(1, 3)).to.eql([`${manager} run test`, `${manager} run check`]);
        const project = join(folder, name);
        expect(readdirSync(project)).to.include.members([".gitignore", ".npmrc"]);
        expect(run(project, manager, ["run", "test"], env)).to.match(/[1-9]\d* passing/);
        run(project, manager, ["run", "lint"], env);
        run(project, join(project, "node_modules/.bin/biome"), ["format", "."], env);
        expect(run(project, manager, ["run", "check"], env)).to.include("nothing found");
        await callWithOfficialClient(project, template);
      });
    }
  }

  it("takes every kind of part, which build and pass their tests and the check", () => {
    const project = join(folder, "stdio-npm");
    const env = { PATH: path };
    for (const kind of KINDS) run(project, blazon, ["generate", kind, `some-${kind}`], env);
    const output = run(project, "npm", ["test"], env);
    expect(Number(/(\d+) passing/.exec(output)?.[1])).to.be.at.least(3 + KINDS.length);
    run(project, "npm", ["run", "lint"], env);
    expect(run(project, "npm", ["run", "check"], env)).to.include("nothing found");
  });
});

/** What each template's server is asked by a real client. */
const CALLS = {
  minimal: { name: "greet", arguments: { name: "Noor" } },
  stdio: { name: "search_notes", arguments: { text: "nothing at all" } },
  http: { name: "find_books", arguments: { words: "moss" } },
} as const;

async function callWithOfficialClient(project: string, template: (typeof TEMPLATES)[number]): Promise<void> {
  const client = new Client(
    { name: "templates", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const main = join(project, "dist/src", template === "minimal" ? "server.js" : "main.js");
  if (template !== "http") {
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [main], stderr: "ignore" }),
    );
    expect((await client.callTool(CALLS[template])).isError ?? false).to.equal(false);
    await client.close();
    return;
  }
  const server = spawn(process.execPath, [main], {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const url = await new Promise<string>((resolve) => {
      server.stdout.on("data", (chunk) => {
        const found = /http:\S+\/mcp/.exec(String(chunk))?.[0];
        if (found !== undefined) resolve(found);
      });
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    expect((await client.callTool(CALLS.http)).isError ?? false).to.equal(false);
    await client.close();
  } finally {
    server.kill();
  }
}
