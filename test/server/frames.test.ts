import type { JsonObject } from "blazon";
import { expect } from "chai";
import { it } from "mocha";
import { request } from "../support/link.js";
import { onEveryTransport } from "../support/on-every-transport.js";
import * as frames from "./frames-server.js";

const MOST_FRAMES = 6;
const MOST_AWAITS = 3;

onEveryTransport("the way to a handler", frames, ({ send }) => {
  async function listFrom(name: string, args: JsonObject = {}): Promise<readonly string[]> {
    const { reply } = await send(request("tools/call", { name, arguments: args }));
    const { content = [] } = (reply?.result ?? {}) as {
      readonly content?: readonly { readonly text: string }[];
    };
    return JSON.parse(String(content[0]?.text))[1];
  }

  for (const name of ["now", "later", "both", "alone"]) {
    it(`has at most ${MOST_FRAMES} frames of the framework above ${name}()`, async () => {
      const own = await listFrom(name, name === "alone" ? {} : { a: 1, b: 2 });
      if (name !== "later") expect(own).to.not.be.empty;
      expect(own.length, own.join("\n")).to.be.at.most(MOST_FRAMES);
    });
  }

  it(`awaits at most ${MOST_AWAITS} promises for one call`, async () => {
    await send(request("tools/call", { name: "watched", arguments: { a: 1, b: 2 } }));
    await new Promise((resolve) => setImmediate(resolve));
    const awaits = await listFrom("awaited");
    expect(awaits).to.not.be.empty;
    expect(awaits.length, awaits.join("\n")).to.be.at.most(MOST_AWAITS);
  });
});
