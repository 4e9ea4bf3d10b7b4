import type { InputRequest, Root, SamplingParams, SamplingResult } from "../protocol/input-requests.js";
import type { Received, SchemaSource } from "./schema-source.js";

/**
 * How a person answered a form: with content of its type, or not. `decline` is a no, `cancel` is a dialog that
 * was closed (ELI-20, ELI-21).
 */
export type Elicited<Content> =
  | { readonly action: "accept"; readonly content: Content }
  | { readonly action: "decline" }
  | { readonly action: "cancel" };

/** How a person answered a link. `accept` is consent to open it, and says nothing of what came of it (ELI-19). */
export interface UrlElicited {
  readonly action: "accept" | "decline" | "cancel";
}

/** The answer to a form, once it is there. */
export interface Elicitation<Content> extends Promise<Elicited<Content>> {
  /**
   * The content alone; whatever else the person did ends the handler.
   * @throws {ToolError} with this message, for the model, unless the form was accepted; in prompts and resources an
   * `RpcError` (−32603), since they have no result that could say it.
   */
  orDecline(message: string): Promise<Content>;
}

/** How one ask is treated. */
export interface AskOptions {
  /**
   * Only an answer to a question of this server's counts, and none that a client sends unasked. True without it
   * for members that are `destructive`, else false (T-61).
   */
  readonly solicited?: boolean | undefined;
}

/** What the client's model said, and its text blocks joined. */
export interface Sample extends SamplingResult {
  readonly text: string;
}

/** What a step is given. */
export interface StepContext {
  /**
   * The same for this step in every round of one call, and for nothing else. Hand it to what the step changes:
   * a round that is delivered twice then changes it once.
   */
  readonly idempotencyKey: string;
  /** Aborts when the client cancels the request or goes away. */
  readonly signal: AbortSignal;
}

/** What JSON keeps of a value: a step's result is this in the first run as well. */
export type Jsonified<T> = T extends { toJSON(): infer Json }
  ? Jsonified<Json>
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends (...args: never[]) => unknown
      ? undefined
      : T extends symbol | bigint
        ? never
        : T extends readonly unknown[]
          ? { readonly [Index in keyof T]: Jsonified<T[Index]> }
          : T extends object
            ? {
                readonly [Key in keyof T as T[Key] extends (...args: never[]) => unknown
                  ? never
                  : Key]: Jsonified<T[Key]>;
              }
            : T;

/** What a handler may ask of its client, and what it does once in a call of several rounds. */
export interface Asks {
  elicit<Form extends SchemaSource>(
    key: string,
    form: Form,
    message: string,
    options?: AskOptions,
  ): Elicitation<Received<Form>>;
  elicitUrl(key: string, url: string | URL, message: string, options?: AskOptions): Promise<UrlElicited>;
  sample(key: string, params: SamplingParams, options?: AskOptions): Promise<Sample>;
  roots(key: string, options?: AskOptions): Promise<readonly Root[]>;
  step<T>(name: string, work: (step: StepContext) => T | Promise<T>): Promise<Jsonified<T>>;
}

/** What an explicit answer "I need more" holds; one of both at least (MRTR-05). */
export interface InputRequiredOptions {
  /** By keys of your own choice. */
  readonly requests?: Readonly<Record<string, InputRequest>>;
  /** Any JSON; sealed, bound to this call and its caller, and back as `ctx.requestState` in the next round. */
  readonly state?: unknown;
}

/** A round that ends with questions, written out. Made by {@link inputRequired}. */
export class InputRequired {
  readonly requests: Readonly<Record<string, InputRequest>>;
  readonly state: unknown;

  constructor({ requests = {}, state }: InputRequiredOptions) {
    this.requests = requests;
    this.state = state;
  }
}

/**
 * Ends a round by hand: the client answers the requests and calls again with what is sealed of `state`. The
 * answers are `ctx.inputResponses` then. For those who prefer it to `await ctx.elicit(…)`.
 *
 * @example return inputRequired({ requests: { roots: { method: "roots/list" } }, state: { step: 1 } });
 */
export function inputRequired(options: InputRequiredOptions): InputRequired {
  return new InputRequired(options);
}
