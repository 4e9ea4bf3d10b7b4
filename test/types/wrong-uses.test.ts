import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { before, describe, it } from "mocha";
import ts from "typescript";
import { PROJECT_ROOT } from "../project-root.js";

const FOLDER = join(PROJECT_ROOT, "test", "types", "bad");

/** A wrong use: the sentence above it, and the lines it stands on. */
interface Case {
  readonly sentence: string;
  readonly first: number;
  readonly last: number;
}

function parseCases(source: string): readonly Case[] {
  const lines = source.split("\n");
  const starts = lines.flatMap((line, index) => (line.startsWith("// error: ") ? [index] : []));
  return starts.map((start, index) => ({
    sentence: lines[start]?.slice("// error: ".length) ?? "",
    first: start + 1,
    last: (starts[index + 1] ?? lines.length) - 1,
  }));
}

function compile(files: readonly string[]): ts.Program {
  const { config } = ts.readConfigFile(join(PROJECT_ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [...files] },
    ts.sys,
    PROJECT_ROOT,
  );
  const unused = { noUnusedLocals: false, noUnusedParameters: false };
  return ts.createProgram(files, { ...options, ...unused, noEmit: true });
}

describe("wrong uses of the decorators", function () {
  this.timeout(120_000);
  const files = readdirSync(FOLDER).map((file) => join(FOLDER, file));
  let program: ts.Program;

  before(() => {
    program = compile(files);
  });

  for (const file of files) {
    const cases = parseCases(readFileSync(file, "utf8"));

    for (const { sentence, first, last } of cases) {
      it(`refuses line ${first + 1} of ${file.slice(FOLDER.length + 1)} in one sentence: ${sentence}`, () => {
        const source = program.getSourceFile(file);
        const messages = ts
          .getPreEmitDiagnostics(program, source)
          .filter(({ start }) => {
            const line = source?.getLineAndCharacterOfPosition(start ?? 0).line ?? -1;
            return line >= first && line <= last;
          })
          .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
        expect(messages).to.have.length(1);
        expect(messages[0]).to.include(sentence);
      });
    }

    it(`finds no other error in ${file.slice(FOLDER.length + 1)}`, () => {
      const source = program.getSourceFile(file);
      expect(ts.getPreEmitDiagnostics(program, source)).to.have.length(cases.length);
    });
  }
});
