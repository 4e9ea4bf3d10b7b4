import type { Problems, Where } from "../errors/boot-error.js";
import { ANY, checkOptions, FUNCTION, NAME, type OptionRules, TEXTS } from "../errors/option-rules.js";
import type { Extension, ExtensionMethod } from "../kernel/extension.js";
import { isObject } from "../protocol/json.js";
import { isExtensionId, isReservedMetaKey } from "../protocol/meta.js";
import { METHODS } from "../protocol/methods.js";

/** Extensions have ids of their own, settings the wire can carry, and methods nobody else has (EXT-01, EXT-02, META-09). */
export function checkExtensions(extensions: readonly Extension[], problems: Problems): void {
  const ids = new Set<string>();
  const taken = new Map<string, string>(Object.keys(METHODS).map((method) => [method, "the core protocol"]));
  for (const [index, extension] of extensions.entries()) {
    if (!isReadable(extension, `extensions[${index}]`, problems)) continue;
    const { id, settings, methods = {} } = extension;
    const where: Where = { member: `extension ${id}`, place: undefined };
    const wrong = (option: string, detail: string, fix: string): void =>
      problems.add("ERR_OPTION_INVALID", where, { option, detail, fix });
    if (!isExtensionId(id))
      wrong("id", "is no prefix and name", "Write a prefix that is yours, such as com.example/search");
    else if (isReservedMetaKey(id))
      wrong("id", "is under a prefix kept for the protocol", "Use a prefix of your own");
    if (ids.has(id)) wrong("id", "stands twice in `extensions`", "List each extension once");
    ids.add(id);
    if (settings !== undefined && !isPlain(settings)) {
      wrong(
        "settings",
        "holds what the wire cannot",
        "Use objects, lists, strings, booleans and integers alone",
      );
    }
    for (const method of Object.keys(methods)) {
      const owner = taken.get(method);
      if (owner !== undefined) wrong("methods", `has ${method}, which is ${owner}'s`, "Give it another name");
      taken.set(method, id);
    }
  }
}

const EXTENSION: OptionRules<Extension> = {
  id: { ...NAME, isRequired: true },
  settings: ANY, // checked member by member
  methods: { wants: "an object of methods", test: isObject },
  resultTypes: TEXTS,
};
const METHOD: OptionRules<ExtensionMethod> = { handle: { ...FUNCTION, isRequired: true }, mirrors: NAME };

/** What types say of an extension, for those who write without them. */
function isReadable(given: unknown, name: string, problems: Problems): given is Extension {
  const where: Where = { member: name, place: undefined };
  const before = problems.size;
  checkOptions({ options: given ?? null, rules: EXTENSION, of: name, prefix: `${name}.` }, where, problems);
  if (problems.size > before || !isObject(given)) return false;
  for (const [method, options] of Object.entries(isObject(given.methods) ? given.methods : {})) {
    const of = `${name}.methods[${JSON.stringify(method)}]`;
    checkOptions({ options: options ?? null, rules: METHOD, of, prefix: `${of}.` }, where, problems);
  }
  return problems.size === before;
}

/** The published schema allows neither null nor fractions inside a capability (T-55). */
function isPlain(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.values(value).every(isPlainMember);
}

function isPlainMember(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlainMember);
  if (typeof value === "object") return isPlain(value);
  return typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value);
}
