import type { Context } from "../kernel/context.js";
import type { Outcome, Pages, Target } from "../kernel/target.js";
import type { Icon } from "../protocol/icons.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import type { CacheHints } from "../protocol/results.js";
import { isAbsoluteUri } from "../uri-template/absolute-uri.js";
import type { Invoke } from "./invoke.js";
import { kindOf, outputError } from "./output-error.js";
import { cut, digest } from "./pages.js";
import { withPreparedIcons } from "./result-icons.js";
import type { Position, SealedCursors } from "./sealed-cursor.js";

/** A method that lists the concrete resources of a template. */
export interface Lister {
  readonly member: string;
  readonly invoke: (context: Context) => Invoke;
}

export interface ResourcePagesOptions {
  readonly entries: readonly JsonObject[];
  readonly listers: readonly Lister[];
  readonly size: number | undefined;
  readonly hints: CacheHints;
  readonly cursors: SealedCursors;
  /** Characters of icons as `data:` URIs in one answer. */
  readonly iconBudget: number;
}

/**
 * `resources/list` where templates list their resources per request: the resources known at boot, then
 * those of each lister. Without a page size one answer holds all, up to the first lister that itself pages.
 */
export function createResourcePages(options: ResourcePagesOptions): Pages {
  const { entries, listers, size, cursors } = options;
  const known = entries.length === 0 ? [] : cut(entries, size); // no page that only says there is more
  const chunks = known.map((chunk) => ({
    member: "resources/list",
    isKnown: true,
    list: async () => ({ resources: chunk }),
  }));
  const sources: readonly Source[] = [...chunks, ...listers.map(sourceOf)];
  const list = digest(JSON.stringify([size, entries, listers.map(({ member }) => member)]));
  const targetAt = (position: Position): Target => ({
    member: "resources/list",
    requires: [],
    headers: [],
    run: (_input, context) => answer(position, context, { ...options, sources, list }),
  });
  const first = targetAt({ lister: 0, cursor: undefined });
  return {
    find(cursor) {
      if (cursor === undefined) return first;
      const position = cursors.open(cursor, list);
      return position === undefined || position.lister >= sources.length ? undefined : targetAt(position);
    },
  };
}

interface Listed {
  readonly resources: readonly JsonObject[];
  readonly nextCursor?: string | undefined;
}

/** Something that gives a part of the list. */
interface Source {
  readonly member: string;
  /** Its icons were prepared at boot. */
  readonly isKnown: boolean;
  list(cursor: string | undefined, context: Context): Promise<Listed>;
}

function sourceOf({ member, invoke }: Lister): Source {
  return {
    member,
    isKnown: false,
    list: async (cursor, context) => checkListed(await invoke(context)(cursor, context), member),
  };
}

interface Walk extends ResourcePagesOptions {
  readonly sources: readonly Source[];
  /** Stands for the list as it is: cursors of another one are refused (PAG-05). */
  readonly list: string;
}

async function answer(
  from: Position,
  context: Context,
  { size, hints, cursors, iconBudget, sources, list }: Walk,
): Promise<Outcome> {
  const known: JsonObject[] = [];
  const given: JsonObject[] = [];
  let next: Position | undefined = from;
  while (next !== undefined) {
    const source: Source | undefined = sources[next.lister];
    const listed: Listed | undefined = await source?.list(next.cursor, context);
    if (source === undefined || listed === undefined) break;
    for (const entry of listed.resources) (source.isKnown ? known : given).push(entry);
    next = after(next.lister, listed, sources);
    if (size !== undefined || listed.nextCursor !== undefined) break;
  }
  const listed = await withPreparedIcons(given, "resources/list", iconBudget - inlineLength(known));
  const resources = [...known, ...listed];
  return { resources, ...(next !== undefined && { nextCursor: cursors.seal(next, list) }), ...hints };
}

/** Characters of icons that are part of an answer already. */
function inlineLength(entries: readonly JsonObject[]): number {
  const icons = entries.flatMap(({ icons = [] }) => icons as readonly Icon[]); // of the boot's own making
  return icons.reduce((total, { src }) => total + (src.startsWith("data:") ? src.length : 0), 0);
}

function after(lister: number, { nextCursor }: Listed, sources: readonly Source[]): Position | undefined {
  if (nextCursor !== undefined) return { lister, cursor: nextCursor };
  return lister + 1 < sources.length ? { lister: lister + 1, cursor: undefined } : undefined;
}

function checkListed(value: unknown, member: string): Listed {
  if (!isObject(value) || !Array.isArray(value.resources)) {
    throw outputError(member, `${kindOf(value)} is not { resources, nextCursor? }`);
  }
  const { resources, nextCursor } = value;
  for (const entry of resources) {
    const fault = findEntryFault(entry);
    if (fault !== undefined) throw outputError(member, fault);
  }
  if (nextCursor !== undefined && typeof nextCursor !== "string") {
    throw outputError(member, "nextCursor is a string, or absent on the last page");
  }
  return { resources, ...(nextCursor !== undefined && { nextCursor }) };
}

const TEXTS = ["title", "description", "mimeType"] as const;

/** One entry that a client cannot read would cost it the whole list. */
function findEntryFault(entry: unknown): string | undefined {
  if (!isObject(entry)) return `${kindOf(entry)} is no listed resource`;
  const { uri, name, size } = entry;
  if (typeof name !== "string" || typeof uri !== "string" || !isAbsoluteUri(uri))
    return "a listed resource needs an absolute uri and a name";
  const wrong = TEXTS.find((text) => entry[text] !== undefined && typeof entry[text] !== "string");
  if (wrong !== undefined)
    return `the ${wrong} of ${uri} is ${kindOf(entry[wrong])}; leave it out where there is none`;
  const hasSize = size === undefined || (Number.isSafeInteger(size) && Number(size) >= 0);
  return hasSize ? undefined : `the size of ${uri} is no count of bytes`;
}
