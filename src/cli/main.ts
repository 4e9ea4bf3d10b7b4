#!/usr/bin/env node
import { readVersion } from "./package-root.js";

/** Nothing is loaded before it is needed: the version is asked for by scripts, and often. */
async function main(args: readonly string[]): Promise<void> {
  if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
    console.log(readVersion());
    return;
  }
  const { runProgram } = await import("./program.js");
  await runProgram(args);
}

void main(process.argv.slice(2));
