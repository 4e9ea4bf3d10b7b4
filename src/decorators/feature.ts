import { record, stackOf } from "../metadata/record.js";
import type { AnyClass, Class, FeatureOptions } from "../metadata/types.js";
import type { CheckInject } from "./class-form.js";
import { type CheckOptions, type NoOptions, type OptionOf } from "./options.js";
import { assertParentheses, ownerOf } from "./owner.js";
import type { Verdict } from "./wrong.js";

type CheckFeature<Target extends AnyClass, Options> = Verdict<
  [
    CheckOptions<"Feature", Options, FeatureOptions>,
    CheckInject<"Feature", Target, OptionOf<Options, "inject">>,
  ],
  unknown
>;

/** Stands above a class. */
export type FeatureDecorator<Options extends FeatureOptions> = <Target extends Class>(
  target: Target & CheckFeature<NoInfer<Target>, Options>,
) => void;

/**
 * A class whose annotated methods the server offers. Its constructor parameters are injected: by their types
 * where the toolchain emits them, by `inject` everywhere. One instance serves all requests, or one each with
 * `scope: "request"`.
 *
 * @example @Feature({ inject: [TicketStore] }) class Tickets { constructor(readonly desk: TicketStore) {} }
 */
export function Feature<const Options extends FeatureOptions = NoOptions>(
  options?: Options,
): FeatureDecorator<Options> {
  const stack = stackOf(Feature);
  assertParentheses("Feature", options, stack);
  const decorate = (target: Class, key?: unknown): void =>
    record(ownerOf(target, key, stack), { kind: "feature", options: options ?? {} }, stack);
  return decorate as FeatureDecorator<Options>; // its checks exist only in types
}
