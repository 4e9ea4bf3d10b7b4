import {
  type Class,
  Feature,
  Field,
  type JsonObject,
  RequestContext,
  Resource,
  type ResourcePage,
} from "blazon";
import type { TestClient } from "blazon/testing";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { closeServers, openServer } from "./open-server.js";

class Ref {
  @Field({ maxLength: 100 }) id!: string;
}

/** What the lister of a test does; some of it is nothing the compiler would let pass. */
const given: { value: unknown; readonly calls: (string | undefined)[] } = { value: undefined, calls: [] };

@Feature()
class Given {
  @Resource("given://{id}", { list: "all" })
  one({ id }: Ref): string {
    return id;
  }

  all(cursor: string | undefined, ctx: RequestContext): ResourcePage {
    given.calls.push(cursor);
    if (ctx.method !== "resources/list") throw new Error("not the context of the list");
    if (given.value instanceof Error) throw given.value;
    return given.value as ResourcePage;
  }
}

const entry = (id: string) => ({ uri: `paged://${id}`, name: id });

/** Three pages, of which the second is empty and the last is found by the empty cursor. */
@Feature()
class Paged {
  @Resource("paged://{id}", { list: "pages" })
  one({ id }: Ref): string {
    return id;
  }

  async pages(cursor?: string): Promise<ResourcePage> {
    if (cursor === undefined)
      return { resources: [entry("a"), entry("b"), entry("c")], nextCursor: "second" };
    if (cursor === "second") return { resources: [], nextCursor: "" };
    if (cursor === "") return { resources: [entry("d")] };
    throw new Error(`the cursor ${cursor} is not ours`);
  }
}

@Feature()
class Fixed {
  @Resource("fixed://1")
  one(): string {
    return "1";
  }
  @Resource("fixed://2")
  two(): string {
    return "2";
  }
  @Resource("fixed://3")
  three(): string {
    return "3";
  }
}

type Page = JsonObject & { readonly resources: readonly JsonObject[]; readonly nextCursor?: string };

async function pageOf(client: TestClient, cursor?: string): Promise<Page> {
  const page = await client.request("resources/list", cursor === undefined ? {} : { cursor });
  expectWireValid(client.frames.at(-1), "resources/list");
  return page as Page; // the schema above holds its shape
}

async function pagesOf(client: TestClient): Promise<readonly Page[]> {
  const pages = [await pageOf(client)];
  for (let last = pages[0]; last?.nextCursor !== undefined; last = pages.at(-1)) {
    pages.push(await pageOf(client, last.nextCursor));
  }
  return pages;
}

async function urisOf(features: readonly Class[], pageSize?: number): Promise<unknown> {
  const client = await openServer(features, pageSize === undefined ? {} : { pageSize });
  const pages = await pagesOf(client);
  return pages.map(({ resources }) => resources.map(({ uri }) => uri));
}

