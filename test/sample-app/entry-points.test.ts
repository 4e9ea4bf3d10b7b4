import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { welcome } from "../../sample-app/welcome.js";

const HTTP_SCRIPT = fileURLToPath(new URL("../../sample-app/http.js", import.meta.url));
const STDIO_SCRIPT = fileURLToPath(new URL("../../sample-app/stdio.js", import.meta.url));

describe("the entry points of the help desk", () => {
  let child: ChildProcess | undefined;

  afterEach(() => {
    child?.kill();
  });

  /** Starts a script and gathers its standard output until it says what is waited for, or ends. */
  async function outputOf(script: string, env: Record<string, string>, until: string): Promise<string> {
    child = spawn(process.execPath, [script], { env: { HELPDESK_DB: ":memory:", ...env } });
    let output = "";
    for await (const chunk of child.stdout ?? []) {
      output += String(chunk);
      if (output.includes(until)) break;
    }
    return output;
  }

  it("print a curl command that works as it stands", async () => {
    const output = await outputOf(HTTP_SCRIPT, { PORT: "0" }, "Ctrl+C");
    const command = /^curl [\s\S]*?\}'$/m.exec(output)?.[0];
    expect(command).to.include("MCP-Protocol-Version: 2026-07-28");
    const { stdout } = await promisify(execFile)("sh", ["-c", `${command}`]);
    const { result } = JSON.parse(stdout);
    expect(result.structuredContent.tickets).to.have.length(2);
  });

  it("print where the stdio form lies, in the words of a client's configuration", async () => {
    const output = await outputOf(HTTP_SCRIPT, { PORT: "0" }, "Ctrl+C");
    const json = /^\{[\s\S]*^\}$/m.exec(output)?.[0];
    expect(JSON.parse(json ?? "")).to.deep.equal({
      mcpServers: { helpdesk: { command: process.execPath, args: [STDIO_SCRIPT] } },
    });
  });

  it("say what is wrong with a setting in one line, and end with 1", async () => {
    child = spawn(process.execPath, [HTTP_SCRIPT], { env: { HELPDESK_DB: ":memory:", PORT: "high" } });
    const [message] = await once(child.stderr ?? process, "data");
    const [code] = await once(child, "exit");
    expect(String(message)).to.equal('PORT must be a number from 0 to 65535, and it is "high"\n');
    expect(code).to.equal(1);
  });

  it("print nothing on the standard output of the stdio form, which belongs to the protocol", async () => {
    child = spawn(process.execPath, [STDIO_SCRIPT], { env: { HELPDESK_DB: ":memory:" } });
    let output = "";
    child.stdout?.on("data", (chunk: unknown) => {
      output += String(chunk);
    });
    child.stdin?.end();
    const [code] = await once(child, "close");
    expect([output, code]).to.deep.equal(["", 0]);
  });
});

describe("the welcome", () => {
  it("keeps a path with quotes and backslashes whole in its JSON", () => {
    const script = 'C:\\desk "new"\\stdio.js';
    const text = welcome({ url: "http://127.0.0.1:3000/mcp", node: "/usr/bin/node", script });
    const json = /^\{[\s\S]*^\}$/m.exec(text)?.[0];
    expect(JSON.parse(json ?? "")).to.have.nested.property("mcpServers.helpdesk.args[0]", script);
  });
});
