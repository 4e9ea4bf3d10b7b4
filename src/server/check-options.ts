import type { Problems } from "../errors/boot-error.js";
import { isObject } from "../protocol/json.js";
import type { ServerOptions } from "./options.js";

const TEXTS = ["title", "description", "websiteUrl", "instructions"] as const;
const LIMITS = ["bodyBytes", "lineBytes", "depth", "elements"] as const;

/** What types say of the options, for those who write without them; and what types cannot say. */
export function checkOptions(options: ServerOptions, problems: Problems): void {
  const wrong = (option: string, detail: string, fix: string): void =>
    problems.add("ERR_OPTION_INVALID", { member: "createServer", place: undefined }, { option, detail, fix });
  const given: unknown = options; // a caller without types may hand in anything
  if (!isObject(given))
    return wrong("options", "is no object", "Call createServer({ name, version, features })");

  for (const option of ["name", "version"]) {
    const value = given[option];
    if (typeof value !== "string" || value === "")
      wrong(option, "is no text", "Give the server a name and a version");
  }
  for (const option of TEXTS) {
    if (given[option] !== undefined && typeof given[option] !== "string")
      wrong(option, "is no text", "Give it as a string");
  }
  for (const option of ["features", "providers"]) {
    const isMissing = option === "providers" && given[option] === undefined;
    if (!isMissing && !Array.isArray(given[option])) wrong(option, "is no list", `Write ${option}: [ … ]`);
  }
  checkCount("pageSize", options.pageSize, 1, wrong);
  checkCount("progressIntervalMs", options.progressIntervalMs, 0, wrong);
  for (const limit of LIMITS) checkCount(`limits.${limit}`, options.limits?.[limit], 1, wrong);
}

function checkCount(
  option: string,
  value: unknown,
  min: number,
  wrong: (option: string, detail: string, fix: string) => void,
): void {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) >= min)) return; // isSafeInteger does not narrow
  wrong(option, `is ${String(value)}`, `Give an integer from ${min}, or leave it out`);
}
