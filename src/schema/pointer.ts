const LONGEST_KEY = 64;

/** A JSON Pointer one step longer (RFC 6901 §3). A long key is cut: pointers are read by people and models. */
export function pointerTo(parent: string, key: PropertyKey): string {
  const text = String(key);
  const shown = text.length > LONGEST_KEY ? `${text.slice(0, LONGEST_KEY)}…` : text;
  return `${parent}/${shown.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The value a JSON Pointer without its `#` names, following own members only; undefined where there is none. */
export function findByPointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key]; // an object that has this very member
  }
  return value;
}
