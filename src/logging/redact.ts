const REDACTED = "[redacted]";
const SECRET_KEY =
  /pass(?:word|wd|phrase|code)|secret|token|authorization|cookie|api[-_ ]?key|private[-_ ]?key|credential/i;
/** How many of something there are, such as `maxTokens`, is no secret. */
const COUNT_KEY = /tokens$/i;
const MAX_DEPTH = 8;
const MAX_ENTRIES = 100;
const MAX_VALUES = 2000;
const MAX_TEXT = 8192;

/** What in a text gives a secret away, and what stands in its place. Each is linear in the text. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  [/\beyJ[\w-]{5,}(?:\.[\w-]*){0,2}/g, REDACTED],
  [/(:\/\/[^\s:@/]{0,256}):[^\s@/]{1,256}@/g, `$1:${REDACTED}@`],
  [
    /\b((?:[\w-]{0,32}(?:token|secret|password|passwd|api[-_]?key))["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"'&,;)}\]]+/gi,
    `$1${REDACTED}`,
  ],
];

/** A text with its secrets masked and its length bounded: bearer and basic credentials, JWTs, passwords in URLs. */
export function redactText(text: string): string {
  const rest = text.length - MAX_TEXT;
  let result = rest > 0 ? text.slice(0, MAX_TEXT) : text;
  for (const [pattern, mask] of PATTERNS) result = result.replace(pattern, mask);
  return rest > 0 ? `${result}… (${rest} more characters)` : result;
}

/**
 * A copy of any value that JSON can carry and a log may hold (LOG-10): members named like a secret are
 * masked, secrets in texts too, errors are spelled out with their causes, and depth, width and size are
 * bounded. It never throws, whatever getters, proxies and `toJSON` do.
 */
export function redact(value: unknown): unknown {
  return new Redaction().copy(value, 0);
}

class Redaction {
  readonly #ancestors = new Set<object>();
  #values = 0;

  copy(value: unknown, depth: number): unknown {
    this.#values++;
    switch (typeof value) {
      case "string":
        return redactText(value);
      case "bigint":
        return String(value);
      case "number":
        return Number.isFinite(value) ? value : String(value);
      case "function":
      case "symbol":
        return `[${typeof value}]`;
      case "object":
        return value === null ? null : this.#guarded(value, depth);
      default:
        return value;
    }
  }

  #guarded(value: object, depth: number): unknown {
    if (this.#ancestors.has(value)) return "[circular]";
    if (depth >= MAX_DEPTH) return "[too deep]";
    if (this.#values > MAX_VALUES) return "[too large]";
    this.#ancestors.add(value);
    try {
      return this.#object(value, depth + 1);
    } catch {
      return "[unreadable]";
    } finally {
      this.#ancestors.delete(value);
    }
  }

  #object(value: object, depth: number): unknown {
    if (value instanceof Error) return this.#error(value, depth);
    if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
    if (value instanceof Map)
      return this.#members(
        [...value].map(([key, item]) => [String(key), item]),
        depth,
      );
    if (Array.isArray(value) || value instanceof Set) return this.#list([...value], depth);
    // The type of an unknown function's result is `any`; it is read like everything else.
    const json =
      "toJSON" in value && typeof value.toJSON === "function" ? (value.toJSON() as unknown) : value;
    if (json === value) return this.#members(Object.entries(value), depth);
    return this.copy(json, depth);
  }

  #error(error: Error, depth: number): unknown {
    const { name, message, stack, cause } = error;
    const known = { name, message, stack, ...(cause === undefined ? {} : { cause }) };
    const own = Object.entries(error).filter(([key]) => !(key in known));
    return this.#members([...Object.entries(known), ...own], depth);
  }

  #list(items: readonly unknown[], depth: number): unknown {
    const copies = items.slice(0, MAX_ENTRIES).map((item) => this.copy(item, depth));
    const rest = items.length - copies.length;
    return rest > 0 ? [...copies, `… (${rest} more)`] : copies;
  }

  #members(entries: readonly (readonly [string, unknown])[], depth: number): unknown {
    const copies = entries
      .slice(0, MAX_ENTRIES)
      .map(([key, value]): [string, unknown] => [
        key,
        isSecret(key, value) ? REDACTED : this.copy(value, depth),
      ]);
    const rest = entries.length - copies.length;
    return Object.fromEntries(rest > 0 ? [...copies, ["…", `${rest} more`]] : copies);
  }
}

/** Whether something of this name is most likely a secret. */
export function namesSecret(name: string): boolean {
  return SECRET_KEY.test(name) && !COUNT_KEY.test(name);
}

function isSecret(key: string, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === "boolean") return false;
  return SECRET_KEY.test(key) && !(typeof value === "number" && COUNT_KEY.test(key));
}
