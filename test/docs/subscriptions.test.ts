import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createServer, type Server } from "blazon";
import { connect } from "blazon/testing";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { namedBlocks } from "./code-blocks.js";
import { createProject, type Project } from "./project.js";

describe("the examples of subscriptions", () => {
  let project: Project;
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const load = (file: string) => import(pathToFileURL(join(project.folder, file)).href);

  before(async function () {
    this.timeout(60_000);
    const files = new Map(namedBlocks("docs/subscriptions.md"));
    const options = {
      target: "es2022",
      module: "nodenext",
      strict: true,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
      types: ["node"],
      skipLibCheck: true,
    };
    files.set("tsconfig.json", JSON.stringify({ compilerOptions: options, include: ["*.ts"] }));
    files.set("package.json", '{ "type": "module" }');
    project = await createProject(files);
    await project.compile(["-p", "."]);
    await mkdir(join(project.folder, "pages"));
    await writeFile(join(project.folder, "pages", "home.md"), "# Home\n");
  });
  after(() => project?.remove());

  it("tell who listens what a tool changed", async () => {
    const { Notes } = await load("notes.js");
    const server = await createServer({ name: "notes", version: "1.0.0", features: [Notes], logger });
    const client = await connect(server);
    const ear = await client.listen({ resourcesListChanged: true, resourceSubscriptions: ["note://new"] });
    await client.callTool("write_note", { id: "new", text: "a" });
    await client.callTool("write_note", { id: "new", text: "b" });
    expect(ear.heard.map(({ method }) => method)).to.eql([
      "notifications/resources/list_changed",
      "notifications/resources/updated",
      "notifications/resources/updated",
    ]);
    await client.close();
    await server.close();
  });

  it("tell who listens that a file was written", async () => {
    const { Pages } = await load("pages.js");
    const server = await createServer({ name: "pages", version: "1.0.0", features: [Pages], logger });
    const client = await connect(server);
    const ear = await client.listen({ resourceSubscriptions: ["page://home"] });
    await writeFile(join(project.folder, "pages", "home.md"), "# Another\n");
    expect((await ear.next()).params.uri).to.equal("page://home");
    await client.close();
    await server.close();
  });

  it("change the catalog of a server that runs", async () => {
    const { server }: { readonly server: Server } = await load("server.js");
    const client = await connect(server);
    expect((await client.listTools()).map(({ name }) => name)).to.eql(["weekly_report"]);
    await client.close();
    await server.close();
  });
});
