import type { AnyMethod } from "./signature.js";
import type { Wrong } from "./wrong.js";

type WithoutOperator<Expression extends string> =
  Expression extends `${"+" | "#" | "." | "/" | ";" | "?" | "&"}${infer Rest}` ? Rest : Expression;

type WithoutModifier<Variable extends string> = Variable extends `${infer Name}*`
  ? Name
  : Variable extends `${infer Name}:${number}`
    ? Name
    : Variable;

type NamesIn<List extends string> = List extends `${infer First},${infer Others}`
  ? WithoutModifier<First> | NamesIn<Others>
  : WithoutModifier<List>;

/** The names of the variables of an RFC 6570 template, as a union; `never` for a URI without any. */
export type TemplateVariables<Uri extends string> = Uri extends `${string}{${infer Expression}}${infer Rest}`
  ? NamesIn<WithoutOperator<Expression>> | TemplateVariables<Rest>
  : never;

/** The fields of an input, without its methods. */
type FieldsOf<Input> = keyof { [Key in keyof Input as Input[Key] extends AnyMethod ? never : Key]: unknown };

/** The members of the input against the variables, both ways; what is no literal or no object is not checked. */
export type CheckVariables<Input, Uri extends string> = string extends Uri
  ? true
  : unknown extends Input
    ? true
    : string extends keyof Input
      ? true
      : [Exclude<FieldsOf<Input>, TemplateVariables<Uri>>] extends [never]
        ? [Exclude<TemplateVariables<Uri>, FieldsOf<Input>>] extends [never]
          ? true
          : Wrong<
              "@Resource: the URI template has variables the parameter lacks",
              Exclude<TemplateVariables<Uri>, FieldsOf<Input>>
            >
        : Wrong<
            "@Resource: the parameter has members the URI template lacks",
            Exclude<FieldsOf<Input>, TemplateVariables<Uri>>
          >;
