import type { Constraint, RemainingRule } from "./class-validator.js";
import { type Violation, Violations } from "./contract.js";
import { pointerTo } from "./pointer.js";
import { type DtoShape, type FieldShape, reachableFrom, type TypeShape } from "./shape.js";
import { isThenable } from "./thenable.js";

/** Judges a built instance by the rules no schema can express. */
export type InstanceCheck = (instance: unknown) => Violations | undefined | Promise<Violations | undefined>;

interface Findings {
  readonly found: Violation[];
  readonly waiting: Promise<void>[];
}

type Visit = (value: unknown, path: string, findings: Findings) => void;

/**
 * Compiles the rest of a DTO's class-validator rules; undefined for a class that has none, itself or inside.
 * Their own code judges, called here one by one, so that no rule is checked twice.
 */
export function compileInstanceCheck(root: DtoShape): InstanceCheck | undefined {
  if (![...reachableFrom(root)].some(({ fields }) => fields.some(({ rules }) => rules !== undefined)))
    return undefined;
  const visit = new CheckCompiler().object(root);
  return (instance) => {
    const findings: Findings = { found: [], waiting: [] };
    visit(instance, "", findings);
    if (findings.waiting.length === 0) return verdict(findings);
    return Promise.all(findings.waiting).then(() => verdict(findings));
  };
}

function verdict({ found }: Findings): Violations | undefined {
  return found.length === 0 ? undefined : new Violations(found.slice(0, 10));
}

class CheckCompiler {
  readonly #compiled = new Map<DtoShape, Visit>();

  object(shape: DtoShape): Visit {
    const known = this.#compiled.get(shape);
    if (known !== undefined) return known;
    const visits: Visit[] = [];
    const visit: Visit = (value, path, findings) => {
      if (typeof value !== "object" || value === null) return;
      for (const field of visits) field(value, path, findings);
    };
    this.#compiled.set(shape, visit);
    visits.push(...shape.fields.map((field) => this.#field(field)));
    return visit;
  }

  #field(field: FieldShape): Visit {
    const inner = this.#type(field.type);
    return (instance, path, findings) => {
      const object = instance as Record<string, unknown>; // visited as an object
      const value = object[field.key];
      const at = pointerTo(path, field.key);
      if (field.rules !== undefined && isJudged(field, object, value)) {
        for (const rule of field.rules.rules) judge(rule, object, at, findings);
      }
      inner?.(value, at, findings);
    };
  }

  #type(type: TypeShape): Visit | undefined {
    if (type.kind === "dto") return this.object(type.dto);
    const element = type.kind === "list" ? this.#type(type.items) : undefined;
    if (element === undefined) return undefined;
    return (value, path, findings) => {
      if (!Array.isArray(value)) return;
      for (const [index, item] of value.entries()) element(item, pointerTo(path, index), findings);
    };
  }
}

/** Absent values are the schema's business, except where a condition decides whether they may be. */
function isJudged({ rules }: FieldShape, object: object, value: unknown): boolean {
  if (rules === undefined) return false;
  if (rules.conditions.length === 0) return value !== undefined && value !== null;
  return rules.conditions.every((condition) => condition(object, value));
}

function judge(
  { stored, constraints }: RemainingRule,
  object: Record<string, unknown>,
  path: string,
  findings: Findings,
): void {
  const value = object[stored.propertyName];
  if (stored.validateIf?.(object, value) === false) return;
  const values: readonly unknown[] = stored.each === true && Array.isArray(value) ? value : [value];
  const details = {
    value,
    object,
    property: stored.propertyName,
    constraints: stored.constraints,
    targetName: object.constructor.name,
  };
  for (const constraint of constraints) {
    const verdicts = values.map((single) => constraint.instance.validate(single, details));
    const refuse = (): void => {
      findings.found.push({ path, message: messageOf(stored, constraint, details) });
    };
    if (!verdicts.some(isThenable)) {
      if (!verdicts.every(Boolean)) refuse();
      continue;
    }
    findings.waiting.push(
      Promise.all(verdicts).then((settled) => (settled.every(Boolean) ? undefined : refuse())),
    );
  }
}

interface MessageDetails {
  readonly value: unknown;
  readonly property: string;
  readonly constraints: readonly unknown[] | undefined;
  readonly targetName: string;
}

/** The author's message, or the rule's own, with class-validator's `$` placeholders filled in. */
function messageOf(
  stored: RemainingRule["stored"],
  { name, instance }: Constraint,
  details: MessageDetails,
): string {
  const { message } = stored;
  const text =
    (typeof message === "function" ? message(details) : message) ?? instance.defaultMessage?.(details);
  if (text === undefined || text === "") return `breaks the rule ${name ?? stored.name ?? "of its class"}`;
  return text
    .replaceAll(/\$constraint(\d+)/g, (_, number: string) =>
      String(details.constraints?.[Number(number) - 1]),
    )
    .replaceAll("$value", () => String(details.value))
    .replaceAll("$property", () => details.property)
    .replaceAll("$target", () => details.targetName);
}
