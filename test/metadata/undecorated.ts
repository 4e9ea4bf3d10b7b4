/** Applies a decorator to a class, or to one of its methods, as a toolchain that emits no types does. */
export function applyBare(decorator: unknown, target: object, key?: string): void {
  const apply = decorator as (target: object, key?: string, descriptor?: PropertyDescriptor) => void;
  if (key === undefined) apply(target);
  else apply(target, key, Object.getOwnPropertyDescriptor(target, key));
}
