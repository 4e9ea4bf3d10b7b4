import * as blazon from "blazon";
import * as icons from "blazon/icons";
import { connect } from "blazon/testing";
import ts from "typescript";

/** What a function made of text needs its names for. */
type AsyncFunction = (...values: readonly unknown[]) => Promise<unknown>;

const AsyncFunction = (async () => {}).constructor as new (...source: readonly string[]) => AsyncFunction; // the only way to reach it

const COMPILED: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  useDefineForClassFields: false,
};

/** Runs an example of docs/errors.md, and gives what it fails with; undefined where it does not. */
export async function failureOf(example: string): Promise<unknown> {
  const servers: blazon.Server[] = [];
  const createServer = async (options: blazon.ServerOptions) => {
    const server = await blazon.createServer({ logger: SILENT, ...options });
    servers.push(server);
    return server;
  };
  const names = { ...blazon, ...icons, createServer, connect, base: { name: "desk", version: "1.0.0" } };
  const { outputText } = ts.transpileModule(example, { compilerOptions: COMPILED });
  try {
    await new AsyncFunction(...Object.keys(names), outputText)(...Object.values(names));
    return undefined;
  } catch (error) {
    return error;
  } finally {
    for (const server of servers) await server.close();
  }
}

const SILENT: blazon.Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** What the failure says, without what differs from run to run: places and ports. */
export function reportOf(failure: unknown): string {
  if (failure instanceof blazon.BootError) {
    return failure.problems
      .map(({ code, member, message, fix }) => `${code} ${member}\n  ${message}\n  Fix: ${fix}\n`)
      .join("\n");
  }
  return failure instanceof Error
    ? `${failure.message.replace(/ \(\S+:\d+:\d+\)/, "").replace(/:\d{4,5}\b/, ":3000")}\n`
    : String(failure);
}
