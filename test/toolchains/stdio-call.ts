import { spawn } from "node:child_process";
import { once } from "node:events";

const SEARCH = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "search_tickets",
    arguments: { text: "kettle" },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "toolchains", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
};

/** Starts a script that serves the help desk over stdio, searches once, ends it, and gives what it wrote. */
export async function searchOverStdio(script: string): Promise<{ code: unknown; output: string }> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, HELPDESK_DB: ":memory:" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output.includes("\n")) child.stdin.end();
  });
  child.stdin.write(`${JSON.stringify(SEARCH)}\n`);
  const [code] = await once(child, "close");
  return { code, output };
}
