import { DEFINES, type Subschema } from "./keywords.js";

/**
 * How many members may stand inside one another: of a schema, and of the schemas down to any one in it, added
 * up. A validator is compiled into a block within a block for each, and a compiler that goes down through them
 * needs the stack for it: Node's own is full at about 1,400.
 */
export const MAX_MEMBERS = 1000;

/** How many schemas may stand inside one another, references followed. The stack is full at about 600. */
export const MAX_LEVELS = 256;

/** One schema as the compiler meets it. */
export interface Part {
  readonly path: string;
  /** How many blocks are compiled for it, one within the other. */
  readonly members: number;
  /** The schemas it applies, and those it refers to. */
  readonly applied: object[];
}

interface Size {
  readonly members: number;
  readonly levels: number;
}

const NOTHING: Size = { members: 0, levels: 0 };

/** What makes a schema more than its validator's compiler can bear; undefined where nothing does. */
export function findOversize(parts: ReadonlyMap<object, Part>): string | undefined {
  const sizes = new Map<object, Size>();
  for (const schema of parts.keys()) {
    const found = new Measure(parts, sizes).run(schema);
    if (found !== undefined) return found;
  }
  return undefined;
}

class Measure {
  #fault: string | undefined;

  constructor(
    private readonly parts: ReadonlyMap<object, Part>,
    private readonly sizes: Map<object, Size>,
  ) {}

  run(schema: object): string | undefined {
    this.#sizeOf(schema, 0);
    return this.#fault;
  }

  #sizeOf(schema: object, above: number): Size {
    const known = this.sizes.get(schema);
    const part = this.parts.get(schema);
    if (known !== undefined || part === undefined) return known ?? NOTHING;
    this.sizes.set(schema, NOTHING); // what contains itself is compiled once
    if (above > MAX_LEVELS) return this.#tooDeep(part);
    let { members, levels } = NOTHING;
    for (const inner of part.applied) {
      const size = this.#sizeOf(inner, above + 1);
      if (this.#fault !== undefined) return NOTHING;
      members = Math.max(members, size.members);
      levels = Math.max(levels, size.levels);
    }
    const size = { members: members + part.members, levels: levels + 1 };
    if (size.levels > MAX_LEVELS) return this.#tooDeep(part);
    if (size.members > MAX_MEMBERS) {
      const place = part.path === "" ? "it" : part.path;
      this.#fault = `${place} has more than ${MAX_MEMBERS} members, those of what is inside one another added up`;
    }
    this.sizes.set(schema, size);
    return size;
  }

  #tooDeep({ path }: Part): Size {
    this.#fault = `${path === "" ? "it" : path} is nested deeper than ${MAX_LEVELS} levels, references followed`;
    return NOTHING;
  }
}

/** How many members of a schema a validator looks at one after the other. */
export function countMembers(
  schema: Readonly<Record<string, unknown>>,
  subschemas: readonly Subschema[],
): number {
  const applied = subschemas.filter(({ keyword }) => !DEFINES.has(keyword)).length;
  return applied + countNames(schema.dependentRequired) + countNames(schema.dependencies);
}

/** Each list of names counts by its length, and at least once. */
function countNames(lists: unknown): number {
  if (typeof lists !== "object" || lists === null) return 0;
  const counts = Object.values(lists).map((names: unknown) =>
    Array.isArray(names) ? Math.max(1, names.length) : 0,
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
