import { BlazonError } from "../errors/blazon-error.js";
import { RpcError } from "../errors/rpc-error.js";
import { ToolError } from "../errors/tool-error.js";
import type {
  AskOptions,
  Elicitation,
  InputRequired,
  Jsonified,
  Sample,
  StepContext,
  UrlElicited,
} from "../handler/asks.js";
import type { Received, SchemaSource } from "../handler/schema-source.js";
import { type Ask, Misfit, requestOf } from "../mrtr/ask.js";
import { digestOf } from "../mrtr/canonical.js";
import {
  type AskingRequest,
  type Conversation,
  type Ending,
  InputRequiredResult,
} from "../mrtr/conversation.js";
import { elicitationOf, formAsk } from "../mrtr/form-ask.js";
import { emptyJournal } from "../mrtr/journal.js";
import { MissingCapabilityError } from "../mrtr/missing-capability.js";
import { askOfRequest } from "../mrtr/request-ask.js";
import { rootsAsk } from "../mrtr/roots-ask.js";
import { samplingAsk } from "../mrtr/sampling-ask.js";
import { Steps } from "../mrtr/steps.js";
import { urlAsk } from "../mrtr/url-ask.js";
import type { InputMethod, Root, SamplingParams } from "../protocol/input-requests.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import { Unanswered } from "./outgoing.js";

const INTERNAL = -32603;
/** How often one thing is asked, and how many rounds one call by hand may take; as in the stateless revisions. */
const MAX_ROUNDS = 10;

/** The way to the client. */
export type AskClient = (
  key: string,
  method: InputMethod,
  params: JsonObject | undefined,
  signal: AbortSignal,
) => Promise<unknown>;

interface Answered {
  readonly digest: string;
  readonly answer: unknown;
}

/**
 * A call that asks while it runs: each question is a request to the client, and the handler waits. Only one that
 * ends a round by hand runs again from its top, with what was answered or done before.
 */
export class Dialogue implements Conversation {
  readonly #request: AskingRequest;
  readonly #askClient: AskClient;
  readonly #answered = new Map<string, Answered>();
  readonly #keys = new Set<string>();
  readonly #waiting = new Set<string>();
  readonly #over = new AbortController();
  #signal: AbortSignal | undefined;
  readonly #journal = emptyJournal();
  #steps: Steps;
  #responses: Readonly<Record<string, JsonObject>> = {};
  #state: unknown;
  #rounds = 0;
  #fault: BlazonError | undefined;

  constructor(request: AskingRequest, askClient: AskClient) {
    this.#request = request;
    this.#askClient = askClient;
    this.#steps = this.#stepsOf(this.#journal.steps);
  }

  elicit<Form extends SchemaSource>(key: string, form: Form, message: string): Elicitation<Received<Form>> {
    // The form's reader gives what `Received` says of it.
    return elicitationOf(
      this.ask(key, () => formAsk<Received<Form>>(form, message)),
      this.#request.method,
    );
  }

