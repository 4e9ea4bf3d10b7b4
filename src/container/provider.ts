import type { Class, FeatureScope, Token } from "../metadata/types.js";

/**
 * How something that constructors ask for comes into being: a class that says itself what it is given, or a
 * token with its recipe. One for the server unless it has `scope: "request"`. Each token has one provider, which
 * wins over tsyringe's global container.
 */
export type Provider<T = unknown> =
  | Class<T & object>
  | ValueProvider<T>
  | ClassProvider<T>
  | FactoryProvider<T>
  | ExistingProvider<T>;

/**
 * A value as it is. It is handed over: the server disposes it when it closes, or the last of the servers that were
 * given it. `undefined` and `null` are values, but none that can stand for a class.
 */
export interface ValueProvider<T = unknown> {
  readonly token: Token<T>;
  readonly useValue: T;
}

/** An instance of a class. */
export interface ClassProvider<T = unknown> {
  readonly token: Token<T>;
  readonly useClass: Class<T & object>;
  /** What the constructor is given, in order, where neither `@injectable()` nor the toolchain says it. */
  readonly inject?: readonly Token[] | undefined;
  readonly scope?: FeatureScope | undefined;
}

/**
 * What a function returns, which is not `undefined`. It is not awaited: a promise is a value like any other, and none
 * that can stand for a class.
 */
export interface FactoryProvider<T = unknown> {
  readonly token: Token<T>;
  readonly useFactory: (resolve: Resolve) => T;
  readonly scope?: FeatureScope | undefined;
}

/** Another name for something provided elsewhere; it lives as long as that does. */
export interface ExistingProvider<T = unknown> {
  readonly token: Token<T>;
  readonly useExisting: Token<T>;
}

/** Gives what a token stands for, within the lifetime it was handed out for. */
export type Resolve = <T>(token: Token<T>) => T;
