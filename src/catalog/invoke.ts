import type { Context } from "../kernel/context.js";
import type { Class, FeatureScope } from "../metadata/types.js";
import type { ParameterRole } from "../metadata/definition.js";

/** Calls a handler on its feature. */
export type Invoke = (...args: readonly unknown[]) => unknown;

/** Calls a handler with the input and the context in the places it has them. */
export type InvokeHandler = (input: unknown, context: Context) => unknown;

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
export function compileInvoke(
  callee: Callee & { readonly parameters: readonly ParameterRole[] },
  instances: Instances,
): InvokeHandler {
  const { owner, method, scope, parameters } = callee;
  const contextFirst = parameters[0] === "context";
  if (scope === "request") {
    return (input, context) => {
      const feature = context.scope.resolve(owner) as Methods; // the scope gives instances of `owner`
      return contextFirst ? feature[method]?.(context) : feature[method]?.(input, context);
    };
  }
  const bound = bindMethod(owner, method, instances);
  return contextFirst ? (_input, context) => bound(context) : bound;
}

/** A method with any parameters, called as it is: a completer, a lister. */
export function compileCall({ owner, method, scope }: Callee, instances: Instances): (context: Context) => Invoke {
  if (scope === "request") {
    return (context) => {
      const feature = context.scope.resolve(owner) as Methods; // the scope gives instances of `owner`
      return (...args) => feature[method]?.(...args);
    };
  }
  const bound = bindMethod(owner, method, instances);
  return () => bound;
}

function bindMethod(owner: Class, method: string, instances: Instances): Invoke {
  const feature = instances.resolve(owner) as Methods; // boot checked that the method is one
  const callable = feature[method] as Invoke;
  return callable.bind(feature);
}
