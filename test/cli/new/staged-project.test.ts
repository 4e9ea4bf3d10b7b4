import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { CliError } from "../../../src/cli/cli-error.js";
import { planProject } from "../../../src/cli/new/plan-project.js";
import { StagedProject } from "../../../src/cli/new/staged-project.js";
import { readTemplate } from "../../../src/cli/new/templates.js";

describe("a project while it is made", () => {
  let cwd: string;
  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), "blazon-stage-")));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const files = planProject(readTemplate("http"), { name: "desk", spec: "1.0.0" });
  const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it("leaves nothing behind, whichever of its files cannot be written", async () => {
    for (const index of files.keys()) {
      const staged = await StagedProject.open(join(cwd, "deep/er/desk"));
      const [first] = files;
      const again = [...files.slice(0, index + 1), ...files.slice(0, 1)];
      expect(await thrownBy(staged.write(again)), first?.path).to.have.property("code", "EEXIST");
      await staged.discard();
      expect(readdirSync(cwd)).to.eql([]);
    }
  });

  it("is nowhere to be seen before it is complete", async () => {
    const staged = await StagedProject.open(join(cwd, "desk"));
    await staged.write(files);
    expect(existsSync(join(cwd, "desk"))).to.equal(false);
    await staged.publish();
    expect(readdirSync(cwd)).to.eql(["desk"]);
    expect(existsSync(join(cwd, "desk/.gitignore"))).to.equal(true);
  });

  it("takes back the folders it made on the way, where one of them cannot be made", async () => {
    const impossible = join(cwd, "a/b", "x".repeat(300), "desk");
    expect(await thrownBy(StagedProject.open(impossible))).to.have.property("code", "ENAMETOOLONG");
    expect(readdirSync(cwd)).to.eql([]);
  });

  it("takes back no folder that was there, or that holds what is another's", async () => {
    mkdirSync(join(cwd, "there"));
    const staged = await StagedProject.open(join(cwd, "there/made/inner/desk"));
    writeFileSync(join(cwd, "there/made/theirs"), "");
    await staged.discard();
    expect(readdirSync(cwd)).to.eql(["there"]);
    expect(readdirSync(join(cwd, "there/made"))).to.eql(["theirs"]);
  });

  it("leaves what came to its place in the meantime as it is", async () => {
    for (const [what, put] of [
      ["folder", () => mkdirSync(join(cwd, "desk/theirs"), { recursive: true })],
      ["file", () => writeFileSync(join(cwd, "desk"), "theirs")],
    ] as const) {
      const staged = await StagedProject.open(join(cwd, "desk"));
      put();
      const fault = await thrownBy(staged.publish());
      expect(fault, what).to.be.instanceOf(CliError);
      expect(String(fault)).to.include("was taken while the project was made");
      await staged.discard();
      expect(readdirSync(cwd), what).to.eql(["desk"]);
      rmSync(join(cwd, "desk"), { recursive: true });
    }
  });
});
