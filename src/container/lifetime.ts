import { BlazonError } from "../errors/blazon-error.js";
import type { RequestContext } from "../handler/request-context.js";
import type { Token } from "../metadata/types.js";
import type { Binding, Maker } from "./binding.js";
import { Disposables, SharedDisposables } from "./disposables.js";
import type { Resolve } from "./provider.js";
import { tokenName } from "./token-name.js";

/** Finds who makes a token. @throws {BootError} where nobody can. */
export type FindBinding = (token: Token) => Binding;

/** Something that could not be made. */
export interface Failure {
  readonly error: unknown;
  /** From what was asked for down to what failed. */
  readonly path: readonly [Binding, ...Binding[]];
}

/** What lives together: everything a server makes once, or everything one request makes. */
export class Lifetime implements Maker {
  readonly context: RequestContext | undefined;
  readonly #find: FindBinding;
  /** The server's lifetime, for one request's. */
  readonly #parent: Lifetime | undefined;
  readonly #made = new Map<Binding, unknown>();
  readonly #disposables: Disposables;
  #failure: Failure | undefined;
  /** What is being made, outermost first: factories can need each other in ways boot cannot see. */
  readonly #making: Binding[] = [];

  constructor(find: FindBinding, parent?: Lifetime, context?: RequestContext) {
    this.#find = find;
    this.#parent = parent;
    this.context = context;
    // What one request is given is no other's; what a server is given may be another server's as well.
    this.#disposables = parent === undefined ? new SharedDisposables() : new Disposables();
  }

  /** The innermost thing that could not be made lately. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /**
   * What the token stands for here: made on first need, the same from then on.
   *
   * @throws {BlazonError} `ERR_PROVIDER_ENDED` once this lifetime is over; `ERR_PROVIDER_SCOPE` for something
   * of one request outside of one; `ERR_PROVIDER_CYCLE` for factories that need each other.
   */
  readonly resolve: Resolve = <T>(token: Token<T>): T => {
    if (this.#disposables.isOver) throw new BlazonError("ERR_PROVIDER_ENDED", { token: tokenName(token) });
    return this.get(this.#find(token)) as T; // the provider of a token gives what the token stands for
  };

  get(binding: Binding): unknown {
    if (this.#parent !== undefined && binding.scope === "singleton") return this.#parent.get(binding);
    const made = this.#made.get(binding);
    if (made !== undefined || this.#made.has(binding)) return made;
    this.#assertMakeable(binding);
    this.#making.push(binding);
    try {
      return this.#make(binding);
    } catch (error) {
      const [top = binding, ...others] = this.#making;
      if (this.#failure?.error !== error) this.#failure = { error, path: [top, ...others] };
      throw error;
    } finally {
      this.#making.pop();
    }
  }

  get isOver(): boolean {
    return this.#disposables.isOver;
  }

  dispose(): Promise<void> {
    return this.#disposables.dispose();
  }

  /** Takes back what was made of other bindings than these, and disposes it. */
  keepOnly(bindings: ReadonlySet<Binding | undefined>): Promise<void> {
    const others = [...this.#made].filter(([binding]) => !bindings.has(binding));
    for (const [binding] of others) this.#made.delete(binding);
    return this.#disposables.disposeSome(others.map(([, value]) => value));
  }

  /** Whether a value is disposed with this lifetime. */
  owns(value: unknown): boolean {
    return this.#disposables.has(value);
  }

  #make(binding: Binding): unknown {
    const dependencies = binding.inputs.map((input) => this.get(input));
    const value = binding.make(dependencies, this);
    this.#made.set(binding, value);
    // What a request's factory merely passes on from the server goes on living.
    if (binding.isOwned && this.#parent?.owns(value) !== true) this.#disposables.add(value);
    return value;
  }

  #assertMakeable(binding: Binding): void {
    if (this.#making.includes(binding))
      throw new BlazonError("ERR_PROVIDER_CYCLE", { path: this.#path(binding) });
    if (this.#parent !== undefined || binding.scope === "singleton") return;
    throw new BlazonError("ERR_PROVIDER_SCOPE", { path: this.#path(binding) });
  }

  #path(binding: Binding): string {
    return [...this.#making, binding].map(({ name }) => name).join(" -> ");
  }
}
