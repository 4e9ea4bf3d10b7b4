import { BlazonError } from "../errors/blazon-error.js";
import { BootError, Problems } from "../errors/boot-error.js";
import { RequestContext } from "../handler/request-context.js";
import type { FeatureScope, Token } from "../metadata/types.js";
import { isObject } from "../protocol/json.js";
import type { Binding, Recipe } from "./binding.js";
import { GlobalContainer } from "./global-container.js";
import { Lifetime } from "./lifetime.js";
import { Linker } from "./linker.js";
import type { Provider } from "./provider.js";
import { featureRecipe, givenRecipe, ProviderReader, REQUEST_CONTEXT, type ScopedClass } from "./recipes.js";
import { Registrations } from "./registrations.js";
import { tokenName } from "./token-name.js";

export interface ContainerOptions {
  readonly features: readonly ScopedClass[];
  readonly providers: readonly Provider[];
  /** What the framework itself provides; `providers` win over it. */
  readonly given?: readonly (readonly [Token, unknown])[];
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
 * Adds to `problems`: `ERR_PROVIDER_INVALID`, `ERR_PROVIDER_DUPLICATE`, `ERR_PROVIDER_MISSING`,
 * `ERR_PROVIDER_CYCLE`, `ERR_PROVIDER_SCOPE`, and what reading a constructor finds.
 */
export function createContainer({
  features,
  providers,
  overrides = [],
  given = [],
  problems,
}: ContainerOptions): Container {
  const global = new GlobalContainer();
  const reader = new ProviderReader(problems, global);
  const own = new Registrations("providers", problems);
  for (const feature of features) {
    const isListedAgain = own.recipes.has(feature.owner); // a problem of the catalog's
    if (!isListedAgain) own.add(feature.owner, featureRecipe(feature), "`features`");
  }
  own.addAll(providers, reader);
  const replaced = new Registrations("overrides", problems);
  replaced.addAll(overrides, reader);
  const recipes = new Map<Token, Recipe>([
    ...given.map(([token, value]) => [token, givenRecipe(token, value)] as const),
    ...own.recipes,
    ...replaced.recipes,
    [RequestContext, REQUEST_CONTEXT],
  ]);
  const linker = new Linker(recipes, global);
  // Features first, so that a path in a message starts where its reader does.
  for (const { owner } of features) linker.link(owner, problems);
  for (const token of recipes.keys()) linker.link(token, problems);
  if (!hasFactory([...providers, ...overrides])) checkOverrides(replaced, own, global, problems);
  return new Container(linker, global);
}

/** Everything one server is made of: what lives as long as it does, and scopes for its requests. */
export class Container {
  readonly #global: GlobalContainer;
  readonly #root: Lifetime;
  #linker: Linker;

  constructor(linker: Linker, global: GlobalContainer) {
    this.#linker = linker;
    this.#global = global;
    this.#root = new Lifetime(this.#find);
    this.#offer(linker.bindings.keys());
  }

  /**
   * Makes every singleton, in the order of their dependencies.
   *
   * @throws {BootError} for the first constructor or factory that throws, with what it threw as the cause; what
   * was made before it is disposed first.
   */
  async start(problems = new Problems()): Promise<void> {
    try {
      this.#makeSingletons();
    } catch (error) {
      // The error that stopped the start is the one to report, not what followed from it.
      await this.dispose().catch(() => undefined);
      throw this.#explain(error, problems);
    }
  }

  /** Walks the graph of more features; nothing is made, and nothing changes, before {@link admit}. */
  plan(features: readonly ScopedClass[], problems: Problems): Linker {
    const recipes = new Map<Token, Recipe>(
      features.map((feature) => [feature.owner, featureRecipe(feature)] as const),
    );
    const linker = this.#linker.fork(recipes);
    for (const { owner } of features) linker.link(owner, problems);
    return linker;
  }

  /**
   * Makes the singletons that were planned.
   *
   * @throws {BootError} as {@link start} does; what was made before is disposed, and everything is as it was.
   */
  async admit(planned: Linker, problems: Problems): Promise<void> {
    const before = this.#linker;
    this.#linker = planned;
    try {
      this.#makeSingletons();
    } catch (error) {
      const explained = this.#explain(error, problems);
      this.#linker = before;
      await this.#root.keepOnly(new Set(before.bindings.values())).catch(() => undefined);
      throw explained;
    }
    this.#offer([...planned.bindings.keys()].filter((token) => !before.bindings.has(token)));
  }

  #makeSingletons(): void {
    for (const binding of this.#linker.bindings.values()) {
      if (binding?.scope === "singleton") this.#root.get(binding);
    }
  }

  /** Lets classes that are registered globally ask for what the server provides. */
  #offer(tokens: Iterable<Token>): void {
    for (const token of tokens) {
      if (!this.#linker.isGiven(token)) this.#global.offer(token, () => this.resolve(token));
    }
  }

  /** What a start failed with, as a problem of the boot. */
  #explain(error: unknown, problems: Problems): unknown {
    const { failure } = this.#root;
    if (error instanceof BootError || failure === undefined || failure.error !== error) return error;
    const where = failure.path.at(-1)?.where ?? failure.path[0].where;
    const path = [...this.#linker.wayTo(failure.path[0]), ...failure.path]
      .map(({ name }) => name)
      .join(" -> ");
    if (error instanceof BlazonError) problems.adopt(error, where);
    else problems.add("ERR_PROVIDER_FAILED", where, { path, reason: String(error) });
    return new BootError(problems.list, { cause: error });
  }

  get isDisposed(): boolean {
    return this.#root.isOver;
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
   * Disposes what the server made and the values it was given, last in first out, once. What several servers were
   * given is disposed by the last of them.
   *
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

/** An override that replaces nothing is a test of something else than it says. What factories ask for is not known. */
function checkOverrides(
  overrides: Registrations,
  own: Registrations,
  global: GlobalContainer,
  problems: Problems,
): void {
  if (overrides.recipes.size === 0) return;
  const without = new Linker(own.recipes, global);
  for (const token of own.recipes.keys()) without.link(token, new Problems()); // reported with the overrides
  for (const [token, { where }] of overrides.recipes) {
    if (without.bindings.has(token)) continue;
    const detail = `The override of ${tokenName(token)} replaces nothing: no constructor and no provider names it`;
    const fix = "Override a token that is asked for, or take the override away";
    problems.add("ERR_PROVIDER_INVALID", where, { detail, fix });
  }
}

function hasFactory(providers: readonly Provider[]): boolean {
  return providers.some((provider) => isObject(provider) && "useFactory" in provider);
}
