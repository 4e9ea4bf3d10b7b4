import type { ClientCapabilities } from "../protocol/capabilities.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import { META } from "../protocol/meta.js";
import type { MethodName } from "../protocol/methods.js";
import type { Implementation, PromptResult, ReadResult, ToolResult } from "../protocol/results.js";
import { REVISION } from "../protocol/revisions.js";
import type { FailureWatcher } from "../server/build.js";
import type { Internals } from "../server/internals.js";
import type { Server } from "../server/server.js";
import type { SubscriptionFilter } from "../subscriptions/filter.js";
import { createMemoryLink, type MemoryLink } from "../transports/memory/memory-link.js";
import { type Answers, answersTo, findQuestions } from "./answers.js";
import { Listening, subscriptionOf } from "./listening.js";
import { findFailure } from "./rpc-failure.js";

/** What one request says besides its params. */
export interface RequestOptions {
  /** Merged into `_meta`, such as `{ progressToken: 1 }`. */
  readonly meta?: JsonObject;
  /** What this request declares, in place of what the client does. */
  readonly capabilities?: ClientCapabilities;
  /** Aborting it cancels the request, as a client does; the call then rejects with the reason. */
  readonly signal?: AbortSignal;
}

/** How a client presents itself, and answers. */
export interface Presentation {
  readonly capabilities?: ClientCapabilities;
  readonly clientInfo?: Implementation;
  readonly answers?: Answers;
  readonly resend?: "every-round";
}

/** A client that can answer everything. */
const EVERY_ASK: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: { tools: {}, context: {} },
  roots: {},
};

/** A server may ask ten times; a test that is asked more often is asked without end. */
const MOST_ROUNDS = 20;

/** Of all clients: two on one server hear of each other's failures, and tell them apart by the id. */
let lastId = 0;

/** Whose argument is completed: a prompt by its name, or a resource by its URI or template. */
export type Completed = { readonly prompt: string } | { readonly resource: string };

/**
 * A client in the server's own process. A call resolves with the result, rejects with an `RpcFailure` for a
 * JSON-RPC error, and with the handler's own error where the handler failed unexpectedly: a test never passes
 * over one. `send` shows the wire as it is.
 */
export class TestClient {
  readonly #internals: Internals;
  readonly #presentation: Presentation;
  readonly #own: Server | undefined;
  readonly #link: MemoryLink;
  /** What handlers of the running requests failed with. */
  readonly #unexpected = new Map<RequestId, unknown[]>();
  readonly #watcher: FailureWatcher;
  readonly #listenings = new Map<string, Listening>();

