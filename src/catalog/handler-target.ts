import { InputRequired } from "../handler/asks.js";
import type { Context } from "../kernel/context.js";
import type { HeaderParam, Outcome, Target } from "../kernel/target.js";
import type { HandlerDefinition } from "../metadata/definition.js";
import type { PrimitiveOptions } from "../metadata/types.js";
import type { CapabilityPath } from "../protocol/capabilities.js";
import { type InputReader, Violations } from "../schema/contract.js";
import { collectAnswers, type DeclaredAsk, needsOf } from "./declared-asks.js";
import type { Handler } from "./invoke.js";
import { isThenable } from "./settle.js";

/** What every handler's declaration comes to. */
export interface HandlerPlan {
  readonly definition: HandlerDefinition & { readonly options: PrimitiveOptions };
  readonly reader: InputReader;
  readonly asks: readonly DeclaredAsk[];
}

/** A handler as requests reach it: validate, hydrate, call, write (rows 22 and 23). */
export abstract class HandlerTarget implements Target {
  readonly member: string;
  readonly requires: readonly CapabilityPath[];
  readonly headers: readonly HeaderParam[];
  readonly #reader: InputReader;
  readonly #asks: readonly DeclaredAsk[];
  readonly #handler: Handler;

  constructor(
    { definition, reader, asks }: HandlerPlan,
    handler: Handler,
    headers: readonly HeaderParam[] = [],
  ) {
    this.member = definition.member;
    this.requires = needsOf(definition.options.requires, asks);
    this.#asks = asks;
    this.headers = headers;
    this.#reader = reader;
    this.#handler = handler;
  }

  run(request: unknown, context: Context): Outcome | Promise<Outcome> {
    let input: unknown;
    try {
      input = this.#reader.read(this.rawInput(request));
    } catch (error) {
      return this.failed(error, context); // the author's own code judged or built it
    }
    if (!(input instanceof Promise)) return this.#call(input, request, context);
    return input.then(
      (read) => this.#call(read, request, context),
      (error: unknown) => this.failed(error, context),
    );
  }

  #call(input: unknown, request: unknown, context: Context): Outcome | Promise<Outcome> {
    if (input instanceof Violations) return this.refuse(input, request);
    if (this.#asks.length > 0) return this.#callWithAnswers(input, request, context);
    const { contextFirst, invoke } = this.#handler;
    let value: unknown;
    try {
      value = contextFirst ? invoke(context, context) : invoke(input, context);
    } catch (error) {
      return this.#threw(error, context);
    }
    if (!isThenable(value)) return this.#returned(value, request, context);
    return Promise.resolve(value).then(
      (settled) => this.#returned(settled, request, context),
      (error: unknown) => this.#threw(error, context),
    );
  }

  /** What is declared to be asked is answered before the handler runs. */
  async #callWithAnswers(input: unknown, request: unknown, context: Context): Promise<Outcome> {
    let value: unknown;
    try {
      const answers = await collectAnswers(this.#asks, input, context.converse());
      value = await this.#handler.invokeWith(input, answers, context);
    } catch (error) {
      return this.#threw(error, context);
    }
    return this.#returned(value, request, context);
  }

  #returned(value: unknown, request: unknown, context: Context): Outcome | Promise<Outcome> {
    const byHand = value instanceof InputRequired;
    if (context.conversation === undefined && !byHand) return this.write(value, request);
    return this.#concluded(context, () => {
      const conversation = context.converse();
      if (byHand) return conversation.demand(value);
      return conversation.conclude({ value }) ?? this.write(value, request);
    });
  }

  #threw(error: unknown, context: Context): Outcome | Promise<Outcome> {
    const { conversation } = context;
    if (conversation === undefined) return this.failed(error, context);
    return this.#concluded(
      context,
      () => conversation.conclude({ thrown: error }) ?? this.failed(error, context),
    );
  }

  /** A wrong use of asks is a failure of the handler, found when it has ended. */
  #concluded(context: Context, conclude: () => Outcome | Promise<Outcome>): Outcome | Promise<Outcome> {
    let outcome: Outcome | Promise<Outcome>;
    try {
      outcome = conclude();
    } catch (error) {
      return this.failed(error, context);
    }
    if (!(outcome instanceof Promise)) return outcome;
    return outcome.catch((error: unknown) => this.failed(error, context));
  }

  /** What the reader reads of a request. */
  protected rawInput(request: unknown): unknown {
    return request;
  }

  /** The answer to input that breaks its schema. */
  protected abstract refuse(violations: Violations, request: unknown): Outcome;

  /** The answer that a handler's value stands for. */
  protected abstract write(value: unknown, request: unknown): Outcome | Promise<Outcome>;

  /** The answer to what a handler threw; the kernel has one for everything that is thrown on. */
  protected failed(error: unknown, _context: Context): Outcome {
    throw error;
  }
}
