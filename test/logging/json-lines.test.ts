import { expect } from "chai";
import { describe, it } from "mocha";
import { jsonLines } from "../../src/logging/json-lines.js";
import { logAt } from "../../src/logging/logger.js";

function capture() {
  const lines: string[] = [];
  const logger = jsonLines((line) => void lines.push(line));
  return { logger, lines, first: () => JSON.parse(lines[0] ?? "") as Record<string, unknown> };
}

describe("the log in JSON lines", () => {
  it("writes one object a line: time, level, message and the fields", () => {
    const { logger, lines, first } = capture();
    logger.warn({ row: 2, code: "ERR_HTTP_HOST" }, "refused\nhere");
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^\{"time":"\d{4}-\d\d-\d\dT[\d:.]+Z","level":"warn","msg":[^\n]*\}\n$/);
    expect(first()).to.include({ msg: "refused\nhere", row: 2, code: "ERR_HTTP_HOST" });
  });

  it("writes each of the five methods under its own level", () => {
    const { logger, lines } = capture();
    for (const level of ["debug", "info", "warn", "error", "fatal"] as const) logger[level]?.({}, "x");
    const levels = lines.map((line) => (JSON.parse(line) as { level: string }).level);
    expect(levels).to.deep.equal(["debug", "info", "warn", "error", "fatal"]);
  });

  it("lets no field take the place of time, level or message", () => {
    const { logger, first } = capture();
    logger.info({ time: "never", level: "none", msg: "other", kept: 1 }, "said");
    expect(first()).to.include({ level: "info", msg: "said", kept: 1 });
    expect(first().time).not.to.equal("never");
  });

  it("[LOG-10] masks secrets in the message and in the fields", () => {
    const { logger, lines } = capture();
    logger.error({ headers: { authorization: "Bearer s3cr3t" } }, "failed with Bearer s3cr3t");
    expect(lines[0]).not.to.contain("s3cr3t");
  });

  it("names the exact level of the protocol as severity", () => {
    const { logger, first } = capture();
    logAt(logger, "notice", {}, "x");
    expect(first()).to.include({ level: "info", severity: "notice" });
  });

  it("survives fields that cannot be read", () => {
    const { logger, first } = capture();
    const fields = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error("no");
        },
      },
    );
    logger.info(fields, "x");
    expect(first()).to.include({ msg: "x", fields: "[unreadable]" });
  });

  it("[STDIO-03] writes to stderr by itself", () => {
    const { write } = process.stderr;
    const lines: string[] = [];
    process.stderr.write = (line: string | Uint8Array) => lines.push(String(line)) > 0;
    try {
      jsonLines().info({}, "here");
    } finally {
      process.stderr.write = write;
    }
    expect(lines).to.have.length(1);
    expect(lines[0]).to.contain('"msg":"here"');
  });
});
