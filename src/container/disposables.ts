/** Things that are disposed together: last in first out, each once, one after another. */
export class Disposables {
  readonly #values = new Set<object>();
  #disposal: Promise<void> | undefined;

  /** What is neither an object nor a function is nothing to dispose. */
  add(value: unknown): void {
    if (isHeld(value)) this.#values.add(value);
  }

  has(value: unknown): boolean {
    return isHeld(value) && this.#values.has(value);
  }

  get isOver(): boolean {
    return this.#disposal !== undefined;
  }

  /**
   * Calls `Symbol.asyncDispose`, `Symbol.dispose` or `dispose` of each, whichever is there first. A second
   * call waits for the first.
   *
   * @throws {AggregateError} with what was thrown, after all of them had their turn.
   */
  dispose(): Promise<void> {
    this.#disposal ??= disposeAll([...this.#values].reverse());
    return this.#disposal;
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
