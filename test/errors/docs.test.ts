import { expect } from "chai";
import { describe, it } from "mocha";
import { BUILD_CODES, WIRE_CODES } from "../../src/errors/codes.js";
import { PAGE, readEntries } from "./page.js";
import { failureOf, reportOf } from "./run-example.js";

const entries = readEntries();
const codes = entries.map(({ code }) => code);
const bodies = new Map(entries.map(({ code, body }) => [code, body]));

describe("docs/errors.md", () => {
  it("has one entry for every code, in the order of the table, and none for a code that does not exist", () => {
    expect(codes).to.eql([...Object.keys(WIRE_CODES), ...Object.keys(BUILD_CODES)]);
  });

  for (const [code, { text, rpc, status, row }] of Object.entries(WIRE_CODES)) {
    it(`says number, status, row and text of ${code}, and what both sides do`, () => {
      const body = bodies.get(code);
      expect(body).to.include(`\n−${-rpc} · HTTP ${status} · row ${row} · *${text}*\n`);
      expect(body).to.match(/^\*\*Client:\*\* \S/m);
      expect(body).to.match(/^\*\*Server:\*\* \S/m);
    });
  }

  for (const { code, example = "", report } of entries.filter(({ code }) => code in BUILD_CODES)) {
    it(`shows how ${code} is caused, and what is said of it`, async () => {
      const failure = await failureOf(example);
      expect(reportOf(failure)).to.equal(report);
      expect(report).to.match(new RegExp(`^${code}\\b`));
    });
  }

  it("shows a boot that fails, with every problem of it", async () => {
    const section = /^## When the server does not start\n([\s\S]*?)^## /m.exec(PAGE)?.[1];
    const [, example = "", report = ""] =
      /^```ts\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```/m.exec(section ?? "") ?? [];
    const failure = await failureOf(example.replace(/^import .*$/m, ""));
    expect(String(failure).replaceAll(/ \(.*?\)$/gm, "")).to.equal(
      report.trimEnd().replaceAll(/ \(.*?\)$/gm, ""),
    );
  });
});
