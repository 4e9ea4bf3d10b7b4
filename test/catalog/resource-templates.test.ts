import { Feature, Field, type JsonObject, RequestContext, Resource } from "blazon";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { closeServers, openServer } from "./open-server.js";

class Id {
  @Field({ maxLength: 5 }) id!: string;
}
class Revision {
  @Field({ maxLength: 100 }) id!: string;
  @Field({ optional: true, maxLength: 100 }) rev?: string;
}
class Path {
  @Field({ maxLength: 100 }) path!: string;
}

@Feature()
class Notes {
  @Resource("note://{+path}")
  any({ path }: Path): string {
    return `any ${path}`;
  }

  @Resource("note://by-id/{id}", {
    name: "by_id",
    title: "One note",
    description: "By its id",
    mimeType: "text/plain",
    annotations: { audience: ["user"], priority: 0.5 },
    _meta: { "com.example/a": 1 },
  })
  byId({ id }: Id): string {
    return `by id ${id}`;
  }

  @Resource("note://by-id/{id}/log{?rev}")
  log({ id, rev = "latest" }: Revision): string {
    return `log ${id} ${rev}`;
  }

  @Resource("note://by-id/first", {
    title: "The first",
    mimeType: "text/plain",
    size: 5,
    annotations: { lastModified: "2026-01-01T00:00:00Z" },
  })
  first(): string {
    return "first";
  }

  @Resource("late://{id}")
  late({ id }: Id): string {
    return `late ${id}`;
  }

  @Resource("late://{path}")
  never({ path }: Path): string {
    return `never ${path}`;
  }

  @Resource("unread://{id}/{page}", { input: null })
  unread(): string {
    return "read";
  }

  @Resource("unread-too://{id}")
  unreadToo(ctx: RequestContext): string {
    return ctx.method;
  }

  @Resource("raw://{id}", { input: { type: "object", properties: { id: { type: "string" } } } })
  raw(variables: unknown): string {
    return JSON.stringify(variables);
  }
}

describe("resources and templates", () => {
  afterEach(closeServers);

  it("[RES-06] lists what was declared of a resource, and nothing else, in order", async () => {
    const client = await openServer([Notes]);
    const resources = await client.listResources();
    expectWireValid(client.frames.at(-1), "resources/list");
    expect(resources).to.eql([
      {
        uri: "note://by-id/first",
        name: "first",
        title: "The first",
        mimeType: "text/plain",
        size: 5,
        annotations: { lastModified: "2026-01-01T00:00:00Z" },
      },
    ]);
  });

  it("[RES-07] [RES-08] lists templates apart, with what was declared of each, in order", async () => {
    const client = await openServer([Notes]);
    const templates = await client.listResourceTemplates();
    expectWireValid(client.frames.at(-1), "resources/templates/list");
    expect(templates).to.eql([
      { uriTemplate: "note://{+path}", name: "any" },
      {
        uriTemplate: "note://by-id/{id}",
        name: "by_id",
        title: "One note",
        description: "By its id",
        mimeType: "text/plain",
        annotations: { audience: ["user"], priority: 0.5 },
        _meta: { "com.example/a": 1 },
      },
      { uriTemplate: "note://by-id/{id}/log{?rev}", name: "log" },
      { uriTemplate: "late://{id}", name: "late" },
      { uriTemplate: "late://{path}", name: "never" },
      { uriTemplate: "unread://{id}/{page}", name: "unread" },
      { uriTemplate: "unread-too://{id}", name: "unreadToo" },
      { uriTemplate: "raw://{id}", name: "raw" },
    ]);
  });

  async function textsOf(uris: readonly string[]): Promise<Record<string, unknown>> {
    const client = await openServer([Notes]);
    const texts: Record<string, unknown> = {};
    for (const uri of uris) {
      const { contents } = await client.readResource(uri);
      texts[uri] = (contents[0] as JsonObject | undefined)?.text; // the resources here are text
    }
    return texts;
  }

  it("[RES-07] reads the exact URI before any template, and the more literal template before another", async () => {
    const texts = {
      "note://by-id/first": "first",
      "note://by-id/7": "by id 7",
      "note://by-id/7/log": "log 7 latest",
      "note://by-id/7/other": "any by-id/7/other",
      "note://else": "any else",
    };
    expect(await textsOf(Object.keys(texts))).to.eql(texts);
  });

  it("[RES-07] reads the template declared first where two are the same but for their names", async () => {
    expect(await textsOf(["late://a"])).to.eql({ "late://a": "late a" });
  });

  it("[RES-07] leaves out a variable that the URI leaves out, and keeps its default", async () => {
    const texts = {
      "note://by-id/7/log": "log 7 latest",
      "note://by-id/7/log?rev=3": "log 7 3",
      "note://by-id/7/log?rev=": "log 7 ",
    };
    expect(await textsOf(Object.keys(texts))).to.eql(texts);
  });

  it("[RES-29] decodes a variable once, and hands on what it stands for", async () => {
    const texts = { "note://by-id/a%20%25": "by id a %", "note://by-id/%252e": "by id %2e" };
    expect(await textsOf(Object.keys(texts))).to.eql(texts);
  });

  it("[RES-07] reads a template whose handler has no use for its variables", async () => {
    const texts = { "unread://a/2": "read", "unread-too://a": "resources/read" };
    expect(await textsOf(Object.keys(texts))).to.eql(texts);
  });

  it("[RES-07] gives the variables to a handler with a JSON Schema as its input", async () => {
    expect(await textsOf(["raw://a"])).to.eql({ "raw://a": '{"id":"a"}' });
  });

  it("[RES-16] [RES-20] refuses a variable that breaks its schema, with the URI as data", async () => {
    const client = await openServer([Notes]);
    const uri = "note://by-id/longer";
    const error = await rejectionOf(client.readResource(uri));
    expect(error).to.deep.include({
      code: -32602,
      message: "Invalid arguments: /id must NOT have more than 5 characters, got string",
      data: { uri },
    });
  });

  it("[RES-20] [RES-22] refuses a URI that climbs or cannot be decoded, even where an open template would match", async () => {
    const client = await openServer([Notes]);
    for (const [uri, detail] of [
      ["note://a/../b", "the URI holds a path segment .."],
      ["note://a%2F..%2Fb", "the URI holds a path segment .."],
      ["note://a%00", "the URI holds a control character"],
      ["note://%ZZ", "the URI holds a malformed percent escape"],
    ] as const) {
      const error = await rejectionOf(client.readResource(uri));
      expect(error).to.deep.include({ code: -32602, message: `Invalid params: ${detail}`, data: { uri } });
    }
  });
});
