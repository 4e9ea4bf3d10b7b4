/** One line of the checklist. */
export interface Requirement {
  readonly id: string;
  /** The part of the id before its number: `META`. */
  readonly group: string;
  /** Whether it binds a server: roles S and SC. */
  readonly server: boolean;
}

/** `- **META-11** [MUST·S] …`: the id, and who it binds. */
const ITEM = /^- \*\*(([A-Z]+(?:-[A-Z]+)*)-\d+[a-z]?)\*\* \[[^\]·]+·([A-Z]+)\]/gm;

/** Every requirement of the checklist, in its order. */
export function parseChecklist(text: string): Requirement[] {
  return [...text.matchAll(ITEM)].map(([, id, group, role]) => ({
    id: String(id),
    group: String(group),
    server: role === "S" || role === "SC",
  }));
}

const ID = /[A-Z]+(?:-[A-Z]+)*-\d+[a-z]?/.source;
const LEADING_IDS = new RegExp(`^(?:\\[${ID}(?:, ?${ID})*\\] )+`);

/** The ids a test title starts with: `[META-11] [META-12] refuses …`, or `[META-11, META-12] …`. */
export function idsOf(title: string): string[] {
  const lead = LEADING_IDS.exec(title)?.[0] ?? "";
  return lead.match(new RegExp(ID, "g")) ?? [];
}
