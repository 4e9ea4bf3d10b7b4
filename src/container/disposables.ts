/** Things that are disposed together: last in first out, each once, one after another. */
export class Disposables {
  readonly #values = new Set<object>();
  #isOver = false;
  #disposal: Promise<void> = Promise.resolve();

  /** What is neither an object nor a function is nothing to dispose. */
  add(value: unknown): void {
    if (isHeld(value)) this.#values.add(value);
  }

  has(value: unknown): boolean {
    return isHeld(value) && this.#values.has(value);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Calls `Symbol.asyncDispose`, `Symbol.dispose` or `dispose` of each, whichever is there first. A second
   * call waits for the first.
   *
   * @throws {AggregateError} with what was thrown, after all of them had their turn.
   */
  dispose(): Promise<void> {
    if (this.#isOver) return this.#disposal;
    this.#isOver = true; // first, since what is disposed may call this again
    this.#disposal = disposeAll([...this.#values].reverse().filter((value) => this.release(value)));
    return this.#disposal;
  }

  /**
   * Disposes some of them ahead of the others.
   *
   * @throws {AggregateError} with what was thrown, after all of them had their turn.
   */
  disposeSome(values: readonly unknown[]): Promise<void> {
    const held = values.filter(isHeld).filter((value) => this.#values.delete(value));
    return disposeAll(held.reverse().filter((value) => this.release(value)));
  }

  /** Whether a value that was added ends with these. */
  protected release(_value: object): boolean {
    return true;
  }
}

/** How many of them hold a value. */
const holders = new WeakMap<object, number>();

/** Several of these may hold one value, such as a database that was handed to two servers: the last disposes it. */
export class SharedDisposables extends Disposables {
  override add(value: unknown): void {
    if (isHeld(value) && !this.has(value)) holders.set(value, (holders.get(value) ?? 0) + 1);
    super.add(value);
  }

  protected override release(value: object): boolean {
    const others = (holders.get(value) ?? 1) - 1;
    if (others > 0) holders.set(value, others);
    else holders.delete(value);
    return others === 0;
  }
}

async function disposeAll(values: readonly object[]): Promise<void> {
  const failures: unknown[] = [];
  for (const value of values) {
    try {
      const disposal = disposeOf(value);
      if (disposal !== undefined) await disposal;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${values.length} disposals failed`);
}

function disposeOf(value: object): unknown {
  for (const key of [Symbol.asyncDispose, Symbol.dispose, "dispose"]) {
    const method: unknown = Reflect.get(value, key);
    if (typeof method === "function") return Reflect.apply(method, value, []);
  }
  return undefined;
}

function isHeld(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}
