import {
  Complete,
  Feature,
  Field,
  Prompt,
  Resource,
  type ResourceOptions,
  type SchemaSource,
  type ServerOptions,
  Tool,
} from "blazon";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { closeServers, type Found, openServer, problemsOf } from "./open-server.js";

class Ref {
  @Field({ maxLength: 100 }) id!: string;
}
class Count {
  @Field({ maxLength: 100 }) id!: string;
  @Field({ integer: true }) count!: number;
  @Field({ optional: true }) flag?: boolean;
}

const RENAME = "Give one of them another name";
const KEEP_ONE = "Keep one of them";
const STRING = "Prompt arguments and template variables are text on the wire: declare the field as a string";
const TEMPLATE = "Write an RFC 6570 template, such as ticket://{id}";
const ABSOLUTE = "Write an absolute URI (RFC 3986), such as ticket://board";
const HINT = 'ttlMs is an integer from 0, cacheScope is "public" or "private"';
const TARGET = "Name a prompt or a resource template of this server, and one of its arguments";
const SIZE = "Give the bytes as an integer from 0, or leave it out";
const ANNOTATIONS = "Give audience, priority (0 to 1) and lastModified (ISO 8601), or leave them out";

/** What types refuse as well, here for those who write without them. */
const untyped = (value: unknown): never => value as never;

/** JSON Schema knows it as a schema; a tool needs an object. */
const TRUE: SchemaSource = untyped(true);
const LIST: SchemaSource = untyped([]);

function problem(code: string, member: string, message: string, fix: string): Record<keyof Found, string> {
  return { code, member, message, fix };
}

