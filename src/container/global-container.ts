import "reflect-metadata"; // tsyringe refuses to load without it
import { container, type DependencyContainer } from "tsyringe";
import { BlazonError } from "../errors/blazon-error.js";
import type { Token } from "../metadata/types.js";
import { tokenName } from "./token-name.js";

/**
 * A child of tsyringe's global container, through which the registrations an application made there are
 * seen. What it gives belongs to the application and is not disposed; tsyringe's own disposal is not used.
 */
export class GlobalContainer {
  readonly #child: DependencyContainer = container.createChildContainer();

  has(token: Token): boolean {
    return this.#child.isRegistered(keyOf(token), true);
  }

  /** tsyringe copies into a child exactly the registrations that are scoped to a container. */
  isContainerScoped(token: Token): boolean {
    return this.#child.isRegistered(keyOf(token));
  }

  /** Lets classes registered globally ask for what the server provides. */
  offer(token: Token, resolve: () => unknown): void {
    this.#child.register(keyOf(token), { useFactory: resolve });
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
}

type Key = string | symbol | (new () => unknown);

/** tsyringe looks tokens up in a Map, where any object is a key; its types know texts, symbols and classes. */
function keyOf(token: Token): Key {
  return token as Key;
}
