const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[tT\s](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[zZ]|([+-])(\d\d)(?::?(\d\d))?)?)?$/;

/**
 * The instant that RFC 3339 text names. Everything the formats `date-time` and `date` allow has one, also what
 * `new Date` does not know: a leap second counts as the second after it.
 */
export function parseDateTime(text: string): Date {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return new Date(Number.NaN);
  const [year, month, day, hour, minute, second] = parts
    .slice(1, 7)
    .map((part: string | undefined) => Number(part ?? 0));
  const offset = (parts[8] === "-" ? -1 : 1) * (Number(parts[9] ?? 0) * 60 + Number(parts[10] ?? 0));
  const date = new Date(0);
  date.setUTCFullYear(year ?? 0, (month ?? 1) - 1, day); // Date.UTC reads the years 0 to 99 as 1900 to 1999
  date.setUTCHours(hour ?? 0, (minute ?? 0) - offset, second, Math.floor(Number(parts[7] ?? 0) * 1000));
  return date;
}
