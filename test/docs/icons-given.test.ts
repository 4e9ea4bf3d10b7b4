import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { codeBlocks, namedBlocks } from "./code-blocks.js";
import { connectTo, createProject, type Project } from "./project.js";

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20H2z"/></svg>`;

describe("the server with icons of docs/icons.md", () => {
  let project: Project;

  before(async function () {
    this.timeout(60_000);
    const config =
      codeBlocks("docs/guide.md", "json").find((block) => block.includes("compilerOptions")) ?? "";
    project = await createProject(
      new Map([
        ["desk.ts", namedBlocks("docs/icons.md").get("desk.ts") ?? ""],
        ["tsconfig.json", config],
        ["package.json", '{ "name": "desk", "type": "module" }'],
      ]),
    );
    await mkdir(join(project.folder, "icons"));
    for (const name of ["ticket", "ticket-dark", "close"])
      await writeFile(join(project.folder, "icons", `${name}.svg`), SVG);
    await project.compile(["-p", "."]);
  });
  after(() => project?.remove());

  it("shows an official client its own icons, a feature's, and a member's", async () => {
    const client = await connectTo(join(project.folder, "desk.js"));
    try {
      const { tools } = await client.listTools();
      const shown = tools.map(({ name, icons = [] }) => [
        name,
        icons.map(({ mimeType, theme }) => [mimeType, theme]),
      ]);
      expect(shown).to.eql([
        [
          "count",
          [
            ["image/png", "light"],
            ["image/png", "light"],
            ["image/png", "dark"],
            ["image/png", "dark"],
            ["image/svg+xml", "light"],
            ["image/svg+xml", "dark"],
          ],
        ],
        [
          "close",
          [
            ["image/png", undefined],
            ["image/png", undefined],
            ["image/svg+xml", undefined],
          ],
        ],
      ]);
      expect(client.getServerVersion()?.icons).to.eql([{ src: "https://img.example.com/desk.png" }]);
    } finally {
      await client.close();
    }
  }).timeout(30_000);
});
