import {
  audio,
  createServer,
  Feature,
  Field,
  image,
  type JsonObject,
  link,
  RequestContext,
  Tool,
} from "blazon";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import type { LegacyClient } from "./legacy-client.js";
import { LEGACY_TRANSPORTS } from "./legacy-transports.js";

const SHAPE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>';
const ICON = `data:image/svg+xml;base64,${Buffer.from(SHAPE).toString("base64")}`;
const PIXEL = Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64");
const SOUND = Buffer.from("RIFF\0\0\0\0WAVEfmt ", "latin1");

class Point {
  @Field() x!: number;
}

const CHOICE = {
  type: "object",
  properties: {
    pick: {
      type: "string",
      oneOf: [
        { const: "a", title: "The first" },
        { const: "b", title: "The second" },
      ],
    },
  },
} as const;

@Feature({ icons: ICON })
class Everything {
  @Tool({ title: "A point", description: "Gives a point", readOnly: true, output: Point })
  point(): Point {
    return { x: 1 };
  }

  @Tool({ description: "Gives blocks" })
  blocks() {
    return [
      image(PIXEL),
      audio(SOUND, "audio/wav"),
      link({ uri: "desk://a", name: "a", description: "A", title: "T" }),
    ];
  }

  @Tool({ description: "Asks for a choice" })
  async choose(ctx: RequestContext): Promise<string> {
    return (await ctx.elicit("pick", CHOICE, "Which?")).action;
  }

  @Tool({ description: "Has a page opened" })
  async page(ctx: RequestContext): Promise<string> {
    return (await ctx.elicitUrl("page", "https://desk.example", "Please look")).action;
  }
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
const build = () =>
  createServer({
    name: "all",
    version: "1",
    title: "All",
    description: "All there is",
    websiteUrl: "https://all.example",
    icons: ICON,
    features: [Everything],
    logger: SILENT,
  });

interface Wire {
  readonly version: string;
  readonly named: readonly string[];
  readonly listed: readonly string[];
  readonly called: readonly string[];
  readonly blocks: readonly string[];
}

/** What each revision has on the wire, written from their schemas. */
const WIRES: readonly Wire[] = [
  {
    version: "2025-11-25",
    named: ["name", "version", "title", "description", "websiteUrl", "icons"],
    listed: ["name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons"],
    called: ["content", "structuredContent"],
    blocks: ["image", "audio", "resource_link"],
  },
  {
    version: "2025-06-18",
    named: ["name", "version", "title"],
    listed: ["name", "title", "description", "inputSchema", "outputSchema", "annotations"],
    called: ["content", "structuredContent"],
    blocks: ["image", "audio", "resource_link"],
  },
  {
    version: "2025-03-26",
    named: ["name", "version"],
    listed: ["name", "description", "inputSchema", "annotations"],
    called: ["content"],
    blocks: ["image", "audio", "text"],
  },
  {
    version: "2024-11-05",
    named: ["name", "version"],
    listed: ["name", "description", "inputSchema"],
    called: ["content"],
    blocks: ["image", "text", "text"],
  },
];

const [memory] = LEGACY_TRANSPORTS;

for (const wire of WIRES) {
  describe(`revision ${wire.version}`, () => {
    let client: LegacyClient;
    const open = async (capabilities: JsonObject = {}): Promise<JsonObject> => {
      client = (await memory?.open({ url: "", build })) as LegacyClient; // there is a first transport
      return client.open(wire.version, capabilities);
    };
    afterEach(() => client.close());

    it("names the server by what it knows of", async () => {
      const { serverInfo } = await open();
      expect(serverInfo).to.have.all.keys(...wire.named);
    });

    it("[LEG-19] [LEG-22] lists a tool, and gives its result, with what it knows of", async () => {
      await open();
      const { tools } = (await client.result("tools/list")) as { readonly tools: readonly JsonObject[] };
      expect(tools.find(({ name }) => name === "point")).to.have.all.keys(...wire.listed);
      const called = await client.call("point");
      expect(called).to.have.all.keys(...wire.called);
      expect(called.content).to.eql([{ type: "text", text: '{"x":1}' }]);
    });

    it("tells as text what it has no block for", async () => {
      await open();
      const { content } = (await client.call("blocks")) as { readonly content: readonly JsonObject[] };
      expect(content.map(({ type }) => type)).to.eql(wire.blocks);
      const told = content.filter(({ type }) => type === "text").map(({ text }) => text);
      const link = "a\nA\ndesk://a";
      const sound = "[sound of type audio/wav, which this client cannot take]";
      expect(told).to.eql([sound, link].slice(2 - told.length));
    });

    it("[LEG-08] asks with a form as it knows them, and not at all where it knows none", async () => {
      await open({ elicitation: {} });
      client.onQuestion(() => ({ result: { action: "accept", content: { pick: "b" } } }));
      const called = await client.call("choose");
      const [question] = client.of("elicitation/create");
      const hasForms = wire.version >= "2025-06-18";
      expect(called.isError === true).to.equal(!hasForms);
      expect(question !== undefined).to.equal(hasForms);
      if (question === undefined) return;
      const { requestedSchema, mode } = question.params as JsonObject;
      const { pick } = (requestedSchema as { readonly properties: { readonly pick: JsonObject } }).properties;
      const choices = [
        { const: "a", title: "The first" },
        { const: "b", title: "The second" },
      ];
      if (wire.version === "2025-11-25") expect([pick.oneOf, mode]).to.eql([choices, "form"]);
      else {
        expect([pick.enum, pick.enumNames]).to.eql([
          ["a", "b"],
          ["The first", "The second"],
        ]);
        expect(mode).to.equal(undefined);
      }
    });

    it("[LEG-08] has pages opened by no client whose revision does not know of it", async () => {
      await open({ elicitation: { form: {}, url: {} } });
      client.onQuestion(() => ({ result: { action: "accept" } }));
      const called = await client.call("page");
      expect(called.isError === true).to.equal(wire.version !== "2025-11-25");
      expect(client.of("elicitation/create")).to.have.length(wire.version === "2025-11-25" ? 1 : 0);
    });
  });
}
