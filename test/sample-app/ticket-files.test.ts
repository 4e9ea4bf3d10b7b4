import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { findDataFolder } from "../../sample-app/folders.js";
import { FileNotFound, TicketFiles } from "../../sample-app/import/ticket-files.js";
import { TicketImporter } from "../../sample-app/import/ticket-importer.js";
import { createDesk } from "./desk.js";

describe("the files of the help desk", () => {
  let outside: string;
  let files: TicketFiles;

  before(() => {
    outside = mkdtempSync(join(tmpdir(), "helpdesk-"));
    const folder = join(outside, "data");
    mkdirSync(join(folder, "folder.csv"), { recursive: true });
    for (const path of [join(outside, "secret.csv"), join(folder, "a.csv"), join(folder, "notes.txt")]) {
      writeFileSync(path, "");
    }
    symlinkSync(join(outside, "secret.csv"), join(folder, "link.csv"));
    files = new TicketFiles(folder);
  });

  after(() => {
    rmSync(outside, { recursive: true });
  });

  it("are the CSV files of one folder, links and folders left out", async () => {
    expect(await files.names()).to.deep.equal(["a.csv"]);
  });

  it("cannot be left by any spelling of a name", async () => {
    const absolute = join(outside, "secret.csv");
    const spellings = [
      "../secret.csv",
      "./a.csv",
      "a.csv/",
      "..\\secret.csv",
      absolute,
      `file://${absolute}`,
    ];
    const others = [
      "",
      ".",
      "link.csv",
      "folder.csv",
      "notes.txt",
      "a.csv\0",
      "A.CSV",
      "%2e%2e/secret.csv",
      "__proto__",
    ];
    for (const name of [...spellings, ...others]) {
      const outcome: unknown = await files.open(name).catch((error: unknown) => error);
      expect(outcome, name).to.be.instanceOf(FileNotFound);
      expect(outcome, name).to.have.property(
        "message",
        "There is no such file. These can be imported: a.csv.",
      );
    }
  });

  it("come with 300 tickets to start from, all of them good", async () => {
    const { database } = createDesk();
    const rows = await new TicketFiles(findDataFolder()).open("tickets.csv");
    const report = await new TicketImporter(database).run(rows);
    expect(report).to.deep.equal({ imported: 300, known: 0, rejected: 0, rejectedRows: [] });
  });

  it("come with a backlog to import, three rows of which are bad", async () => {
    const { database } = createDesk();
    const rows = await new TicketFiles(findDataFolder()).open("backlog.csv");
    expect(await new TicketImporter(database).run(rows)).to.deep.equal({
      imported: 117,
      known: 0,
      rejected: 3,
      rejectedRows: [
        { row: 13, reason: "has 4 columns where the header has 9" },
        { row: 31, reason: "priority must be one of low, normal, high, urgent" },
        { row: 49, reason: "title is empty" },
      ],
    });
  });

  it("name what is missing when their folder is nowhere above", () => {
    expect(() => findDataFolder("/")).to.throw("sample-app/data/tickets.csv is missing");
  });
});
