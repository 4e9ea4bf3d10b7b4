import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BootError, type Class, createServer, Tool } from "blazon";
import { connect } from "blazon/testing";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { type IconSettings, prepareCatalogIcons } from "../../src/catalog/catalog-icons.js";
import { Problems } from "../../src/errors/boot-error.js";
import type { IconsDefinition } from "../../src/metadata/definition.js";
import { rejectionOf } from "../support/rejection.js";
import { drawing } from "./drawings.js";

function iconsOf(member: string, spec: string): IconsDefinition {
  return { member, place: undefined, file: undefined, specs: [spec] };
}

describe("the icons of a catalog that changes", () => {
  let folder: string;
  let settings: IconSettings;
  let problems: Problems;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "blazon-changing-"));
    writeFileSync(join(folder, "a.svg"), Buffer.from(drawing("red").split(",")[1] ?? "", "base64"));
    const publicUrl = "https://a.example";
    settings = { folder, manifest: undefined, publicUrl, budget: 65_536, verify: false };
    problems = new Problems();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("stay as they are prepared, and are not read again", async () => {
    const first = iconsOf("A", "a.svg");
    const before = await prepareCatalogIcons([first], { settings, problems });
    const [published] = before.publish([first]);
    rmSync(join(folder, "a.svg"));
    const after = await prepareCatalogIcons([first, iconsOf("B", drawing("blue"))], {
      settings,
      problems,
      before,
    });
    expect(problems.list).to.eql([]);
    expect(after.publish([first])).to.eql([published]);
    expect(after.prepared).to.have.length(2);
  });

  it("keep the files of those that are gone, since clients keep their URLs", async () => {
    const [first, second] = [iconsOf("A", "a.svg"), iconsOf("B", drawing("blue"))];
    const before = await prepareCatalogIcons([first], { settings, problems });
    before.publish([first]);
    const paths = [...before.files.keys()];
    const after = await prepareCatalogIcons([second], { settings, problems, before });
    after.publish([second]);
    expect([...before.files.keys()]).to.include.members(paths);
    expect(before.files.size).to.equal(paths.length * 2);
    expect(after.files).to.equal(before.files);
  });

  it("report what is wrong with the new ones alone", async () => {
    const first = iconsOf("A", "a.svg");
    const before = await prepareCatalogIcons([first], { settings, problems });
    await prepareCatalogIcons([first, iconsOf("B", "nowhere.svg")], { settings, problems, before });
    expect(problems.list.map(({ code, member }) => [code, member])).to.eql([["ERR_ICON_SOURCE", "B"]]);
  });
});

describe("the icons of a catalog that is updated", () => {
  function toolWith(name: string, icons: string): Class {
    class Shown {
      run(): string {
        return name;
      }
    }
    Tool({ name, input: null, icons })(Shown);
    return Shown;
  }

  it("are listed and served with the features that came, and served on for those that went", async () => {
    const [First, Second] = [toolWith("first", drawing("red")), toolWith("second", drawing("blue"))];
    const options = {
      name: "desk",
      version: "1.0.0",
      features: [First],
      publicUrl: "https://desk.example/mcp",
    };
    await using server = await createServer({ ...options, hosts: ["localhost"] });
    await using client = await connect(server);
    const sourcesOf = async () => {
      const tools = await client.listTools();
      return tools.flatMap(({ icons = [] }) => (icons as readonly { src: string }[]).map(({ src }) => src));
    };
    const before = await sourcesOf();
    await server.catalog.update((tx) => tx.addFeature(Second).removeTool("first"));
    const after = await sourcesOf();
    expect(after).to.have.length(3).and.not.include.members(before);
    for (const source of [...before, ...after]) {
      const response = await server.fetch(new Request(`http://localhost${new URL(source).pathname}`));
      expect(response.status, source).to.equal(200);
    }
  });

  it("keep an update from happening where one is wrong", async () => {
    await using server = await createServer({ name: "desk", version: "1.0.0", features: [] });
    const Wrong = toolWith("wrong", "javascript:alert(1)");
    const error = await rejectionOf(server.catalog.update((tx) => tx.addFeature(Wrong)));
    expect(error).to.be.instanceOf(BootError);
    expect((error as BootError).problems.map(({ code }) => code)).to.eql(["ERR_ICON_SOURCE"]);
  });
});
