import type { Context } from "../kernel/context.js";
import type { HeaderParam, Outcome, Target } from "../kernel/target.js";
import type { HandlerDefinition } from "../metadata/definition.js";
import type { PrimitiveOptions } from "../metadata/types.js";
import type { CapabilityPath } from "../protocol/capabilities.js";
import { type InputReader, Violations } from "../schema/contract.js";
import type { Handler } from "./invoke.js";
import { isThenable } from "./settle.js";

/** What every handler's declaration comes to. */
export interface HandlerPlan {
  readonly definition: HandlerDefinition & { readonly options: PrimitiveOptions };
  readonly reader: InputReader;
}

/** A handler as requests reach it: validate, hydrate, call, write (rows 22 and 23). */
export abstract class HandlerTarget implements Target {
  readonly member: string;
  readonly requires: readonly CapabilityPath[];
  readonly headers: readonly HeaderParam[];
  readonly #reader: InputReader;
  readonly #handler: Handler;

  constructor({ definition, reader }: HandlerPlan, handler: Handler, headers: readonly HeaderParam[] = []) {
    this.member = definition.member;
    this.requires = definition.options.requires ?? [];
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
    const { contextFirst, invoke } = this.#handler;
    let value: unknown;
    try {
      value = contextFirst ? invoke(context, context) : invoke(input, context);
    } catch (error) {
      return this.failed(error, context);
    }
    if (!isThenable(value)) return this.write(value, request);
    return Promise.resolve(value).then(
      (settled) => this.write(settled, request),
      (error: unknown) => this.failed(error, context),
    );
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
