import type { LoggingLevel } from "../protocol/logging-levels.js";

/** What a line of the log carries besides its message. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Where the server writes its log. A pino logger fits as it is. The five methods carry the eight levels of
 * RFC 5424: `notice` goes to `info`, `critical` and above to `fatal` (or to `error` without one), and the
 * fields name the exact level as `severity`.
 */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
  fatal?(fields: LogFields, message: string): void;
}

/** Writes one line at a level of RFC 5424. A logger that throws never disturbs the request it logs. */
export function logAt(logger: Logger, severity: LoggingLevel, fields: LogFields, message: string): void {
  const line = { severity, ...fields };
  try {
    switch (severity) {
      case "debug":
        return logger.debug(line, message);
      case "info":
      case "notice":
        return logger.info(line, message);
      case "warning":
        return logger.warn(line, message);
      case "error":
        return logger.error(line, message);
      default:
        return logger.fatal === undefined ? logger.error(line, message) : logger.fatal(line, message);
    }
  } catch {
    // A full disk behind the log is not the client's fault.
  }
}
