import type { RequestContext } from "../handler/request-context.js";
import { record, stackOf } from "../metadata/record.js";
import type { CompleteReturn } from "../metadata/returns.js";
import type { CompleteOptions } from "../metadata/types.js";
import type { CheckInstance } from "./class-form.js";
import { assertParentheses, ownerOf, spotOf } from "./owner.js";
import type { AnyMethod, Returned } from "./signature.js";
import type { TemplateVariables } from "./template-variables.js";
import type { Verdict, Wrong } from "./wrong.js";

/** The argument against the variables of the template; a template that is not a literal is not checked. */
type CheckArgument<Target> = Target extends {
  readonly resource: infer Uri extends string;
  readonly argument: infer Argument;
}
  ? string extends Uri
    ? true
    : [Argument] extends [TemplateVariables<Uri>]
      ? true
      : Wrong<
          "@Complete: the URI template has no such variable",
          { readonly argument: Argument; readonly variables: TemplateVariables<Uri> }
        >
  : true;

type Completer = (
  typed: string,
  chosen: Readonly<Record<string, string>>,
  context: RequestContext,
) => unknown;

type CheckParameters<Method extends AnyMethod> = Method extends Completer
  ? true
  : Wrong<
      "@Complete: the method takes the typed text, the arguments chosen so far and RequestContext, in this order",
      Parameters<Method>
    >;

type CheckReturn<Method extends AnyMethod> = [Returned<Method>] extends [CompleteReturn]
  ? true
  : Wrong<"@Complete: the method must return texts, or { values, total?, hasMore? }", Returned<Method>>;

/** Stands above a method. */
export type CompleteDecorator<Options extends CompleteOptions> = <
  Target extends object,
  Method extends AnyMethod,
>(
  target: Target,
  key: Verdict<
    [
      CheckInstance<"Complete", NoInfer<Target>>,
      CheckArgument<Options>,
      CheckParameters<NoInfer<Method>>,
      CheckReturn<NoInfer<Method>>,
    ],
    string
  >,
  method: TypedPropertyDescriptor<Method>,
) => void;

/**
 * Completes one argument of a prompt or of a resource template. The method is given the text typed so far, the
 * other arguments as chosen so far (COMP-14) and the context, in this order; it may take fewer.
 *
 * @example @Complete({ resource: "ticket://{id}", argument: "id" }) ids(typed: string) { return this.desk.ids(typed); }
 */
export function Complete<const Options extends CompleteOptions>(
  options: Options,
): CompleteDecorator<Options> {
  const stack = stackOf(Complete);
  assertParentheses("Complete", options, stack);
  const decorate = (target: object, key: string | symbol): void =>
    record(ownerOf(target, key, stack), { kind: "complete", ...spotOf(target, key), key, options }, stack);
  return decorate as CompleteDecorator<Options>; // its checks exist only in types
}
