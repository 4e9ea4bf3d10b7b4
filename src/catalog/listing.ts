import type { PrimitiveOptions } from "../metadata/types.js";
import type { JsonObject } from "../protocol/json.js";

/** What a list shows of a primitive; members that are undefined are not there on the wire. */
export function listing(
  { name, options }: { readonly name: string; readonly options: PrimitiveOptions },
  more: JsonObject,
): JsonObject {
  const { title, description, _meta } = options;
  return { name, title, description, ...more, _meta };
}
