import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { databasePath, parsePort } from "../../sample-app/settings.js";

describe("the settings of the help desk", () => {
  it("take the database from HELPDESK_DB", () => {
    expect(databasePath({ HELPDESK_DB: ":memory:" })).to.equal(":memory:");
  });

  it("else put it into a state folder that is the user's alone", () => {
    const state = mkdtempSync(join(tmpdir(), "helpdesk-"));
    const path = databasePath({ XDG_STATE_HOME: state });
    expect(path).to.equal(join(state, "blazon-helpdesk", "helpdesk.db"));
    expect(statSync(dirname(path)).mode & 0o077).to.equal(0);
    rmSync(state, { recursive: true });
  });

  it("take the port from PORT, and 3000 without one", () => {
    expect([parsePort({}), parsePort({ PORT: "" }), parsePort({ PORT: "0" })]).to.deep.equal([3000, 3000, 0]);
    for (const PORT of ["-1", "80a", "65536", "1e3", " 80"]) {
      expect(() => parsePort({ PORT }), PORT).to.throw(
        `PORT must be a number from 0 to 65535, and it is "${PORT}"`,
      );
    }
  });
});
