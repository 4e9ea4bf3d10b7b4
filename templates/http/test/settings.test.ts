import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readSettings } from "../src/settings.js";
import { startServer } from "../src/server.js";

describe("the settings", () => {
  it("have defaults for a machine of one's own", () => {
    assert.deepEqual(readSettings({}), { host: "127.0.0.1", port: 3000, hosts: undefined });
  });

  it("name what is wrong", () => {
    assert.throws(() => readSettings({ PORT: "http" }), /PORT is http/);
    assert.throws(() => readSettings({ PORT: "70000" }), /PORT is 70000/);
  });
});

describe("the server over HTTP", () => {
  it("answers its health check", async () => {
    const server = await startServer();
    const { port } = await server.listen({ port: 0, signals: false });
    const response = await fetch(`http://127.0.0.1:${port}/healthz`);
    assert.equal(response.status, 200);
    await server.close();
  });
});
