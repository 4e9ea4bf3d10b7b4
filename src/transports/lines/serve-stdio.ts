import type { Port } from "../../kernel/port.js";
import { type LinesHandle, type LinesOptions, serveLines } from "./serve-lines.js";
import { stdioGuard } from "./stdio-guard.js";

/**
 * Serves the process's own stdin and stdout, with stdout kept clean meanwhile ({@link stdioGuard}).
 *
 * @throws {BlazonError} `ERR_OPTION_INVALID` for a limit that is not one.
 */
export function serveStdio(port: Port, options: Omit<LinesOptions, "input" | "output"> = {}): LinesHandle {
  const guard = stdioGuard();
  const onEnd = async () => {
    guard.restore();
    await options.onEnd?.();
  };
  try {
    return serveLines(port, { ...options, input: process.stdin, output: guard.output, onEnd });
  } catch (error) {
    guard.restore();
    throw error;
  }
}
