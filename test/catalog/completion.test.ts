import {
  Complete,
  type CompleteReturn,
  Feature,
  Field,
  type JsonObject,
  Prompt,
  RequestContext,
  Resource,
} from "blazon";
import type { TestClient } from "blazon/testing";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { closeServers, openServer } from "./open-server.js";

/** What the completer of a test returns; some of it is nothing the compiler would let pass. */
const given: { value: unknown } = { value: undefined };

class Trip {
  @Field({ maxLength: 100 }) country!: string;
  @Field({ optional: true, maxLength: 100 }) city?: string;
}
class Stop {
  @Field({ maxLength: 100 }) line!: string;
  @Field({ maxLength: 100 }) stop!: string;
}

const CITIES: Readonly<Record<string, readonly string[]>> = { fi: ["Oulu", "Turku"], ee: ["Tartu"] };

@Feature()
class Travel {
  @Prompt()
  plan({ country, city }: Trip): string {
    return `${country} ${city}`;
  }

  @Prompt()
  alone(): string {
    return "alone";
  }

  @Complete({ prompt: "plan", argument: "country" })
  async countries(): Promise<CompleteReturn> {
    return given.value as CompleteReturn;
  }

  @Complete({ prompt: "plan", argument: "city" })
  cities(typed: string, chosen: Readonly<Record<string, string>>, ctx: RequestContext) {
    return { values: [`${typed} in ${CITIES[chosen.country ?? ""]?.join() ?? "nowhere"} by ${ctx.method}`] };
  }

  @Resource("stop://{line}/{stop}")
  stop({ line, stop }: Stop): string {
    return `${line} ${stop}`;
  }

  @Resource("stop://map")
  map(): string {
    return "map";
  }

  @Complete({ resource: "stop://{line}/{stop}", argument: "line" })
  lines(): string[] {
    return ["north", "south"];
  }
}

class Mute {
  @Prompt()
  plan({ country }: Trip): string {
    return country;
  }
}

const PLAN = { type: "ref/prompt", name: "plan" };

