import type { AskOptions, Elicited } from "../handler/asks.js";
import type { Received, SchemaSource } from "../handler/schema-source.js";
import { record, stackOf } from "../metadata/record.js";
import type { AskParameterOptions } from "../metadata/types.js";
import { assertParentheses, isPrototype, ownerOf } from "./owner.js";
import type { AnyMethod } from "./signature.js";
import type { Wrong } from "./wrong.js";

type ParameterAt<Target, Key, Index> = Key extends keyof Target
  ? Target[Key] extends AnyMethod
    ? Index extends keyof Required<Parameters<Target[Key]>>
      ? Parameters<Target[Key]>[Index]
      : unknown
    : unknown
  : unknown;

type InputOf<Target, Key> = Key extends keyof Target
  ? Target[Key] extends AnyMethod
    ? Parameters<Target[Key]>[0]
    : never
  : never;

/** What the parameter is handed: with `when`, nothing where the question was left out. */
type Given<Form, Options> =
  | Elicited<Received<Form>>
  | (Options extends { readonly when: unknown } ? undefined : never);

type CheckParameter<Target, Key, Index, Form, Options> = [Given<Form, Options>] extends [
  ParameterAt<Target, Key, Index>,
]
  ? true
  : Wrong<
      "@Ask: the parameter does not take what is asked: write Elicited<Form>, and `| undefined` with `when`",
      { readonly parameter: ParameterAt<Target, Key, Index>; readonly asked: Given<Form, Options> }
    >;

type CheckMessage<Target, Key, Message> = Message extends (input: infer Input) => string
  ? [InputOf<Target, Key>] extends [Input]
    ? true
    : Wrong<
        "@Ask: the message is made of something else than the method's input",
        { readonly takes: Input; readonly input: InputOf<Target, Key> }
      >
  : true;

type CheckAsk<Target, Key, Index, Form, Message, Options> =
  CheckParameter<Target, Key, Index, Form, Options> extends infer Check
    ? Check extends true
      ? CheckMessage<Target, Key, Message>
      : Check
    : never;

/** Stands before a parameter of a handler. */
export type AskDecorator<Form extends SchemaSource, Message, Options> = <
  Target extends object,
  const Key extends string,
  const Index extends number,
>(
  target: Target,
  key: Key,
  index: CheckAsk<NoInfer<Target>, NoInfer<Key>, Index, Form, Message, Options> extends Wrong<string>
    ? CheckAsk<NoInfer<Target>, NoInfer<Key>, Index, Form, Message, Options>
    : Index,
) => void;

/**
 * Asks before the handler runs: the parameter is handed how the person answered the form. `message` is a text, or
 * is made of the handler's input; `when` leaves the question out, and the parameter is `undefined` then. Several
 * of them are one round trip. The client has to declare `elicitation`, or the handler is not called (−32021).
 *
 * @example close_ticket(input: TicketRef, @Ask(Confirm, (input: TicketRef) => `Close ${input.id}?`) answer: Elicited<Confirm>) { … }
 */
export function Ask<
  Form extends SchemaSource,
  const Message extends string | ((input: never) => string),
  const Options extends AskParameterOptions = AskOptions,
>(form: Form, message: Message, options?: Options): AskDecorator<Form, Message, Options> {
  const stack = stackOf(Ask);
  if (isPrototype(form)) assertParentheses("Ask", form, stack); // a form may well be a class
  const decorate = (target: object, key: string | symbol, index: number): void =>
    record(
      ownerOf(target, key, stack),
      { kind: "ask", key, index, form, message, options: options ?? {} },
      stack,
    );
  return decorate as unknown as AskDecorator<Form, Message, Options>; // its checks exist only in types
}
