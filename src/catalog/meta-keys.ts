import type { Problems } from "../errors/boot-error.js";
import type { MemberDefinition } from "../metadata/definition.js";
import { isObject } from "../protocol/json.js";
import { isMetaKey, isReservedMetaKey } from "../protocol/meta.js";

/** The keys of an author's `_meta`: of the grammar, and not the protocol's own (META-02 to META-09). */
export function checkMetaKeys(definition: MemberDefinition, problems: Problems): void {
  const meta: unknown = definition.kind === "complete" ? undefined : definition.options._meta;
  if (meta === undefined) return;
  const wrong = (detail: string, fix: string): void =>
    problems.add("ERR_OPTION_INVALID", definition, { option: "_meta", detail, fix });
  if (!isObject(meta)) return wrong("is no object", 'Write _meta: { "com.example/key": … }');
  for (const key of Object.keys(meta)) {
    if (!isMetaKey(key)) {
      wrong(
        `has the key ${JSON.stringify(key)}`,
        'Write a name, or a domain of yours and a name: "com.example/key"',
      );
    } else if (isReservedMetaKey(key)) {
      wrong(`has the key ${key}, which only the protocol may use`, "Use a domain of your own as its prefix");
    }
  }
}
