import type { Problems, Where } from "../errors/boot-error.js";
import { RequestContext } from "../handler/request-context.js";
import type { ParameterRole } from "./definition.js";
import { explainType } from "./design-types.js";
import type { AnyClass, SchemaSource } from "./types.js";

/** What is known of a handler's signature. */
export interface Signature {
  /** `input` as the author wrote it. */
  readonly declared: SchemaSource | null | undefined;
  /** The emitted types of the parameters; undefined where the toolchain emitted none. */
  readonly types: readonly unknown[] | undefined;
  /** The parameters that are handed answers. */
  readonly asks: ReadonlySet<number>;
  /** How many parameters the function says it takes. */
  readonly length: number;
  /** The annotation is above the class, so that no toolchain emits types for the method. */
  readonly isClassForm: boolean;
}

/** What a handler is called with. */
export interface HandlerParameters {
  readonly roles: readonly ParameterRole[];
  readonly input: SchemaSource | undefined;
}

const NONE: HandlerParameters = { roles: [], input: undefined };
const SPELL_OUT = "spell it out in the decorator: input: TicketQuery, or input: null where there is none";

/**
 * The first parameter is the input, unless it is a `RequestContext` or `input` is `null`; the others are the
 * context. Adds `ERR_METADATA_MISSING` where the input's class is not known, and `ERR_PARAMETER_INVALID` for
 * a parameter that is neither.
 */
export function readParameters(signature: Signature, where: Where, problems: Problems): HandlerParameters {
  const { types, asks } = signature;
  if (types === undefined) return readBlind(signature, where, problems);
  const first = types.findIndex((_type, index) => !asks.has(index));
  const roles = types.map((type, index) =>
    asks.has(index) ? "ask" : roleOf(type, index === first, signature.declared),
  );
  for (const index of findStrangers(types, roles)) {
    problems.add("ERR_PARAMETER_INVALID", where, {
      detail: `Parameter ${index}${typeNameOf(types[index])} is neither the input nor the context${
        signature.declared === null ? "; `input: null` says that there is no input" : ""
      }`,
    });
  }
  const input =
    signature.declared ??
    (roles[first] === "input" ? findInput({ type: types[first], index: first }, where, problems) : undefined);
  return { roles, input };
}

/** Without emitted types, `input` says everything: with it the parameters are the input and the context. */
function readBlind(
  { declared, length, asks, isClassForm }: Signature,
  where: Where,
  problems: Problems,
): HandlerParameters {
  if (declared === null) return { roles: around(asks, ["context"]), input: undefined };
  if (declared !== undefined) return { roles: around(asks, ["input", "context"]), input: declared };
  if (length === 0) return NONE;
  const toolchain = "Compile with tsc or swc and emitDecoratorMetadata (esbuild and tsx emit nothing), or ";
  problems.add("ERR_METADATA_MISSING", where, {
    detail: isClassForm
      ? "Parameter 0 is not known: types are emitted for annotated methods, not for the methods of an annotated class"
      : "Parameter 0 is not known: no types were emitted for this method",
    fix: isClassForm ? `Declare it and ${SPELL_OUT}` : toolchain + SPELL_OUT,
  });
  return NONE;
}

/** The roles in their order, in the places that no answer takes. */
function around(asks: ReadonlySet<number>, others: readonly ParameterRole[]): readonly ParameterRole[] {
  const rest = [...others];
  return Array.from({ length: others.length + asks.size }, (_none, index) =>
    asks.has(index) ? "ask" : (rest.shift() ?? "context"),
  );
}

function roleOf(type: unknown, isFirst: boolean, declared: SchemaSource | null | undefined): ParameterRole {
  return isFirst && declared !== null && !isContext(type) ? "input" : "context";
}

/** What is called the context and cannot be it: another class, or something besides a context that is there. */
function findStrangers(types: readonly unknown[], roles: readonly ParameterRole[]): number[] {
  const hasContext = types.some(isContext);
  return [...types.keys()].filter((index) => {
    if (roles[index] !== "context" || isContext(types[index])) return false;
    return hasContext || !mayBeContext(types[index]);
  });
}

function typeNameOf(type: unknown): string {
  return typeof type === "function" && type !== Object && type.name !== "" ? ` (${type.name})` : "";
}

function isContext(type: unknown): boolean {
  return typeof type === "function" && (type === RequestContext || type.prototype instanceof RequestContext);
}

/** `Object` is what is emitted for `RequestContext | undefined`; a class of another kind is a slip. */
function mayBeContext(type: unknown): boolean {
  return isContext(type) || type === Object || type === undefined;
}

function findInput(
  { type, index }: { readonly type: unknown; readonly index: number },
  where: Where,
  problems: Problems,
): AnyClass | undefined {
  const explanation = explainType(type);
  if (explanation === undefined) return type as AnyClass; // what is emitted and needs no explanation is a class
  const fix = `Give it a class with @Field properties as its type, or ${SPELL_OUT}`;
  problems.add("ERR_METADATA_MISSING", where, { detail: `Parameter ${index} ${explanation}`, fix });
  return undefined;
}
