import { setTimeout as wait } from "node:timers/promises";
import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { ProgressReports } from "../../src/kernel/progress.js";

const HOURS = 3_600_000;

interface Sent {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Reports, and the params of what was sent of them. */
function reportsOf(token: string | number, intervalMs: number) {
  const sent: Sent[] = [];
  const reports = new ProgressReports(token, intervalMs, (frame) => sent.push(JSON.parse(frame).params));
  return { reports, sent };
}

describe("the progress of a request", () => {
  it("[PROG-05] rises with every frame, and ends with the highest of what was reported", () => {
    const value = fc.oneof(fc.integer({ min: -5, max: 20 }), fc.double({ noNaN: false }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), (values) => {
        const { reports, sent } = reportsOf(1, HOURS);
        for (const each of values) reports.report(each, undefined, undefined);
        reports.end();
        const progress = sent.map((params) => params.progress);
        for (const [index, each] of progress.slice(1).entries()) {
          expect(each).to.be.above(Number(progress[index]));
        }
        const finite = values.filter(Number.isFinite);
        expect(progress[0]).to.equal(finite[0]);
        expect(progress.at(-1)).to.equal(finite.length === 0 ? undefined : Math.max(...finite));
      }),
    );
  });

  it("[PROG-05] sends 5 and 7 of 5, 5, 3 and 7", () => {
    const { reports, sent } = reportsOf("t", HOURS);
    for (const value of [5, 5, 3]) reports.report(value, undefined, undefined);
    reports.report(7, undefined, undefined);
    reports.end();
    expect(sent).to.eql([
      { progressToken: "t", progress: 5 },
      { progressToken: "t", progress: 7 },
    ]);
  });

  it("[PROG-05] sends nothing at the end where nothing rose since the last frame", () => {
    for (const values of [[5, 5], [5, 3], [0, -1], []]) {
      const { reports, sent } = reportsOf("t", HOURS);
      for (const value of values) reports.report(value, undefined, undefined);
      reports.end();
      expect(sent.map(({ progress }) => progress)).to.eql(values.slice(0, 1));
    }
  });

  it("[PROG-09] [PROG-04] says total and message where they were given, and only there", () => {
    const { reports, sent } = reportsOf(0, HOURS);
    reports.report(1, undefined, undefined);
    reports.report(2, 4, "half");
    reports.end();
    expect(sent).to.eql([
      { progressToken: 0, progress: 1 },
      { progressToken: 0, progress: 2, total: 4, message: "half" },
    ]);
  });

  it("leaves out a total that is no number JSON has", () => {
    for (const total of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const { reports, sent } = reportsOf(0, HOURS);
      reports.report(1, total, undefined);
      expect(sent).to.eql([{ progressToken: 0, progress: 1 }]);
    }
  });

  it("[PROG-11] sends what waited when the interval is over, and the last of it", async () => {
    const { reports, sent } = reportsOf(1, 1);
    for (let value = 1; value <= 1000; value++) reports.report(value, undefined, undefined);
    expect(sent.map(({ progress }) => progress)).to.eql([1]);
    while (sent.length < 2) await wait(1);
    expect(sent.map(({ progress }) => progress)).to.eql([1, 1000]);
    reports.end();
    expect(sent).to.have.length(2);
  });

  it("[CANC-12] is dropped with what waited, and no timer brings it back", async () => {
    const { reports, sent } = reportsOf(1, 1);
    reports.report(1, undefined, undefined);
    reports.report(2, undefined, undefined);
    reports.drop();
    await wait(5); // timers go off in the order of their times
    expect(sent.map(({ progress }) => progress)).to.eql([1]);
  });
});
