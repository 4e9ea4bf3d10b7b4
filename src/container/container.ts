import { BlazonError } from "../errors/blazon-error.js";
import { Problems } from "../errors/boot-error.js";
import { RequestContext } from "../handler/request-context.js";
import type { FeatureScope, Token } from "../metadata/types.js";
import type { Binding, Recipe } from "./binding.js";
import { GlobalContainer } from "./global-container.js";
import { Lifetime } from "./lifetime.js";
import { Linker } from "./linker.js";
import type { Provider } from "./provider.js";
import { featureRecipe, ProviderReader, REQUEST_CONTEXT, type ScopedClass } from "./recipes.js";
import { tokenName } from "./token-name.js";

export interface ContainerOptions {
  readonly features: readonly ScopedClass[];
  readonly providers: readonly Provider[];
  /** Providers that win over features and `providers`, by token: for tests. */
  readonly overrides?: readonly Provider[];
  readonly problems: Problems;
}

/** What one request makes for itself, over what the server made once. */
export interface RequestScope {
  resolve<T>(token: Token<T>): T;
  /**
   * Disposes what this scope made, last in first out, once.
   * @throws {AggregateError} with what the disposals threw, after all had their turn.
   */
  dispose(): Promise<void>;
}

/**
 * Reads the providers and walks the graph; makes nothing yet. A class that is needed and not listed is
 * provided as one for the server, if its constructor is described or takes nothing; what is registered in
 * tsyringe's global container is seen, stays the application's, and is not disposed.
 *
 * Adds to `problems`: `ERR_PROVIDER_INVALID`, `ERR_PROVIDER_MISSING`, `ERR_PROVIDER_CYCLE`,
 * `ERR_PROVIDER_SCOPE`, and what reading a constructor finds.
 */
export function createContainer({
  features,
  providers,
  overrides = [],
  problems,
}: ContainerOptions): Container {
  const global = new GlobalContainer();
  const reader = new ProviderReader(problems, global);
  const read = (list: readonly Provider[], name: string): (readonly [Token, Recipe])[] =>
    list
      .map((provider, index) => reader.read(provider, `${name}[${index}]`))
      .filter((entry) => entry !== undefined);
  const recipes = new Map<Token, Recipe>([
    ...read(providers, "providers"),
    ...features.map((feature) => [feature.owner, featureRecipe(feature)] as const),
    ...read(overrides, "overrides"),
    [RequestContext, REQUEST_CONTEXT],
  ]);
  const linker = new Linker(recipes, global);
  // Features first, so that a path in a message starts where its reader does.
  for (const { owner } of features) linker.link(owner, problems);
  for (const token of recipes.keys()) linker.link(token, problems);
  const container = new Container(linker);
  for (const token of linker.bindings.keys()) {
    if (!linker.isGiven(token)) global.offer(token, () => container.resolve(token));
  }
  return container;
}

/** Everything one server is made of: what lives as long as it does, and scopes for its requests. */
export class Container {
  readonly #linker: Linker;
  readonly #root: Lifetime;

  constructor(linker: Linker) {
    this.#linker = linker;
    this.#root = new Lifetime(this.#find);
  }

  /**
   * Makes every singleton, in the order of their dependencies.
   * @throws whatever a constructor or a factory throws; what was made before it is disposed first.
   */
  async start(): Promise<void> {
    try {
      for (const binding of this.#linker.bindings.values()) {
        if (binding?.scope === "singleton") this.#root.get(binding);
      }
    } catch (error) {
      // The error that stopped the start is the one to report, not what followed from it.
      await this.dispose().catch(() => undefined);
      throw error;
    }
  }

  /** Something that lives as long as the server. @throws {BlazonError} `ERR_PROVIDER_SCOPE` for anything else. */
  resolve<T>(token: Token<T>): T {
    return this.#root.resolve(token);
  }

  /** What a token stands for lives this long. */
  lifetimeOf(token: Token): FeatureScope {
    return this.#find(token).scope;
  }

  /** A lifetime for one request; nothing is kept of it here. */
  scope(context: RequestContext): RequestScope {
    return new Lifetime(this.#find, this.#root, context);
  }

  /**
   * Disposes what the server made and the values it was given, last in first out, once.
   * @throws {AggregateError} with what the disposals threw, after all had their turn.
   */
  dispose(): Promise<void> {
    return this.#root.dispose();
  }

  /** A factory may ask for a class that boot did not meet. */
  readonly #find = (token: Token): Binding => {
    const known = this.#linker.bindings.get(token);
    if (known !== undefined) return known;
    const problems = new Problems();
    const found = this.#linker.link(token, problems);
    problems.throwIfAny();
    if (found !== undefined) return found;
    throw new BlazonError("ERR_PROVIDER_MISSING", { token: tokenName(token), path: "a factory" });
  };
}
