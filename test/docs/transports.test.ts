import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { codeBlocks, namedBlocks } from "./code-blocks.js";
import { createProject, type Project } from "./project.js";

const PAGE = "docs/transports.md";
const FLAGS = ["--ignoreConfig", "--strict", "--target", "es2022", "--module", "nodenext", "--types", "node"];
const DECORATORS = ["--experimentalDecorators", "--emitDecoratorMetadata", "--skipLibCheck"];

/** Samples for frameworks that this project does not install are checked by hand. */
function isOwn(sample: string): boolean {
  const names = [...sample.matchAll(/ from "(.+?)"/g)].map(([, name = ""]) => name);
  return names.every((name) => /^(?:node:|\.|blazon)/.test(name));
}

describe("docs/transports.md", () => {
  let project: Project;
  const samples = codeBlocks(PAGE, "ts").filter(isOwn);

  before(async () => {
    const files = samples.map((sample, index) => [`sample-${index}.mts`, sample] as const);
    const server = namedBlocks(PAGE).get("server.ts") ?? "";
    project = await createProject(
      new Map([...files, ["server.ts", server], ["package.json", '{ "type": "module" }']]),
    );
  });
  after(() => project.remove());

  it("has samples for stdio, sockets, HTTP on its own, node:http and signals that compile", async function () {
    this.timeout(60_000);
    expect(samples).to.have.length(6);
    const names = samples.map((_, index) => `sample-${index}.mts`);
    await project.compile([...names, ...FLAGS, ...DECORATORS]);
  });
});
