import { createRequire } from "node:module";
import type { ScreenPattern, Slowness } from "../../lint/rules/patterns.js";
import { isObject } from "../../protocol/json.js";

/** The part of recheck that is used here; it is an optional peer, so its types may not be there. */
interface Recheck {
  check(source: string, flags: string): Promise<unknown>;
}

/** Looks for slow patterns with recheck, as the project of a file has installed it; or why it cannot, in words. */
export function loadScreen(entry: string): ScreenPattern | string {
  process.env.RECHECK_BACKEND ??= "pure"; // otherwise it starts a program of its own
  try {
    const loaded: unknown = createRequire(entry)("recheck");
    if (!isRecheck(loaded)) return "the recheck that is installed has no check()";
    return async (pattern) => slownessOf(await loaded.check(pattern, "u"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // whatever was thrown, a missing member is undefined
    if (code === "MODULE_NOT_FOUND") return "recheck is not installed: npm install --save-dev recheck";
    return `recheck cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function isRecheck(loaded: unknown): loaded is Recheck {
  return (
    typeof loaded === "object" && loaded !== null && "check" in loaded && typeof loaded.check === "function"
  );
}

function slownessOf(diagnosis: unknown): Slowness | undefined {
  if (!isObject(diagnosis) || diagnosis.status !== "vulnerable" || !isObject(diagnosis.complexity))
    return undefined;
  const { degree, summary } = diagnosis.complexity;
  return { degree: typeof degree === "number" ? degree : Infinity, summary: String(summary) };
}
