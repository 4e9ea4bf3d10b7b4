import { Writable } from "node:stream";

/** The standard output while it belongs to the protocol. */
export interface StdioGuard {
  /** The one way that still leads to stdout. */
  readonly output: Writable;
  /** Gives stdout back to everybody. */
  restore(): void;
}

/**
 * Takes stdout for the protocol (STDIO-05): what anybody else prints there, a dependency's `console.log`
 * included, goes to stderr until `restore()`. A child process that inherited stdout is out of its reach.
 */
export function stdioGuard(): StdioGuard {
  const { stdout, stderr } = process;
  const guarded = stdout.write;
  const write = guarded.bind(stdout);
  const ignore = () => {};
  stdout.on("error", ignore); // it comes back through the callback of the write, and would end the process here
  // The overloads of `write` are one function; stderr's is the same one.
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
  const output = new Writable({
    decodeStrings: false,
    write: (chunk, encoding, done) => void write(chunk, encoding, done),
  });
  return {
    output,
    restore() {
      stdout.write = guarded;
      stdout.off("error", ignore);
    },
  };
}
