import { BootError, Problems } from "../errors/boot-error.js";
import { describe } from "../errors/option-rules.js";
import type { Context } from "../kernel/context.js";
import type { HandlerDefinition } from "../metadata/definition.js";
import { placeOfClass } from "../metadata/place.js";
import type { Class, FeatureScope } from "../metadata/types.js";

/** Calls a method on its feature. */
export type Invoke = (...args: readonly unknown[]) => unknown;

/** A handler's method, and what stands first among its parameters. */
export interface Handler {
  /** Takes the first argument, and the context, which also finds the feature of one request. */
  readonly invoke: (first: unknown, context: Context) => unknown;
  /** The method takes the context alone. */
  readonly contextFirst: boolean;
  /** Calls it with what its declared questions were answered, by parameter. */
  readonly invokeWith: (input: unknown, answers: ReadonlyMap<number, unknown>, context: Context) => unknown;
}

/** Where the features of a server come from. */
export interface Instances {
  resolve(owner: Class): object;
}

/** A method of a feature, and how long the feature lives. */
export interface Callee {
  readonly owner: Class;
  readonly method: string;
  readonly scope: FeatureScope;
}

type Methods = Readonly<Record<string, Invoke>>;

/** A handler as one function; a singleton's is bound once, so that it costs no frame of its own. */
export function compileHandler(
  definition: HandlerDefinition,
  scope: FeatureScope,
  instances: Instances,
): Handler {
  const { owner, method, parameters } = definition;
  const contextFirst = parameters[0] === "context";
  const call = compileCall({ owner, method, scope }, instances);
  const invokeWith: Handler["invokeWith"] = (input, answers, context) =>
    call(context)(
      ...parameters.map((role, index) => {
        if (role === "ask") return answers.get(index);
        return role === "input" ? input : context;
      }),
    );
  if (scope === "singleton") {
    return { contextFirst, invoke: bindMethod(owner, method, instances), invokeWith };
  }
  return {
    contextFirst,
    invoke: (first, context) => methodsOf(context.scope.resolve(owner))[method]?.(first, context),
    invokeWith,
  };
}

/** A method that is no handler, a completer or a lister, for one request. */
export function compileCall(
  { owner, method, scope }: Callee,
  instances: Instances,
): (context: Context) => Invoke {
  if (scope === "request") {
    return (context) => {
      const feature = methodsOf(context.scope.resolve(owner));
      return (...args) => feature[method]?.(...args);
    };
  }
  const bound = bindMethod(owner, method, instances);
  return () => bound;
}

/** A method of a feature that lives as long as the server. */
export function bindMethod(owner: Class, method: string, instances: Instances): Invoke {
  const feature = instances.resolve(owner);
  const callable: unknown = methodsOf(feature)[method]; // a property of the instance may hide the method boot saw
  if (typeof callable === "function") return callable.bind(feature) as Invoke; // just tested
  const where = { member: `${owner.name}.${method}`, place: placeOfClass(owner) };
  const problems = new Problems();
  problems.add("ERR_HANDLER_INVALID", where, {
    detail: `${method} of the instance is ${describe(callable)}, which hides the method ${method}()`,
    fix: "Give the property another name",
  });
  throw new BootError(problems.list);
}

function methodsOf(feature: unknown): Methods {
  return feature as Methods; // only members that boot found to be methods are looked up
}
