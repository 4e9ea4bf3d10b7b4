import { isObject } from "../protocol/json.js";
import { BlazonError } from "./blazon-error.js";
import type { Problems, Where } from "./boot-error.js";
import { findNearest } from "./did-you-mean.js";

/** What an option may be, as the end of "Give …". */
export interface OptionRule {
  readonly wants: string;
  /** It cannot be left out. */
  readonly isRequired?: true;
  test(value: unknown): boolean;
}

/** A rule for every option of a type: an option without one does not compile. */
export type OptionRules<Options> = Readonly<Record<keyof Options, OptionRule>>;

/** For what is checked where it is used. */
export const ANY: OptionRule = { wants: "something", test: () => true };
export const TEXT: OptionRule = { wants: "a string", test: (value) => typeof value === "string" };
export const NAME: OptionRule = {
  wants: "a string that is not empty",
  test: (value) => typeof value === "string" && value !== "",
};
export const FLAG: OptionRule = { wants: "true or false", test: (value) => typeof value === "boolean" };
export const LIST: OptionRule = { wants: "an array", test: Array.isArray };
export const TEXTS: OptionRule = {
  wants: "an array of strings",
  test: (value) => Array.isArray(value) && value.every(TEXT.test),
};
export const FUNCTION: OptionRule = { wants: "a function", test: (value) => typeof value === "function" };

/** Exactly these texts. */
export function oneOf(...texts: readonly string[]): OptionRule {
  const wants = texts.map((text) => JSON.stringify(text)).join(" or ");
  return { wants, test: (value) => typeof value === "string" && texts.includes(value) };
}

/** Options as somebody wrote them, and what they may be. */
export interface Given {
  readonly options: unknown;
  readonly rules: Readonly<Record<string, OptionRule>>;
  /** Whose they are, for messages: `@Tool`, `createServer`, `limits`. */
  readonly of: string;
  /** Stands before each option in messages: `limits.`. */
  readonly prefix?: string;
  /** What to do about keys that are options of something else. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** One option that is wrong, as `ERR_OPTION_INVALID` has it. */
export interface OptionFault {
  readonly details: { readonly option: string; readonly detail: string; readonly fix: string };
  /** The known option that was meant by one that is not. */
  readonly meant?: string | undefined;
}

/**
 * What types say of options, for those who write without them: every key is known, and every value is of its
 * kind. An unknown key is reported with the known one it resembles.
 */
export function findOptionFaults(given: Given): readonly OptionFault[] {
  const { options, rules, of } = given;
  if (options === undefined) return [];
  if (isObject(options)) {
    const missing = Object.keys(rules).filter((key) => rules[key]?.isRequired && options[key] === undefined);
    const entries = [...Object.entries(options), ...missing.map((key) => [key, undefined] as const)];
    return entries.flatMap(([key, value]) => findFault(key, value, given) ?? []);
  }
  const fix = `Give an object of options, such as { ${Object.keys(rules)[0]}: … }`;
  return [{ details: { option: of, detail: `is given ${describe(options)}`, fix } }];
}

/**
 * Adds `ERR_OPTION_INVALID` for every option that is wrong.
 *
 * @returns the names that were meant by the keys that are not known.
 */
export function checkOptions(given: Given, where: Where, problems: Problems): ReadonlySet<string> {
  const faults = findOptionFaults(given);
  for (const { details } of faults) problems.add("ERR_OPTION_INVALID", where, details);
  return new Set(faults.flatMap(({ meant }) => meant ?? []));
}

/** @throws {BlazonError} `ERR_OPTION_INVALID` for the first option that is wrong, of a call that no boot gathers. */
export function assertOptions(given: Given): void {
  const [fault] = findOptionFaults(given);
  if (fault !== undefined) throw new BlazonError("ERR_OPTION_INVALID", fault.details);
}

function findFault(key: string, value: unknown, given: Given): OptionFault | undefined {
  const { rules, of, prefix = "" } = given;
  const option = prefix + key;
  const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
  if (rule === undefined) {
    const meant = findNearest(key, Object.keys(rules));
    return { details: { option, detail: `is no option of ${of}`, fix: fixOf(key, given, meant) }, meant };
  }
  const isRequired = rule.isRequired === true;
  if (value === undefined ? !isRequired : rule.test(value)) return undefined;
  const detail = value === undefined ? "is missing" : `is ${describe(value)}`;
  return { details: { option, detail, fix: `Give ${rule.wants}${isRequired ? "" : ", or leave it out"}` } };
}

function fixOf(key: string, { rules, elsewhere = {} }: Given, nearest: string | undefined): string {
  if (Object.hasOwn(elsewhere, key)) return elsewhere[key] ?? "";
  return nearest === undefined ? `There are ${Object.keys(rules).join(", ")}` : `Did you mean ${nearest}?`;
}

/** A value in a message: short, and never its members. */
export function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "function") return "a function or class";
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
