import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT_ROOT } from "../project-root.js";

interface OfficialSchema {
  readonly $defs: Record<string, { anyOf?: { type?: unknown }[]; properties?: Record<string, unknown> }>;
}

const ANY_SCALAR = ["string", "number", "boolean", "null"];

/** Any JSON value at all, and a form's answer with fractions: the published file knows integers only (T-55). */
function mendGeneratorSlips(schema: OfficialSchema): OfficialSchema {
  const value = schema.$defs.JSONValue?.anyOf?.at(-1);
  const form = schema.$defs.ElicitResult?.properties?.content as
    | { additionalProperties: { anyOf: { type?: unknown }[] } }
    | undefined;
  const answer = form?.additionalProperties.anyOf.at(-1);
  if (value === undefined || answer === undefined)
    throw new Error("the official schema has another shape now");
  value.type = ANY_SCALAR;
  answer.type = ["string", "number", "boolean"];
  return schema;
}

/** The official JSON Schema of revision 2026-07-28, with the slips of its generator mended. */
export function loadOfficialSchema(): OfficialSchema {
  return mendGeneratorSlips(read("2026-07-28"));
}

/** That of the last revision with a handshake. */
export function loadHandshakeSchema(): OfficialSchema {
  return read("2025-11-25");
}

function read(revision: string): OfficialSchema {
  return JSON.parse(readFileSync(join(PROJECT_ROOT, `test/wire/schema-${revision}.json`), "utf8"));
}
