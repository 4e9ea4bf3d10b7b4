import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "blazon";
import { expect } from "chai";
import type { Project } from "./workspace.js";

/** Where the compiler maps decorators to their lines. swc's maps do not cover them: the line is one nearby. */
export type Lines = "mapped" | "nearby";

/** How the compiler emits a class that was imported with `import type`. */
export type TypeImports = "Object" | "Function";

const SPELL_OUT_INPUT =
  "spell it out in the decorator: input: TicketQuery, or input: null where there is none";
const SPELL_OUT_INJECT =
  "spell it out, in the class's decorator or in its provider: inject: [TicketStore, …], one token for each parameter";

const EXPLANATIONS = {
  Object:
    "has the emitted type Object: an interface, a union, a type alias, or a class imported with `import type`, none of which is there at run time",
  Function:
    "has the emitted type Function: a function, or a class imported with `import type`, which is gone at run time",
} as const;

/** A class of the help desk, and the constructor parameters it leaves to the toolchain. */
const CONSTRUCTORS: readonly (readonly [file: string, owner: string, parameters: string])[] = [
  ["search-tickets.ts", "SearchTickets", "0 (search)"],
  ["open-ticket.ts", "OpenTicket", "0 (desk), 1 (notify)"],
  ["close-ticket.ts", "CloseTicket", "0 (desk), 1 (notify)"],
  ["add-comment.ts", "AddComment", "0 (desk)"],
  ["escalate-ticket.ts", "EscalateTicket", "0 (desk)"],
  ["summarize-ticket.ts", "SummarizeTicket", "0 (desk)"],
  ["import-tickets.ts", "ImportTickets", "0 (files), 1 (importer), 2 (notify)"],
  ["ticket-resource.ts", "TicketResource", "0 (desk), 1 (feed)"],
  ["board-resource.ts", "BoardResource", "0 (desk), 1 (feed)"],
  ["triage-prompt.ts", "TriagePrompt", "0 (desk), 1 (counts)"],
  ["draft-reply-prompt.ts", "DraftReplyPrompt", "0 (desk)"],
];

/** A method of the help desk that leaves its input to the toolchain. */
const INPUTS: readonly (readonly [file: string, owner: string, method: string])[] = [
  ["search-tickets.ts", "SearchTickets", "search_tickets"],
  ["close-ticket.ts", "CloseTicket", "close_ticket"],
  ["add-comment.ts", "AddComment", "add_comment"],
  ["escalate-ticket.ts", "EscalateTicket", "escalate"],
  ["summarize-ticket.ts", "SummarizeTicket", "summarize_ticket"],
  ["import-tickets.ts", "ImportTickets", "import_tickets"],
  ["ticket-resource.ts", "TicketResource", "ticket"],
  ["triage-prompt.ts", "TriagePrompt", "triage"],
  ["draft-reply-prompt.ts", "DraftReplyPrompt", "draft_reply"],
];

interface Untold {
  readonly member: string;
  readonly subject: string;
  /** How its declaration begins. */
  readonly declaration: string;
  readonly isTypeImport?: boolean;
}

const UNTOLD: readonly Untold[] = [
  {
    member: "TakesInterface",
    subject: "Constructor parameter 0 (clock)",
    declaration: "class TakesInterface ",
  },
  {
    member: "TakesTypeImport",
    subject: "Constructor parameter 0 (shelf)",
    declaration: "class TakesTypeImport ",
    isTypeImport: true,
  },
  { member: "TakesUnion", subject: "Constructor parameter 0 (books)", declaration: "class TakesUnion " },
  { member: "Asks.for_interface", subject: "Parameter 0", declaration: "  for_interface(" },
  { member: "Asks.for_union", subject: "Parameter 0", declaration: "  for_union(" },
  {
    member: "Asks.for_type_import",
    subject: "Parameter 0",
    declaration: "  for_type_import(",
    isTypeImport: true,
  },
];

/** The classes and members of the untold desk that have no type at run time. */
export const UNTOLD_MEMBERS: readonly string[] = UNTOLD.map(({ member }) => member);

export function expectConstructors({ folder }: Project, problems: readonly Problem[]): void {
  for (const [file, owner, parameters] of CONSTRUCTORS) {
    const { message, place, fix } = missingIn(problems, owner);
    const subject = `what the constructor of ${owner} is given (${parameters})`;
    expect(message).to.equal(`Nothing says ${subject}: no types were emitted`);
    expect(withoutColumn(place), owner).to.equal(
      placeIn(folder, featureFile(file), `export class ${owner} `),
    );
    expect(fix).to.include("compile with tsc or swc and emitDecoratorMetadata");
    expect(fix).to.include(SPELL_OUT_INJECT);
  }
}

export function expectInputs({ folder }: Project, problems: readonly Problem[]): void {
  for (const [file, owner, method] of INPUTS) {
    const { message, place, fix } = missingIn(problems, `${owner}.${method}`);
    expect(message).to.equal("Parameter 0 is not known: no types were emitted for this method");
    expect(withoutColumn(place), method).to.equal(placeIn(folder, featureFile(file), `  ${method}(`));
    expect(fix).to.include("Compile with tsc or swc and emitDecoratorMetadata");
    expect(fix).to.include(SPELL_OUT_INPUT);
  }
}

/** The constructors and inputs above, and nothing besides them. */
export function expectNothingElseMissing(problems: readonly Problem[]): void {
  const missing = problems.filter(({ code }) => code === "ERR_METADATA_MISSING");
  expect(missing).to.have.length(CONSTRUCTORS.length + INPUTS.length);
}

export function expectUntold(
  { folder }: Project,
  problems: readonly Problem[],
  { lines, typeImports }: { readonly lines: Lines; readonly typeImports: TypeImports },
): void {
  expect(problems.map(({ member }) => member)).to.have.members(UNTOLD_MEMBERS);
  const file = join("src", "test", "toolchains", "desks", "untold.ts");
  for (const { member, subject, declaration, isTypeImport } of UNTOLD) {
    const { message, place, fix } = missingIn(problems, member);
    expect(message, member).to.equal(
      `${subject} ${EXPLANATIONS[isTypeImport === true ? typeImports : "Object"]}`,
    );
    expect(fix, member).to.match(/^Give it a class /);
    expect(fix, member).to.include(member.startsWith("Asks.") ? SPELL_OUT_INPUT : SPELL_OUT_INJECT);
    if (lines === "mapped") {
      expect(withoutColumn(place), member).to.equal(placeIn(folder, file, declaration));
    } else expect(place?.startsWith(`${file}:`), place).to.equal(true);
  }
}

function missingIn(problems: readonly Problem[], member: string): Problem {
  const found = problems.filter((each) => each.code === "ERR_METADATA_MISSING" && each.member === member);
  expect(found, member).to.have.length(1);
  return found[0] as Problem; // just counted
}

function withoutColumn(place: string | undefined): string | undefined {
  return place?.replace(/:\d+$/, "");
}

function featureFile(name: string): string {
  return join("src", "sample-app", "features", name);
}

/** `src/…/file.ts:line` of the nearest decorator above a declaration, at the same depth. */
function placeIn(folder: string, file: string, declaration: string): string {
  const decorator = declaration.startsWith("  ") ? "  @" : "@";
  const lines = readFileSync(join(folder, file), "utf8").split("\n");
  const end = lines.findIndex((line) => line.replace(/^ {2}async /, "  ").startsWith(declaration));
  const start = lines.findLastIndex((line, index) => index < end && line.startsWith(decorator));
  if (start < 0) throw new Error(`${file} has no decorator above "${declaration}"`);
  return `${file}:${start + 1}`;
}
