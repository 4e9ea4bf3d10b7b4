import { Complete, createServer, Feature, Field, Notifier, Prompt, Resource, Tool } from "blazon";
import { expect } from "chai";
import { it } from "mocha";
import { onEveryEra, SILENT } from "./on-every-era.js";

class Room {
  @Field() room!: string;
}

class Topic {
  @Field() topic!: string;
}

class Uri {
  @Field() uri!: string;
}

@Feature()
class House {
  constructor(private readonly notify: Notifier) {}

  @Resource("house://rules", { description: "Rules", mimeType: "text/plain" })
  rules(): string {
    return "Be kind";
  }

  @Resource("house://rooms/{room}", { description: "A room", mimeType: "application/json" })
  room({ room }: Room) {
    return { room };
  }

  @Complete({ resource: "house://rooms/{room}", argument: "room" })
  rooms(): string[] {
    return ["hall", "hut", "attic"];
  }

  @Prompt({ description: "Speaks of something" })
  speak({ topic }: Topic): string {
    return `Speak of ${topic}`;
  }

  @Tool({ description: "Changes a resource" })
  touch({ uri }: Uri): string {
    this.notify.resourceUpdated(uri);
    return "touched";
  }
}

const build = () => createServer({ name: "house", version: "1.0.0", features: [House], logger: SILENT });

onEveryEra("resources", build, ({ era, connect }) => {
  it("are listed, and their templates", async () => {
    const client = await connect();
    expect((await client.listResources()).map(({ uri }) => uri)).to.eql(["house://rules"]);
    const templates = await client.listResourceTemplates();
    expect(templates.map(({ uriTemplate }) => uriTemplate)).to.eql(["house://rooms/{room}"]);
  });

  it("are read", async () => {
    const client = await connect();
    expect((await client.readResource("house://rules")).contents).to.eql([
      { uri: "house://rules", mimeType: "text/plain", text: "Be kind" },
    ]);
    const { contents } = await client.readResource("house://rooms/hall");
    expect(contents[0]).to.include({ uri: "house://rooms/hall", text: '{"room":"hall"}' });
  });

  it("[LEG-20] [RES-15] are refused by the number of the revision where they are not there", async () => {
    const client = await connect();
    const refused: unknown = await client.readResource("house://none").catch((error: unknown) => error);
    expect(refused).to.include({ code: era.handshake ? -32002 : -32602, message: "Resource not found" });
    expect(refused).to.have.property("data").that.eql({ uri: "house://none" });
  });

  it("are told of when they change, to who asked for them", async () => {
    const client = await connect();
    const ear = await client.listen({ resourceSubscriptions: ["house://rooms/hall"] });
    await client.callTool("touch", { uri: "house://rooms/attic" });
    await client.callTool("touch", { uri: "house://rooms/hall" });
    const { method, params } = await ear.next();
    expect([method, params.uri]).to.eql(["notifications/resources/updated", "house://rooms/hall"]);
    ear.leave();
  });

  it("complete what a template leaves open", async () => {
    const client = await connect();
    const found = await client.complete({ resource: "house://rooms/{room}" }, { name: "room", value: "h" });
    expect(found).to.eql(["hall", "hut"]);
  });
});

onEveryEra("prompts", build, ({ connect }) => {
  it("are listed with their arguments", async () => {
    const [prompt] = await (await connect()).listPrompts();
    expect(prompt).to.include({ name: "speak", description: "Speaks of something" });
    expect(prompt?.arguments).to.eql([{ name: "topic", required: true }]);
  });

  it("give their messages", async () => {
    const { messages } = await (await connect()).getPrompt("speak", { topic: "tea" });
    expect(messages).to.eql([{ role: "user", content: { type: "text", text: "Speak of tea" } }]);
  });

  it("are refused without an argument they need, and where they are not there", async () => {
    const client = await connect();
    for (const name of ["speak", "none"]) {
      const refused: unknown = await client.getPrompt(name).catch((error: unknown) => error);
      expect(refused, name).to.include({ code: -32602 });
    }
  });
});