describe("a server does not start", () => {
  afterEach(closeServers);

  it("[TOOL-19] with two tools, two prompts or two resources of one name, each told apart by its kind", async () => {
    class One {
      @Tool()
      same(): void {}
      @Prompt({ name: "same" })
      other(): string {
        return "";
      }
      @Resource("same://same", { name: "same" })
      third(): string {
        return "";
      }
    }
    class Two {
      @Tool({ name: "same" })
      a(): void {}
      @Prompt({ name: "same" })
      b(): string {
        return "";
      }
      @Resource("same://same")
      c(): string {
        return "";
      }
      @Resource("d://{id}")
      d({ id }: Ref): string {
        return id;
      }
      @Resource("d://{id}")
      e({ id }: Ref): string {
        return id;
      }
    }
    expect((await openServer([One])).frames).to.eql([]);
    expect(await problemsOf([One, Two])).to.eql([
      problem("ERR_NAME_DUPLICATE", "Two.a", 'One.same already is the tool "same"', RENAME),
      problem("ERR_NAME_DUPLICATE", "Two.b", 'One.other already is the prompt "same"', RENAME),
      problem("ERR_NAME_DUPLICATE", "Two.c", 'One.third already is the resource "same://same"', RENAME),
      problem("ERR_NAME_DUPLICATE", "Two.e", 'Two.d already is the resource "d://{id}"', RENAME),
    ]);
  });

  it("with two completers of one argument, also where one method is named twice", async () => {
    class Doubled {
      @Prompt()
      write({ id }: Ref): string {
        return id;
      }
      @Resource("note://{id}")
      note({ id }: Ref): string {
        return id;
      }
      @Complete({ prompt: "write", argument: "id" })
      one(): string[] {
        return [];
      }
      @Complete({ prompt: "write", argument: "id" })
      two(): string[] {
        return [];
      }
      @Complete({ resource: "note://{id}", argument: "id" })
      three(): string[] {
        return [];
      }
      @Complete({ argument: "id", resource: "note://{id}" })
      four(): string[] {
        return [];
      }
    }
    expect(await problemsOf([Doubled])).to.eql([
      problem(
        "ERR_ANNOTATION_CLASH",
        "Doubled.two",
        "Doubled.one already completes id of the prompt write",
        KEEP_ONE,
      ),
      problem(
        "ERR_ANNOTATION_CLASH",
        "Doubled.four",
        "Doubled.three already completes id of the resource template note://{id}",
        KEEP_ONE,
      ),
    ]);
  });

  it("with a completer of something that is not there", async () => {
    class Astray {
      @Prompt()
      write({ id }: Ref): string {
        return id;
      }
      @Prompt()
      plain(): string {
        return "";
      }
      @Resource("note://{id}")
      note({ id }: Ref): string {
        return id;
      }
      @Resource("note://all")
      all(): string {
        return "";
      }
      @Complete({ prompt: "wrote", argument: "id" })
      a(): string[] {
        return [];
      }
      @Complete({ prompt: "write", argument: "constructor" })
      b(): string[] {
        return [];
      }
      @Complete({ prompt: "plain", argument: "id" })
      c(): string[] {
        return [];
      }
      @Complete({ resource: "note://{key}", argument: "key" })
      d(): string[] {
        return [];
      }
      @Complete({ resource: "note://{id}" as string, argument: "key" })
      e(): string[] {
        return [];
      }
      @Complete({ resource: "note://all" as string, argument: "id" })
      f(): string[] {
        return [];
      }
    }
    const found = [
      ["a", "There is no prompt wrote; did you mean the prompt write?"],
      ["b", "There is no argument constructor of the prompt write: it has id"],
      ["c", "There is no argument id of the prompt plain: it has none"],
      ["d", "There is no resource template note://{key}; did you mean the resource template note://{id}?"],
      ["e", "There is no argument key of the resource template note://{id}: it has id"],
      ["f", "note://all is no template, so it has no arguments"],
    ] as const;
    expect(await problemsOf([Astray])).to.eql(
      found.map(([key, message]) => problem("ERR_COMPLETE_TARGET", `Astray.${key}`, message, TARGET)),
    );
  });

  it("[PROM-05] [RES-07] with a prompt argument or a template variable that is no text", async () => {
    class Typed {
      @Prompt()
      write({ id }: Count): string {
        return id;
      }
      @Resource("note://{id}/{count}/{flag}")
      note({ id }: Count): string {
        return id;
      }
    }
    const wrong = (member: string, field: string) =>
      problem("ERR_INPUT_NOT_STRING", `Typed.${member}`, `The field ${field} is not a string`, STRING);
    expect(await problemsOf([Typed])).to.eql([
      wrong("note", "count"),
      wrong("note", "flag"),
      wrong("write", "count"),
      wrong("write", "flag"),
    ]);
  });

  it("[RES-25] with a URI that is not absolute, or that a method would list", async () => {
    class Uris {
      @Resource("board")
      a(): string {
        return "";
      }
      @Resource("1bad://x")
      b(): string {
        return "";
      }
      @Resource("a b://x")
      c(): string {
        return "";
      }
      @Resource("note://}")
      d(): string {
        return "";
      }
      @Resource("note://one" as string)
      e({ id }: Ref): string {
        return id;
      }
      @Resource("note://two" as string, { list: "f" } as ResourceOptions)
      f(): string {
        return "";
      }
    }
    expect(await problemsOf([Uris])).to.eql([
      problem("ERR_URI_INVALID", "Uris.a", "board is no absolute URI", ABSOLUTE),
      problem("ERR_URI_INVALID", "Uris.b", "1bad://x is no absolute URI", ABSOLUTE),
      problem("ERR_URI_INVALID", "Uris.c", "a b://x is no absolute URI", ABSOLUTE),
      problem("ERR_URI_INVALID", "Uris.d", "note://} is no absolute URI", ABSOLUTE),
      problem("ERR_URI_TEMPLATE", "Uris.e", "note://one has no variable for the field id", TEMPLATE),
      problem("ERR_URI_TEMPLATE", "Uris.f", "note://two lists itself; `list` is for templates", TEMPLATE),
    ]);
  });

  it("[RES-07] with a template that cannot be read, or that its input does not fit", async () => {
    class Templates {
      @Resource("{id}")
      a({ id }: Ref): string {
        return id;
      }
      @Resource("note://{id")
      b(): string {
        return "";
      }
      @Resource("note://{a}{b}" as string, { input: null })
      c(): string {
        return "";
      }
      @Resource("note://{key}" as string)
      d({ id }: Ref): string {
        return id;
      }
      @Resource("note://{id}/{page}" as string)
      e({ id }: Ref): string {
        return id;
      }
      @Resource("other://{id}", { size: 5 })
      f({ id }: Ref): string {
        return id;
      }
    }
    const wrong = (member: string, message: string) =>
      problem("ERR_URI_TEMPLATE", `Templates.${member}`, message, TEMPLATE);
    expect(await problemsOf([Templates])).to.eql([
      wrong("a", "{id} does not begin with a scheme"),
      wrong("b", "a brace without its partner in note://{id"),
      wrong("c", "note://{a}{b} does not say where a ends and b begins: put something literal between them"),
      wrong("d", "note://{key} has no variable for the field id"),
      wrong("e", "note://{id}/{page} has the variable page, which the input has no field for"),
      wrong("f", "other://{id} stands for many resources, so it has no one size"),
    ]);
  });

  it("[CACHE-03] [CACHE-04] with caching hints that are none, of a resource or of an answer", async () => {
    class Hinted {
      @Resource("a://a", { ttlMs: -1, cacheScope: untyped("PUBLIC") })
      a(): string {
        return "";
      }
      @Resource("a://{id}", { ttlMs: 1.5 })
      b({ id }: Ref): string {
        return id;
      }
    }
    const cache: ServerOptions["cache"] = {
      discover: { ttlMs: Number.NaN },
      tools: { ttlMs: untyped("5") },
      prompts: { cacheScope: untyped(null) },
      resources: { ttlMs: 2 ** 53 },
      resourceTemplates: { ttlMs: 0, cacheScope: "public" },
    };
    const wrong = (member: string, message: string) => problem("ERR_CACHE_HINT", member, message, HINT);
    expect(await problemsOf([Hinted], { cache })).to.eql([
      wrong("Hinted.a", "ttlMs is -1"),
      wrong("Hinted.a", "cacheScope is PUBLIC"),
      wrong("Hinted.b", "ttlMs is 1.5"),
      wrong("createServer.cache.discover", "ttlMs is NaN"),
      wrong("createServer.cache.tools", "ttlMs is 5"),
      wrong("createServer.cache.resources", "ttlMs is 9007199254740992"),
      wrong("createServer.cache.prompts", "cacheScope is null"),
    ]);
  });

  it("[RES-26] with annotations of a resource that the protocol does not know", async () => {
    const faults = [
      [[], "is no object"],
      [{ audience: "user" }, "has an audience that is no list of user and assistant"],
      [{ audience: ["user", "admin"] }, "has an audience that is no list of user and assistant"],
      [{ priority: 1.5 }, "has the priority 1.5, which is not between 0 and 1"],
      [{ priority: -0.1 }, "has the priority -0.1, which is not between 0 and 1"],
      [{ priority: "1" }, "has the priority 1, which is not between 0 and 1"],
      [{ priority: Number.NaN }, "has the priority NaN, which is not between 0 and 1"],
      [
        { lastModified: "yesterday" },
        "has a lastModified that is no ISO 8601 time, such as 2026-01-12T15:00:58Z",
      ],
      [
        { lastModified: "2026-13-01" },
        "has a lastModified that is no ISO 8601 time, such as 2026-01-12T15:00:58Z",
      ],
      [{ lastModified: 5 }, "has a lastModified that is no ISO 8601 time, such as 2026-01-12T15:00:58Z"],
    ] as const;
    for (const [annotations, detail] of faults) {
      class Annotated {
        @Resource("a://a", { annotations: untyped(annotations) })
        a(): string {
          return "";
        }
        @Resource("a://{id}", { annotations: untyped(annotations) })
        b({ id }: Ref): string {
          return id;
        }
      }
      const wrong = (member: string) =>
        problem("ERR_OPTION_INVALID", `Annotated.${member}`, `annotations ${detail}`, ANNOTATIONS);
      expect(await problemsOf([Annotated])).to.eql([wrong("a"), wrong("b")]);
    }
  });

  it("[RES-26] but does with annotations at their edges", async () => {
    for (const annotations of [
      {},
      { audience: [], priority: 0 },
      { audience: ["assistant", "user"], priority: 1 },
      { lastModified: "2026-01-12" },
      { lastModified: "2026-01-12T15:00:58.123+02:00" },
    ] as const) {
      class Annotated {
        @Resource("a://a", { annotations })
        a(): string {
          return "";
        }
      }
      const [listed] = await (await openServer([Annotated])).listResources();
      expect(listed?.annotations).to.eql(annotations);
    }
  });

  it("[RES-06] with a size that is no count of bytes", async () => {
    for (const size of [-1, 1.5, Number.NaN, untyped("5"), untyped(null)]) {
      class Sized {
        @Resource("a://a", { size })
        a(): string {
          return "";
        }
      }
      expect(await problemsOf([Sized])).to.eql([
        problem("ERR_OPTION_INVALID", "Sized.a", `size is ${String(size)}`, SIZE),
      ]);
    }
  });

  it("[TOOL-11] [TOOL-12] with a tool whose schema is none, and names that tool alone", async () => {
    class Schemas {
      @Tool({ input: { type: "object", properties: {} } })
      fine(_input: unknown): void {}
      @Tool({ input: LIST })
      a(_input: unknown): void {}
      @Tool({ input: { type: "string" } })
      b(_input: unknown): void {}
      @Tool({ output: { $ref: "#/$defs/missing" } })
      c(): never {
        throw new Error("never called");
      }
      @Tool({ output: { $id: "https://example.com/x" } })
      d(): never {
        throw new Error("never called");
      }
    }
    const found = await problemsOf([Schemas]);
    expect(found.map(({ code, member }) => [code, member])).to.eql([
      ["ERR_SCHEMA_INVALID", "Schemas.a"],
      ["ERR_SCHEMA_ROOT", "Schemas.b"],
      ["ERR_SCHEMA_REFERENCE", "Schemas.c"],
    ]);
  });

  it("and says everything at once, of tools, resources, prompts, completers and caching", async () => {
    @Feature()
    class Everything {
      @Tool({ input: TRUE })
      tool(_input: unknown): void {}
      @Tool({ name: "tool" })
      again(): void {}
      @Resource("relative", { ttlMs: -1 })
      resource(): string {
        return "";
      }
      @Prompt()
      prompt({ id }: Count): string {
        return id;
      }
      @Complete({ prompt: "nope", argument: "id" })
      completer(): string[] {
        return [];
      }
    }
    const found = await problemsOf([Everything], { cache: { tools: { ttlMs: -1 } } });
    expect(found.map(({ code, member }) => `${code} ${member}`)).to.have.members([
      "ERR_SCHEMA_INVALID Everything.tool",
      "ERR_NAME_DUPLICATE Everything.again",
      "ERR_URI_INVALID Everything.resource",
      "ERR_CACHE_HINT Everything.resource",
      "ERR_INPUT_NOT_STRING Everything.prompt",
      "ERR_INPUT_NOT_STRING Everything.prompt",
      "ERR_COMPLETE_TARGET Everything.completer",
      "ERR_CACHE_HINT createServer.cache.tools",
    ]);
  });

  it("with one class listed twice, which is said of the list and not of its members", async () => {
    class Twice {
      @Tool()
      a(): void {}
      @Tool()
      b(): void {}
    }
    const message = "`features` lists it more than once";
    expect(await problemsOf([Twice, Twice, Twice])).to.eql([
      problem("ERR_FEATURE_INVALID", "Twice", message, "List each class once"),
    ]);
  });
});
