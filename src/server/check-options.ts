import type { Problems, Where } from "../errors/boot-error.js";
import { describe } from "../errors/option-rules.js";
import { isObject } from "../protocol/json.js";
import { checkOptionKeys } from "./option-keys.js";
import type { ServerOptions } from "./options.js";
import { checkTransportOptions } from "./transport-options.js";

const CREATE_SERVER: Where = { member: "createServer", place: undefined };

const OPTIONAL_LISTS: ReadonlySet<string> = new Set(["providers", "extensions"]);
const LEGACY_MODES: ReadonlySet<unknown> = new Set(["sessions", "stateless", "off"]);
const LOGGER_METHODS = ["debug", "info", "warn", "error"] as const;
const TEXTS = ["title", "description", "websiteUrl", "instructions"] as const;
/** Each with the most it may be: a limit that big limits nothing. */
const LIMITS = {
  bodyBytes: 2 ** 30,
  lineBytes: 2 ** 30,
  depth: 10_000,
  elements: 2 ** 30,
  iconBytes: 2 ** 30,
} as const;

/** What types say of the options, for those who write without them; and what types cannot say. */
export function checkOptions(options: ServerOptions, problems: Problems): void {
  const wrong = (option: string, detail: string, fix: string): void =>
    problems.add("ERR_OPTION_INVALID", CREATE_SERVER, { option, detail, fix });
  const given: unknown = options; // a caller without types may hand in anything
  if (!isObject(given))
    return wrong("options", "is no object", "Call createServer({ name, version, features })");

  const misspelled = checkOptionKeys(given, CREATE_SERVER, problems);
  const isMissing = (option: string): boolean => given[option] === undefined && misspelled.has(option);
  for (const option of ["name", "version"]) {
    const value = given[option];
    if (!isMissing(option) && (typeof value !== "string" || value === ""))
      wrong(option, "is no text", "Give the server a name and a version");
  }
  for (const option of TEXTS) {
    if (given[option] !== undefined && typeof given[option] !== "string")
      wrong(option, "is no text", "Give it as a string");
  }
  for (const option of ["features", ...OPTIONAL_LISTS]) {
    const isLeftOut = isMissing(option) || (OPTIONAL_LISTS.has(option) && given[option] === undefined);
    if (!isLeftOut && !Array.isArray(given[option])) wrong(option, "is no list", `Write ${option}: [ … ]`);
  }
  for (const option of ["limits", "cache", "rateLimit"]) {
    if (given[option] !== undefined && !isObject(given[option]))
      wrong(option, "is no object", `Write ${option}: { … }`);
  }
  if (given.subscriptions !== undefined && given.subscriptions !== false && !isObject(given.subscriptions)) {
    const detail = `is ${describe(given.subscriptions)}`;
    wrong("subscriptions", detail, "Write subscriptions: { … }, or false to announce nothing");
  }
  if (given.legacy !== undefined && !isObject(given.legacy) && !LEGACY_MODES.has(given.legacy)) {
    const fix = 'Write legacy: "sessions", "stateless" or "off", or an object for sessions';
    wrong("legacy", `is ${describe(given.legacy)}`, fix);
  }
  if (given.logger !== undefined && !isLogger(given.logger)) {
    wrong("logger", "cannot be written to", `Give an object with the methods ${LOGGER_METHODS.join(", ")}`);
  }
  checkCount("pageSize", given.pageSize, { min: 1, max: 1_000_000 }, wrong);
  checkCount("progressIntervalMs", given.progressIntervalMs, { min: 0, max: 3_600_000 }, wrong);
  const limits = isObject(given.limits) ? given.limits : {};
  for (const [limit, max] of Object.entries(LIMITS)) {
    checkCount(`limits.${limit}`, limits[limit], { min: 1, max }, wrong);
  }
  const { rateLimit, ...others } = options;
  checkTransportOptions(isObject(rateLimit) ? options : others, problems);
}

function isLogger(value: unknown): boolean {
  return isObject(value) && LOGGER_METHODS.every((method) => typeof value[method] === "function");
}

function checkCount(
  option: string,
  value: unknown,
  { min, max }: { readonly min: number; readonly max: number },
  wrong: (option: string, detail: string, fix: string) => void,
): void {
  if (value === undefined) return;
  if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return;
  wrong(option, `is ${String(value)}`, `Give an integer from ${min} to ${max}, or leave it out`);
}
