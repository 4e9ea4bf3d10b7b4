import type { LogFields, Logger } from "./logger.js";
import { redact, redactText } from "./redact.js";

/**
 * A logger that writes one JSON object a line: `time` (ISO 8601), `level`, `msg`, and the fields, with
 * secrets masked ({@link redact}). It writes to stderr, which on stdio is the only place for it (STDIO-03).
 *
 * @example const logger = jsonLines((line) => file.write(line));
 */
export function jsonLines(write: (line: string) => void = writeToStderr): Logger {
  const at = (level: string) => (fields: LogFields, message: string) => {
    write(`${lineText(level, fields, message)}\n`);
  };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error"), fatal: at("fatal") };
}

function lineText(level: string, fields: LogFields, message: string): string {
  const head = { time: new Date().toISOString(), level, msg: redactText(String(message)) };
  const copy = redact(fields);
  // The head comes first for the reader, and last again so that no field takes its place.
  return JSON.stringify({ ...head, ...(typeof copy === "object" ? copy : { fields: copy }), ...head });
}

function writeToStderr(line: string): void {
  process.stderr.write(line);
}