  elicitUrl(key: string, url: string | URL, message: string): Promise<UrlElicited> {
    return this.ask(key, () => urlAsk(url, message, this.#request));
  }

  sample(key: string, params: SamplingParams): Promise<Sample> {
    return this.ask(key, () => samplingAsk(params, this.#request));
  }

  roots(key: string): Promise<readonly Root[]> {
    return this.ask(key, rootsAsk);
  }

  step<T>(name: string, work: (step: StepContext) => T | Promise<T>): Promise<Jsonified<T>> {
    return quiet(this.#steps.run(name, work));
  }

  get responses(): Readonly<Record<string, JsonObject>> {
    const answers = [...this.#answered].flatMap(([key, { answer }]) =>
      isObject(answer) ? [[key, answer] as const] : [],
    );
    return { ...this.#responses, ...Object.fromEntries(answers) };
  }

  get state(): unknown {
    return this.#state;
  }

  /** Every answer here is one to a question of this server's, so it is `solicited` in any case. */
  ask<Answer>(key: string, make: () => Ask<Answer>, _options?: AskOptions): Promise<Answer> {
    if (this.#request.over) return quiet(Promise.reject(this.#gone()));
    try {
      const ask = make();
      this.#takeKey(key);
      this.#assertDeclared(ask);
      return quiet(this.#answerTo(key, ask));
    } catch (error) {
      if (error instanceof BlazonError) this.#fault ??= error;
      return quiet(Promise.reject(error));
    }
  }

  conclude(ending: Ending): undefined {
    const keys = [...this.#waiting].join(", ");
    if (keys !== "") this.#over.abort(new Unanswered("The handler has ended"));
    if (this.#fault !== undefined) throw this.#fault;
    if (keys === "" || "thrown" in ending) return undefined;
    throw new BlazonError("ERR_ASK_NOT_AWAITED", { member: this.#request.member, keys });
  }

  /** Asks everything at once; then the handler runs again. */
  async demand({ requests, state }: InputRequired): Promise<InputRequiredResult> {
    const { member } = this.#request;
    this.conclude({ value: undefined });
    const asks = Object.entries(requests).map(([key, request]) => [key, askOfRequest(request)] as const);
    for (const [, ask] of asks) this.#assertDeclared(ask);
    if (asks.length === 0 && state === undefined) throw new BlazonError("ERR_ASK_EMPTY", { member });
    if (++this.#rounds > MAX_ROUNDS) throw this.#tooMany(asks.map(([key]) => key).join(", "));
    const answers = await Promise.all(
      asks.map(async ([key, ask]) => [key, await this.#send(key, ask, undefined)] as const),
    );
    this.#responses = { ...this.#responses, ...Object.fromEntries(answers) } as Record<string, JsonObject>; // `#send` gives objects
    this.#state = state === undefined ? undefined : JSON.parse(JSON.stringify(state));
    this.#keys.clear();
    this.#steps = this.#stepsOf(this.#steps.recorded);
    return new InputRequiredResult(undefined, "");
  }

  async #answerTo<Answer>(key: string, ask: Ask<Answer>): Promise<Answer> {
    const digest = digestOf(ask.subject);
    const known = this.#answered.get(key);
    let read = known?.digest === digest ? await ask.read(known.answer) : new Misfit();
    this.#waiting.add(key);
    try {
      for (let round = 0; read instanceof Misfit; round++) {
        if (round === MAX_ROUNDS) throw this.#tooMany(key);
        const answer = await this.#send(key, ask, read.reason);
        read = await ask.read(answer);
        this.#answered.set(key, { digest, answer });
      }
      return read;
    } finally {
      this.#waiting.delete(key);
    }
  }

  async #send(key: string, ask: Ask<unknown>, reason: string | undefined): Promise<unknown> {
    const { method, params } = requestOf(ask, reason);
    this.#signal ??= AbortSignal.any([this.#request.signal, this.#over.signal]);
    try {
      return await this.#askClient(key, method, params, this.#signal);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      throw this.#request.method === "tools/call"
        ? new ToolError(error.message)
        : new RpcError(INTERNAL, error.message);
    }
  }

  #takeKey(key: string): void {
    const { member } = this.#request;
    if (typeof key !== "string" || key === "")
      throw new BlazonError("ERR_ASK_INVALID", { detail: "a key is a text that is not empty" });
    if (this.#keys.has(key)) throw new BlazonError("ERR_ASK_KEY_REUSED", { member, key });
    if (this.#steps.running) throw new BlazonError("ERR_ASK_INSIDE_STEP", { key });
    this.#keys.add(key);
  }

  #assertDeclared({ needs }: Ask<unknown>): void {
    const missing = needs.filter((capability) => !this.#request.can(capability));
    if (missing.length > 0) throw new MissingCapabilityError(missing);
  }

  #stepsOf(steps: Steps["recorded"]): Steps {
    return new Steps(
      { ...this.#journal, steps },
      {
        signal: () => this.#request.signal,
        isRoundOver: () => false,
        blame: (error) => {
          this.#fault ??= error;
        },
      },
    );
  }

  #tooMany(keys: string): BlazonError {
    const error = new BlazonError("ERR_ASK_ROUNDS", {
      member: this.#request.member,
      limit: MAX_ROUNDS,
      keys,
    });
    this.#fault ??= error;
    return error;
  }

  #gone(): Error {
    const { signal, member } = this.#request;
    return signal.aborted ? (signal.reason as Error) : new BlazonError("ERR_ASK_TOO_LATE", { member }); // what signals abort with
  }
}

/** A promise that nobody awaits is no unhandled rejection. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
