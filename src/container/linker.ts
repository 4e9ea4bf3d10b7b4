import type { Problems } from "../errors/boot-error.js";
import type { Class, Token } from "../metadata/types.js";
import type { Binding, Recipe } from "./binding.js";
import type { GlobalContainer } from "./global-container.js";
import { globalRecipe, unlistedRecipe } from "./recipes.js";
import { tokenName } from "./token-name.js";

/**
 * Walks the graph of what needs what, and reports what is missing, what needs itself, and what outlives
 * something it holds: each with the path that leads there.
 */
export class Linker {
  readonly #recipes: ReadonlyMap<Token, Recipe>;
  readonly #global: GlobalContainer;
  /** In the order in which things can be made; undefined for what was reported. */
  readonly #bindings = new Map<Token, Binding | undefined>();
  /** What tsyringe gives us, and must not be told to ask of us. */
  readonly #given = new Set<Token>();
  #trail: readonly Recipe[] = [];

  constructor(recipes: ReadonlyMap<Token, Recipe>, global: GlobalContainer) {
    this.#recipes = recipes;
    this.#global = global;
  }

  /** One that knows all this one knows, and more; this one stays as it is. What is linked already stays so. */
  fork(more: ReadonlyMap<Token, Recipe>): Linker {
    const fork = new Linker(new Map([...more, ...this.#recipes]), this.#global);
    for (const [token, binding] of this.#bindings) fork.#bindings.set(token, binding);
    for (const token of this.#given) fork.#given.add(token);
    return fork;
  }

  get bindings(): ReadonlyMap<Token, Binding | undefined> {
    return this.#bindings;
  }

  isGiven(token: Token): boolean {
    return this.#given.has(token);
  }

  /** What needs a binding, outermost first: one of the ways that lead there. */
  wayTo(binding: Binding): readonly Binding[] {
    const holder = [...this.#bindings.values()].find((each) => each?.inputs.includes(binding));
    return holder === undefined ? [] : [...this.wayTo(holder), holder];
  }

  /** Undefined where a problem was added, now or before. */
  link(token: Token, problems: Problems): Binding | undefined {
    if (this.#bindings.has(token)) return this.#bindings.get(token);
    const recipe = this.#findRecipe(token, problems);
    const binding = recipe === undefined ? undefined : this.#linkRecipe(recipe, problems);
    this.#bindings.set(token, binding);
    return binding;
  }

  #findRecipe(token: Token, problems: Problems): Recipe | undefined {
    const recipe = this.#recipes.get(token);
    if (recipe !== undefined) return recipe;
    if (this.#global.isContainerScoped(token)) return this.#refuseScoped(token, problems);
    if (this.#global.has(token)) {
      this.#given.add(token);
      return globalRecipe(token, this.#global);
    }
    // Whether a class is abstract cannot be seen at run time.
    if (typeof token === "function") return unlistedRecipe(token as unknown as Class, problems);
    const where = this.#trail.at(-1)?.where ?? { member: tokenName(token), place: undefined };
    problems.add("ERR_PROVIDER_MISSING", where, {
      token: tokenName(token),
      path: this.#path() || "a factory",
    });
    return undefined;
  }

  #refuseScoped(token: Token, problems: Problems): undefined {
    const name = tokenName(token);
    const detail = `${name} is scoped to a container in tsyringe's global container, which a server cannot see into`;
    const fix = `Add { token: ${name}, useClass: …, scope: "request" } to \`providers\``;
    problems.add("ERR_PROVIDER_INVALID", { member: name, place: undefined }, { detail, fix });
  }

  #linkRecipe(recipe: Recipe, problems: Problems): Binding | undefined {
    const start = this.#trail.indexOf(recipe);
    if (start >= 0) {
      const path = this.#path([...this.#trail.slice(start), recipe]);
      problems.add("ERR_PROVIDER_CYCLE", recipe.where, { path });
      return undefined;
    }
    const before = this.#trail;
    this.#trail = [...before, recipe];
    const inputs = recipe.dependencies.map((token) => this.link(token, problems));
    const known = inputs.filter((input) => input !== undefined);
    const binding = known.length === inputs.length ? this.#bind(recipe, known, problems) : undefined;
    this.#trail = before;
    return binding;
  }

  #bind(recipe: Recipe, inputs: readonly Binding[], problems: Problems): Binding | undefined {
    const scope = recipe.scope === "inherited" ? (inputs[0]?.scope ?? "singleton") : recipe.scope;
    const shorter = scope === "singleton" ? inputs.find((input) => input.scope === "request") : undefined;
    if (shorter === undefined) return { ...recipe, scope, inputs };
    problems.add("ERR_PROVIDER_SCOPE", recipe.where, { path: this.#path([...this.#trail, shorter]) });
    return undefined;
  }

  #path(recipes: readonly Recipe[] = this.#trail): string {
    return recipes.map(({ name }) => name).join(" -> ");
  }
}
