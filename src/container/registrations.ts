import type { Problems } from "../errors/boot-error.js";
import type { Token } from "../metadata/types.js";
import type { Recipe } from "./binding.js";
import type { Provider } from "./provider.js";
import type { ProviderReader } from "./recipes.js";
import { tokenName } from "./token-name.js";

/** Recipes by token, each token once. */
export class Registrations {
  readonly recipes = new Map<Token, Recipe>();
  readonly #list: string;
  readonly #problems: Problems;
  /** Where each token was registered first. */
  readonly #sources = new Map<Token, string>();

  /** @param list what the providers stand in, for messages. */
  constructor(list: string, problems: Problems) {
    this.#list = list;
    this.#problems = problems;
  }

  addAll(providers: readonly Provider[], reader: ProviderReader): void {
    for (const [index, provider] of providers.entries()) {
      const name = `${this.#list}[${index}]`;
      const entry = reader.read(provider, name);
      if (entry !== undefined) this.add(...entry, name);
    }
  }

  /** A second registration of a token is a problem, and not one that wins in silence. */
  add(token: Token, recipe: Recipe, source: string): void {
    const first = this.#sources.get(token);
    if (first === undefined) {
      this.#sources.set(token, source);
      this.recipes.set(token, recipe);
      return;
    }
    const name = tokenName(token);
    const detail = `${name} is provided twice, by ${first} and by ${source}`;
    this.#problems.add("ERR_PROVIDER_DUPLICATE", { ...recipe.where, member: name }, { detail });
  }
}
