import { findNearest } from "../errors/did-you-mean.js";
import { describe } from "../errors/option-rules.js";
import type { Token } from "../metadata/types.js";
import { isObject } from "../protocol/json.js";
import { isToken } from "./token-name.js";

/** What is wrong with a provider, to be read on after its name, and what to do. */
export interface ProviderFault {
  readonly detail: string;
  readonly fix: string;
}

const FORM = "A provider is a class, or { token, useValue | useClass | useFactory | useExisting }";
const SCOPES: ReadonlySet<unknown> = new Set(["singleton", "request", undefined]);

/** The keys that say how, exactly one of which is there, and what may stand beside each. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  useValue: [],
  useClass: ["inject", "scope"],
  useFactory: ["scope"],
  useExisting: [],
};
const RECIPES = Object.keys(BESIDE);
const KEYS = ["token", ...RECIPES, "inject", "scope"];

/** Plain JavaScript and circular imports put anything among the providers, whatever the types say. */
export function findProviderFault(given: unknown): ProviderFault | undefined {
  if (Array.isArray(given)) return { detail: "is a list", fix: "Spread it, as in [...stores, Clock]" };
  if (!isObject(given)) {
    return { detail: `is ${String(given)}: a circular import, or a class declared further down`, fix: FORM };
  }
  return findStrayInstance(given) ?? findUnknownKey(given) ?? findWrongToken(given) ?? findWrongRecipe(given);
}

/** What a provider that is none was to stand for, as far as can be told. */
export function findMeantToken(given: unknown): Token | undefined {
  if (!isObject(given)) return undefined;
  const token = given.token ?? given.provide ?? given.constructor;
  return isToken(token) && token !== Object ? token : undefined;
}

/** An instance of a class of the author's, in place of a provider that hands it out. */
function findStrayInstance(given: object): ProviderFault | undefined {
  const { name } = given.constructor ?? Object;
  const isPlain = given.constructor === undefined || name === "Object";
  if (isPlain || KEYS.some((key) => key in given)) return undefined;
  return { detail: `is an instance of ${name}`, fix: `Write { token: ${name}, useValue: … }` };
}

function findUnknownKey(given: object): ProviderFault | undefined {
  const unknown = Object.keys(given).find((key) => !KEYS.includes(key));
  if (unknown === undefined) return undefined;
  const nearest = unknown === "provide" ? "token" : findNearest(unknown, KEYS);
  return {
    detail: `has the key ${unknown}, which no provider has`,
    fix: nearest === undefined ? FORM : `Did you mean ${nearest}?`,
  };
}

function findWrongToken({ token }: { readonly token?: unknown }): ProviderFault | undefined {
  if (isToken(token)) return undefined;
  const cause = token === undefined ? ": a circular import, or a class declared further down" : "";
  return { detail: `has the token ${describe(token)}${cause}`, fix: FORM };
}

function findWrongRecipe(given: Readonly<Record<string, unknown>>): ProviderFault | undefined {
  const [recipe, second] = RECIPES.filter((key) => key in given);
  if (recipe === undefined)
    return { detail: `has none of useValue, useClass, useFactory and useExisting`, fix: FORM };
  if (second !== undefined) return { detail: `has both ${recipe} and ${second}`, fix: "Keep one of them" };
  const stray = ["inject", "scope"].find((key) => given[key] !== undefined && !BESIDE[recipe]?.includes(key));
  if (stray !== undefined) {
    const fix =
      recipe === "useFactory"
        ? "Ask the factory's own argument: (resolve) => new Store(resolve(Db))"
        : `Leave ${stray} out`;
    return { detail: `has ${stray} beside ${recipe}, where it says nothing`, fix };
  }
  return findWrongValue(given, recipe);
}

function findWrongValue(given: Readonly<Record<string, unknown>>, recipe: string): ProviderFault | undefined {
  const { token, inject, scope } = given;
  const value = given[recipe];
  if (!SCOPES.has(scope))
    return { detail: `has the scope ${describe(scope)}`, fix: 'Give "singleton" or "request"' };
  if (inject !== undefined && !Array.isArray(inject))
    return {
      detail: `has an inject that is ${describe(inject)}`,
      fix: "Give an array, one token for each parameter",
    };
  const isWrong =
    (recipe === "useExisting" && !isToken(value)) ||
    ((recipe === "useClass" || recipe === "useFactory") && typeof value !== "function") ||
    (recipe === "useValue" && typeof token === "function" && (value === undefined || value === null));
  if (!isWrong) return undefined;
  const cause = value === undefined ? ": a circular import, or something declared further down" : "";
  return { detail: `has a ${recipe} that is ${describe(value)}${cause}`, fix: WANTED[recipe] ?? FORM };
}

const WANTED: Readonly<Record<string, string>> = {
  useValue: "Give what stands for the class; for a value that may be missing, use an InjectionToken",
  useClass: "Give a class",
  useFactory: "Give a function that returns the value",
  useExisting: "Give the token of another provider",
};
