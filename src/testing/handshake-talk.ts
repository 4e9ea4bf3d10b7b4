import { BlazonError } from "../errors/blazon-error.js";
import type { AskSent } from "../legacy/host.js";
import type { InputRequest } from "../protocol/input-requests.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import { META } from "../protocol/meta.js";
import type { AskWatcher } from "../server/build.js";
import type { Internals } from "../server/internals.js";
import type { SubscriptionFilter } from "../subscriptions/filter.js";
import { answersTo } from "./answers.js";
import type { Calls } from "./calls.js";
import type { Link } from "./link.js";
import { Listening } from "./listening.js";
import { RpcFailure } from "./rpc-failure.js";
import { capabilitiesOf, clientInfoOf, type Presentation, type RequestOptions, type Talk } from "./talk.js";

/** The lists of a server, by the member of a filter that asks for their changes. */
const LISTS = {
  toolsListChanged: "tools",
  promptsListChanged: "prompts",
  resourcesListChanged: "resources",
} as const;

const UPDATED = "notifications/resources/updated";

/**
 * Talks a revision with a handshake: the client says once who it is, questions are requests of the server while a call
 * runs, and changes come unasked, or for resources that were subscribed to.
 */
export class HandshakeTalk implements Talk {
  readonly #revision: string;
  readonly #internals: Internals;
  readonly #link: Link;
  readonly #calls: Calls;
  readonly #presentation: Presentation;
  readonly #listenings = new Set<Listening>();
  /** The questions that are on their way here. The wire does not say their keys; the server in this process does. */
  readonly #asked = new Map<RequestId, AskSent>();
  readonly #watcher: AskWatcher;
  #opened: JsonObject = {};
  #level: unknown;

  constructor(
    revision: string,
    { internals, link, calls }: { internals: Internals; link: Link; calls: Calls },
    presentation: Presentation,
  ) {
    this.#revision = revision;
    this.#internals = internals;
    this.#link = link;
    this.#calls = calls;
    this.#presentation = presentation;
    this.#watcher = (asked) => {
      if (calls.has(asked.call)) this.#asked.set(asked.question, asked);
    };
    internals.askWatchers.add(this.#watcher);
  }

  async open(): Promise<void> {
    this.#opened = await this.#calls.call("initialize", {
      protocolVersion: this.#revision,
      capabilities: capabilitiesOf(this.#presentation),
      clientInfo: clientInfoOf(this.#presentation),
    });
    await this.#link.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  /** The nearest there is: what the server said when the session was opened. */
  async discover(): Promise<JsonObject> {
    return this.#opened;
  }

  async request(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    this.#assertNoCapabilities(options);
    const { [META.logLevel]: level = this.#level, ...meta } = options.meta ?? {};
    if (level !== this.#level) await this.#calls.call("logging/setLevel", { level });
    this.#level = level;
    const own = Object.keys(meta).length === 0 ? params : { ...params, _meta: meta };
    return this.#calls.call(method, own, options.signal);
  }

  async listen(filter: SubscriptionFilter, options: RequestOptions): Promise<Listening> {
    this.#assertNoCapabilities(options);
    const uris: string[] = [];
    for (const uri of filter.resourceSubscriptions ?? []) if (await this.#subscribe(uri)) uris.push(uri);
    const capabilities = isObject(this.#opened.capabilities) ? this.#opened.capabilities : {};
    const flags = Object.entries(LISTS).filter(([flag, list]) => {
      const advertised = capabilities[list];
      return (
        filter[flag as keyof typeof LISTS] === true && isObject(advertised) && advertised.listChanged === true
      ); // `Object.entries` widens the keys
    });
    const listening = new Listening(() => this.#leave(listening));
    listening.honor({
      ...Object.fromEntries(flags.map(([flag]) => [flag, true] as const)),
      ...(uris.length > 0 && { resourceSubscriptions: uris }),
    });
    if (flags.length + uris.length === 0) listening.end();
    else this.#listenings.add(listening);
    return listening;
  }

  hear(frame: JsonObject): void {
    const { id, method } = frame;
    if (typeof method !== "string") return;
    if (id !== undefined) void this.#answer(frame);
    else for (const listening of this.#listenings) if (isFor(listening.honored, frame)) listening.take(frame);
  }

  close(): void {
    this.#internals.askWatchers.delete(this.#watcher);
    for (const listening of this.#listenings) listening.end();
    this.#listenings.clear();
  }

  /** A question of a request that the test sent itself is for the test to answer. */
  async #answer({ id, method, params }: JsonObject): Promise<void> {
    const asked = this.#asked.get(id as RequestId); // an id of another type is in no map
    if (asked === undefined) return;
    this.#asked.delete(asked.question);
    const { key, call } = asked;
    const { _meta, ...rest } = isObject(params) ? params : {};
    const ask = { method, ...(Object.keys(rest).length > 0 && { params: rest }) } as InputRequest; // the server asks nothing else
    try {
      const given = await answersTo({ [key]: ask }, this.#presentation.answers ?? {});
      await this.#link.send({ jsonrpc: "2.0", id, result: given[key] });
    } catch (error) {
      this.#calls.fail(call, error);
    }
  }

  /** False where the server refuses it. */
  async #subscribe(uri: string): Promise<boolean> {
    try {
      await this.#calls.call("resources/subscribe", { uri });
      return true;
    } catch (error) {
      if (error instanceof RpcFailure) return false;
      throw error;
    }
  }

  #leave(listening: Listening): void {
    if (!this.#listenings.delete(listening)) return;
    const kept = new Set([...this.#listenings].flatMap(({ honored }) => honored.resourceSubscriptions ?? []));
    for (const uri of listening.honored.resourceSubscriptions ?? []) {
      if (!kept.has(uri)) void this.#calls.call("resources/unsubscribe", { uri }).catch(() => {}); // the client may be closed by now
    }
  }

  #assertNoCapabilities({ capabilities }: RequestOptions): void {
    if (capabilities === undefined) return;
    throw new BlazonError("ERR_OPTION_INVALID", {
      option: "capabilities",
      detail: `of one request are none of ${this.#revision}, whose clients declare them when they connect`,
      fix: "Connect a client of its own with them",
    });
  }
}

/** Whether a listen that honors this hears of the notification. */
function isFor(honored: SubscriptionFilter, { method, params }: JsonObject): boolean {
  if (method === UPDATED)
    return isObject(params) && (honored.resourceSubscriptions ?? []).some((uri) => uri === params.uri);
  return Object.entries(LISTS).some(
    ([flag, list]) =>
      honored[flag as keyof typeof LISTS] === true && method === `notifications/${list}/list_changed`, // as above
  );
}
