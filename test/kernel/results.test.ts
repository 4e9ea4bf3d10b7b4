import { createServer, Feature, Resource, RpcError, type Server, Tool } from "blazon";
import { connect, type TestClient } from "blazon/testing";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { META } from "../support/link.js";

/** What JSON makes of a result that says itself what it is in JSON. */
const FORMS: Readonly<Record<string, unknown>> = {
  list: [1],
  text: "{",
  number: 5,
  null: null,
  nothing: undefined,
  truth: true,
};

/** A result that is something else in JSON; its type says otherwise. */
function turnedInto(form: string): never {
  return { content: [], contents: [], toJSON: () => FORMS[form] } as never;
}

@Feature()
class Shifty {
  @Tool() list() {
    return turnedInto("list");
  }
  @Tool() text() {
    return turnedInto("text");
  }
  @Tool() number() {
    return turnedInto("number");
  }
  @Tool() null() {
    return turnedInto("null");
  }
  @Tool() nothing() {
    return turnedInto("nothing");
  }
  @Tool() truth() {
    return turnedInto("truth");
  }

  @Resource("shifty://list")
  listed() {
    return turnedInto("list");
  }

  @Tool()
  circle(): never {
    const circle: Record<string, unknown> = { content: [] };
    circle.self = circle;
    return circle as never; // what a caller without types returns
  }

  @Tool()
  confides(): never {
    const data: Record<string, unknown> = { password: "hunter2" };
    data.self = data;
    throw new RpcError(1001, "no data can be told", data);
  }

  @Tool()
  big(): never {
    throw new RpcError(1001, "no data can be told", { size: 5n });
  }
}

describe("a result", () => {
  let server: Server;
  let client: TestClient;
  before(async () => {
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    server = await createServer({ name: "shifty", version: "1.0.0", features: [Shifty], logger });
    client = await connect(server);
  });
  after(async () => {
    await client.close();
    await server.close();
  });

  async function answerTo(method: string, params: object) {
    const frame = await client.send({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } });
    return frame as {
      readonly id: unknown;
      readonly error?: { code: number; message: string; data?: unknown };
    };
  }

  for (const form of Object.keys(FORMS)) {
    it(`[BASE-11] is an object, and an internal error where JSON makes ${form} of it`, async () => {
      const { id, error } = await answerTo("tools/call", { name: form });
      expect(id).to.equal(1);
      expect(error?.code).to.equal(-32603);
      expect(error?.message).to.match(/^Internal error \(reference [0-9a-f]{12}\)$/);
    });
  }

  it("[BASE-11] is an object of a resource as well", async () => {
    const { error } = await answerTo("resources/read", { uri: "shifty://list" });
    expect(error?.code).to.equal(-32603);
  });

  it("is an internal error where JSON cannot say it", async () => {
    const { error } = await answerTo("tools/call", { name: "circle" });
    expect(error?.code).to.equal(-32603);
    expect(error?.message).to.match(/^Internal error \(reference [0-9a-f]{12}\)$/);
  });

  it("[BASE-20] is an error without its data where JSON cannot say those", async () => {
    for (const name of ["confides", "big"]) {
      const { error } = await answerTo("tools/call", { name });
      expect(error, name).to.eql({ code: 1001, message: "no data can be told" });
    }
  });
});
