import { Buffer } from "node:buffer";
import type { JsonObject } from "blazon";
import { inspectIcon } from "blazon/icons";
import { expect } from "chai";
import { it } from "mocha";
import { request } from "../support/link.js";
import { onEveryTransport } from "../support/on-every-transport.js";
import * as gallery from "./gallery-server.js";

interface WireIcon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: string;
}

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

/** An icon without its image, which is looked at by itself. */
function outlineOf({ mimeType, sizes, theme }: WireIcon): string {
  return [mimeType, ...(sizes ?? []), theme].filter((part) => part !== undefined).join(" ");
}

onEveryTransport("icons", gallery, ({ send }) => {
  async function resultOf(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const { reply } = await send(request(method, params));
    return reply?.result as JsonObject; // a reply without one fails the test that reads it
  }

  async function iconsIn(
    method: string,
    list: string,
    name: string,
  ): Promise<readonly WireIcon[] | undefined> {
    const items = (await resultOf(method))[list] as readonly JsonObject[]; // every frame is checked against the schema
    const item = items.find((each) => each.name === name);
    expect(item, name).to.be.an("object");
    return item?.icons as readonly WireIcon[] | undefined; // checked as well
  }

  const toolIcons = (name: string) => iconsIn("tools/list", "tools", name);

  const THEMED = [
    "image/png 48x48 light",
    "image/png 96x96 light",
    "image/png 48x48 dark",
    "image/png 96x96 dark",
    "image/svg+xml any light",
    "image/svg+xml any dark",
  ];

  it("[ICON-01] [ICON-05] stand in every list, of light and of dark, PNG first", async () => {
    for (const [method, list, name] of [
      ["tools/list", "tools", "inherits"],
      ["resources/list", "resources", "board"],
      ["resources/templates/list", "resourceTemplates", "ticket"],
      ["prompts/list", "prompts", "triage"],
    ] as const) {
      const icons = await iconsIn(method, list, name);
      expect(icons?.map(outlineOf), method).to.eql(THEMED);
    }
  });

  it("[ICON-01] are a member's own in place of its feature's, and none where it says so", async () => {
    const own = await toolIcons("has_its_own");
    expect(own?.map(outlineOf)).to.eql(["image/png 48x48", "image/png 96x96", "image/svg+xml any"]);
    expect(own?.map(({ theme }) => theme)).to.eql([undefined, undefined, undefined]);
    expect(await toolIcons("has_none")).to.equal(undefined);
  });

  it("[ICON-01] of the server stand in server/discover, and in no other result", async () => {
    const infoOf = async (method: string, params?: JsonObject) => {
      const { [SERVER_INFO]: info } = (await resultOf(method, params))._meta as Record<string, JsonObject>;
      return info;
    };
    const icons = (await infoOf("server/discover"))?.icons as readonly WireIcon[];
    expect(icons.map(outlineOf)).to.eql(["image/png 48x48", "image/png 96x96", "image/svg+xml any"]);
    const plain = { name: "gallery", version: "1.0.0" };
    expect(await infoOf("tools/list")).to.eql(plain);
    expect(await infoOf("tools/call", { name: "inherits" })).to.eql(plain);
  });

  it("[ICON-02] [ICON-03] are data: URIs of what they are declared to be, or https: URLs", async () => {
    const { tools } = (await resultOf("tools/list")) as { tools: { icons?: WireIcon[] }[] };
    const icons = tools.flatMap((tool) => tool.icons ?? []);
    const inline = icons.filter(({ src }) => src.startsWith("data:"));
    expect(inline).to.have.length(9);
    for (const { src, mimeType, sizes } of inline) {
      const [, base64 = ""] = src.split(",");
      expect(src).to.equal(`data:${mimeType};base64,${base64}`);
      const found = inspectIcon(Buffer.from(base64, "base64"));
      expect(found).to.deep.include({ ok: true, mimeType, dropped: [] });
      expect(sizes).to.eql([found.ok && found.size]);
    }
    const remote = icons.filter(({ src }) => !src.startsWith("data:")).map(({ src }) => src);
    expect(remote).to.eql(["https://img.example/a.png", "https://img.example/b"]);
  });

  it("[ICON-03] [ICON-04] [ICON-05] say of a remote image what was said of it, and sizes as a list", async () => {
    expect(await toolIcons("described")).to.eql([
      { src: "https://img.example/a.png", mimeType: "image/png", sizes: ["48x48", "96x96"], theme: "dark" },
    ]);
    expect(await toolIcons("bare")).to.eql([{ src: "https://img.example/b" }]);
  });
});
