import { expect } from "chai";
import { Command } from "commander";
import { afterEach, describe, it } from "mocha";
import { registerCheck } from "../../../src/cli/commands/check.js";
import { fixture } from "./checked.js";

describe("the command check", () => {
  const help = (): string => {
    const program = new Command();
    registerCheck(program);
    let text = "";
    const [command] = program.commands;
    command?.configureOutput({ writeOut: (chunk) => void (text += chunk) });
    command?.outputHelp();
    return text;
  };
  afterEach(() => {
    process.exitCode = undefined;
  });

  it("shows examples, its options and its exit codes", () => {
    expect(help()).to.include("$ blazon check dist/http.js --json");
    expect(help()).to.include("--strict");
    expect(help()).to.include("Exit codes: 0 nothing found, 1 something found, 2 nothing could be checked.");
  });

  it("hands file, arguments and options on, and leaves its code to the process", async () => {
    const written: string[] = [];
    const { write } = process.stdout;
    process.stdout.write = (chunk: string | Uint8Array) => written.push(String(chunk)) > 0;
    try {
      const program = new Command();
      registerCheck(program);
      await program.parseAsync(["check", "--json", fixture("with-arguments"), "--", "--stdio"], {
        from: "user",
      });
    } finally {
      process.stdout.write = write;
    }
    expect(JSON.parse(written.join("")).servers[0].name).to.equal("asked");
    expect(process.exitCode).to.equal(0);
  });
});
