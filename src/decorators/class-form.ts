import type { AnyClass, Class, InjectionToken, Token } from "../metadata/types.js";
import type { OptionOf } from "./options.js";
import type { AnyMethod } from "./signature.js";
import type { Wrong } from "./wrong.js";

/** The public method of an annotated class that answers for it; `never` where it has none. */
export type MethodOf<Target extends AnyClass, Name extends string> =
  InstanceType<Target> extends { readonly [Key in Name]: infer Method extends AnyMethod } ? Method : never;

/** A class stands for one handler when it can be made, has the method, and says what is not emitted for it. */
export type CheckClass<Decorator extends string, Target extends AnyClass, Name extends string, Options> = [
  OptionOf<Options, "name">,
] extends [undefined]
  ? Wrong<`@${Decorator}: a class needs a name: add \`name\``>
  : Target extends Class
    ? [MethodOf<Target, Name>] extends [never]
      ? Wrong<`@${Decorator}: the class needs a public method ${Name}()`>
      : CheckClassInput<Decorator, MethodOf<Target, Name>, Name, OptionOf<Options, "input">>
    : Wrong<`@${Decorator}: an abstract class cannot be made`>;

type CheckClassInput<Decorator extends string, Method extends AnyMethod, Name extends string, Input> =
  Parameters<Method> extends []
    ? true
    : [Input] extends [undefined]
      ? Wrong<`@${Decorator}: nothing is emitted for ${Name}(): declare \`input\`, or null where there is none`>
      : true;

/** What each token stands for; a text or symbol may stand for anything. */
type Injected<Tokens extends readonly Token[]> = {
  -readonly [Index in keyof Tokens]: Tokens[Index] extends InjectionToken<infer Value>
    ? Value
    : Tokens[Index] extends AnyClass<infer Instance>
      ? Instance
      : never;
};

/** `inject` against the constructor; a list whose length is not known is not checked. */
export type CheckInject<
  Decorator extends string,
  Target extends AnyClass,
  Tokens,
> = Tokens extends readonly Token[]
  ? number extends Tokens["length"]
    ? true
    : Injected<Tokens> extends ConstructorParameters<Target>
      ? true
      : Wrong<
          `@${Decorator}: \`inject\` does not fit the constructor`,
          { readonly constructor: ConstructorParameters<Target>; readonly inject: Injected<Tokens> }
        >
  : true;

/** Handlers are called on an instance. */
export type CheckInstance<Decorator extends string, Target> = Target extends AnyClass
  ? Wrong<`@${Decorator}: not for static members`>
  : true;
