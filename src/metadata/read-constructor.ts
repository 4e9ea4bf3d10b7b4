import type { Problems, Where } from "../errors/boot-error.js";
import { classAnnotationsOf } from "./class-annotations.js";
import { findConstructorText } from "./constructor-text.js";
import type { ConstructorDefinition } from "./definition.js";
import { explainType, findConstructorTypes, findInjectTokens } from "./design-types.js";
import { findParent, lineageOf, nameOf } from "./lineage.js";
import { placeOfClass } from "./place.js";
import { type Fault, isFault, missing, readToken, SPELL_OUT } from "./read-token.js";
import type { AnyClass, Token } from "./types.js";

type Reading = { readonly tokens: readonly Token[] } | { readonly faults: readonly Fault[] };

/**
 * What a constructor is given: `explicit` or the decorator's `inject`, else tsyringe's `@inject()` and the
 * emitted types, else nothing where it takes nothing. A class without a constructor takes what its parent
 * takes. What is unknown is a problem, never `undefined`: `ERR_METADATA_MISSING` where nothing names a class,
 * `ERR_METADATA_SHORT` where only some parameters or only a parent is described, `ERR_PROVIDER_INVALID` for
 * what tsyringe can inject and Blazon cannot. With a problem, `dependencies` is empty.
 */
export function readConstructor(
  owner: AnyClass,
  problems: Problems,
  explicit: readonly Token[] | undefined = findDeclaredTokens(owner),
): ConstructorDefinition {
  const where: Where = { member: nameOf(owner), place: placeOfClass(owner) };
  const reading = explicit === undefined ? readConstructorOf(owner) : readExplicit(owner, explicit);
  const dependencies = "tokens" in reading ? reading.tokens : [];
  const faults = "faults" in reading ? reading.faults : [];
  for (const { code, detail, fix } of faults) problems.add(code, where, { detail, fix });
  return Object.freeze({ owner, ...where, dependencies: Object.freeze([...dependencies]) });
}

function findDeclaredTokens(owner: AnyClass): readonly Token[] | undefined {
  return classAnnotationsOf(owner).find(({ options }) => options.inject !== undefined)?.options.inject;
}

function readExplicit(owner: AnyClass, explicit: readonly Token[]): Reading {
  if (!Array.isArray(explicit)) return { tokens: [] }; // reported as an option that is wrong
  const needed = lengthOf(owner);
  if (explicit.length < needed) {
    const detail = `inject lists ${explicit.length} of the ${needed} constructor parameters`;
    return { faults: [{ code: "ERR_METADATA_SHORT", detail, fix: "Add a token for each parameter" }] };
  }
  return gather(explicit.map((token, index) => readToken(token, `inject[${index}]`)));
}

function readConstructorOf(owner: AnyClass): Reading {
  const emitted = findConstructorTypes(owner);
  const injected = findInjectTokens(owner);
  if (emitted === undefined && Object.keys(injected).length === 0) return readUndescribed(owner);
  const positions = Object.keys(injected).map((index) => Number(index) + 1);
  const count = Math.max(owner.length, emitted?.length ?? 0, ...positions);
  const found: (Token | Fault)[] = [];
  for (let index = 0; index < count; index++) {
    const type = injected[index] ?? emitted?.[index];
    if (isLeftToDefault(owner, index, type)) break;
    const subject = `Constructor parameter ${labelOf(owner, index)}`;
    found.push(
      emitted && index < emitted.length ? readType(type, subject) : readBeyond(type, subject, emitted),
    );
  }
  return gather(found);
}

/** A parameter with a default value, of a type that names no class, keeps its default. */
function isLeftToDefault(owner: AnyClass, index: number, type: unknown): boolean {
  return index >= owner.length && typeof type === "function" && explainType(type) !== undefined;
}

/** A parameter past those whose types were emitted: only `@inject()` can name its token. */
function readBeyond(token: unknown, subject: string, emitted: readonly unknown[] | undefined): Token | Fault {
  if (token !== undefined) return readToken(token, subject);
  if (emitted === undefined) return missing(`${subject} has neither an emitted type nor an @inject()`);
  return { ...missing(`${subject} has no emitted type, while others have one`), code: "ERR_METADATA_SHORT" };
}

function readType(type: unknown, subject: string): Token | Fault {
  if (type !== undefined && typeof type !== "function") return readToken(type, subject);
  const explanation = explainType(type);
  if (explanation === undefined) return type as AnyClass; // what is emitted and needs no explanation is a class
  return missing(`${subject} ${explanation}`, `Give it a class as its type, or ${SPELL_OUT}`);
}

/** No metadata of the class's own: fine where there is nothing to say. */
function readUndescribed(owner: AnyClass): Reading {
  const parent = findParent(owner);
  if (parent !== undefined && isConstructorInherited(owner)) {
    const declared = findDeclaredTokens(parent);
    return declared === undefined ? readConstructorOf(parent) : readExplicit(parent, declared);
  }
  const isHiding = parent !== undefined && isDescribed(parent);
  if (owner.length === 0 && !(isHiding && countOf(owner) > 0)) return { tokens: [] };
  const subject = `what the constructor of ${nameOf(owner)} is given (${labelsOf(owner)})`;
  if (!isHiding) return { faults: [missing(`Nothing says ${subject}: no types were emitted`)] };
  const detail = `Nothing says ${subject}: only its parent ${nameOf(parent)} is decorated`;
  return {
    faults: [
      { code: "ERR_METADATA_SHORT", detail, fix: `Decorate ${nameOf(owner)} as well, or ${SPELL_OUT}` },
    ],
  };
}

function isConstructorInherited(owner: AnyClass): boolean {
  if (owner.length > 0) return false;
  const text = findConstructorText(owner);
  return text === undefined || text.forwards;
}

/** Whether anything says what the class or one it extends is given. */
function isDescribed(owner: AnyClass): boolean {
  return lineageOf(owner).some(
    (each) => findConstructorTypes(each) !== undefined || findDeclaredTokens(each) !== undefined,
  );
}

/** How many parameters must be given to the constructor that runs, which may be a parent's. */
function lengthOf(owner: AnyClass): number {
  const parent = findParent(owner);
  return parent !== undefined && isConstructorInherited(owner) ? lengthOf(parent) : owner.length;
}

function gather(found: readonly (Token | Fault)[]): Reading {
  const faults = found.filter(isFault);
  return faults.length > 0 ? { faults } : { tokens: found.filter((each): each is Token => !isFault(each)) };
}

/** Parameters with a default value included, which `length` leaves out. */
function countOf(owner: AnyClass): number {
  return Math.max(owner.length, findConstructorText(owner)?.parameters.length ?? 0);
}

function labelsOf(owner: AnyClass): string {
  return Array.from({ length: countOf(owner) }, (_, index) => labelOf(owner, index)).join(", ");
}

/** `0 (desk)`, or the index alone where the source does not show the name. */
function labelOf(owner: AnyClass, index: number): string {
  const name = findConstructorText(owner)?.parameters[index];
  return name === undefined ? String(index) : `${index} (${name})`;
}
