import { Feature, Field, type JsonObject, Resource, type ResourceReturn } from "blazon";
import type { TestClient } from "blazon/testing";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { closeServers, openServer } from "./open-server.js";

const HINTS = { ttlMs: 0, cacheScope: "private" };

/** What the resources of a test return; some of it is nothing the compiler would let pass. */
const given: { value: unknown } = { value: undefined };

class NoteRef {
  @Field({ maxLength: 100 }) id!: string;
}

@Feature()
class Giving {
  @Resource("give://bare")
  bare(): ResourceReturn {
    return given.value as ResourceReturn;
  }

  @Resource("give://plain", { mimeType: "text/plain", ttlMs: 1000, cacheScope: "public" })
  async plain(): Promise<ResourceReturn> {
    return given.value as ResourceReturn;
  }

  @Resource("give://json", { mimeType: "application/json" })
  json(): ResourceReturn {
    return given.value as ResourceReturn;
  }

  @Resource("give://json/parameters", { mimeType: "application/json ; charset=utf-8" })
  jsonWithParameters(): ResourceReturn {
    return given.value as ResourceReturn;
  }

  @Resource("give://json/built-on", { mimeType: "Application/VND.api+JSON" })
  builtOnJson(): ResourceReturn {
    return given.value as ResourceReturn;
  }

  @Resource("give://json/model", { mimeType: "model/gltf+json" })
  model(): ResourceReturn {
    return given.value as ResourceReturn;
  }

  @Resource("give://json/not", { mimeType: "application/jsonish" })
  jsonish(): ResourceReturn {
    return given.value as ResourceReturn;
  }

  @Resource("give://note/{id}", { mimeType: "text/plain" })
  note(_ref: NoteRef): ResourceReturn {
    return given.value as ResourceReturn;
  }
}

const MEMBERS: Readonly<Record<string, string>> = {
  "give://bare": "bare",
  "give://plain": "plain",
  "give://json": "json",
  "give://json/not": "jsonish",
};

