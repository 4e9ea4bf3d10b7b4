import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, it } from "mocha";

const SERVER = fileURLToPath(new URL("../src/server.js", import.meta.url));

describe("the server", () => {
  it("greets whoever is named, and ends with its input", async () => {
    const child = spawn(process.execPath, [SERVER], { stdio: ["pipe", "pipe", "ignore"] });
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "greet",
        arguments: { name: "Noor" },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    };
    child.stdin.end(`${JSON.stringify(call)}\n`);
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    const [code] = await once(child, "close");
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(output).result.content, [{ type: "text", text: "Hello, Noor!" }]);
  });
});
