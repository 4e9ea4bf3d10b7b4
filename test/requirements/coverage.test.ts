import { expect } from "chai";
import { describe, it } from "mocha";
import { idsOf, parseChecklist } from "./checklist.js";
import { type Evidence, judgeCoverage } from "./coverage.js";

const CHECKLIST = `## 3. META: \`_meta\` grammar
- **META-11** [MUST·S] A request missing a field is rejected. {idx:380} ⇒ \`params:{}\`.
- **META-14** [SHOULD·C] Client sends its info. {idx:384} ⇒ capture.
- **META-23** [SHOULD NOT·SC] Do not change behavior. {idx:404} ⇒ same answer.
- **TOOL-02** [DEF·S] Names. {tool:9} ⇒ list.
See **TOOL-02**.
`;

function judge(evidence: Partial<Evidence>) {
  const nothing: Evidence = { titles: [], documented: {}, later: {}, findPage: () => undefined };
  const { missing, faults } = judgeCoverage(parseChecklist(CHECKLIST), { ...nothing, ...evidence });
  return { missing: Object.fromEntries(missing), faults };
}

describe("the coverage of requirements", () => {
  it("reads ids, groups and roles from the checklist", () => {
    expect(parseChecklist(CHECKLIST)).to.eql([
      { id: "META-11", group: "META", server: true },
      { id: "META-14", group: "META", server: false },
      { id: "META-23", group: "META", server: true },
      { id: "TOOL-02", group: "TOOL", server: true },
    ]);
  });

  it("reads ids from the start of a title alone", () => {
    expect(idsOf("[META-11] refuses it")).to.eql(["META-11"]);
    expect(idsOf("[META-11, TOOL-02] refuses it")).to.eql(["META-11", "TOOL-02"]);
    expect(idsOf("[META-11] [TOOL-02] refuses [META-14]")).to.eql(["META-11", "TOOL-02"]);
    for (const title of ["refuses it [META-11]", "META-11 refuses", "[META] refuses", "[META-11]refuses"]) {
      expect(idsOf(title), title).to.eql([]);
    }
  });

  it("lists what binds a server and is named nowhere, by group", () => {
    expect(judge({}).missing).to.eql({ META: ["META-11", "META-23"], TOOL: ["TOOL-02"] });
    expect(judge({ titles: ["[META-11, TOOL-02] a"], later: { "META-23": "icons" } }).missing).to.eql({});
  });

  it("accepts a page that names its requirement, and no other page", () => {
    const documented = { "TOOL-02": "docs/tools.md" };
    expect(judge({ documented, findPage: () => "… (TOOL-02)" }).faults).to.eql([]);
    expect(judge({ documented, findPage: () => "…" }).faults).to.eql([
      "TOOL-02: docs/tools.md does not name it",
    ]);
    expect(judge({ documented }).faults).to.eql(["TOOL-02: there is no page docs/tools.md"]);
  });

  it("finds entries that a test made stale, that stand twice, or that the checklist lacks", () => {
    const titles = ["[TOOL-02] a"];
    expect(judge({ titles, later: { "TOOL-02": "icons" } }).faults).to.eql([
      "TOOL-02: later.json lists it, and a test title names it",
    ]);
    const twice = {
      documented: { "META-11": "a.md" },
      later: { "META-11": "icons" },
      findPage: () => "META-11",
    };
    expect(judge(twice).faults).to.eql(["META-11: both lists have it"]);
    expect(judge({ later: { "META-99": "icons" } }).faults).to.eql(["META-99: the checklist lacks it"]);
  });

  it("finds titles with unknown ids, and with more than three", () => {
    expect(judge({ titles: ["[META-99] a"] }).faults).to.eql([
      '"[META-99] a" names META-99, which the checklist lacks',
    ]);
    const title = "[META-11, META-14, META-23, TOOL-02] a";
    expect(judge({ titles: [title] }).faults).to.eql([`"${title}" names more than 3 requirements`]);
  });
});
