import { createHash } from "node:crypto";
import { BlazonError } from "../errors/blazon-error.js";
import type { Jsonified, StepContext } from "../handler/asks.js";
import type { Journal, Recorded } from "./journal.js";
import { errorOf, failureOf } from "./step-failure.js";

/** The round that steps belong to. */
export interface StepsRound {
  signal(): AbortSignal;
  /** Whether an error is what asks reject with at the end of a round. */
  isRoundOver(error: unknown): boolean;
  /** Ends the call with a wrong use, also where the handler catches it. */
  blame(error: BlazonError): void;
}

/** What a call does once: a step that ran is not run again in later rounds, it gives what it gave. */
export class Steps {
  readonly #chain: string;
  readonly #round: StepsRound;
  readonly #recorded: Map<string, Recorded>;
  readonly #names = new Set<string>();
  #inFlight = 0;
  #onIdle: (() => void)[] = [];
  #starting = false;

  constructor({ chain, steps }: Journal, round: StepsRound) {
    this.#chain = chain;
    this.#round = round;
    this.#recorded = new Map(steps);
  }

  get recorded(): ReadonlyMap<string, Recorded> {
    return this.#recorded;
  }

  /** True while the code of a step runs that comes before its first `await`. */
  get running(): boolean {
    return this.#starting;
  }

  run<T>(name: string, work: (step: StepContext) => T | Promise<T>): Promise<Jsonified<T>> {
    try {
      return this.#find(name) ?? this.#perform(name, work);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Resolves when no step runs any more. */
  settled(): Promise<void> {
    return this.#inFlight === 0 ? Promise.resolve() : new Promise((resolve) => this.#onIdle.push(resolve));
  }

  /** What the step came to in an earlier round. */
  #find<T>(name: string): Promise<Jsonified<T>> | undefined {
    if (typeof name !== "string" || name === "")
      throw this.#blamed(
        new BlazonError("ERR_ASK_INVALID", { detail: "a step's name is a text that is not empty" }),
      );
    if (this.#names.has(name)) throw this.#blamed(new BlazonError("ERR_STEP_NAME_REUSED", { name }));
    this.#names.add(name);
    const recorded = this.#recorded.get(name);
    if (recorded === undefined) return undefined;
    if ("failure" in recorded) throw errorOf(recorded.failure);
    return Promise.resolve(recorded.value as Jsonified<T>); // the same step recorded it
  }

  async #perform<T>(name: string, work: (step: StepContext) => T | Promise<T>): Promise<Jsonified<T>> {
    this.#inFlight++;
    try {
      return this.#record<T>(name, await this.#start(name, work));
    } catch (error) {
      if (this.#round.isRoundOver(error))
        throw this.#blamed(new BlazonError("ERR_ASK_INSIDE_STEP", { key: name }));
      if (error instanceof BlazonError) throw error;
      const failure = failureOf(error);
      this.#recorded.set(name, { failure });
      throw errorOf(failure, error);
    } finally {
      if (--this.#inFlight === 0) for (const resolve of this.#onIdle.splice(0)) resolve();
    }
  }

  #start<T>(name: string, work: (step: StepContext) => T | Promise<T>): T | Promise<T> {
    const round = this.#round;
    const idempotencyKey = createHash("sha256").update(`${this.#chain} ${name}`).digest("base64url");
    this.#starting = true;
    try {
      return work({
        idempotencyKey,
        get signal() {
          return round.signal();
        },
      });
    } finally {
      this.#starting = false;
    }
  }

  /** The first run sees what later ones will: what JSON keeps. */
  #record<T>(name: string, made: T): Jsonified<T> {
    const text = this.#textOf(name, made);
    const value: unknown = text === undefined ? undefined : JSON.parse(text);
    this.#recorded.set(name, value === undefined ? {} : { value });
    return value as Jsonified<T>; // that is what the type says of JSON
  }

  #textOf(name: string, made: unknown): string | undefined {
    try {
      return JSON.stringify(made);
    } catch (cause) {
      throw this.#blamed(new BlazonError("ERR_STEP_VALUE", { name }, { cause }));
    }
  }

  #blamed(error: BlazonError): BlazonError {
    this.#round.blame(error);
    return error;
  }
}
