import type { Where } from "../errors/boot-error.js";
import type { RequestContext } from "../handler/request-context.js";
import type { FeatureScope, Token } from "../metadata/types.js";
import type { Resolve } from "./provider.js";

/** What a provider says, before it is known who gives it what it needs. */
export interface Recipe {
  readonly name: string;
  readonly where: Where;
  /** `inherited` for another name of something: it lives as long as what it names. */
  readonly scope: FeatureScope | "inherited";
  readonly dependencies: readonly Token[];
  /** Whether what it makes is disposed with the lifetime it is made in. */
  readonly isOwned: boolean;
  make(dependencies: readonly unknown[], maker: Maker): unknown;
}

/** The lifetime something is made in. */
export interface Maker {
  readonly resolve: Resolve;
  /** Undefined for what lives as long as the server. */
  readonly context: RequestContext | undefined;
}

/** A recipe whose every dependency is known, and lives long enough. */
export interface Binding extends Recipe {
  readonly scope: FeatureScope;
  readonly inputs: readonly Binding[];
}
