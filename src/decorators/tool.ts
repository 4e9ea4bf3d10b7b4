import type { InputRequired } from "../handler/asks.js";
import type { Produced } from "../handler/schema-source.js";
import { record, stackOf } from "../metadata/record.js";
import type { ToolReturn } from "../metadata/returns.js";
import type { AnyClass, ToolOptions } from "../metadata/types.js";
import type { ToolResult } from "../protocol/results.js";
import type { CheckClass, CheckInject, CheckInstance, MethodOf } from "./class-form.js";
import type { CheckMethodOptions, CheckOptions, NoOptions, OptionOf } from "./options.js";
import { assertParentheses, ownerOf, spotOf } from "./owner.js";
import type { AnyMethod, CheckParameters, Returned } from "./signature.js";
import type { Verdict, Wrong } from "./wrong.js";

type CheckReturn<Method extends AnyMethod, Output> = [Output] extends [undefined]
  ? [Returned<Method>] extends [ToolReturn]
    ? true
    : Wrong<"@Tool: the method returns neither text nor content: declare it with `output`", Returned<Method>>
  : [Returned<Method>] extends [Produced<Output> | ToolResult<Produced<Output>> | InputRequired]
    ? true
    : Wrong<
        "@Tool: the method does not return what `output` declares",
        { readonly returns: Returned<Method>; readonly output: Produced<Output> }
      >;

type CheckSignature<Method extends AnyMethod, Options> = Verdict<
  [
    CheckOptions<"Tool", Options, ToolOptions>,
    CheckParameters<"Tool", Method, OptionOf<Options, "input">>,
    CheckReturn<Method, OptionOf<Options, "output">>,
  ],
  true
>;

/** Stands above a method, or above a class that has `run()`. */
export interface ToolDecorator<Options extends ToolOptions> {
  <Target extends AnyClass>(
    target: Target &
      Verdict<
        [
          CheckClass<"Tool", NoInfer<Target>, "run", Options>,
          CheckInject<"Tool", NoInfer<Target>, OptionOf<Options, "inject">>,
          CheckSignature<MethodOf<NoInfer<Target>, "run">, Options>,
        ],
        unknown
      >,
  ): void;
  <Target extends object, Method extends AnyMethod>(
    target: Target,
    key: Verdict<
      [
        CheckInstance<"Tool", NoInfer<Target>>,
        CheckMethodOptions<"Tool", Options>,
        CheckSignature<NoInfer<Method>, Options>,
      ],
      string
    >,
    method: TypedPropertyDescriptor<Method>,
  ): void;
}

/**
 * A tool the model may call. The first parameter is the input, validated and built, unless it is a
 * `RequestContext`; the context may follow. Returns text, content, nothing, a `ToolResult`, or with `output` a
 * value of that shape, which is validated and sent as structured content as well (TOOL-37, TOOL-39).
 *
 * Above a class it is one class for one tool, with `run()`; `name` and `input` are spelled out there, since
 * nothing is emitted for a method without a decorator.
 *
 * @example @Tool({ title: "Search tickets", readOnly: true, output: TicketPage }) search_tickets(query: TicketQuery) { … }
 */
export function Tool<const Options extends ToolOptions = NoOptions>(
  options?: Options,
): ToolDecorator<Options> {
  const stack = stackOf(Tool);
  assertParentheses("Tool", options, stack);
  const decorate = (target: object, key?: string | symbol): void =>
    record(
      ownerOf(target, key, stack),
      { kind: "tool", ...spotOf(target, key), options: options ?? {} },
      stack,
    );
  return decorate as ToolDecorator<Options>; // its checks exist only in types
}
