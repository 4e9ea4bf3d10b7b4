/** The severities of RFC 5424 §6.2.1, from least to most severe (LOG-05). */
export const LOGGING_LEVELS = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

/** One severity of RFC 5424. */
export type LoggingLevel = (typeof LOGGING_LEVELS)[number];

const RANK: ReadonlyMap<unknown, number> = new Map(LOGGING_LEVELS.map((level, rank) => [level, rank]));

/** True for the eight names of RFC 5424, in lower case. */
export function isLoggingLevel(value: unknown): value is LoggingLevel {
  return RANK.has(value);
}

/** How severe a level is: 0 for `debug`, 7 for `emergency`. */
export function severityOf(level: LoggingLevel): number {
  return LOGGING_LEVELS.indexOf(level);
}
