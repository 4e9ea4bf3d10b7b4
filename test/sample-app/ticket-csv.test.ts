import { Readable } from "node:stream";
import { expect } from "chai";
import { describe, it } from "mocha";
import { FileRefused, readTicketCsv, type TicketRow } from "../../sample-app/import/ticket-csv.js";

const HEADER = "reference,opened_at,closed_at,state,priority,assignee,requester,title,body";
const GOOD = "A-1,2026-01-05T07:00:00Z,,open,high,Zoë,lena@example.com,Jam,Paper";

async function read(...chunks: (string | Buffer)[]): Promise<TicketRow[]> {
  const rows: TicketRow[] = [];
  for await (const row of readTicketCsv(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))))
    rows.push(row);
  return rows;
}

async function refusal(text: string): Promise<FileRefused> {
  const outcome: unknown = await read(text).catch((error: unknown) => error);
  if (outcome instanceof FileRefused) return outcome;
  throw new Error("the file was not refused");
}

describe("the CSV reader", () => {
  it("reads commas, quotes and line breaks inside of quoted cells", async () => {
    const row =
      'A-1,2026-01-05T07:00:00Z,,open,high,,l@example.com,"Jam, again","It says ""paper""\nand stops."';
    expect(await read(`${HEADER}\n${row}\n`)).to.deep.equal([
      {
        row: 2,
        ticket: {
          reference: "A-1",
          openedAt: "2026-01-05T07:00:00.000Z",
          closedAt: null,
          state: "open",
          priority: "high",
          assignee: null,
          requester: "l@example.com",
          title: "Jam, again",
          body: 'It says "paper"\nand stops.',
        },
      },
    ]);
  });

  it("reads a character that two chunks share, a byte order mark and CRLF", async () => {
    const bytes = Buffer.from(`\ufeff${HEADER}\r\n${GOOD}\r\n`);
    const inside = bytes.indexOf("ë") + 1;
    const [row] = await read(bytes.subarray(0, inside), bytes.subarray(inside));
    expect(row).to.have.nested.property("ticket.assignee", "Zoë");
  });

  it("takes the columns in any order and leaves further ones out", async () => {
    const header = `note,${HEADER.split(",").reverse().join(",")}`;
    const row = `x,${GOOD.split(",").reverse().join(",")}`;
    expect(await read(`${header}\n${row}`)).to.deep.equal(await read(`${HEADER}\n${GOOD}`));
  });

  it("reports a bad row by its number, and reads on", async () => {
    const rows = await read(
      [
        HEADER,
        GOOD,
        "A-2,too short",
        "",
        GOOD.replace("high", "whenever"),
        GOOD.replace("Jam", " "),
        GOOD,
      ].join("\n"),
    );
    expect(rows.map((row) => ("problem" in row ? [row.row, row.problem] : row.row))).to.deep.equal([
      2,
      [3, "has 2 columns where the header has 9"],
      [5, "priority must be one of low, normal, high, urgent"],
      [6, "title is empty"],
      7,
    ]);
  });

  it("says which column is wrong, whichever it is", async () => {
    const cases: [string, string, string][] = [
      ["A-1", "", "reference is empty"],
      ["A-1", "x".repeat(65), "reference is longer than 64 characters"],
      ["2026-01-05T07:00:00Z", "yesterday", "opened_at must be a time such as 2026-03-01T09:30:00Z"],
      [
        "2026-01-05T07:00:00Z",
        "2026-13-05T07:00:00Z",
        "opened_at must be a time such as 2026-03-01T09:30:00Z",
      ],
      ["open", "closed", "closed_at must be a time such as 2026-03-01T09:30:00Z"],
      ["open", "toString", "state must be one of open, closed"],
      ["high", "HIGH", "priority must be one of low, normal, high, urgent"],
      ["Zoë", "Z".repeat(81), "assignee is longer than 80 characters"],
      ["lena@example.com", "", "requester is empty"],
      ["Jam", "J".repeat(201), "title is longer than 200 characters"],
      ["Paper", "P".repeat(10_001), "body is longer than 10000 characters"],
    ];
    const rows = await read([HEADER, ...cases.map(([good, bad]) => GOOD.replace(good, bad))].join("\n"));
    expect(rows).to.deep.equal(cases.map(([, , problem], index) => ({ row: index + 2, problem })));
  });

  it("refuses a file whose quotes leave it unclear where rows begin", async () => {
    for (const bad of ['"never closed', '"closed"early', 'with"in']) {
      const { message } = await refusal(`${HEADER}\n${GOOD}\n${GOOD.replace("Paper", bad)}`);
      expect(message).to.match(/^The file is not valid CSV: .*line 3/);
    }
  });

  it("refuses a file without header, or with columns missing", async () => {
    expect((await refusal("")).message).to.equal("The file is empty.");
    expect((await refusal("reference,title,__proto__,state,priority\n")).message).to.equal(
      "The file has no column opened_at, closed_at, assignee, requester, body.",
    );
  });

  it("refuses a row that would not end, without reading all of it", async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from(`${HEADER}\n"`);
      for (;;) yield Buffer.alloc(16 * 1024, "x");
    }
    const rows = readTicketCsv(Readable.from(endless()));
    const outcome: unknown = await rows.next().catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(FileRefused);
    expect(outcome)
      .to.have.property("message")
      .that.matches(/^The file is not valid CSV: Max Record Size/);
  });

  it("closes its source when the reader leaves early", async () => {
    const source = Readable.from([Buffer.from(`${HEADER}\n${GOOD}\n${GOOD}\n`)]);
    for await (const _ of readTicketCsv(source)) break;
    expect(source.destroyed).to.equal(true);
  });

  it("passes on what breaks its source", async () => {
    const source = new Readable({ read: () => source.destroy(new Error("disk gone")) });
    const outcome: unknown = await readTicketCsv(source)
      .next()
      .catch((error: unknown) => error);
    expect(outcome).to.have.property("message", "disk gone");
  });
});