  /** @internal Use `connect`. */
  constructor(internals: Internals, presentation: Presentation, own: Server | undefined) {
    this.#internals = internals;
    this.#presentation = presentation;
    this.#own = own;
    this.#link = createMemoryLink(internals.port, { onFrame: (frame) => this.#onFrame(frame) });
    this.#watcher = (error, { id }) => this.#unexpected.get(id)?.push(error);
    internals.watchers.add(this.#watcher);
  }

  /** Every frame the server sent, in order. */
  get frames(): readonly JsonObject[] {
    return this.#link.frames;
  }

  /** The params of every notification of one method so far. */
  notifications(method: string): readonly JsonObject[] {
    return this.frames
      .filter((frame) => frame.method === method)
      .map(({ params }) => (isObject(params) ? params : {}));
  }

  discover(options?: RequestOptions): Promise<JsonObject> {
    return this.request("server/discover", {}, options);
  }

  /** All tools, page by page. */
  listTools(options?: RequestOptions): Promise<readonly JsonObject[]> {
    return this.#list("tools/list", "tools", options);
  }

  listResources(options?: RequestOptions): Promise<readonly JsonObject[]> {
    return this.#list("resources/list", "resources", options);
  }

  listResourceTemplates(options?: RequestOptions): Promise<readonly JsonObject[]> {
    return this.#list("resources/templates/list", "resourceTemplates", options);
  }

  listPrompts(options?: RequestOptions): Promise<readonly JsonObject[]> {
    return this.#list("prompts/list", "prompts", options);
  }

  callTool(name: string, args: object = {}, options?: RequestOptions): Promise<ToolResult & JsonObject> {
    return this.request("tools/call", { name, arguments: args }, options) as Promise<ToolResult & JsonObject>; // the method's result
  }

  readResource(uri: string, options?: RequestOptions): Promise<ReadResult & JsonObject> {
    return this.request("resources/read", { uri }, options) as Promise<ReadResult & JsonObject>; // the method's result
  }

  getPrompt(
    name: string,
    args: Readonly<Record<string, string>> = {},
    options?: RequestOptions,
  ): Promise<PromptResult & JsonObject> {
    return this.request("prompts/get", { name, arguments: args }, options) as Promise<
      PromptResult & JsonObject
    >; // the method's result
  }

  /** The suggestions for one argument of a prompt or template. */
  async complete(
    of: Completed,
    argument: { readonly name: string; readonly value: string },
    chosen?: Readonly<Record<string, string>>,
  ): Promise<readonly string[]> {
    const ref =
      "prompt" in of ? { type: "ref/prompt", name: of.prompt } : { type: "ref/resource", uri: of.resource };
    const context = chosen === undefined ? {} : { context: { arguments: chosen } };
    const { completion } = await this.request("completion/complete", { ref, argument, ...context });
    return (completion as { readonly values: readonly string[] }).values; // the method's result
  }

  /** Any method, with the `_meta` every request carries. With `answers`, all its rounds. */
  async request(
    method: MethodName | (string & {}),
    params: JsonObject,
    options: RequestOptions = {},
  ): Promise<JsonObject> {
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

  /** One round; one that was asked for is delivered twice where the test wants that. */
  async #deliver(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    const result = await this.#round(method, params, options);
    const isAgain = this.#presentation.resend !== undefined && params.requestState !== undefined;
    if (isAgain) await this.#round(method, params, options).catch(() => {});
    return result;
  }

  async #round(method: string, params: JsonObject, options: RequestOptions): Promise<JsonObject> {
    options.signal?.throwIfAborted();
    const id = `test-${++lastId}`;
    const message = { jsonrpc: "2.0", id, method, params: { ...params, _meta: this.#metaOf(options) } };
    const unexpected: unknown[] = [];
    this.#unexpected.set(id, unexpected);
    const stop = onAbort(options.signal, () => this.#link.cancel(id, "the test gave up"));
    const frame = await this.#link.send(message).finally(stop);
    this.#unexpected.delete(id);
    if (unexpected.length > 0) throw unexpected[0];
    if (frame === undefined) throw options.signal?.reason ?? new Error(`${method} was not answered`);
    const failure = findFailure(frame);
    if (failure !== undefined) throw failure;
    return frame.result as JsonObject; // a frame without an error has a result
  }

  /**
   * Listens for changes; resolves once the server has said what it honors of them.
   *
   * @example
   * const ear = await client.listen({ resourceSubscriptions: ["ticket://T-1"] });
   * await client.callTool("add_comment", { id: "T-1", body: "Done" });
   * expect((await ear.next()).params.uri).to.equal("ticket://T-1");
   */
  async listen(filter: SubscriptionFilter, options: RequestOptions = {}): Promise<Listening> {
    const id = `test-${++lastId}`;
    const listening = new Listening(() => this.#link.cancel(id, "the test listens no more"));
    this.#listenings.set(id, listening);
    const params = { notifications: filter, _meta: this.#metaOf(options) };
    const message = { jsonrpc: "2.0", id, method: "subscriptions/listen", params };
    const answer = this.#link.send(message).then((frame) => {
      this.#listenings.delete(id);
      assertNoFailure(frame);
      listening.end();
    });
    await Promise.race([listening.acknowledged, answer]);
    return listening;
  }

  /** Sends any message, or text that need not be one; resolves with the frame it is answered with, if any. */
  send(message: unknown): Promise<JsonObject | undefined> {
    return this.#link.send(message);
  }

  /** Cancels a request that was sent. */
  cancel(id: RequestId, reason?: string): void {
    this.#link.cancel(id, reason);
  }

  /** Ends the connection, and the server that was built for it. */
  async close(): Promise<void> {
    this.#internals.watchers.delete(this.#watcher);
    this.#link.close();
    await this.#own?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #onFrame(frame: JsonObject): void {
    this.#listenings.get(String(subscriptionOf(frame)))?.take(frame);
  }

  async #list(method: MethodName, key: string, options?: RequestOptions): Promise<readonly JsonObject[]> {
    const items: JsonObject[] = [];
    let cursor: unknown;
    do {
      const page: JsonObject = await this.request(method, cursor === undefined ? {} : { cursor }, options);
      items.push(...(page[key] as readonly JsonObject[])); // the method's result
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return items;
  }

  #metaOf({ meta, capabilities }: RequestOptions): JsonObject {
    const { clientInfo = { name: "blazon-testing", version: "1.0.0" }, answers } = this.#presentation;
    const { capabilities: declared = answers === undefined ? {} : EVERY_ASK } = this.#presentation;
    return {
      [META.protocolVersion]: REVISION,
      [META.clientInfo]: clientInfo,
      [META.clientCapabilities]: capabilities ?? declared,
      ...meta,
    };
  }
}

function assertNoFailure(frame: JsonObject | undefined): void {
  const failure = frame === undefined ? undefined : findFailure(frame);
  if (failure !== undefined) throw failure;
}

/** Calls back when the signal aborts; gives the function that takes this back. */
function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  signal?.addEventListener("abort", listener, { once: true });
  return () => signal?.removeEventListener("abort", listener);
}
