import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { codeBlocks } from "./code-blocks.js";
import { connectTo, createProject, type Project } from "./project.js";

describe("the README's first screen", () => {
  let project: Project;
  const [server = ""] = codeBlocks("README.md", "ts");
  const commands = codeBlocks("README.md", "bash").join("\n").split("\n");

  before(async () => {
    project = await createProject(new Map([["server.mts", server]]));
  });
  after(() => project.remove());

  it("shows a complete server of about 20 lines", () => {
    expect(server.trim().split("\n").length).to.be.within(12, 22);
    expect(server).to.include("await server.stdio()");
  });

  it("compiles as its own command says, and answers the official client", async function () {
    this.timeout(30_000);
    const compiler = commands.find((command) => command.startsWith("npx tsc "));
    expect(compiler).to.include("server.mts");
    await project.compile((compiler ?? "").split(" ").slice(2));
    expect(commands).to.include("node server.mjs");

    const client = await connectTo(join(project.folder, "server.mjs"));
    const { tools } = await client.listTools();
    expect(tools.map(({ name, title }) => [name, title])).to.deep.equal([["add", "Add two numbers"]]);
    const { content } = await client.callTool({ name: "add", arguments: { a: 2, b: 40 } });
    expect(content).to.deep.equal([{ type: "text", text: "42" }]);
    await client.close();
  });
});
