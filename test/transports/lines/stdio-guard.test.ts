import { spawn } from "node:child_process";
import { expect } from "chai";
import { describe, it } from "mocha";

const SERVE = new URL("../../../src/transports/lines/serve-stdio.js", import.meta.url).href;
const PORT = new URL("../fake-port.js", import.meta.url).href;

/** Runs a stdio server in a process of its own: stdout cannot be taken from the test runner's. */
function run(
  script: string,
  stdin: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const source = `
    import { serveStdio } from ${JSON.stringify(SERVE)};
    import { FakePort } from ${JSON.stringify(PORT)};
    ${script}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", source]);
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdin.end(stdin);
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stdout, stderr })));
}

describe("serving stdio", () => {
  it("[STDIO-05] sends what others print to stderr, and gives stdout back at the end", async () => {
    const script = `
      const port = new FakePort();
      const receive = port.receive.bind(port);
      port.receive = (text, exchange) => {
        console.log("stray %s", "log");
        process.stdout.write(Buffer.from("stray write\\n"));
        return receive(text, exchange);
      };
      await serveStdio(port, { onEnd: () => console.log("back again") }).closed;`;
    const { code, stdout, stderr } = await run(script, '{"jsonrpc":"2.0","id":1,"method":"echo"}\n');
    expect(stdout).to.equal('{"jsonrpc":"2.0","id":1,"result":null}\nback again\n');
    expect(stderr).to.equal("stray log\nstray write\n");
    expect(code).to.equal(0);
  });

  it("[STDIO-14] lets the process exit by itself once the input has ended", async () => {
    const { code, stdout } = await run("serveStdio(new FakePort());", "");
    expect(stdout).to.equal("");
    expect(code).to.equal(0);
  });

  it("lets the process exit after close(), with the input still open", async () => {
    const script = `
      const handle = serveStdio(new FakePort());
      setImmediate(() => handle.close().then(() => console.log("closed")));`;
    const source = `import { serveStdio } from ${JSON.stringify(SERVE)};
      import { FakePort } from ${JSON.stringify(PORT)}; ${script}`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", source]);
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).to.equal(0);
  });

  it("survives a client that closes the output", async () => {
    const script = `
      await serveStdio(new FakePort()).closed;
      process.stderr.write("ended");`;
    const source = `import { serveStdio } from ${JSON.stringify(SERVE)};
      import { FakePort } from ${JSON.stringify(PORT)}; ${script}`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", source]);
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    child.stdin.on("error", () => {});
    child.stdout.destroy();
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"echo"}\n');
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(stderr).to.equal("ended");
    expect(code).to.equal(0);
  });

  it("leaves stdout alone where an option is wrong", async () => {
    const script = `
      try { serveStdio(new FakePort(), { maxLineBytes: -1 }); } catch (error) { console.log(error.code); }`;
    const { stdout } = await run(script, "");
    expect(stdout).to.equal("ERR_OPTION_INVALID\n");
  });
});
