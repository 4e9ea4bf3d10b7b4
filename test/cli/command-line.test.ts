import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { PROJECT_ROOT } from "../project-root.js";

const CLI = join(PROJECT_ROOT, "dist/lib/cli.js");

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

describe("the command line", function () {
  this.timeout(60_000);
  let cwd: string;

  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), "blazon-cli-")));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    const { CI, npm_config_user_agent, ...rest } = process.env;
    return { ...rest, NO_COLOR: "1", ...more };
  }

  function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd,
      env: environment(env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    return ended(child);
  }

  async function ended(child: ChildProcess): Promise<Ended> {
    let [stdout, stderr] = ["", ""];
    child.stdout?.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    const [code] = (await once(child, "close")) as [number | null];
    return { code, stdout, stderr };
  }

  /** A package manager of the test's own, first on the PATH. */
  function fakeTool(name: string, script: string): NodeJS.ProcessEnv {
    const bin = join(cwd, ".bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
    return { PATH: `${bin}${delimiter}${process.env.PATH}` };
  }

  /** What is in the working directory, but for the tools. */
  const left = (): string[] => readdirSync(cwd).filter((name) => name !== ".bin");

  it("says its version, its commands with examples, and what their exit codes mean", async () => {
    const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8"));
    for (const flag of ["--version", "-V"]) {
      expect(await run([flag])).to.eql({ code: 0, stdout: `${version}\n`, stderr: "" });
    }
    for (const command of ["", "new", "generate", "check", "icons build", "icons check"]) {
      const args = [...command.split(" ").filter((word) => word !== ""), "--help"];
      const { code, stdout } = await run(args);
      expect(code).to.equal(0);
      expect(stdout).to.match(/Examples:\n {2}\$ (?:npx )?blazon /);
    }
  });

  it("says its version without loading what commands need", () => {
    const hook = `import { register } from "node:module"; register("data:text/javascript," + encodeURIComponent('export async function load(u,c,n){ process._rawDebug(u); return n(u,c); }'));`;
    const { stderr } = spawnSync(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(hook)}`, CLI, "--version"],
      {
        encoding: "utf8",
        env: environment(),
      },
    );
    const loaded = stderr.split("\n").filter((line) => line.startsWith("file:"));
    expect(loaded.filter((line) => /node_modules/.test(line))).to.eql([]);
    expect(loaded.length).to.be.at.most(3);
  });

  it("refuses what it does not understand with 2, and makes nothing", async () => {
    for (const args of [
      ["nonsense"],
      ["new", "desk", "--template", "huge"],
      ["new", "desk", "--package-manager", "cargo"],
      ["new", "desk", "--nonsense"],
      ["new", "../desk", "--yes"],
      ["new", "desk", "--yes", "--package", "no/such.tgz"],
      ["generate", "tool"],
      ["generate", "table", "x"],
      ["generate", "tool", "x"],
    ]) {
      const { code, stderr } = await run(args);
      expect(code, args.join(" ")).to.equal(2);
      expect(stderr).to.not.equal("");
      expect(left()).to.eql([]);
    }
  });

  it("names the flag that is missing where nobody can be asked, and makes nothing (F04)", async () => {
    for (const [args, named] of [
      [["new"], "a folder"],
      [["new", "desk"], "--template"],
      [["new", "--yes"], "a folder"],
    ] as const) {
      const { code, stderr } = await run(args);
      expect([code, stderr.includes(named)], stderr).to.eql([2, true]);
    }
    const waiting = spawn(process.execPath, [CLI, "new", "desk"], {
      cwd,
      env: environment(),
      stdio: ["pipe", "pipe", "pipe"],
    });
    expect((await ended(waiting)).code).to.equal(2);
    expect(left()).to.eql([]);
  });

  it("makes a project with the files that npm would leave out, and says what is next (F01)", async () => {
    const { code, stdout } = await run(["new", "desk", "--yes", "--no-install", "--no-git"]);
    expect(code).to.equal(0);
    expect(stdout).to.equal(
      "Made desk from the template stdio. Next:\n\n  cd desk\n  npm install\n  npm run test\n  npm run check\n  npm run start\n",
    );
    expect(readdirSync(join(cwd, "desk"))).to.include.members([
      ".gitignore",
      ".npmrc",
      "package.json",
      "src",
    ]);
    expect(readdirSync(join(cwd, "desk")).filter((name) => name.startsWith("_"))).to.eql([]);
    expect(left()).to.eql(["desk"]);
    expect(statSync(join(cwd, "desk")).mode & 0o777).to.equal(0o777 & ~process.umask());
    const manifest = JSON.parse(readFileSync(join(cwd, "desk/package.json"), "utf8"));
    const { version } = JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8"));
    expect(manifest).to.deep.include({ name: "desk" });
    expect(manifest.dependencies.blazon).to.equal(`^${version}`);
    expect(readFileSync(join(cwd, "desk/src/server.ts"), "utf8")).to.include('name: "desk"');
  });

  it("writes JSON for machines, and nothing else on stdout", async () => {
    const { code, stdout } = await run([
      "new",
      "a/desk",
      "--template",
      "http",
      "--no-install",
      "--no-git",
      "--json",
    ]);
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.eql({
      directory: join(cwd, "a/desk"),
      template: "http",
      packageManager: "npm",
      installed: false,
      git: false,
      next: ["cd a/desk", "npm install", "npm run test", "npm run check", "npm run start"],
    });
  });

  it("takes the package manager that runs it", async () => {
    const { stdout } = await run(["new", "desk", "--yes", "--no-install", "--json"], {
      npm_config_user_agent: "pnpm/10.0.0 npm/? node/v20",
    });
    expect(JSON.parse(stdout)).to.deep.include({ packageManager: "pnpm" });
  });

  it("makes a repository, unless the folder is in one", async () => {
    await run(["new", "desk", "--yes", "--no-install"]);
    expect(existsSync(join(cwd, "desk/.git"))).to.equal(true);
    spawnSync("git", ["init", "--quiet"], { cwd });
    await run(["new", "other", "--yes", "--no-install"]);
    expect(existsSync(join(cwd, "other/.git"))).to.equal(false);
  });

  it("leaves nothing behind where a step fails: an install, a tool that is not there, a folder that cannot be written", async () => {
    const failing = fakeTool("npm", "echo 'no such package' >&2; exit 7");
    const failed = await run(["new", "deep/desk", "--yes"], failing);
    expect(failed.code).to.equal(1);
    expect(failed.stderr).to.include("npm install ended with 7").and.to.include("no such package");
    expect(failed.stderr).to.include("--no-install");
    expect(left()).to.eql([]);

    const missing = await run(["new", "desk", "--yes", "--package-manager", "bun"], {
      PATH: join(cwd, ".bin"),
    });
    expect([missing.code, missing.stderr.includes("bun is not on this machine")]).to.eql([1, true]);
    expect(left()).to.eql([]);
  });

  it("leaves nothing behind on a full disk", async () => {
    // No file may grow beyond two blocks: the first that is larger cannot be written.
    const child = spawn(
      "sh",
      ["-c", `ulimit -f 2; exec "$0" "$1" new deep/desk --yes --no-install`, process.execPath, CLI],
      {
        cwd,
        env: environment(),
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const { code, stderr } = await ended(child);
    expect([code, stderr.includes("EFBIG")], stderr).to.eql([1, true]);
    expect(left()).to.eql([]);
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    it(`leaves nothing behind where ${signal} comes during an install, and ends what it began`, async () => {
      const env = fakeTool("npm", `echo $$ > ${join(cwd, ".bin/pid")}; exec sleep 60`);
      const child = spawn(process.execPath, [CLI, "new", "deep/desk", "--yes"], {
        cwd,
        env: environment(env),
        stdio: "ignore",
      });
      const closed = once(child, "close") as Promise<[number | null]>;
      while (!existsSync(join(cwd, ".bin/pid"))) await sleep(10);
      child.kill(signal);
      const [code] = await closed;
      expect(code).to.equal(130);
      expect(left()).to.eql([]);
      const pid = Number(readFileSync(join(cwd, ".bin/pid"), "utf8"));
      expect(() => process.kill(pid, 0)).to.throw("ESRCH");
    });
  }

  it("removes nothing of others: what was put beside the project while it was made stays", async () => {
    const env = fakeTool("npm", "echo mine > ../mine.txt; exit 7");
    expect((await run(["new", "deep/desk", "--yes"], env)).code).to.equal(1);
    expect(readdirSync(join(cwd, "deep"))).to.eql(["mine.txt"]);
  });

  it("takes a place that was free, and leaves what came there in the meantime", async () => {
    mkdirSync(join(cwd, "desk"));
    const env = fakeTool("npm", `echo mine > ${join(cwd, "desk/mine.txt")}`);
    const { code, stderr } = await run(["new", "desk", "--yes", "--no-git"], env);
    expect([code, stderr.includes("was taken while the project was made")], stderr).to.eql([1, true]);
    expect(left()).to.eql(["desk"]);
    expect(readdirSync(join(cwd, "desk"))).to.eql(["mine.txt"]);
  });

  it("leaves nothing behind where what is ended still writes, or is git", async () => {
    const began = join(cwd, ".bin/began");
    const untilTold = `touch ${began}; while :; do sleep 0.02; done`;
    const more = 'i=0; while [ $i -lt 20 ]; do mkdir -p "$D/x/$i"; i=$((i+1)); sleep 0.02; done; exit 1';
    for (const [tool, script] of [
      ["npm", `D=$PWD; trap '${more}' TERM; ${untilTold}`],
      ["git", `[ "$1" = rev-parse ] && exit 1; ${untilTold}`],
    ] as const) {
      const env = { ...fakeTool("npm", "exit 0"), ...fakeTool(tool, script) };
      const child = spawn(process.execPath, [CLI, "new", "deep/desk", "--yes"], {
        cwd,
        env: environment(env),
        stdio: "ignore",
      });
      const closed = once(child, "close") as Promise<[number | null]>;
      while (!existsSync(began)) await sleep(10);
      child.kill("SIGTERM");
      expect(await closed, tool).to.deep.include(130);
      expect(left(), tool).to.eql([]);
      rmSync(began);
    }
  });

  it("says so where its templates are not there", async () => {
    const copy = join(cwd, "package");
    mkdirSync(join(copy, "dist"), { recursive: true });
    spawnSync("cp", ["-r", join(PROJECT_ROOT, "dist/lib"), join(copy, "dist/lib")]);
    spawnSync("cp", [join(PROJECT_ROOT, "package.json"), copy]);
    spawnSync("ln", ["-s", join(PROJECT_ROOT, "node_modules"), join(copy, "node_modules")]);
    const child = spawn(process.execPath, [join(copy, "dist/lib/cli.js"), "new", "desk", "--yes"], {
      cwd,
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { code, stderr } = await ended(child);
    expect([code, stderr]).to.eql([
      1,
      "blazon: The template stdio is not part of this installation\n  Fix: Install blazon again\n",
    ]);
    expect(left()).to.eql(["package"]);
  });

  describe("on a terminal", () => {
    const hasScript = spawnSync("script", ["--version"]).status === 0;
    if (!hasScript) return void it("is skipped: there is no `script` to make a terminal with");

    /** Types keys at a pseudo-terminal, each when something is asked. */
    async function type(
      args: readonly string[],
      keys: readonly (readonly [after: string, key: string | ((pid: number) => void)])[],
      env: NodeJS.ProcessEnv = {},
    ): Promise<Ended> {
      const command = [process.execPath, CLI, ...args].map((part) => `'${part}'`).join(" ");
      mkdirSync(join(cwd, ".bin"), { recursive: true });
      // A terminal of no width breaks every line.
      const sized = `stty cols 100 rows 30 && echo $$ > .bin/pid && exec ${command}`;
      const child = spawn("timeout", ["20", "script", "-qefc", sized, "/dev/null"], {
        cwd,
        env: environment({ TERM: "xterm", ...env }),
        stdio: ["pipe", "pipe", "pipe"],
      });
      let seen = "";
      let next = 0;
      child.stdout.on("data", (chunk) => {
        seen += chunk;
        const [after, key] = keys[next] ?? [];
        if (after === undefined || key === undefined || !seen.includes(after)) return;
        next++;
        seen = "";
        setTimeout(() => {
          if (typeof key === "string") child.stdin.write(key);
          else key(Number(readFileSync(join(cwd, ".bin/pid"), "utf8")));
        }, 50);
      });
      return ended(child);
    }

    it("asks for what was not said", async () => {
      const { code } = await type(
        ["new", "--no-install", "--no-git"],
        [
          ["Where should the server go?", "desk\r"],
          ["Which template?", "\r"],
        ],
      );
      expect(code).to.equal(0);
      expect(existsSync(join(cwd, "desk/src/note-store.ts"))).to.equal(true);
    });

    it("shows that an install is going on", async () => {
      const { PATH } = fakeTool("npm", "sleep 0.3");
      const { code, stdout } = await type(["new", "desk", "--yes", "--no-git"], [], { PATH });
      expect(code).to.equal(0);
      expect(stdout).to.match(/Installing with npm … \d+ s/);
    });

    it("makes nothing where the person leaves during an install", async () => {
      const { PATH } = fakeTool("npm", "exec sleep 30");
      const { code } = await type(
        ["new", "deep/desk", "--yes", "--no-git"],
        [["Installing with npm", "\u0003"]],
        { PATH },
      );
      expect(code).to.equal(130);
      expect(left()).to.eql([]);
    });

    it("makes nothing where the person leaves", async () => {
      const { code } = await type(["new", "--no-install"], [["Where should the server go?", "\u0003"]]);
      expect(code).to.equal(130);
      expect(left()).to.eql([]);
    });

    for (const signal of ["SIGTERM", "SIGHUP"] as const) {
      it(`makes nothing, and waits for no answer, where ${signal} comes while it asks`, async () => {
        for (const question of [0, 1]) {
          const kill = (pid: number): void => void process.kill(pid, signal);
          const asked = [
            ["Where should the server go?", question === 0 ? kill : "desk\r"],
            ["Which template?", kill],
          ] as const;
          const { code } = await type(["new", "--no-install"], asked);
          expect(code).to.equal(130);
          expect(left()).to.eql([]);
        }
      });
    }

    it("asks nobody where CI is set (F04)", async () => {
      const { code, stdout } = await type(["new", "desk", "--no-install"], [], { CI: "1" });
      expect([code, stdout.includes("--template is missing")], stdout).to.eql([2, true]);
      expect(left()).to.eql([]);
    });

    it("counts the seconds of an install, and makes nothing where Ctrl-C is typed during it", async () => {
      const env = fakeTool("npm", "exec sleep 60");
      const { code, stdout } = await type(
        ["new", "deep/desk", "--yes"],
        [["Installing with npm … 1 s", "\u0003"]],
        env,
      );
      expect([code, stdout.includes("interrupted, and nothing was made")], stdout).to.eql([130, true]);
      expect(left()).to.eql([]);
    });

    it("asks nothing with --yes", async () => {
      const { code } = await type(["new", "desk", "--yes", "--no-install", "--no-git"], []);
      expect(code).to.equal(0);
      expect(left()).to.eql(["desk"]);
    });
  });

  describe("generate", () => {
    beforeEach(() => {
      mkdirSync(join(cwd, "src"));
      writeFileSync(join(cwd, "src/features.ts"), "export const features = [];\n");
    });

    it("adds a file, its test and one entry", async () => {
      const { code, stdout } = await run(["generate", "tool", "open-ticket"]);
      expect([code, stdout]).to.eql([
        0,
        "  added  src/open-ticket.ts\n  added  test/open-ticket.test.ts\n  changed  src/features.ts\n",
      ]);
      expect(readFileSync(join(cwd, "src/features.ts"), "utf8")).to.equal(
        'import { OpenTicket } from "./open-ticket.js";\n\nexport const features = [OpenTicket];\n',
      );
    });

    it("writes nothing with --dry-run", async () => {
      const { stdout } = await run(["generate", "prompt", "triage", "--dry-run", "--json"]);
      expect(JSON.parse(stdout)).to.deep.include({ dryRun: true });
      expect(readdirSync(join(cwd, "src"))).to.eql(["features.ts"]);
    });

    it("writes over nothing, and changes nothing where it cannot do all", async () => {
      const before = readFileSync(join(cwd, "src/features.ts"), "utf8");
      writeFileSync(join(cwd, "src/open-ticket.ts"), "mine");
      const { code, stderr } = await run(["generate", "tool", "open-ticket"]);
      expect([code, stderr.includes("src/open-ticket.ts is there already")]).to.eql([2, true]);
      expect(readFileSync(join(cwd, "src/open-ticket.ts"), "utf8")).to.equal("mine");
      writeFileSync(join(cwd, "test"), "a file where a folder should be");
      const blocked = await run(["generate", "tool", "close-ticket"]);
      expect(blocked.code).to.equal(1);
      expect(readdirSync(join(cwd, "src")).sort()).to.eql(["features.ts", "open-ticket.ts"]);
      expect(readFileSync(join(cwd, "src/features.ts"), "utf8")).to.equal(before);
    });

    it("takes back what it made where the disk is full, folders too", async () => {
      const before = `${"// What the server offers.\n".repeat(100)}export const features = [];\n`;
      writeFileSync(join(cwd, "src/features.ts"), before);
      // Both new files fit in two blocks; the list of features does not.
      const command = `ulimit -f 2; exec "$0" "$1" generate prompt triage`;
      const child = spawn("sh", ["-c", command, process.execPath, CLI], {
        cwd,
        env: environment(),
        stdio: ["ignore", "pipe", "pipe"],
      });
      const { code, stderr } = await ended(child);
      expect([code, stderr.includes("EFBIG")], stderr).to.eql([1, true]);
      expect(left()).to.eql(["src"]);
      expect(readdirSync(join(cwd, "src"))).to.eql(["features.ts"]);
      expect(readFileSync(join(cwd, "src/features.ts"), "utf8")).to.equal(before);
    });
  });
});
