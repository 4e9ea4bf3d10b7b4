import { createServer, Feature, Field, Handles, type JsonObject, Tool } from "blazon";
import { expect } from "chai";
import { describe, it } from "mocha";
import { META } from "../support/link.js";
import { Pipe } from "../support/pipe.js";

class Item {
  @Field({ optional: true }) handle?: string;
  @Field() item!: string;
}

@Feature()
class Carts {
  readonly #carts = new Handles<string[]>();

  @Tool()
  async open(): Promise<string> {
    return this.#carts.create("everybody", []);
  }

  @Tool()
  async put({ handle = "", item }: Item): Promise<string> {
    const cart = await this.#carts.use(handle, "everybody");
    cart.push(item);
    return cart.join();
  }
}

describe("state that outlives a request", () => {
  it("[STATE-06] is named by a handle in every call, on whatever connection it comes", async () => {
    const server = await createServer({ name: "carts", version: "1.0.0", features: [Carts] });
    let id = 0;
    /** Each call on a connection of its own. */
    const call = async (name: string, args: JsonObject = {}): Promise<JsonObject> => {
      const pipe = Pipe.open(server);
      pipe.send({
        jsonrpc: "2.0",
        id: ++id,
        method: "tools/call",
        params: { name, arguments: args, _meta: META },
      });
      await pipe.until(() => pipe.frames.length > 0);
      await pipe.close();
      return pipe.frames[0]?.result as JsonObject; // these calls have results
    };
    const textOf = ({ content }: JsonObject) => (content as [{ text: string }])[0].text;

    const handle = textOf(await call("open"));
    expect(textOf(await call("put", { handle, item: "tea" }))).to.equal("tea");
    expect(textOf(await call("put", { handle, item: "milk" }))).to.equal("tea,milk");
    const without = await call("put", { item: "sugar" });
    expect(without.isError).to.equal(true);
    await server.close();
  });
});
