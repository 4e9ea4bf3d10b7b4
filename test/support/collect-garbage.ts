import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** A collection of everything that nothing holds, without a flag on the command line. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("gc");
  if (typeof gc !== "function") throw new Error("this runtime cannot be told to collect");
  for (let times = 0; times < 3; times++) {
    await turn();
    gc();
  }
}
