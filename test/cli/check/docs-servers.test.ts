import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { codeBlocks, namedBlocks } from "../../docs/code-blocks.js";
import { createProject, type Project } from "../../docs/project.js";
import { check } from "./checked.js";

describe("blazon check, on the servers that the pages show", () => {
  let project: Project | undefined;
  afterEach(() => project?.remove());

  it("finds nothing in the README's", async function () {
    this.timeout(60_000);
    const [server = ""] = codeBlocks("README.md", "ts");
    const compiler = codeBlocks("README.md", "bash")
      .join("\n")
      .split("\n")
      .find((command) => command.startsWith("npx tsc "));
    project = await createProject(new Map([["server.mts", server]]));
    await project.compile(String(compiler).split(" ").slice(2));
    expect(await check({ entry: "server.mjs", cwd: project.folder })).to.eql({
      code: 0,
      stdout: "calculator 1.0.0: nothing found\n",
      stderr: "",
    });
  });

  it("finds nothing in the guide's", async function () {
    this.timeout(60_000);
    const files = new Map(namedBlocks("docs/guide.md"));
    const config = codeBlocks("docs/guide.md", "json").find((block) => block.includes("compilerOptions"));
    files.set("tsconfig.json", String(config)).set("package.json", '{ "type": "module" }');
    project = await createProject(files);
    await project.compile(["-p", "."]);
    const options = { entry: "server.js", args: ["--stdio"], cwd: project.folder };
    expect(await check(options)).to.eql({ code: 0, stdout: "helpdesk 1.0.0: nothing found\n", stderr: "" });
  });
});
