import type { Elicited } from "../handler/asks.js";
import type { RequestContext } from "../handler/request-context.js";
import type { Received } from "../handler/schema-source.js";
import type { Wrong } from "./wrong.js";

export type AnyMethod = (...args: never[]) => unknown;

/** The type of the first parameter, without the `undefined` of an optional one. */
export type FirstOf<Method extends AnyMethod> =
  Required<Parameters<Method>> extends readonly [infer First, ...unknown[]] ? First : undefined;

type OthersOf<Method extends AnyMethod> =
  Required<Parameters<Method>> extends readonly [unknown, ...infer Others] ? Others : [];

/** The parameters that are no `RequestContext`. */
type Strangers<List extends readonly unknown[]> = List extends readonly [infer First, ...infer Others]
  ? ([First] extends [RequestContext | Elicited<unknown> | undefined] ? never : First) | Strangers<Others>
  : never;

/** What has no fields. */
type Fieldless =
  | string
  | number
  | boolean
  | bigint
  | symbol
  | null
  | undefined
  | readonly unknown[]
  | AnyMethod;

/** The first parameter against `input`, and nothing but the context after it. */
export type CheckParameters<Decorator extends string, Method extends AnyMethod, Input> =
  Parameters<Method> extends []
    ? true
    : [Input] extends [null]
      ? CheckContexts<
          `@${Decorator}: with \`input: null\` the method takes RequestContext alone`,
          Parameters<Method>
        >
      : [CheckFirst<Decorator, FirstOf<Method>, Input>] extends [true]
        ? CheckContexts<
            `@${Decorator}: after the input come only @Ask parameters and RequestContext`,
            OthersOf<Method>
          >
        : CheckFirst<Decorator, FirstOf<Method>, Input>;

type CheckFirst<Decorator extends string, First, Input> = [Input] extends [undefined]
  ? [First] extends [Fieldless]
    ? Wrong<
        `@${Decorator}: the first parameter is the input: give it a class with fields, or declare \`input\``,
        First
      >
    : true
  : [Received<Input>] extends [First]
    ? true
    : Wrong<
        `@${Decorator}: the first parameter does not take what \`input\` declares`,
        { readonly parameter: First; readonly input: Received<Input> }
      >;

type CheckContexts<Sentence extends string, List extends readonly unknown[]> = [Strangers<List>] extends [
  never,
]
  ? true
  : Wrong<Sentence, Strangers<List>>;

/** What the method returns, with promises taken off. */
export type Returned<Method extends AnyMethod> = Awaited<ReturnType<Method>>;
