import { BlazonError } from "../errors/blazon-error.js";
import type { Problems, Where } from "../errors/boot-error.js";
import { RequestContext } from "../handler/request-context.js";
import { placeOfClass } from "../metadata/place.js";
import { readConstructor } from "../metadata/read-constructor.js";
import type { Class, FeatureScope, Token } from "../metadata/types.js";
import type { Recipe } from "./binding.js";
import type { GlobalContainer } from "./global-container.js";
import type { Provider } from "./provider.js";
import { findMeantToken, findProviderFault, type ProviderFault } from "./provider-fault.js";
import { tokenName } from "./token-name.js";

/** A class whose constructor was read: a feature. */
export interface ScopedClass {
  readonly owner: Class;
  readonly scope: FeatureScope;
  readonly dependencies: readonly Token[];
  readonly member: string;
  readonly place: string | undefined;
}

/** The request itself, which nobody has to provide. */
export const REQUEST_CONTEXT: Recipe = {
  name: RequestContext.name,
  where: { member: RequestContext.name, place: undefined },
  scope: "request",
  dependencies: [],
  isOwned: false,
  make: (_, { context }) => context,
};

export function featureRecipe({ owner, scope, dependencies, member, place }: ScopedClass): Recipe {
  return { ...classRecipe(owner, scope, dependencies), name: member, where: { member, place } };
}

/** A class that nobody provides: one for the server, as long as it says what it is given. */
export function unlistedRecipe(owner: Class, problems: Problems): Recipe {
  return classRecipe(owner, "singleton", readConstructor(owner, problems).dependencies);
}

/** Something of the framework's own, which outlives the container. */
export function givenRecipe(token: Token, value: unknown): Recipe {
  const whole = { name: tokenName(token), where: whereOf(token), dependencies: [] };
  return { ...whole, scope: "singleton", isOwned: false, make: () => value };
}

export function globalRecipe(token: Token, global: GlobalContainer): Recipe {
  const whole = { name: tokenName(token), where: whereOf(token), dependencies: [] };
  return { ...whole, scope: "singleton", isOwned: false, make: () => global.resolve(token) };
}

/** Reads providers into recipes by token, and reports those that are none. */
export class ProviderReader {
  readonly #problems: Problems;
  readonly #global: GlobalContainer;

  constructor(problems: Problems, global: GlobalContainer) {
    this.#problems = problems;
    this.#global = global;
  }

  /** @param name what `provider` stands in, for messages: `providers[2]`. */
  read(provider: Provider, name: string): [Token, Recipe] | undefined {
    if (typeof provider === "function") return this.#readClass(provider, name);
    const fault = findProviderFault(provider);
    if (fault !== undefined) return this.#refuse(name, fault, findMeantToken(provider));
    const { token } = provider;
    if (token === RequestContext) return this.#refuse(name, CONTEXT_IS_GIVEN);
    return [token, this.#recipeOf(provider)];
  }

  #readClass(owner: Class, name: string): [Token, Recipe] | undefined {
    if (!Object.hasOwn(owner, "prototype")) return this.#refuse(name, BARE_FUNCTION);
    const scope = this.#global.isContainerScoped(owner) ? "request" : "singleton";
    return [owner, classRecipe(owner, scope, readConstructor(owner, this.#problems).dependencies)];
  }

  #recipeOf(provider: Exclude<Provider, Class>): Recipe {
    const { token } = provider;
    const base = { name: tokenName(token), where: whereOf(token), dependencies: [], isOwned: true };
    if ("useValue" in provider) return { ...base, scope: "singleton", make: () => provider.useValue };
    if ("useExisting" in provider) {
      const dependencies = [provider.useExisting];
      return { ...base, dependencies, scope: "inherited", isOwned: false, make: ([target]) => target };
    }
    const { scope = "singleton" } = provider;
    if ("useFactory" in provider) {
      const { useFactory } = provider;
      return { ...base, scope, make: (_, { resolve }) => productOf(token, useFactory(resolve)) };
    }
    const { dependencies } = readConstructor(provider.useClass, this.#problems, provider.inject);
    return { ...classRecipe(provider.useClass, scope, dependencies), name: base.name };
  }

  /** Gives what it was meant for something that is never made, so that it is not missing as well. */
  #refuse(name: string, { detail, fix }: ProviderFault, token?: Token): [Token, Recipe] | undefined {
    const where: Where = { member: name, place: undefined };
    this.#problems.add("ERR_PROVIDER_INVALID", where, { detail: `${name} ${detail}`, fix });
    if (token === undefined) return undefined;
    const recipe = { name: tokenName(token), where, dependencies: [], isOwned: false, make: () => undefined };
    return [token, { ...recipe, scope: "singleton" }];
  }
}

const CONTEXT_IS_GIVEN: ProviderFault = {
  detail: "provides RequestContext, which each request brings",
  fix: "Take it out",
};
const BARE_FUNCTION: ProviderFault = {
  detail: "is a function that is no class",
  fix: "Write { token, useFactory: … } for a function that makes something",
};

/**
 * What a factory made.
 *
 * @throws {BlazonError} `ERR_PROVIDER_INVALID` for `undefined`, which is a forgotten `return`, and for a promise or
 * `null` where an instance of a class is asked for.
 */
function productOf(token: Token, product: unknown): unknown {
  const name = tokenName(token);
  if (product === undefined || (product === null && typeof token === "function")) {
    const fix =
      "Return what it makes; for something that may be missing, use an InjectionToken and return null";
    throw new BlazonError("ERR_PROVIDER_INVALID", {
      detail: `The factory of ${name} returned ${product}`,
      fix,
    });
  }
  if (!(product instanceof Promise) || typeof token !== "function") return product;
  product.catch(() => undefined); // nobody will look at it
  const detail = `The factory of ${name} returned a promise, and factories are not awaited`;
  const fix = "Await it before createServer(), and hand in what it gives with useValue";
  throw new BlazonError("ERR_PROVIDER_INVALID", { detail, fix });
}

function classRecipe(owner: Class, scope: FeatureScope, dependencies: readonly Token[]): Recipe {
  // What the parameters are was checked when the constructor was read; the types cannot know it.
  const constructible = owner as unknown as new (...args: readonly unknown[]) => object;
  const make = (args: readonly unknown[]): object => new constructible(...args);
  return { name: tokenName(owner), where: whereOf(owner), scope, dependencies, isOwned: true, make };
}

function whereOf(token: Token): Where {
  return { member: tokenName(token), place: typeof token === "function" ? placeOfClass(token) : undefined };
}
