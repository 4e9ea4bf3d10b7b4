import ts from "typescript";
import { BUILD_CODES, type BuildCode, WIRE_CODES, type WireCode } from "../../src/errors/codes.js";

/** One place in the sources where an error is made of a code of the table. */
export interface Use {
  readonly code: string;
  /** File and line. */
  readonly place: string;
  /** The names of the details given there. */
  readonly given: ReadonlySet<string>;
}

const TABLE: ReadonlyMap<string, WireCode | BuildCode> = new Map<string, WireCode | BuildCode>([
  ...Object.entries(WIRE_CODES),
  ...Object.entries(BUILD_CODES),
]);

/** A template of RFC 6570 in a fix, meant as it stands. */
const LITERAL = { code: "ERR_URI_TEMPLATE", name: "id" };

/** Every place of these files that hands a code to `BlazonError`, `Refusal` or `Problems.add`. */
export function findUses(program: ts.Program, files: readonly string[]): Use[] {
  const checker = program.getTypeChecker();
  const uses: Use[] = [];
  const visit = (node: ts.Node, source: ts.SourceFile): void => {
    const made = madeBy(node);
    if (made !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      const given = new Set(made.details === undefined ? [] : namesOf(checker, made.details));
      for (const code of codesOf(checker.getTypeAtLocation(made.code)))
        uses.push({ code, place: `${source.fileName}:${line + 1}`, given });
    }
    ts.forEachChild(node, (child) => visit(child, source));
  };
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source !== undefined) visit(source, source);
  }
  return uses;
}

/** The names in braces that a use leaves unfilled: `{detail}` would reach the reader as it is. */
export function unfilledBy({ code, given }: Use): string[] {
  const row = TABLE.get(code);
  const texts = row === undefined ? "" : "fix" in row ? row.text + row.fix : row.text;
  const names = [...texts.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.filter((name) => !given.has(name) && !(code === LITERAL.code && name === LITERAL.name));
}

interface Made {
  readonly code: ts.Expression;
  readonly details: ts.Expression | undefined;
}

function madeBy(node: ts.Node): Made | undefined {
  if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
    const [code, details] = node.arguments ?? [];
    const isError = ["BlazonError", "Refusal"].includes(node.expression.text);
    return isError && code !== undefined ? { code, details } : undefined;
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [code, where, details] = node.arguments;
  const isAdd = node.expression.name.text === "add" && code !== undefined && where !== undefined;
  return isAdd ? { code, details } : undefined;
}

/** The codes an expression can stand for, whichever it is at run time. */
function codesOf(type: ts.Type): string[] {
  const members = type.isUnion() ? type.types : [type];
  return members.flatMap((member) =>
    member.isStringLiteral() && TABLE.has(member.value) ? [member.value] : [],
  );
}

/** The members an expression certainly has. */
function namesOf(checker: ts.TypeChecker, details: ts.Expression): string[] {
  return checker
    .getTypeAtLocation(details)
    .getProperties()
    .filter((property) => (property.flags & ts.SymbolFlags.Optional) === 0)
    .map(({ name }) => name);
}
