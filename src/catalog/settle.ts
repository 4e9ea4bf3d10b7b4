/** True for anything that can be awaited. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** Goes on with a value now, or when it is there. */
export function whenSettled<T, R>(
  value: T | PromiseLike<T>,
  next: (value: T) => R | Promise<R>,
): R | Promise<R> {
  if (!isThenable(value)) return next(value);
  return Promise.resolve(value).then(next);
}
