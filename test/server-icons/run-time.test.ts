import { Buffer } from "node:buffer";
import type { JsonObject } from "blazon";
import { expect } from "chai";
import { it } from "mocha";
import { request } from "../support/link.js";
import { onEveryTransport } from "../support/on-every-transport.js";
import { drawing } from "./drawings.js";
import * as gallery from "./gallery-server.js";

interface WireIcon {
  readonly src: string;
  readonly mimeType?: string;
  readonly sizes?: readonly string[];
  readonly theme?: string;
}

const SCRIPTED = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><script>alert(1)</script><path d="M0 0h9v9z" fill="red"/></svg>`,
);

onEveryTransport("icons given by a handler", gallery, ({ send }) => {
  async function resultOf(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const { reply } = await send(request(method, params));
    return reply?.result as JsonObject; // a reply without one fails the test that reads it
  }

  const given = (name: string, icons: unknown) => ({ name, arguments: { icons: JSON.stringify(icons) } });
  const call = (name: string, icons: unknown) => resultOf("tools/call", given(name, icons));

  async function linkIcons(icons: unknown): Promise<readonly WireIcon[]> {
    const { content } = await call("links", icons);
    return ((content as readonly JsonObject[])[1]?.icons ?? []) as readonly WireIcon[]; // every frame is checked
  }

  it("[ICON-01] [ICON-15] of a link are made anew, PNG first, and nothing of the rest is touched", async () => {
    const src = `data:image/svg+xml;base64,${SCRIPTED.toString("base64")}`;
    const { content } = await call("links", [{ src, theme: "dark" }]);
    const [before, linked, behind] = content as readonly JsonObject[];
    expect([before, behind].map((block) => block?.text)).to.eql(["Here:", "There."]);
    const icons = linked?.icons as readonly WireIcon[];
    expect(icons.map(({ mimeType, sizes, theme }) => [mimeType, sizes, theme])).to.eql([
      ["image/png", ["48x48"], "dark"],
      ["image/png", ["96x96"], "dark"],
      ["image/svg+xml", ["any"], "dark"],
    ]);
    const svg = Buffer.from(icons[2]?.src.split(",")[1] ?? "", "base64").toString();
    expect(svg)
      .to.include('fill="red"')
      .and.not.match(/script|onload|alert/);
  });

  it("[ICON-02] [ICON-03] of a link may be elsewhere, encrypted, and are passed on as they are declared", async () => {
    const icons = [{ src: "https://img.example/a.png", mimeType: "image/png" }];
    expect(await linkIcons(icons)).to.eql(icons);
    expect(await linkIcons([])).to.eql([]);
  });

  it("stand in structured answers and prompts alike", async () => {
    const icons = [{ src: drawing("teal") }];
    const { content, structuredContent } = await call("structured", icons);
    expect(structuredContent).to.eql({ id: "1" });
    const [linked] = content as readonly JsonObject[];
    expect(linked?.icons).to.eql(await linkIcons(icons));
    const { messages } = await resultOf("prompts/get", given("quotes", icons));
    const [message] = messages as readonly { content: JsonObject }[]; // every frame is checked
    expect(message?.content.icons).to.eql(await linkIcons(icons));
  });

  it("[ICON-01] [ICON-05] stand in resources/list, for those that are listed while it runs", async () => {
    const resources = (await resultOf("resources/list")).resources as readonly JsonObject[]; // checked as well
    const listed = resources.find(({ name }) => name === "listed")?.icons as readonly WireIcon[];
    expect(listed.map(({ mimeType, theme }) => [mimeType, theme])).to.eql([
      ["image/png", "light"],
      ["image/png", "light"],
      ["image/svg+xml", "light"],
    ]);
    expect(resources.find(({ name }) => name === "bare")).to.eql({ uri: "listed://2", name: "bare" });
    expect(resources.find(({ name }) => name === "board")?.icons).to.have.length(6);
  });

  for (const [id, what, icons] of [
    ["ICON-02", "have no src", [{ mimeType: "image/png" }]],
    ["ICON-02", "are scripts", [{ src: "javascript:alert(1)" }]],
    ["ICON-02", "are files, of which none is read", [{ src: "package.json" }]],
    ["ICON-02", "are files by their URL", [{ src: "file:///etc/passwd" }]],
    ["ICON-09", "are not encrypted", [{ src: "http://img.example/a.png" }]],
    ["ICON-09", "are on this machine", [{ src: "https://127.0.0.1/a.png" }]],
    [
      "ICON-16",
      "are pages",
      [{ src: `data:image/png;base64,${Buffer.from("<html></html>").toString("base64")}` }],
    ],
    ["ICON-03", "lie about their type", [{ src: drawing("red"), mimeType: "image/png" }]],
    ["ICON-04", "have sizes that are none", [{ src: drawing("red"), sizes: ["big"] }]],
    ["ICON-05", "have a theme that is neither", [{ src: drawing("red"), theme: "blue" }]],
    ["ICON-04", "are no list", { src: drawing("red") }],
    [
      "ICON-11",
      "are too many to be looked at",
      Array.from({ length: 501 }, () => ({ src: "https://a.example/" })),
    ],
  ] as const) {
    it(`[${id}] never leave where they ${what}`, async () => {
      for (const tool of ["links", "structured"]) {
        const { reply } = await send(request("tools/call", given(tool, icons)));
        const { code, message } = (reply?.error ?? {}) as JsonObject;
        expect(code).to.equal(-32603);
        expect(message).to.match(/^Internal error \(reference \w+\)$/);
      }
    });
  }
});
