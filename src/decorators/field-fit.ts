import type { AnyClass, FieldOptions } from "../metadata/types.js";
import type { CheckOptions } from "./options.js";
import type { AnyMethod } from "./signature.js";
import type { Verdict, Wrong } from "./wrong.js";

type ForNumbers = "integer" | "min" | "max";
type ForText = "minLength" | "maxLength" | "pattern" | "format";
type ForArrays = "items" | "minItems" | "maxItems";

/** The type of the values of a class, or of a function that gives the class later. */
type Valued<Source> = Source extends StringConstructor
  ? string
  : Source extends NumberConstructor
    ? number
    : Source extends BooleanConstructor
      ? boolean
      : Source extends DateConstructor
        ? Date
        : Source extends AnyClass<infer Instance>
          ? Instance
          : Source extends () => infer Later
            ? Valued<Later>
            : unknown;

/** Wrapped in objects, and not in tuples, so that the compiler decides inside a generic mixin too. */
type Fits<One, Other> = { readonly it: One } extends { readonly it: Other } ? true : false;

type IsSame<One, Other> = Fits<One, Other> extends true ? Fits<Other, One> : false;

type CheckOptional<Value, Options> = undefined extends Value
  ? Options extends { readonly optional: true }
    ? true
    : Wrong<"@Field: the property may be undefined: say `optional: true`", Value>
  : Options extends { readonly optional: true }
    ? Wrong<"@Field: an optional field needs a type that allows undefined: write `name?: T`", Value>
    : true;

type AllowsNull<Options> = Options extends { readonly nullable: true }
  ? true
  : Options extends { readonly enum: readonly (infer Listed)[] }
    ? null extends Listed
      ? true
      : false
    : false;

type CheckNullable<Value, Options> = null extends Value
  ? AllowsNull<Options> extends true
    ? true
    : Wrong<"@Field: the property may be null: say `nullable: true`", Value>
  : AllowsNull<Options> extends true
    ? Wrong<"@Field: a nullable field needs a type that allows null: write `name: T | null`", Value>
    : true;

type CheckItems<Value, Options> = Value extends readonly (infer Element)[]
  ? Options extends { readonly items: infer Items }
    ? IsSame<Element, Valued<Items>> extends true
      ? true
      : Wrong<"@Field: `items` is not the type of the elements", Element>
    : Wrong<"@Field: an array needs the type of its elements: say `items: Element`", Value>
  : true;

type CheckType<Value, Options> = Options extends { readonly type: infer Type }
  ? [Value] extends [Valued<Type>]
    ? true
    : Wrong<"@Field: `type` is not the property's type", Value>
  : true;

type CheckEnum<Value, Options> = Options extends { readonly enum: readonly (infer Listed)[] }
  ? [Exclude<Listed, null>] extends [Value]
    ? [Value] extends [Listed]
      ? true
      : string extends Value
        ? true
        : number extends Value
          ? true
          : Wrong<"@Field: `enum` does not list every value of the property's type", Exclude<Value, Listed>>
    : Wrong<"@Field: `enum` lists values the property's type lacks", Exclude<Listed, Value>>
  : true;

/** A default against the type; arrays and objects are compared when the server starts. */
type CheckDefault<Value, Options> = Options extends { readonly default: infer Default }
  ? [Default] extends [object]
    ? true
    : [Default] extends [Value | null]
      ? true
      : Wrong<"@Field: `default` is not of the property's type", Default>
  : true;

/** Rules that are about another kind of value. */
type Misplaced<Value, Options> =
  | ([Value] extends [number] ? never : keyof Options & ForNumbers)
  | ([Value] extends [string] ? never : keyof Options & ForText)
  | ([Value] extends [readonly unknown[]] ? never : keyof Options & ForArrays);

type CheckRules<Value, Options> = [Misplaced<Value, Options>] extends [never]
  ? true
  : Wrong<"@Field: this rule is for values of another kind", Misplaced<Value, Options>>;

type CheckValue<Value, Options> = Options extends { readonly schema: object }
  ? true
  : Verdict<
      [
        CheckRules<Value, Options>,
        CheckType<Value, Options>,
        CheckItems<Value, Options>,
        CheckEnum<Value, Options>,
        CheckDefault<Value, Options>,
      ],
      true
    >;

type CheckKey<Key> = Key extends "__proto__" | "constructor" | "prototype"
  ? Wrong<"@Field: this name is never read from the wire">
  : true;

/** The options of `@Field` against the type of its property. What is private cannot be seen, and is not checked. */
export type CheckField<Target, Key, Options> = Target extends AnyClass
  ? Wrong<"@Field: not for static members">
  : Verdict<
      [
        CheckOptions<"Field", Options, FieldOptions>,
        CheckKey<Key>,
        Key extends keyof Target ? CheckProperty<Target[Key], Options> : true,
      ],
      string
    >;

type CheckProperty<Value, Options> = unknown extends Value
  ? true
  : [Value] extends [AnyMethod]
    ? Wrong<"@Field: a method is not a field">
    : Verdict<
        [
          CheckOptional<Value, Options>,
          CheckNullable<Value, Options>,
          CheckValue<NonNullable<Value>, Options>,
        ],
        true
      >;
