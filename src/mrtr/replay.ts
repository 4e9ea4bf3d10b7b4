import { BlazonError } from "../errors/blazon-error.js";
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
import type { Root, SamplingParams } from "../protocol/input-requests.js";
import type { JsonObject } from "../protocol/json.js";
import { type Ask, Misfit, requestOf } from "./ask.js";
import { digestOf } from "./canonical.js";
import { type AskingRequest, type Conversation, type Ending, InputRequiredResult } from "./conversation.js";
import { elicitationOf, formAsk } from "./form-ask.js";
import type { Answered, Journal, Pending } from "./journal.js";
import { MissingCapabilityError } from "./missing-capability.js";
import { askOfRequest, isAnswer, isAnswerTo } from "./request-ask.js";
import { rootsAsk } from "./roots-ask.js";
import { samplingAsk } from "./sampling-ask.js";
import { Steps } from "./steps.js";
import { urlAsk } from "./url-ask.js";

/** Rounds one call may take: a handler that asks on and on is a fault. */
const MAX_ROUNDS = 10;
/** A question may change once between two rounds; then it is one that no answer can ever be good for. */
const MAX_CHANGES = 1;

/** A question that ends the round. */
interface Asked {
  readonly ask: Ask<unknown>;
  readonly pending: Pending;
  /** Why the answer before was none. */
  readonly reason: string | undefined;
}

/** What a round begins with. */
export interface Round {
  readonly journal: Journal;
  /** The answers of this very request, as they came. */
  readonly given: JsonObject;
  seal(journal: Journal): string;
  /** Tells the author of a server that something is on its way out. */
  noteDeprecated(what: string): void;
}

/**
 * A call in rounds that keeps nothing in the server: the handler runs from its top in each of them, what was
 * answered or done before is read from the journal, and what is not answered ends the round. All that is asked
 * until one turn of the event loop after the first question goes out together.
 */
export class Replay implements Conversation {
  readonly #request: AskingRequest;
  readonly #round: Round;
  readonly #answered: Map<string, Answered>;
  readonly #steps: Steps;
  readonly #asked = new Map<string, Asked>();
  readonly #keys = new Set<string>();
  readonly #waiting: ((signal: unknown) => void)[] = [];
  /** What asks reject with when the round is over: no failure, but the way out of the handler. */
  readonly #signal = new RoundOver();
  #open = true;
  #closing: NodeJS.Immediate | undefined;
  #fault: BlazonError | undefined;

