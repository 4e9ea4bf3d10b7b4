import { isObject, type JsonSchema } from "../protocol/json.js";
import { findByPointer } from "./pointer.js";

/** Where a schema without `$id` stands; never fetched, as nothing is. */
const NOWHERE = "json-schema:///";

/** A reference as it was written, and the schema it was written in. */
export interface Reference {
  readonly text: string;
  readonly base: string;
  readonly from: object;
}

/** The resources and anchors of one schema: what its references can name without leaving it (JSCH-09, JSCH-15). */
export class ReferenceIndex {
  readonly #resources = new Map<string, JsonSchema>();
  readonly #anchors = new Map<string, JsonSchema>();
  readonly references: Reference[] = [];
  /** Names that two schemas bear, so that no reference to them could be followed. */
  readonly duplicates: string[] = [];

  /** Notes what a schema declares, and gives the base URI of what is inside. */
  add(schema: JsonSchema, base: string | undefined): string {
    const own = baseOf(schema, base);
    if (base === undefined || own !== base) {
      if (this.#resources.has(own)) this.duplicates.push(own);
      this.#resources.set(own, schema);
    }
    for (const anchor of [schema.$anchor, schema.$dynamicAnchor]) {
      if (typeof anchor !== "string") continue;
      if (this.#anchors.has(`${own}#${anchor}`)) this.duplicates.push(`#${anchor}`);
      this.#anchors.set(`${own}#${anchor}`, schema);
    }
    for (const text of [schema.$ref, schema.$dynamicRef]) {
      if (typeof text === "string") this.references.push({ text, base: own, from: schema });
    }
    return own;
  }

  /** The schema a reference names; undefined for one that leads out of the schema or to nothing. */
  find({ text, base }: Reference): JsonSchema | undefined {
    const url = resolve(text, base);
    if (url === undefined) return undefined;
    const [resource = "", fragment = ""] = url.split("#");
    const root = this.#resources.get(resource);
    if (fragment === "") return root;
    const target: unknown = fragment.startsWith("/")
      ? findByPointer(root, decode(fragment))
      : this.#anchors.get(`${resource}#${fragment}`);
    return isObject(target) ? target : typeof target === "boolean" ? {} : undefined;
  }
}

function baseOf(schema: JsonSchema, base: string | undefined): string {
  const outer = base ?? NOWHERE;
  // a $id that is only a fragment is draft-07's way of writing an anchor
  if (typeof schema.$id !== "string" || schema.$id.startsWith("#")) return outer;
  return resolve(schema.$id, outer)?.split("#")[0] ?? outer;
}

function resolve(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
