import type { Problems, Where } from "../errors/boot-error.js";
import { RequestContext } from "../handler/request-context.js";
import { placeOfClass } from "../metadata/place.js";
import { readConstructor } from "../metadata/read-constructor.js";
import type { Class, FeatureScope, Token } from "../metadata/types.js";
import type { Recipe } from "./binding.js";
import type { GlobalContainer } from "./global-container.js";
import type { Provider } from "./provider.js";
import { isToken, tokenName } from "./token-name.js";

/** A class whose constructor was read: a feature. */
export interface ScopedClass {
  readonly owner: Class;
  readonly scope: FeatureScope;
  readonly dependencies: readonly Token[];
  readonly member: string;
  readonly place: string | undefined;
}

const SCOPES: ReadonlySet<unknown> = new Set<FeatureScope | undefined>(["singleton", "request", undefined]);

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

export function globalRecipe(token: Token, global: GlobalContainer): Recipe {
  const whole = { name: tokenName(token), where: whereOf(token), dependencies: [] };
  return { ...whole, scope: "singleton", isOwned: false, make: () => global.resolve(token) };
}

/** Reads providers into recipes by token; a later one replaces an earlier one. */
export class ProviderReader {
  readonly #problems: Problems;
  readonly #global: GlobalContainer;

  constructor(problems: Problems, global: GlobalContainer) {
    this.#problems = problems;
    this.#global = global;
  }

  /** @param list what `provider` stands in, for messages: `providers[2]`. */
  read(provider: Provider, list: string): [Token, Recipe] | undefined {
    // Plain JavaScript and circular imports put anything here, whatever the types say.
    const given: unknown = provider;
    if (typeof given === "function") return this.#readClass(provider as Class); // a class, as far as can be seen
    if (typeof given !== "object" || given === null) {
      return this.#refuse(list, `is ${String(given)}: a circular import, or a class declared further down`);
    }
    const { token } = provider as Exclude<Provider, Class>; // the other members of the union are objects
    if (!isToken(token)) return this.#refuse(list, `has the token ${String(token)}`);
    if ("scope" in given && !SCOPES.has(given.scope))
      return this.#refuse(list, `has the scope ${String(given.scope)}`);
    const recipe = this.#recipeOf(provider as Exclude<Provider, Class>, token);
    return recipe === undefined
      ? this.#refuse(list, "has none of useValue, useClass, useFactory and useExisting")
      : [token, recipe];
  }

  #readClass(owner: Class): [Token, Recipe] {
    const scope = this.#global.isContainerScoped(owner) ? "request" : "singleton";
    return [owner, classRecipe(owner, scope, readConstructor(owner, this.#problems).dependencies)];
  }

  #recipeOf(provider: Exclude<Provider, Class>, token: Token): Recipe | undefined {
    const base = { name: tokenName(token), where: whereOf(token), dependencies: [], isOwned: true };
    if ("useValue" in provider) return { ...base, scope: "singleton", make: () => provider.useValue };
    if ("useExisting" in provider) {
      if (!isToken(provider.useExisting)) return undefined;
      const dependencies = [provider.useExisting];
      return { ...base, dependencies, scope: "inherited", isOwned: false, make: ([target]) => target };
    }
    const scope = provider.scope ?? "singleton";
    if ("useFactory" in provider && typeof provider.useFactory === "function") {
      return { ...base, scope, make: (_, maker) => provider.useFactory(maker.resolve) };
    }
    if (!("useClass" in provider) || typeof provider.useClass !== "function") return undefined;
    const { dependencies } = readConstructor(provider.useClass, this.#problems, provider.inject);
    return { ...classRecipe(provider.useClass, scope, dependencies), name: base.name };
  }

  #refuse(list: string, detail: string): undefined {
    const fix = "A provider is a class, or { token, useValue | useClass | useFactory | useExisting }";
    this.#problems.add(
      "ERR_PROVIDER_INVALID",
      { member: list, place: undefined },
      { detail: `${list} ${detail}`, fix },
    );
  }
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
