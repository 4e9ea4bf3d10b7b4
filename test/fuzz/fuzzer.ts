import type { Measured } from "./control.js";

/** One transport under fire. */
export interface Fuzzer {
  /** False once the server's process has ended, which it may not. */
  readonly isAlive: boolean;
  /** Sends the case of this number and gives what was wrong with what came back. */
  run(index: number): Promise<readonly string[]>;
  /** The input of the case of this number, to be looked at. */
  describe(index: number): string;
  measure(): Promise<Measured>;
  /** Ends the server; gives what was wrong with its end, and with its log. */
  close(): Promise<readonly string[]>;
}