describe("what a resource returns", () => {
  let client: TestClient;
  beforeEach(async () => {
    client = await openServer([Giving]);
  });
  afterEach(closeServers);

  async function read(uri: string, value: unknown): Promise<JsonObject> {
    given.value = value;
    const result = await client.readResource(uri);
    expectWireValid(client.frames.at(-1), "resources/read");
    return result;
  }

  /** The server's own error, which the client learns nothing of. */
  async function refusalOf(uri: string, value: unknown): Promise<unknown> {
    given.value = value;
    const error = await rejectionOf(client.readResource(uri));
    const { error: sent } = client.frames.at(-1) as { readonly error?: JsonObject };
    expect(sent).to.have.keys("code", "message");
    expect(sent?.code).to.equal(-32603);
    expect(sent?.message).to.match(/^Internal error \(reference [0-9a-f]{12}\)$/);
    return error;
  }

  function invalid(uri: string, detail: string) {
    return {
      code: "ERR_OUTPUT_INVALID",
      message:
        `ERR_OUTPUT_INVALID: Giving.${MEMBERS[uri]} returned a value its declaration does not allow: ${detail}. ` +
        "Fix: Return what is declared, or declare what is returned.",
    };
  }

  it("[RES-10] is text, the empty one too, under the URI that was asked for and the declared type", async () => {
    for (const text of ["a", ""]) {
      expect(await read("give://bare", text)).to.deep.include({ contents: [{ uri: "give://bare", text }] });
      expect(await read("give://plain", text)).to.deep.include({
        contents: [{ uri: "give://plain", mimeType: "text/plain", text }],
      });
      expect(await read("give://note/%41%20b", text)).to.deep.include({
        contents: [{ uri: "give://note/%41%20b", mimeType: "text/plain", text }],
      });
    }
  });

  it("[RES-13] [RES-14] is bytes, which come as base64, of a view into a larger buffer too", async () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256).subarray(7);
    for (const value of [bytes, Buffer.from(bytes)]) {
      const result = await read("give://bare", value);
      const [contents] = result.contents as readonly JsonObject[];
      expect(contents).to.have.keys("uri", "blob");
      expect([...Buffer.from(String(contents?.blob), "base64")]).to.eql([...bytes]);
    }
    expect(await read("give://json", Uint8Array.of(0))).to.deep.include({
      contents: [{ uri: "give://json", mimeType: "application/json", blob: "AA==" }],
    });
    expect(await read("give://bare", new Uint8Array())).to.deep.include({
      contents: [{ uri: "give://bare", blob: "" }],
    });
  });

  it("[RES-11] is contents or a list of them, as they are", async () => {
    const one = { uri: "give://one", text: "1", _meta: { "com.example/a": 1 } };
    const two = { uri: "give://two", blob: "AA==", mimeType: "image/png" };
    for (const uri of ["give://bare", "give://plain", "give://json"]) {
      expect(await read(uri, one)).to.deep.include({ contents: [one] });
      expect(await read(uri, [one, two])).to.deep.include({ contents: [one, two] });
    }
  });

  it("[BASE-12] [META-27] is a whole result, whose further members reach the client", async () => {
    const contents = [{ uri: "give://one", text: "1" }];
    const result = await read("give://bare", { contents, extra: [1], _meta: { "com.example/a": 1 } });
    expect(result).to.deep.include({ contents, extra: [1], resultType: "complete", ...HINTS });
    expect(result._meta).to.eql({
      "com.example/a": 1,
      "io.modelcontextprotocol/serverInfo": { name: "catalog", version: "1.0.0" },
    });
  });

  it("is any JSON value where the MIME type is JSON, or built on it", async () => {
    const types = {
      "give://json": "application/json",
      "give://json/parameters": "application/json ; charset=utf-8",
      "give://json/built-on": "Application/VND.api+JSON",
      "give://json/model": "model/gltf+json",
    };
    for (const [uri, mimeType] of Object.entries(types)) {
      for (const value of [null, 0, false, [], {}, [1, "a"], { a: { b: null } }, { contents: [] }]) {
        expect(await read(uri, value)).to.deep.include({
          contents: [{ uri, mimeType, text: JSON.stringify(value) }],
        });
      }
    }
  });

  it("is no JSON value under another type, and then says what it is", async () => {
    for (const uri of ["give://bare", "give://plain", "give://json/not"]) {
      for (const [value, kind] of [
        [null, "null"],
        [0, "a number"],
        [[], "a list"],
        [{}, "an object"],
        [{ contents: [] }, "an object"],
        [{ contents: [{ uri: "give://one" }] }, "an object"],
        [{ uri: "give://one", text: "", blob: "" }, "an object"],
        [[{ uri: "give://one", text: "" }, "a"], "a list"],
        [new Date(0), "a Date"],
      ] as const) {
        const detail = `${kind} is neither text, bytes nor contents; a JSON value needs a JSON mimeType`;
        expect(await refusalOf(uri, value)).to.include(invalid(uri, detail));
      }
    }
  });

  it("is refused where JSON cannot say it", async () => {
    expect(await refusalOf("give://json", () => 1)).to.include(
      invalid("give://json", "a function is no JSON value"),
    );
    expect(await refusalOf("give://json", Symbol("a"))).to.include(
      invalid("give://json", "a symbol is no JSON value"),
    );
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(await refusalOf("give://json", circle)).to.be.instanceOf(TypeError);
  });

  it("[RES-15] [RES-16] [RES-17] is nothing where there is no such resource", async () => {
    given.value = undefined;
    for (const uri of ["give://bare", "give://plain", "give://json", "give://note/a"]) {
      const error = await rejectionOf(client.readResource(uri));
      expect(error).to.deep.include({ code: -32602, message: "Resource not found", data: { uri } });
    }
  });

  it("[CACHE-01] [CACHE-03] carries the hints of its declaration, else none may keep it", async () => {
    expect(await read("give://bare", "a")).to.deep.include(HINTS);
    expect(await read("give://note/a", "a")).to.deep.include(HINTS);
    expect(await read("give://plain", "a")).to.deep.include({ ttlMs: 1000, cacheScope: "public" });
  });

  it("[CACHE-01] [CACHE-03] carries the hints of a whole result, and those it leaves out all the same", async () => {
    const contents = [{ uri: "give://one", text: "1" }];
    for (const [own, hints] of [
      [{}, { ttlMs: 1000, cacheScope: "public" }],
      [
        { ttlMs: undefined, cacheScope: undefined },
        { ttlMs: 1000, cacheScope: "public" },
      ],
      [{ ttlMs: 0 }, { ttlMs: 0, cacheScope: "public" }],
      [{ cacheScope: "private" }, { ttlMs: 1000, cacheScope: "private" }],
    ] as const) {
      expect(await read("give://plain", { contents, ...own })).to.deep.include(hints);
    }
  });

  it("[CACHE-03] [CACHE-04] is refused with hints that are none", async () => {
    const contents = [{ uri: "give://one", text: "1" }];
    for (const [own, detail] of [
      [{ ttlMs: -1 }, "ttlMs is -1"],
      [{ ttlMs: 1.5 }, "ttlMs is 1.5"],
      [{ ttlMs: "5" }, "ttlMs is 5"],
      [{ ttlMs: null }, "ttlMs is null"],
      [{ ttlMs: Number.POSITIVE_INFINITY }, "ttlMs is Infinity"],
      [{ cacheScope: "PUBLIC" }, "cacheScope is PUBLIC"],
      [{ cacheScope: null }, "cacheScope is null"],
    ] as const) {
      expect(await refusalOf("give://bare", { contents, ...own })).to.include(invalid("give://bare", detail));
    }
  });
});
