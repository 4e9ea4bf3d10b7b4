import type { JsonObject } from "../protocol/json.js";
import { META } from "../protocol/meta.js";
import { REVISION } from "../protocol/revisions.js";
import type { SubscriptionFilter } from "../subscriptions/filter.js";
import { answersTo, findQuestions } from "./answers.js";
import { type Calls, nextId } from "./calls.js";
import type { Link } from "./link.js";
import { Listening, subscriptionOf } from "./listening.js";
import { findFailure } from "./rpc-failure.js";
import { capabilitiesOf, clientInfoOf, type Presentation, type RequestOptions, type Talk } from "./talk.js";

/** A server may ask ten times; a test that is asked more often is asked without end. */
const MOST_ROUNDS = 20;

/** Talks the stateless revision: every request says who makes it, and questions come in results. */
export class StatelessTalk implements Talk {
  readonly #link: Link;
  readonly #calls: Calls;
  readonly #presentation: Presentation;
  readonly #listenings = new Map<string, Listening>();

  constructor(link: Link, calls: Calls, presentation: Presentation) {
    this.#link = link;
    this.#calls = calls;
    this.#presentation = presentation;
  }

  discover(options: RequestOptions): Promise<JsonObject> {
    return this.request("server/discover", {}, options);
  }

  async request(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    const { answers } = this.#presentation;
    let result = await this.#deliver(method, params, options);
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const questions = findQuestions(result);
      if (answers === undefined || questions === undefined) return result;
      const inputResponses = await answersTo(questions, answers);
      const { requestState } = result;
      result = await this.#deliver(method, { ...params, inputResponses, requestState }, options);
    }
    throw new Error(`${method} still asks after ${MOST_ROUNDS} rounds`);
  }

  async listen(filter: SubscriptionFilter, options: RequestOptions): Promise<Listening> {
    const id = nextId();
    const listening = new Listening(() => this.#link.cancel(id, "the test listens no more"));
    this.#listenings.set(id, listening);
    const params = { notifications: filter, _meta: this.#metaOf(options) };
    const message = { jsonrpc: "2.0", id, method: "subscriptions/listen", params };
    const answer = this.#link.send(message).then((frame) => {
      this.#listenings.delete(id);
      const failure = frame && findFailure(frame);
      if (failure !== undefined) throw failure;
      listening.end();
    });
    await Promise.race([listening.acknowledged, answer]);
    return listening;
  }

  hear(frame: JsonObject): void {
    this.#listenings.get(String(subscriptionOf(frame)))?.take(frame);
  }

  close(): void {
    // The end of the connection ends what is open on it.
  }

  /** One round; one that was asked for is delivered twice where the test wants that. */
  async #deliver(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    const result = await this.#round(method, params, options);
    const isAgain = this.#presentation.resend !== undefined && params.requestState !== undefined;
    if (isAgain) await this.#round(method, params, options).catch(() => {});
    return result;
  }

  #round(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    return this.#calls.call(method, { ...params, _meta: this.#metaOf(options) }, options.signal);
  }

  #metaOf({ meta, capabilities }: RequestOptions): JsonObject {
    return {
      [META.protocolVersion]: REVISION,
      [META.clientInfo]: clientInfoOf(this.#presentation),
      [META.clientCapabilities]: capabilities ?? capabilitiesOf(this.#presentation),
      ...meta,
    };
  }
}
