import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as blazon from "blazon";
import * as testing from "blazon/testing";
import * as chai from "chai";
import { describe, it } from "mocha";
import ts from "typescript";
import { TestClient } from "../../src/testing/test-client.js";
import { codeBlocks } from "../docs/code-blocks.js";
import { PROJECT_ROOT } from "../project-root.js";

const { expect } = chai;
const PAGE = readFileSync(join(PROJECT_ROOT, "docs/testing.md"), "utf8");
/** The samples of the page are one module. */
const MODULE = codeBlocks("docs/testing.md", "ts").join("\n");
/** Beside this file, so that names resolve as they do for the tests; it is never written. */
const FILE = join(PROJECT_ROOT, "test/testing/docs-samples.ts");

const SILENT: blazon.Logger = { debug() {}, info() {}, warn() {}, error() {} };

interface Sample {
  readonly title: string;
  readonly run: () => Promise<void>;
}

function readOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(PROJECT_ROOT, "tsconfig.json"), ts.sys.readFile);
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, PROJECT_ROOT).options;
}

function typeErrors(): string[] {
  const options = { ...readOptions(), noEmit: true };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => (name === FILE ? MODULE : readFile(name));
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.getSourceFile = (name, version, ...rest) =>
    name === FILE ? ts.createSourceFile(name, MODULE, version) : getSourceFile(name, version, ...rest);
  const program = ts.createProgram([FILE], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(FILE))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

/** Runs the module, which hands its tests to our own `it`. */
function readSamples(): Sample[] {
  const samples: Sample[] = [];
  const mocha = { it: (title: string, run: Sample["run"]) => void samples.push({ title, run }) };
  const createServer: typeof blazon.createServer = (options) =>
    blazon.createServer({ logger: SILENT, ...options });
  const modules: Readonly<Record<string, unknown>> = {
    blazon: { ...blazon, createServer },
    "blazon/testing": testing,
    chai,
    mocha,
  };
  const compilerOptions = {
    ...readOptions(),
    module: ts.ModuleKind.CommonJS,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    verbatimModuleSyntax: false,
    sourceMap: false,
  };
  const { outputText } = ts.transpileModule(MODULE, { compilerOptions });
  new Function("require", "exports", outputText)((name: string) => modules[name], {});
  return samples;
}

describe("docs/testing.md", () => {
  it("has samples that compile under the strict options of this project", function () {
    this.timeout(120_000);
    expect(typeErrors()).to.eql([]);
  });

  const samples = readSamples();
  for (const { title, run } of samples) it(`has a sample that passes: ${title}`, run);

  it("names every member of the client", () => {
    const members = Object.getOwnPropertyNames(TestClient.prototype).filter((name) => name !== "constructor");
    expect(members.filter((name) => !new RegExp(`\`${name}\\b`).test(PAGE))).to.eql([]);
  });
});
