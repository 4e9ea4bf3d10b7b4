import { idsOf, type Requirement } from "./checklist.js";

const MOST_IDS = 3;

/** Reads a page of the documentation; undefined where there is none. */
export type FindPage = (path: string) => string | undefined;

/** What speaks of requirements: the titles of the tests, and two lists of those no title names. */
export interface Evidence {
  readonly titles: readonly string[];
  /** Id to the page that states it. */
  readonly documented: Readonly<Record<string, string>>;
  /** Id to the feature it waits for. */
  readonly later: Readonly<Record<string, string>>;
  readonly findPage: FindPage;
}

export interface Coverage {
  /** The ids nothing speaks of, by group. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
  /** What is wrong with titles and lists. */
  readonly faults: readonly string[];
}

function findTitleFaults(titles: readonly string[], known: ReadonlySet<string>): string[] {
  return titles.flatMap((title) => {
    const ids = idsOf(title);
    const unknown = ids
      .filter((id) => !known.has(id))
      .map((id) => `"${title}" names ${id}, which the checklist lacks`);
    return ids.length > MOST_IDS
      ? [`"${title}" names more than ${MOST_IDS} requirements`, ...unknown]
      : unknown;
  });
}

function findPageFaults(documented: Evidence["documented"], findPage: FindPage): string[] {
  return Object.entries(documented).flatMap(([id, path]) => {
    const page = findPage(path);
    if (page === undefined) return [`${id}: there is no page ${path}`];
    return page.includes(id) ? [] : [`${id}: ${path} does not name it`];
  });
}

function findStale(
  list: Readonly<Record<string, string>>,
  name: string,
  shown: ReadonlySet<string>,
): string[] {
  return Object.keys(list)
    .filter((id) => shown.has(id))
    .map((id) => `${id}: ${name} lists it, and a test title names it`);
}

function groupOf(requirements: readonly Requirement[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, group } of requirements) groups.set(group, [...(groups.get(group) ?? []), id]);
  return groups;
}

/** Holds the titles of the tests, and the two lists, against the checklist. */
export function judgeCoverage(requirements: readonly Requirement[], evidence: Evidence): Coverage {
  const { titles, documented, later, findPage } = evidence;
  const all = new Set(requirements.map(({ id }) => id));
  const bound = requirements.filter(({ server }) => server);
  const shown = new Set(titles.flatMap(idsOf));
  const listed = [...Object.keys(documented), ...Object.keys(later)];
  return {
    missing: groupOf(bound.filter(({ id }) => !shown.has(id) && !listed.includes(id))),
    faults: [
      ...findTitleFaults(titles, all),
      ...findStale(documented, "by-documentation.json", shown),
      ...findStale(later, "later.json", shown),
      ...listed.filter((id) => !all.has(id)).map((id) => `${id}: the checklist lacks it`),
      ...Object.keys(later)
        .filter((id) => Object.hasOwn(documented, id))
        .map((id) => `${id}: both lists have it`),
      ...findPageFaults(documented, findPage),
    ],
  };
}
