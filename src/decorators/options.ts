import type { Wrong } from "./wrong.js";

/** What a decorator without options has. */
export type NoOptions = Readonly<Record<never, never>>;

/** The type of one option as it was given; undefined where it was not. */
export type OptionOf<Options, Name extends string> = Options extends { readonly [Key in Name]: infer Value }
  ? Value
  : undefined;

/** Inferred options escape the compiler's own check for unknown members. */
export type CheckOptions<Decorator extends string, Options, Known> = [
  Exclude<keyof Options, keyof Known>,
] extends [never]
  ? true
  : Wrong<`@${Decorator}: there is no such option`, Exclude<keyof Options, keyof Known>>;

/** What is about the class cannot be said above one of its methods. */
export type CheckMethodOptions<Decorator extends string, Options> = [
  OptionOf<Options, "scope">,
  OptionOf<Options, "inject">,
] extends [undefined, undefined]
  ? true
  : Wrong<`@${Decorator}: \`scope\` and \`inject\` belong to the class: say them in @Feature`>;
