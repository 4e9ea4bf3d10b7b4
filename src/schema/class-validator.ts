import type { AnyClass } from "../metadata/types.js";
import type { JsonSchema } from "../protocol/json.js";
import { findKeywords, KINDS, type Kind } from "./class-validator-keywords.js";

/** One rule as class-validator stores it; its public metadata, from 0.13 on. */
export interface StoredRule {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly constraintCls?: unknown;
  readonly message?: string | ((details: object) => string);
  readonly each?: boolean;
  readonly validateIf?: (object: object, value: unknown) => boolean;
}

/** The code behind a rule. */
export interface Constraint {
  readonly name?: string;
  readonly instance: {
    validate(value: unknown, details: object): unknown;
    defaultMessage?(details: object): string;
  };
}

interface RuleStorage {
  getTargetValidationMetadatas(
    target: AnyClass,
    schema: string,
    always: boolean,
    strict: boolean,
  ): readonly StoredRule[];
  getTargetValidatorConstraints(constraintClass: unknown): readonly Constraint[];
}

/** A rule that no schema can express, with the code that judges it. */
export interface RemainingRule {
  readonly stored: StoredRule;
  readonly constraints: readonly Constraint[];
}

/** What is left to check on the built instance, and the conditions under which it is. */
export interface RemainingRules {
  readonly rules: readonly RemainingRule[];
  readonly conditions: readonly ((object: object, value: unknown) => boolean)[];
}

/** A rule that a schema can express, and what it becomes there. */
export interface MappedRule {
  readonly keywords: JsonSchema;
  readonly rule: RemainingRule;
}

/** What class-validator's decorators say of one property. */
export interface ValidatorHints {
  readonly kind: Kind | undefined;
  readonly itemKind: Kind | undefined;
  readonly optional: boolean;
  /** `@ValidateNested`. */
  readonly nested: boolean;
  readonly mapped: readonly MappedRule[];
  readonly remaining: readonly RemainingRule[];
  readonly conditions: readonly ((object: object, value: unknown) => boolean)[];
}

/**
 * The rules class-validator holds for a class, by property. Read from its global storage, which is there
 * exactly when its decorators ran: importing it would cost every server 100 ms.
 */
export function validatorHints(dto: AnyClass): ReadonlyMap<string, ValidatorHints> {
  const storage = (globalThis as { classValidatorMetadataStorage?: RuleStorage })
    .classValidatorMetadataStorage; // its documented global
  const byKey = new Map<string, StoredRule[]>();
  for (const rule of storage?.getTargetValidationMetadatas(dto, "", false, false) ?? []) {
    byKey.set(rule.propertyName, [...(byKey.get(rule.propertyName) ?? []), rule]);
  }
  return new Map([...byKey].map(([key, rules]) => [key, hintsOf(rules, storage)]));
}

function hintsOf(rules: readonly StoredRule[], storage: RuleStorage | undefined): ValidatorHints {
  const conditional = rules.filter(({ type }) => type === "conditionalValidation");
  // @ValidateIf decides from the whole object whether anything holds; a schema cannot, so all its rules wait
  const conditions = conditional.filter(({ name }) => name !== "isOptional").map(conditionOf);
  const judged = rules.filter(({ type }) => type === "customValidation");
  const wait = (rule: StoredRule): boolean => conditions.length > 0 || rule.validateIf !== undefined;
  const mapped: MappedRule[] = [];
  const remaining: RemainingRule[] = [];
  for (const stored of judged) {
    const rule = { stored, constraints: storage?.getTargetValidatorConstraints(stored.constraintCls) ?? [] };
    const keywords = wait(stored) ? undefined : findKeywords(stored.name, stored.constraints ?? []);
    if (keywords === undefined) remaining.push(rule);
    else mapped.push({ keywords, rule });
  }
  return {
    kind: kindOf(judged, false),
    itemKind: kindOf(judged, true),
    optional: conditional.length > 0,
    nested: rules.some(({ type }) => type === "nestedValidation"),
    mapped,
    remaining,
    conditions,
  };
}

function kindOf(rules: readonly StoredRule[], each: boolean): Kind | undefined {
  const names = rules.filter((rule) => (rule.each === true) === each).map(({ name }) => name ?? "");
  return names.map((name) => KINDS.get(name)).find((kind) => kind !== undefined);
}

function conditionOf(rule: StoredRule): (object: object, value: unknown) => boolean {
  return rule.constraints?.[0] as (object: object, value: unknown) => boolean; // what @ValidateIf stores
}
