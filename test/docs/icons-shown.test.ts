import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { CONSUMER_LIMITS, SERVER_LIMITS } from "../../src/icons/limits.js";
import { makePng } from "../icons/image-parts.js";
import { PROJECT_ROOT } from "../project-root.js";
import { codeBlocks, namedBlocks } from "./code-blocks.js";
import { createProject, type Project } from "./project.js";

/** What docs/icons.md names host.ts. */
interface Host {
  sourcesOf(icons: unknown, server: URL, page: "light" | "dark"): Promise<string[]>;
}

describe("the host of docs/icons.md", () => {
  let project: Project;
  let host: Host;

  before(async function () {
    this.timeout(60_000);
    const config =
      codeBlocks("docs/guide.md", "json").find((block) => block.includes("compilerOptions")) ?? "";
    project = await createProject(
      new Map([
        ["host.ts", namedBlocks("docs/icons.md").get("host.ts") ?? ""],
        ["tsconfig.json", config],
        ["package.json", '{ "name": "host", "type": "module" }'],
      ]),
    );
    await project.compile(["-p", "."]);
    host = await import(pathToFileURL(join(project.folder, "host.js")).href);
  });
  after(() => project?.remove());

  it("shows what may be shown on a page, and leaves the rest of a list alone", async () => {
    const src = `data:image/png;base64,${makePng(4, 4).toString("base64")}`;
    const sent = [
      { src, theme: "dark" },
      { src: "javascript:alert(1)" },
      { src: "https://elsewhere.example/a.png" },
      { src, theme: "light" },
      { src },
    ];
    const { warn } = console;
    const said: unknown[] = [];
    console.warn = (reason: unknown) => void said.push(reason);
    try {
      const sources = await host.sourcesOf(sent, new URL("https://desk.example.com/mcp"), "light");
      expect(sources).to.have.length(2);
      for (const source of sources) expect(source).to.match(/^data:image\/png;base64,iVBORw0KGgo/);
    } finally {
      console.warn = warn;
    }
    expect(said.map((reason) => String(reason).split(":")[0])).to.eql(["ERR_ICON_SOURCE", "ERR_ICON_FETCH"]);
  });
});

describe("the limits in docs/icons.md", () => {
  const page = readFileSync(join(PROJECT_ROOT, "docs/icons.md"), "utf8");

  for (const [name, ofAuthors] of Object.entries(SERVER_LIMITS)) {
    it(`says what ${name} is`, () => {
      const [, most = ""] = new RegExp(`^\\| \`${name}\` \\|[^|]*\\| ([^|]*) \\|$`, "m").exec(page) ?? [];
      const ofOthers = Object.entries(CONSUMER_LIMITS).find(([other]) => other === name)?.[1];
      const numbers = most.replaceAll(",", "").match(/\d+/g)?.map(Number);
      const stated = most.includes(" of an author, ") ? numbers : [numbers?.[0], numbers?.[0]];
      expect(stated).to.eql([ofAuthors, ofOthers]);
    });
  }
});
