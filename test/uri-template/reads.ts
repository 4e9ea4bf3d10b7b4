/**
 * How many characters `body` looks at through the methods of strings, each counted as dear as it can be.
 * Counts work without a clock, so that a test of linear time cannot be flaky.
 */
export function countReads(body: () => void): number {
  let reads = 0;
  const prices: Record<string, (text: string, args: readonly unknown[]) => number> = {
    charAt: () => 1,
    charCodeAt: () => 1,
    startsWith: (_, [wanted]) => String(wanted).length + 1,
    slice: (text, [from, to]) => Math.max(1, Number(to ?? text.length) - Number(from)),
    indexOf: (text, [, from]) => text.length - Number(from ?? 0) + 1,
    includes: (text) => text.length,
    split: (text) => text.length + 1,
    replace: (text) => text.length,
  };
  const original = Object.getOwnPropertyDescriptors(String.prototype);
  for (const [name, price] of Object.entries(prices)) {
    const method: unknown = Reflect.get(String.prototype, name);
    if (typeof method !== "function") throw new Error(`strings have no ${name}`);
    Object.defineProperty(String.prototype, name, {
      configurable: true,
      writable: true,
      value(this: string, ...args: unknown[]): unknown {
        reads += price(this, args);
        return Reflect.apply(method, this, args);
      },
    });
  }
  try {
    body();
  } finally {
    Object.defineProperties(String.prototype, original);
  }
  return reads;
}
