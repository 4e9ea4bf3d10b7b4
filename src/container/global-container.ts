import "reflect-metadata"; // tsyringe refuses to load without it
import type { DependencyContainer } from "tsyringe";
import { BlazonError } from "../errors/blazon-error.js";
import type { Token } from "../metadata/types.js";
import lazy from "./lazy-tsyringe.cjs";
import { tokenName } from "./token-name.js";

/**
 * A child of tsyringe's global container, through which the registrations an application made there are
 * seen. What it gives belongs to the application and is not disposed; tsyringe's own disposal is not used.
 * tsyringe is loaded when it is first asked for something: a server that lists all it needs starts without.
 */
export class GlobalContainer {
  #loaded: DependencyContainer | undefined;
  readonly #offers: (readonly [Key, () => unknown])[] = [];

  has(token: Token): boolean {
    return this.#child.isRegistered(keyOf(token), true);
  }

  /** tsyringe copies into a child exactly the registrations that are scoped to a container. */
  isContainerScoped(token: Token): boolean {
    return this.#child.isRegistered(keyOf(token));
  }

  /** Lets classes registered globally ask for what the server provides. */
  offer(token: Token, resolve: () => unknown): void {
    this.#offers.push([keyOf(token), resolve]);
    if (this.#loaded !== undefined) register(this.#loaded, keyOf(token), resolve);
  }

  /** @throws {BlazonError} `ERR_PROVIDER_INVALID` with tsyringe's own error as its cause. */
  resolve(token: Token): unknown {
    try {
      return this.#child.resolve(keyOf(token));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      const detail = `tsyringe's global container cannot give ${tokenName(token)}: ${reason}`;
      const fix = "Register what it needs, or add it to `providers`";
      throw new BlazonError("ERR_PROVIDER_INVALID", { detail, fix }, { cause });
    }
  }

  get #child(): DependencyContainer {
    if (this.#loaded !== undefined) return this.#loaded;
    this.#loaded = lazy.loadTsyringe().container.createChildContainer();
    for (const [key, resolve] of this.#offers) register(this.#loaded, key, resolve);
    return this.#loaded;
  }
}

function register(child: DependencyContainer, key: Key, resolve: () => unknown): void {
  child.register(key, { useFactory: resolve });
}

type Key = string | symbol | (new () => unknown);

/** tsyringe looks tokens up in a Map, where any object is a key; its types know texts, symbols and classes. */
function keyOf(token: Token): Key {
  return token as Key;
}
