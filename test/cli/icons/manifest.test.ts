import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { IconProject, svgOf } from "./icon-project.js";

const MANIFEST = { iconManifest: "icons.json" };

describe("a manifest of icons", function () {
  this.timeout(60_000);
  let project: IconProject;
  let manifest: string;

  before(async () => {
    project = new IconProject();
    await project.writePng("icons/server.png", "crimson");
    const { code, stdout, stderr } = await project.build(WITH_PNG);
    expect([code, stderr]).to.eql([0, ""]);
    expect(stdout).to.match(/^Wrote icons\.json: 3 icons, 9 images, \d+ bytes\n$/);
    manifest = read();
  });
  after(() => project.remove());

  const WITH_PNG = { ...MANIFEST, icons: "icons/server.png" };
  const read = () => readFileSync(join(project.folder, "icons.json"), "utf8");

  it("lets a server start without an image library and without an XML parser, with the same icons", async () => {
    const drawn = await project.start({ icons: "icons/server.png" });
    const read = await project.start(WITH_PNG);
    expect([drawn.code, read.code], read.stderr).to.eql([0, 0]);
    const [before, after] = [JSON.parse(drawn.stdout), JSON.parse(read.stdout)];
    expect(before.loaded).to.have.members(["sharp", "saxes"]);
    expect(after.loaded).to.eql([]);
    expect(after.icons).to.eql(before.icons);
    expect(after.icons.map(({ length }: unknown[]) => length)).to.eql([3, 3]);
  });

  it("is the same file whenever it is built of the same icons", async () => {
    expect((await project.build(WITH_PNG)).code).to.equal(0);
    expect(read()).to.equal(manifest);
  });

  it("is read where sharp is not installed", async () => {
    const elsewhere = new IconProject({ without: ["sharp", "@img"] });
    try {
      await elsewhere.writePng("icons/server.png", "crimson");
      elsewhere.write("icons.json", manifest);
      const { code, stderr } = await elsewhere.start(WITH_PNG);
      expect([code, stderr]).to.eql([0, ""]);
    } finally {
      elsewhere.remove();
    }
  });

  for (const [what, spoil, says] of [
    [
      "an image was changed",
      () => project.write("icons/open.svg", svgOf("red")),
      'does not fit "icons/open.svg": the image has changed since it was built',
    ],
    [
      "an entry is of no icon any more",
      () => project.write("icons/open.svg", svgOf("navy")),
      'does not fit this server: it has entries that no icon needs: "icons/open.svg"',
    ],
    [
      "it is not there",
      () => rmSync(join(project.folder, "icons.json")),
      "does not fit this server: no file can be read at icons.json",
    ],
    ["it was cut off", () => project.write("icons.json", manifest.slice(0, -100)), "it is not JSON"],
    [
      "another version built it",
      () => project.write("icons.json", manifest.replace(/"version": "[^"]*"/, '"version": "0"')),
      "it was built by another version of Blazon",
    ],
    [
      "an image in it was exchanged",
      () =>
        project.write(
          "icons.json",
          manifest.replace(/"data": "iVBORw0KGgo.{8}/, '"data": "iVBORw0KGgoAAAAAAA'),
        ),
      "is not the one that was built",
    ],
  ] as const) {
    it(`keeps a server from starting where ${what}`, async () => {
      spoil();
      try {
        const { code, stderr } = await project.start(WITH_PNG);
        expect(code).to.equal(1);
        expect(stderr).to.include("The server cannot start: 1 problem");
        expect(stderr).to.include("ERR_ICON_MANIFEST").and.include(says);
        expect(stderr).to.include("Fix: Build the manifest again: blazon icons build");
      } finally {
        project.write("icons/open.svg", svgOf("teal"));
        project.write("icons.json", manifest);
      }
    });
  }

  it("keeps a server from starting where an icon was added, and names who gave it", async () => {
    const { code, stderr } = await project.start(MANIFEST);
    expect(code).to.equal(1);
    expect(stderr).to.include('it has entries that no icon needs: "icons/server.png"');
    await project.writePng("icons/new.png", "gold");
    const added = await project.start({ ...WITH_PNG, icons: ["icons/server.png", "icons/new.png"] });
    expect(added.code).to.equal(1);
    expect(added.stderr).to.match(
      /ERR_ICON_MANIFEST createServer \(server\.mjs:\d+:\d+\)\s+The manifest of icons does not fit "icons\/new\.png": it has no entry for this image/,
    );
  });

  it("is looked at by blazon check as by a start", async () => {
    const args = ["check", "server.mjs", "--json", "--", JSON.stringify(MANIFEST)];
    const { code, stdout } = await project.blazon(...args);
    expect(code).to.equal(1);
    const codes = JSON.parse(stdout).servers[0].findings.map((finding: { code: string }) => finding.code);
    expect(codes).to.include("ERR_ICON_MANIFEST");
  });
});

describe("a server without sharp", function () {
  this.timeout(60_000);
  let project: IconProject;
  before(() => {
    project = new IconProject({ without: ["sharp", "@img"] });
  });
  after(() => project.remove());

  it("starts with icons of shapes alone, and says that they have no PNG beside them", async () => {
    const { code, stdout, stderr } = await project.start();
    expect(code, stderr).to.equal(0);
    const { icons } = JSON.parse(stdout);
    expect(icons.flat().map(({ mimeType }: { mimeType: string }) => mimeType)).to.eql([
      "image/svg+xml",
      "image/svg+xml",
    ]);
    const warnings = stderr.split("\n").filter((line) => line.includes("no PNG is published beside it"));
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include("the package sharp is not installed");
  });

  it("does not start with an image of pixels, in one problem that names sharp", async () => {
    await project.writePng("icons/server.png", "crimson");
    const { code, stderr } = await project.start({ icons: "icons/server.png" });
    expect(code).to.equal(1);
    expect(stderr).to.include("The server cannot start: 1 problem");
    expect(stderr).to.include(
      'The icon "icons/server.png" needs an image library: the package sharp is not installed',
    );
    expect(stderr).to.include("Fix: Install sharp, give an SVG, or start from a manifest");
  });
});

describe("blazon icons build", function () {
  this.timeout(60_000);
  let project: IconProject;
  before(() => {
    project = new IconProject();
  });
  after(() => project.remove());

  it("writes nothing where an icon is wrong, reports all that are, and leaves the old manifest alone", async () => {
    project.write("icons.json", "the old one");
    project.write("icons/open.svg", "<svg/>");
    project.write("icons/desk.svg", "GIF89a");
    const { code, stdout, stderr } = await project.build(MANIFEST);
    expect([code, stdout]).to.eql([1, ""]);
    expect(stderr.match(/ERR_ICON_\w+/g)).to.eql(["ERR_ICON_FORMAT", "ERR_ICON_FORMAT"]);
    expect(stderr).to.include("Desk.open").and.include("it is GIF");
    expect(readFileSync(join(project.folder, "icons.json"), "utf8")).to.equal("the old one");
    expect(project.files()).to.eql(["icons", "icons.json", "package.json", "server.mjs"]);
    const { stdout: json } = await project.build(MANIFEST, "--json");
    expect(JSON.parse(json).servers[0].findings.map(({ code }: { code: string }) => code)).to.eql([
      "ERR_ICON_FORMAT",
      "ERR_ICON_FORMAT",
    ]);
    project.write("icons/open.svg", svgOf("teal"));
    project.write("icons/desk.svg", svgOf("navy"));
  });

  it("replaces a manifest that is stale, and says so as JSON", async () => {
    const { code, stdout } = await project.build(MANIFEST, "--json");
    expect(code).to.equal(0);
    const [server] = JSON.parse(stdout).servers;
    expect(server).to.include({ name: "desk", version: "1.0.0", icons: 2, images: 6 });
    expect(server.manifest).to.equal(join(project.folder, "icons.json"));
    expect(server).to.not.have.any.keys("text", "problems");
    expect((await project.start(MANIFEST)).code).to.equal(0);
  });

  it("says what is missing where a server names no file, and what to do", async () => {
    const { code, stderr } = await project.build({});
    expect(code).to.equal(1);
    expect(stderr).to.include("createServer of desk names no file for the manifest");
    expect(stderr).to.include('Fix: Say iconManifest: "icons.json"');
  });

  it("leaves nothing behind where the file cannot be written", async () => {
    const { code, stderr } = await project.build({ iconManifest: "nowhere/icons.json" });
    expect(code).to.equal(1);
    expect(stderr).to.include("nowhere/icons.json cannot be written");
    expect(project.files()).to.eql(["icons", "icons.json", "package.json", "server.mjs"]);
  });

  it("refuses two servers with one manifest", async () => {
    project.write(
      "two.mjs",
      `import { createServer } from "blazon";
       const options = { version: "1.0.0", features: [], iconManifest: "icons.json" };
       void createServer({ ...options, name: "one" });
       void createServer({ ...options, name: "two" });`,
    );
    const { code, stderr } = await project.blazon("icons", "build", "two.mjs");
    expect(code).to.equal(1);
    expect(stderr)
      .to.include("Two servers name the manifest")
      .and.include("Fix: Give each server a manifest");
  });

  it("says so where nothing can be run", async () => {
    const { code, stderr } = await project.blazon("icons", "build", "nowhere.mjs");
    expect(code).to.equal(2);
    expect(stderr).to.include("There is no file nowhere.mjs");
    const { code: jsonCode, stdout } = await project.blazon("icons", "build", "nowhere.mjs", "--json");
    expect(jsonCode).to.equal(2);
    expect(JSON.parse(stdout).error.message).to.include("nowhere.mjs");
  });

  it("says what was left out of an image", async () => {
    project.write("icons/open.svg", svgOf("teal").replace("<path", "<text>a</text><path"));
    const { code, stdout } = await project.build(MANIFEST);
    expect(code).to.equal(0);
    expect(stdout).to.include('Note: "icons/open.svg": left out of it: <text>');
  });
});
