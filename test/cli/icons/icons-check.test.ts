import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import sharp from "sharp";
import { runIconsCheck } from "../../../src/cli/icons/run-icons-check.js";
import { Sink } from "../check/checked.js";
import { svgOf } from "./icon-project.js";

describe("blazon icons check", () => {
  let cwd: string;

  before(async () => {
    cwd = mkdtempSync(join(tmpdir(), "blazon-look-"));
    const image = () => sharp({ create: { width: 30, height: 20, channels: 3, background: "red" } });
    writeFileSync(join(cwd, "good.svg"), svgOf("red"));
    writeFileSync(join(cwd, "text.svg"), svgOf("red").replace("<path", "<text>a</text><path"));
    writeFileSync(join(cwd, "good.png"), await image().png().toBuffer());
    writeFileSync(join(cwd, "lie.png"), await image().jpeg().toBuffer());
    writeFileSync(join(cwd, "cut.png"), (await image().png().toBuffer()).subarray(0, 60));
    writeFileSync(join(cwd, "moving.gif"), await image().gif().toBuffer());
    writeFileSync(join(cwd, "page.svg"), "<html></html>");
    writeFileSync(join(cwd, "b\u001b[31mad.svg"), "");
  });
  after(() => rmSync(cwd, { recursive: true }));

  async function look(files: readonly string[], { json = false, isTTY = false } = {}) {
    const stdout = new Sink(isTTY);
    const code = await runIconsCheck({ files, json, cwd, environment: {}, stdout });
    return { code, text: stdout.text };
  }

  it("shows file, type, size, verdict and reason of each, and ends with 0 where all are icons", async () => {
    const { code, text } = await look(["good.svg", "text.svg", "good.png"]);
    expect(code).to.equal(0);
    expect(text).to.equal(
      [
        "file      type           size   verdict  reason",
        "good.svg  image/svg+xml  any    ok",
        "text.svg  image/svg+xml  any    ok       left out of it: <text>",
        "good.png  image/png      30x20  ok",
        "",
      ].join("\n"),
    );
  });

  it("[ICON-16] says what a refused file is, and why it is refused, and ends with 1", async () => {
    const { code, text } = await look([
      "good.svg",
      "lie.png",
      "cut.png",
      "moving.gif",
      "page.svg",
      "none",
      ".",
    ]);
    expect(code).to.equal(1);
    const rows = text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/ {2,}/));
    expect(rows.map(([file, type, , verdict]) => [file, type, verdict])).to.eql([
      ["file", "type", "verdict"],
      ["good.svg", "image/svg+xml", "ok"],
      ["lie.png", "image/jpeg", "refused"],
      ["cut.png", "image/png", "refused"],
      ["moving.gif", "image/gif", "refused"],
      ["page.svg", "-", "refused"],
      ["none", "-", "refused"],
      [".", "-", "refused"],
    ]);
    const reasons = rows.slice(2).map((row) => row[4]);
    expect(reasons).to.eql([
      "ERR_ICON_MISMATCH: it has the ending .png, and its bytes are JPEG",
      "ERR_ICON_DAMAGED: it ends before its last chunk",
      "ERR_ICON_FORMAT: it is GIF",
      "ERR_ICON_FORMAT: it is HTML",
      "ERR_ICON_SOURCE: no file can be read there (ENOENT)",
      "ERR_ICON_SOURCE: no file can be read there",
    ]);
  });

  it("says the same as JSON", async () => {
    const { code, text } = await look(["good.png", "lie.png"], { json: true });
    expect(code).to.equal(1);
    expect(JSON.parse(text)).to.eql({
      icons: [
        { file: "good.png", ok: true, mimeType: "image/png", size: "30x20" },
        {
          file: "lie.png",
          ok: false,
          mimeType: "image/jpeg",
          code: "ERR_ICON_MISMATCH",
          reason: "it has the ending .png, and its bytes are JPEG",
        },
      ],
    });
  });

  it("writes no command of a file's name to a terminal, and colors what is refused", async () => {
    const { text } = await look(["b\u001b[31mad.svg"], { isTTY: true });
    expect(text).to.include("b?[31mad.svg");
    expect(text).to.include("\u001b[31mb?");
  });
});
