import type { JsonSchema } from "../protocol/json.js";

/** The dialects this package validates by (JSCH-03, JSCH-04). */
export type Dialect = "2020-12" | "draft-07";

const DIALECTS: ReadonlyMap<unknown, Dialect> = new Map([
  [undefined, "2020-12"], // JSCH-01: the default
  ["https://json-schema.org/draft/2020-12/schema", "2020-12"],
  ["https://json-schema.org/draft/2020-12/schema#", "2020-12"],
  ["http://json-schema.org/draft-07/schema", "draft-07"],
  ["http://json-schema.org/draft-07/schema#", "draft-07"],
]);

/** The dialect a schema declares, 2020-12 where it declares none; undefined for one that is not supported. */
export function findDialect(schema: JsonSchema): Dialect | undefined {
  return DIALECTS.get(schema.$schema);
}