describe("resources that a template lists", () => {
  beforeEach(() => {
    given.value = { resources: [{ uri: "given://x", name: "x" }] };
    given.calls.length = 0;
  });
  afterEach(closeServers);

  it("[RES-03] stand behind those known at boot, template by template, in one answer without pageSize", async () => {
    expect(await urisOf([Given, Fixed])).to.eql([["fixed://1", "fixed://2", "fixed://3", "given://x"]]);
    expect(await urisOf([Given])).to.eql([["given://x"]]);
  });

  it("[PAG-01] go on with a template's own pages, and then with the next template", async () => {
    expect(await urisOf([Fixed, Paged, Given])).to.eql([
      ["fixed://1", "fixed://2", "fixed://3", "paged://a", "paged://b", "paged://c"],
      [],
      ["paged://d", "given://x"],
    ]);
  });

  it("[PAG-01] [PAG-03] come page by page with pageSize, each once, and the last without nextCursor", async () => {
    expect(await urisOf([Given, Fixed, Paged], 2)).to.eql([
      ["fixed://1", "fixed://2"],
      ["fixed://3"],
      ["given://x"],
      ["paged://a", "paged://b", "paged://c"],
      [],
      ["paged://d"],
    ]);
  });

  it("[PAG-01] come at once where nothing is known at boot, with pageSize too", async () => {
    expect(await urisOf([Given], 2)).to.eql([["given://x"]]);
  });

  it("are asked for at each list, and only where the page is theirs", async () => {
    const client = await openServer([Fixed, Given], { pageSize: 3 });
    const { nextCursor } = await pageOf(client);
    expect(given.calls).to.eql([]);
    given.value = { resources: [{ uri: "given://y", name: "y" }] };
    expect((await pageOf(client, nextCursor)).resources).to.eql([{ uri: "given://y", name: "y" }]);
    expect(given.calls).to.eql([undefined]);
  });

  it("[PAG-04] have cursors that give the same page each time", async () => {
    const client = await openServer([Paged]);
    const { nextCursor } = await pageOf(client);
    const second = await pageOf(client, nextCursor);
    expect(await pageOf(client, nextCursor)).to.eql(second);
  });

  it("[PAG-06] [PAG-10] refuse a cursor that was not given out, a template's own too, before anybody is asked", async () => {
    const client = await openServer([Given, Paged], { pageSize: 1 });
    const { nextCursor = "" } = await pageOf(client);
    given.calls.length = 0;
    const bytes = Buffer.from(nextCursor, "base64url");
    const flipped = [...bytes.keys()].map((at) => {
      const copy = Buffer.from(bytes);
      copy[at] = Number(copy[at]) ^ 1;
      return copy.toString("base64url");
    });
    const plain = Buffer.from('[0,"second"]').toString("base64url");
    for (const cursor of [
      ...flipped,
      "",
      "second",
      plain,
      `${nextCursor}=`,
      `${nextCursor} `,
      nextCursor.slice(0, -1),
      null,
      0,
    ]) {
      const error = await rejectionOf(client.request("resources/list", { cursor }));
      expect(error, JSON.stringify(cursor)).to.include({ code: -32602, message: "Invalid cursor" });
    }
    expect(given.calls).to.eql([]);
  });

  it("[PAG-06] refuse a cursor of a list that is known at boot", async () => {
    const client = await openServer([Fixed], { pageSize: 1 });
    const { nextCursor } = await pageOf(client);
    const other = await openServer([Fixed, Paged], { pageSize: 1 });
    const error = await rejectionOf(other.request("resources/list", { cursor: nextCursor }));
    expect(error).to.include({ code: -32602, message: "Invalid cursor" });
  });

  it("[CACHE-01] [CACHE-05] carry the hints of resources/list on every page, and its stamp", async () => {
    const resources = { ttlMs: 5, cacheScope: "public" } as const;
    const client = await openServer([Fixed, Paged], { pageSize: 2, cache: { resources } });
    const pages = await pagesOf(client);
    expect(pages).to.have.length(5);
    for (const page of pages) {
      expect(page).to.deep.include({ ...resources, resultType: "complete" });
      expect(page._meta).to.eql({
        "io.modelcontextprotocol/serverInfo": { name: "catalog", version: "1.0.0" },
      });
    }
  });

  it("[RES-06] are shown with all they have", async () => {
    const whole = {
      uri: "given://x",
      name: "x",
      title: "X",
      description: "",
      mimeType: "text/plain",
      size: 0,
      _meta: { "com.example/a": 1 },
    };
    given.value = { resources: [whole] };
    expect((await pageOf(await openServer([Given]))).resources).to.eql([whole]);
  });

  const NEEDED = "a listed resource needs an absolute uri and a name";
  for (const [what, value, detail] of [
    ["nothing", undefined, "undefined is not { resources, nextCursor? }"],
    ["a list", [], "a list is not { resources, nextCursor? }"],
    ["an object without resources", {}, "an object is not { resources, nextCursor? }"],
    ["resources that are no list", { resources: {} }, "an object is not { resources, nextCursor? }"],
    ["nothing among the resources", { resources: [undefined] }, "undefined is no listed resource"],
    ["null among the resources", { resources: [null] }, "null is no listed resource"],
    ["text among the resources", { resources: ["given://x"] }, "a string is no listed resource"],
    ["a resource without a name", { resources: [{ uri: "given://x" }] }, NEEDED],
    ["a resource without a URI", { resources: [{ name: "x" }] }, NEEDED],
    ["a relative URI", { resources: [{ uri: "x", name: "x" }] }, NEEDED],
    ["a URI with a space", { resources: [{ uri: "given://a b", name: "x" }] }, NEEDED],
    [
      "a description that is null",
      { resources: [{ uri: "given://x", name: "x", description: null }] },
      "the description of given://x is null; leave it out where there is none",
    ],
    [
      "a title that is a number",
      { resources: [{ uri: "given://x", name: "x", title: 5 }] },
      "the title of given://x is a number; leave it out where there is none",
    ],
    [
      "a MIME type that is a list",
      { resources: [{ uri: "given://x", name: "x", mimeType: [] }] },
      "the mimeType of given://x is a list; leave it out where there is none",
    ],
    [
      "a size with a fraction",
      { resources: [{ uri: "given://x", name: "x", size: 1.5 }] },
      "the size of given://x is no count of bytes",
    ],
    [
      "a size that is null",
      { resources: [{ uri: "given://x", name: "x", size: null }] },
      "the size of given://x is no count of bytes",
    ],
    [
      "a cursor that is null",
      { resources: [], nextCursor: null },
      "nextCursor is a string, or absent on the last page",
    ],
    [
      "a cursor that is a number",
      { resources: [], nextCursor: 2 },
      "nextCursor is a string, or absent on the last page",
    ],
  ] as const) {
    it(`[RES-06] are refused where the method returns ${what}`, async () => {
      given.value = value;
      const client = await openServer([Fixed, Given]);
      expect(await rejectionOf(pageOf(client))).to.include({
        code: "ERR_OUTPUT_INVALID",
        message:
          `ERR_OUTPUT_INVALID: Given.all returned a value its declaration does not allow: ${detail}. ` +
          "Fix: Return what is declared, or declare what is returned.",
      });
      expect(client.frames.at(-1)).to.have.nested.property("error.code", -32603);
    });
  }

  it("[RES-18] answer what the method throws with an internal error that says nothing", async () => {
    given.value = new Error("connect 10.0.0.5:5432");
    const client = await openServer([Given]);
    expect(await rejectionOf(pageOf(client))).to.equal(given.value);
    const { error } = client.frames.at(-1) as { readonly error?: JsonObject };
    expect(error?.code).to.equal(-32603);
    expect(error?.message).to.match(/^Internal error \(reference [0-9a-f]{12}\)$/);
  });
});