  constructor(request: AskingRequest, round: Round) {
    this.#request = request;
    this.#round = round;
    this.#answered = new Map(round.journal.answered);
    for (const [key, { method, digest, changes }] of round.journal.pending) {
      const answer = ownMember(round.given, key);
      if (isAnswerTo(method, answer)) this.#answered.set(key, { digest, answer, changes });
    }
    this.#steps = new Steps(round.journal, {
      signal: () => request.signal,
      blame: (error) => this.#blame(error),
      isRoundOver: (error) => error === this.#signal,
    });
  }

  elicit<Form extends SchemaSource>(
    key: string,
    form: Form,
    message: string,
    options?: AskOptions,
  ): Elicitation<Received<Form>> {
    // The form's reader gives what `Received` says of it.
    return elicitationOf(
      this.ask(key, () => formAsk<Received<Form>>(form, message), options),
      this.#request.method,
    );
  }

  elicitUrl(key: string, url: string | URL, message: string, options?: AskOptions): Promise<UrlElicited> {
    return this.ask(key, () => urlAsk(url, message, this.#request), options);
  }

  sample(key: string, params: SamplingParams, options?: AskOptions): Promise<Sample> {
    this.#round.noteDeprecated("sampling");
    return this.ask(key, () => samplingAsk(params, this.#request), options);
  }

  roots(key: string, options?: AskOptions): Promise<readonly Root[]> {
    this.#round.noteDeprecated("roots");
    return this.ask(key, rootsAsk, options);
  }

  step<T>(name: string, work: (step: StepContext) => T | Promise<T>): Promise<Jsonified<T>> {
    return quiet(this.#open ? this.#steps.run(name, work) : this.#over());
  }

  get responses(): Readonly<Record<string, JsonObject>> {
    const { given, journal } = this.#round;
    const unasked = this.#request.solicited
      ? []
      : Object.entries(given).filter(([key, answer]) => !journal.pending.has(key) && isAnswer(answer));
    const answered = [...this.#answered].map(([key, { answer }]) => [key, answer] as const);
    return Object.fromEntries([...unasked, ...answered]) as Record<string, JsonObject>; // both hold objects alone
  }

  get state(): unknown {
    return this.#round.journal.state;
  }

  conclude(ending: Ending): Promise<InputRequiredResult> | undefined {
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#asked.size === 0) return undefined;
    if (this.#open) {
      this.#close();
      if ("thrown" in ending) return undefined;
      throw this.#notAwaited();
    }
    if (!("thrown" in ending && ending.thrown === this.#signal)) this.#noteSwallowed(ending);
    return this.#finish(this.#asked, undefined);
  }

  demand({ requests, state }: InputRequired): Promise<InputRequiredResult> {
    const { member } = this.#request;
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#asked.size > 0) throw this.#notAwaited();
    this.#open = false;
    const asked = new Map<string, Asked>();
    for (const [key, request] of Object.entries(requests)) {
      const ask = askOfRequest(request);
      this.#assertDeclared(ask);
      asked.set(key, {
        ask,
        pending: { method: ask.method, digest: digestOf(ask.subject), changes: 0 },
        reason: undefined,
      });
    }
    if (asked.size === 0 && state === undefined) throw new BlazonError("ERR_ASK_EMPTY", { member });
    return this.#finish(asked, state);
  }

  ask<Answer>(key: string, make: () => Ask<Answer>, options: AskOptions = {}): Promise<Answer> {
    if (this.#request.over) return quiet(Promise.reject(this.#gone()));
    if (!this.#open) return quiet(this.#over());
    try {
      return quiet(this.#answerTo(key, make(), options.solicited ?? this.#request.solicited));
    } catch (error) {
      if (error instanceof BlazonError) this.#blame(error);
      return quiet(Promise.reject(error));
    }
  }

  #answerTo<Answer>(key: string, ask: Ask<Answer>, solicited: boolean): Promise<Answer> {
    this.#takeKey(key);
    this.#assertDeclared(ask);
    const digest = digestOf(ask.subject);
    const known = this.#answered.get(key);
    if (known !== undefined && known.digest !== digest) return this.#askAnew(key, ask, digest);
    const answer = known?.answer ?? (solicited ? undefined : this.#unaskedAnswer(key, ask));
    if (answer === undefined) return this.#waitFor(key, ask, this.#pendingOf(key, ask, digest));
    return Promise.resolve(ask.read(answer)).then((read) => {
      if (!(read instanceof Misfit)) return read;
      this.#answered.delete(key);
      const pending = { method: ask.method, digest, changes: known?.changes ?? 0 };
      return this.#open ? this.#waitFor(key, ask, pending, read.reason) : this.#over();
    });
  }

  #takeKey(key: string): void {
    const { member } = this.#request;
    if (typeof key !== "string" || key === "") {
      throw new BlazonError("ERR_ASK_INVALID", { detail: "a key is a text that is not empty" });
    }
    if (this.#keys.has(key)) throw new BlazonError("ERR_ASK_KEY_REUSED", { member, key });
    if (this.#steps.running) throw new BlazonError("ERR_ASK_INSIDE_STEP", { key });
    this.#keys.add(key);
  }

  /** The question is not the one that was answered: an answer never goes to another question. */
  #askAnew<Answer>(key: string, ask: Ask<Answer>, digest: string): Promise<Answer> {
    const changes = (this.#answered.get(key)?.changes ?? 0) + 1;
    if (changes > MAX_CHANGES) throw this.#unstable(key);
    this.#answered.delete(key);
    return this.#waitFor(key, ask, { method: ask.method, digest, changes });
  }

  /** An answer that came without a question is untrusted input, and read like every other. */
  #unaskedAnswer(key: string, ask: Ask<unknown>): unknown {
    if (this.#round.journal.pending.has(key)) return undefined;
    const answer = ownMember(this.#round.given, key);
    return isAnswerTo(ask.method, answer) ? answer : undefined;
  }

  /** Asked before and not answered, or answered with something that is none: it still counts what changed. */
  #pendingOf(key: string, ask: Ask<unknown>, digest: string): Pending {
    const before = this.#round.journal.pending.get(key);
    const changed = before !== undefined && before.digest !== digest;
    const changes = (before?.changes ?? 0) + (changed ? 1 : 0);
    if (changes > MAX_CHANGES) throw this.#unstable(key);
    return { method: ask.method, digest, changes };
  }

  #waitFor<Answer>(key: string, ask: Ask<Answer>, pending: Pending, reason?: string): Promise<Answer> {
    this.#asked.set(key, { ask, pending, reason });
    this.#closing ??= setImmediate(() => this.#close());
    return new Promise((_resolve, reject) => this.#waiting.push(reject));
  }

  /** Nothing more is asked or begun in this round. */
  #close(): void {
    this.#open = false;
    clearImmediate(this.#closing);
    for (const reject of this.#waiting) reject(this.#signal);
  }

  /** After the round: a turn later, so that a loop which catches everything leaves room for others. */
  #over(): Promise<never> {
    return new Promise((_resolve, reject) => setImmediate(() => reject(this.#signal)));
  }

  async #finish(asked: ReadonlyMap<string, Asked>, state: unknown): Promise<InputRequiredResult> {
    const { journal, seal } = this.#round;
    await this.#steps.settled();
    const round = journal.round + 1;
    if (round > MAX_ROUNDS) {
      const details = { member: this.#request.member, limit: MAX_ROUNDS, keys: [...asked.keys()].join(", ") };
      throw new BlazonError("ERR_ASK_ROUNDS", details);
    }
    const pending = new Map([...asked].map(([key, each]) => [key, each.pending] as const));
    const next = {
      chain: journal.chain,
      round,
      answered: this.#answered,
      steps: this.#steps.recorded,
      pending,
      state,
    };
    const inputRequests = Object.fromEntries(
      [...asked].map(([key, each]) => [key, requestOf(each.ask, each.reason)]),
    );
    return new InputRequiredResult(asked.size > 0 ? inputRequests : undefined, seal(next));
  }

  #assertDeclared({ needs }: Ask<unknown>): void {
    const missing = needs.filter((capability) => !this.#request.can(capability));
    if (missing.length > 0) throw new MissingCapabilityError(missing);
  }

  /** A wrong use ends the call, also where the handler catches it. */
  #blame(error: BlazonError): void {
    this.#fault ??= error;
  }

  #notAwaited(): BlazonError {
    return new BlazonError("ERR_ASK_NOT_AWAITED", { member: this.#request.member, keys: this.#askedKeys() });
  }

  #unstable(key: string): BlazonError {
    return new BlazonError("ERR_ASK_UNSTABLE", { member: this.#request.member, key });
  }

  #gone(): Error {
    const { signal, member } = this.#request;
    return signal.aborted ? (signal.reason as Error) : new BlazonError("ERR_ASK_TOO_LATE", { member }); // what signals abort with
  }

  #askedKeys(): string {
    return [...this.#asked.keys()].join(", ");
  }

  #noteSwallowed(ending: Ending): void {
    const made = "thrown" in ending ? { error: ending.thrown } : { returned: typeof ending.value };
    const { member } = this.#request;
    const { code, message } = new BlazonError("ERR_ASK_SWALLOWED", { member, keys: this.#askedKeys() });
    this.#request.note("warning", { code, ...made }, message);
  }
}

/** What ends a handler whose questions are on their way to the client. */
class RoundOver extends Error {
  override readonly name = "RoundOver";

  constructor() {
    super("An answer is needed, and the client is being asked. This is no failure: let it pass");
  }
}

/** A promise that nobody awaits is no unhandled rejection: what it says is said by `conclude`. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

function ownMember(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