describe("completion", () => {
  let client: TestClient;
  beforeEach(async () => {
    client = await openServer([Travel]);
  });
  afterEach(closeServers);

  async function complete(ref: JsonObject, argument: JsonObject, context?: unknown): Promise<JsonObject> {
    const params = { ref, argument, ...(context !== undefined && { context }) };
    const result = await client.request("completion/complete", params);
    expectWireValid(client.frames.at(-1), "completion/complete");
    return result;
  }

  async function countries(value: unknown, typed: string): Promise<unknown> {
    given.value = value;
    return (await complete(PLAN, { name: "country", value: typed })).completion;
  }

  it("[COMP-09] suggests what begins with the text, then what holds it, each in the author's order", async () => {
    const values = ["Zanzibar", "Tanzania", "zimbabwe", "An", "Brazil", "ZAN"];
    for (const typed of ["za", "ZA"]) {
      expect(await countries(values, typed)).to.eql({
        values: ["Zanzibar", "ZAN", "Tanzania"],
        total: 3,
        hasMore: false,
      });
    }
    expect(await countries(values, "an")).to.eql({
      values: ["An", "Zanzibar", "Tanzania", "ZAN"],
      total: 4,
      hasMore: false,
    });
    expect(await countries(values, "")).to.eql({ values, total: 6, hasMore: false });
    expect(await countries(values, "x")).to.eql({ values: [], total: 0, hasMore: false });
    expect(await countries([], "")).to.eql({ values: [], total: 0, hasMore: false });
  });

  it("takes typed text as it is, not as a pattern", async () => {
    expect(await countries(["a.c", "abc", "(a", "[a"], "a.c")).to.eql({
      values: ["a.c"],
      total: 1,
      hasMore: false,
    });
    expect(await countries(["abc", "(a", "a("], "(")).to.eql({
      values: ["(a", "a("],
      total: 2,
      hasMore: false,
    });
  });

  it("[COMP-03] [COMP-04] suggests a hundred at most, counts them all and says that there are more", async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
    for (const [count, hasMore] of [
      [99, false],
      [100, false],
      [101, true],
      [250, true],
    ] as const) {
      expect(await countries(names(count), "n")).to.eql({
        values: names(Math.min(count, 100)),
        total: count,
        hasMore,
      });
    }
    expect(await countries({ values: names(101) }, "n")).to.eql({ values: names(100), hasMore: true });
    expect(await countries({ values: names(101), total: 5000, hasMore: false }, "n")).to.eql({
      values: names(100),
      total: 5000,
      hasMore: true,
    });
  });

  it("[COMP-04] takes an object as matched already", async () => {
    expect(await countries({ values: ["b", "a"] }, "x")).to.eql({ values: ["b", "a"], hasMore: false });
    expect(await countries({ values: [], total: 7, hasMore: true }, "x")).to.eql({
      values: [],
      total: 7,
      hasMore: true,
    });
  });

  it("[COMP-08] refuses what is no list of strings, and tells only the server", async () => {
    for (const value of [undefined, null, "a", 5, [1], ["a", null], {}, { values: "a" }, { values: [1] }]) {
      given.value = value;
      const error = await rejectionOf(complete(PLAN, { name: "country", value: "" }));
      expect(error).to.include({
        code: "ERR_OUTPUT_INVALID",
        message:
          "ERR_OUTPUT_INVALID: Travel.countries returned a value its declaration does not allow: " +
          "a completer returns a list of strings, or { values, total, hasMore }. " +
          "Fix: Return what is declared, or declare what is returned.",
      });
      const { error: sent } = client.frames.at(-1) as { readonly error?: JsonObject };
      expect(sent).to.have.keys("code", "message");
      expect(sent?.message).to.match(/^Internal error \(reference [0-9a-f]{12}\)$/);
    }
  });

  it("[COMP-14] gives a completer the typed text, the arguments chosen so far and the context", async () => {
    const argument = { name: "city", value: "Ta" };
    for (const [context, where] of [
      [undefined, "nowhere"],
      [{}, "nowhere"],
      [{ arguments: {} }, "nowhere"],
      [{ arguments: { country: "fi" } }, "Oulu,Turku"],
    ] as const) {
      const { completion } = await complete(PLAN, argument, context);
      expect(completion).to.eql({ values: [`Ta in ${where} by completion/complete`], hasMore: false });
    }
  });

  it("[COMP-02] [COMP-07] [COMP-11] refuses a reference, an argument or a context of another shape", async () => {
    const argument = { name: "country", value: "" };
    const ref = "ref must be a ref/prompt with a name, or a ref/resource with a uri";
    const part = "argument must have a name and a value, both strings";
    const chosen = "context.arguments must be a map of strings";
    for (const [params, detail] of [
      [{ argument }, ref],
      [{ ref: "plan", argument }, ref],
      [{ ref: { type: "ref/tool", name: "plan" }, argument }, ref],
      [{ ref: { type: "ref/prompt", uri: "plan" }, argument }, ref],
      [{ ref: { type: "ref/resource", name: "plan" }, argument }, ref],
      [{ ref: PLAN }, part],
      [{ ref: PLAN, argument: { name: "country" } }, part],
      [{ ref: PLAN, argument: { value: "" } }, part],
      [{ ref: PLAN, argument: { name: "country", value: 5 } }, part],
      [{ ref: PLAN, argument, context: [] }, chosen],
      [{ ref: PLAN, argument, context: { arguments: { city: 5 } } }, chosen],
      [{ ref: PLAN, argument, context: { arguments: ["a"] } }, chosen],
    ] as const) {
      const error = await rejectionOf(client.request("completion/complete", params));
      expect(error).to.include({ code: -32602, message: `Invalid params: ${detail}` });
    }
  });

  it("[COMP-15] finds a template by itself and by any URI it stands for", async () => {
    const argument = { name: "line", value: "s" };
    for (const uri of ["stop://{line}/{stop}", "stop://north/3", "stop://a%20b/c"]) {
      const { completion } = await complete({ type: "ref/resource", uri }, argument);
      expect(completion).to.eql({ values: ["south"], total: 1, hasMore: false });
    }
  });

  it("[COMP-04] suggests nothing for an argument that has no completer", async () => {
    const none = { values: [], total: 0, hasMore: false };
    const ref = { type: "ref/resource", uri: "stop://{line}/{stop}" };
    expect((await complete(ref, { name: "stop", value: "a" })).completion).to.eql(none);
  });

  it("[COMP-06] refuses a prompt, a template or an argument that is not there", async () => {
    const template = "Unknown reference: there is no such resource template";
    const prompt = "Unknown reference: there is no such prompt";
    const argument = "Unknown reference: it has no such argument";
    for (const [ref, name, message] of [
      [{ type: "ref/prompt", name: "nope" }, "country", prompt],
      [{ type: "ref/prompt", name: "__proto__" }, "country", prompt],
      [{ type: "ref/resource", uri: "stop://{line}" }, "line", template],
      [{ type: "ref/resource", uri: "stop://map" }, "line", template],
      [{ type: "ref/resource", uri: "stop://%ZZ/a" }, "line", template],
      [{ type: "ref/resource", uri: "stop://../a" }, "line", template],
      [{ type: "ref/resource", uri: "" }, "line", template],
      [PLAN, "nope", argument],
      [PLAN, "constructor", argument],
      [{ type: "ref/prompt", name: "alone" }, "country", argument],
      [{ type: "ref/resource", uri: "stop://a/b" }, "country", argument],
    ] as const) {
      const error = await rejectionOf(complete(ref, { name, value: "" }));
      expect(error, JSON.stringify([ref, name])).to.include({ code: -32602, message });
    }
  });

  it("[COMP-01] [COMP-05] is neither advertised nor served where nothing has a completer", async () => {
    const mute = await openServer([Mute]);
    expect((await mute.discover()).capabilities).to.not.have.property("completions");
    const params = { ref: PLAN, argument: { name: "country", value: "" } };
    const error = await rejectionOf(mute.request("completion/complete", params));
    expect(error).to.include({ code: -32601, message: "Method not found" });
  });

  it("[COMP-04] [CACHE-21] carries its type and no caching hints", async () => {
    given.value = [];
    const result = await complete(PLAN, { name: "country", value: "" });
    expect(result).to.have.keys("completion", "resultType", "_meta");
    expect(result.resultType).to.equal("complete");
  });
});
