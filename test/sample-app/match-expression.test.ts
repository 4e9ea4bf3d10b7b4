import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { DeskDatabase } from "../../sample-app/store/desk-database.js";
import { matchExpression } from "../../sample-app/store/match-expression.js";
import { TicketSearch } from "../../sample-app/store/ticket-search.js";

describe("the match expression of a search", () => {
  it("quotes every word, and doubles the quotes inside", () => {
    expect(matchExpression('printer  "jams" now')).to.equal('"printer" """jams""" "now"');
  });

  it("is undefined for a text without words", () => {
    for (const text of ["", " ", "\n\t", "\u0000"]) expect(matchExpression(text)).to.equal(undefined);
  });

  it("never lets text be read as syntax, whatever the text", () => {
    const database = new DeskDatabase(":memory:");
    const search = new TicketSearch(database);
    const syntax = fc.constantFrom(
      '"',
      "*",
      "(",
      ")",
      "AND",
      "NOT",
      "NEAR(",
      "title:",
      "-",
      "^",
      "+",
      "\0",
      "{",
    );
    const hostile = fc.array(fc.oneof(syntax, fc.string({ unit: "binary", maxLength: 8 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(hostile, (parts) => {
        for (const text of [parts.join(""), parts.join(" ")]) {
          expect(search.find({ text, limit: 1, offset: 0 })).to.deep.equal({ tickets: [], total: 0 });
        }
      }),
    );
    database[Symbol.dispose]();
  });
});
