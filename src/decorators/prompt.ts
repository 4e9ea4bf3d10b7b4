import { record, stackOf } from "../metadata/record.js";
import type { PromptReturn } from "../metadata/returns.js";
import type { AnyClass, PromptOptions } from "../metadata/types.js";
import type { CheckClass, CheckInject, CheckInstance, MethodOf } from "./class-form.js";
import type { CheckMethodOptions, CheckOptions, NoOptions, OptionOf } from "./options.js";
import { assertParentheses, ownerOf, spotOf } from "./owner.js";
import type { AnyMethod, CheckParameters, Returned } from "./signature.js";
import type { Verdict, Wrong } from "./wrong.js";

type CheckReturn<Method extends AnyMethod> = [Returned<Method>] extends [PromptReturn]
  ? true
  : Wrong<"@Prompt: the method must return text, a message or several", Returned<Method>>;

type CheckSignature<Method extends AnyMethod, Options> = Verdict<
  [
    CheckOptions<"Prompt", Options, PromptOptions>,
    CheckParameters<"Prompt", Method, OptionOf<Options, "input">>,
    CheckReturn<Method>,
  ],
  true
>;

/** Stands above a method, or above a class that has `get()`. */
export interface PromptDecorator<Options extends PromptOptions> {
  <Target extends AnyClass>(
    target: Target &
      Verdict<
        [
          CheckClass<"Prompt", NoInfer<Target>, "get", Options>,
          CheckInject<"Prompt", NoInfer<Target>, OptionOf<Options, "inject">>,
          CheckSignature<MethodOf<NoInfer<Target>, "get">, Options>,
        ],
        unknown
      >,
  ): void;
  <Target extends object, Method extends AnyMethod>(
    target: Target,
    key: Verdict<
      [
        CheckInstance<"Prompt", NoInfer<Target>>,
        CheckMethodOptions<"Prompt", Options>,
        CheckSignature<NoInfer<Method>, Options>,
      ],
      string
    >,
    method: TypedPropertyDescriptor<Method>,
  ): void;
}

/**
 * A prompt that a user picks. Its arguments are the members of the first parameter, all of them text. Returns
 * text (one message of the user), a message or a list of them, or a `PromptResult`.
 *
 * Above a class it is one class for one prompt, with `get()`; `name` and `input` are spelled out there.
 *
 * @example @Prompt({ title: "Triage" }) triage(args: TriageArgs) { return `Triage ${args.ticket}`; }
 */
export function Prompt<const Options extends PromptOptions = NoOptions>(
  options?: Options,
): PromptDecorator<Options> {
  const stack = stackOf(Prompt);
  assertParentheses("Prompt", options, stack);
  const decorate = (target: object, key?: string | symbol): void =>
    record(
      ownerOf(target, key, stack),
      { kind: "prompt", ...spotOf(target, key), options: options ?? {} },
      stack,
    );
  return decorate as PromptDecorator<Options>; // its checks exist only in types
}
