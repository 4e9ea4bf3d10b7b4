import type { RequestContext } from "../handler/request-context.js";
import type { Watch } from "../handler/watch.js";
import { record, stackOf } from "../metadata/record.js";
import type { ResourcePage, ResourceReturn } from "../metadata/returns.js";
import type { AnyClass, ResourceOptions } from "../metadata/types.js";
import type { CheckClass, CheckInject, CheckInstance, MethodOf } from "./class-form.js";
import type { CheckMethodOptions, CheckOptions, NoOptions, OptionOf } from "./options.js";
import { assertParentheses, ownerOf, spotOf } from "./owner.js";
import type { AnyMethod, CheckParameters, FirstOf, Returned } from "./signature.js";
import type { CheckVariables, TemplateVariables } from "./template-variables.js";
import type { Verdict, Wrong } from "./wrong.js";

type CheckReturn<Method extends AnyMethod> = [Returned<Method>] extends [Exclude<ResourceReturn, AnyMethod>]
  ? [Extract<Returned<Method>, AnyMethod>] extends [never]
    ? true
    : Wrong<"@Resource: a function is no contents", Returned<Method>>
  : Wrong<"@Resource: the method must return contents, or undefined for not found", Returned<Method>>;

type CheckInput<Method extends AnyMethod, Uri extends string> =
  Parameters<Method> extends []
    ? true
    : [FirstOf<Method>] extends [RequestContext]
      ? true
      : CheckVariables<FirstOf<Method>, Uri>;

type CheckSignature<Method extends AnyMethod, Uri extends string, Options> = Verdict<
  [
    CheckOptions<"Resource", Options, ResourceOptions>,
    CheckParameters<"Resource", Method, OptionOf<Options, "input">>,
    CheckInput<Method, Uri>,
    CheckReturn<Method>,
  ],
  true
>;

/** Called for each `resources/list`; the cursor is one it gave out, undefined for the first page. */
type ListMethod = (
  cursor: string | undefined,
  context: RequestContext,
) => ResourcePage | Promise<ResourcePage>;

/** `list` against the methods of the class. */
type CheckList<Instance, Uri extends string, List> = [List] extends [undefined]
  ? true
  : string extends Uri
    ? true
    : [TemplateVariables<Uri>] extends [never]
      ? Wrong<"@Resource: `list` is for URI templates">
      : List extends keyof Instance
        ? Instance[List] extends ListMethod
          ? true
          : Wrong<"@Resource: the method that `list` names takes a cursor and RequestContext, and returns { resources, nextCursor? }">
        : Wrong<"@Resource: `list` must name a public method of the class", List>;

/** Called when somebody listens for the resource. */
type WatchMethod = (watch: Watch) => void | Promise<void>;

/** `watch` against the methods of the class. */
type CheckWatch<Instance, Method> = [Method] extends [undefined]
  ? true
  : Method extends keyof Instance
    ? Instance[Method] extends WatchMethod
      ? true
      : Wrong<"@Resource: the method that `watch` names takes a Watch, and returns nothing or a promise of nothing">
    : Wrong<"@Resource: `watch` must name a public method of the class", Method>;

/** Stands above a method, or above a class that has `read()`. */
export interface ResourceDecorator<Uri extends string, Options extends ResourceOptions> {
  <Target extends AnyClass>(
    target: Target &
      Verdict<
        [
          CheckClass<"Resource", NoInfer<Target>, "read", Options>,
          CheckInject<"Resource", NoInfer<Target>, OptionOf<Options, "inject">>,
          CheckSignature<MethodOf<NoInfer<Target>, "read">, Uri, Options>,
          CheckList<InstanceType<NoInfer<Target>>, Uri, OptionOf<Options, "list">>,
          CheckWatch<InstanceType<NoInfer<Target>>, OptionOf<Options, "watch">>,
        ],
        unknown
      >,
  ): void;
  <Target extends object, Method extends AnyMethod>(
    target: Target,
    key: Verdict<
      [
        CheckInstance<"Resource", NoInfer<Target>>,
        CheckMethodOptions<"Resource", Options>,
        CheckSignature<NoInfer<Method>, Uri, Options>,
        CheckList<NoInfer<Target>, Uri, OptionOf<Options, "list">>,
        CheckWatch<NoInfer<Target>, OptionOf<Options, "watch">>,
      ],
      string
    >,
    method: TypedPropertyDescriptor<Method>,
  ): void;
}

/**
 * A resource, or with an RFC 6570 template a family of them, whose variables are the members of the first
 * parameter. Returns text, bytes, a JSON value where `mimeType` is JSON, contents or a list of them;
 * `undefined` means that there is none (−32602 with `data.uri`).
 *
 * Above a class it is one class for one resource, with `read()`; `name` and `input` are spelled out there.
 *
 * @example @Resource("ticket://{id}", { mimeType: "application/json" }) ticket({ id }: TicketRef) { … }
 */
export function Resource<const Uri extends string, const Options extends ResourceOptions = NoOptions>(
  uri: Uri,
  options?: Options,
): ResourceDecorator<Uri, Options> {
  const stack = stackOf(Resource);
  assertParentheses("Resource", uri, stack);
  const decorate = (target: object, key?: string | symbol): void =>
    record(
      ownerOf(target, key, stack),
      { kind: "resource", ...spotOf(target, key), uri, options: options ?? {} },
      stack,
    );
  return decorate as ResourceDecorator<Uri, Options>; // its checks exist only in types
}
