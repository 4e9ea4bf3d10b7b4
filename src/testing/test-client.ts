import { isObject, type JsonObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import type { MethodName } from "../protocol/methods.js";
import type { PromptResult, ReadResult, ToolResult } from "../protocol/results.js";
import type { Server } from "../server/server.js";
import type { SubscriptionFilter } from "../subscriptions/filter.js";
import type { Calls } from "./calls.js";
import type { Link } from "./link.js";
import type { Listening } from "./listening.js";
import type { RequestOptions, Talk } from "./talk.js";

/** What a client is made of. */
export interface ClientParts {
  readonly link: Link;
  readonly calls: Calls;
  readonly talk: Talk;
  /** The server that was built for it. */
  readonly own: Server | undefined;
}

/** Whose argument is completed: a prompt by its name, or a resource by its URI or template. */
export type Completed = { readonly prompt: string } | { readonly resource: string };

/**
 * A client in the server's own process. A call resolves with the result, rejects with an `RpcFailure` for a
 * JSON-RPC error, and with the handler's own error where the handler failed unexpectedly: a test never passes
 * over one. `send` shows the wire as it is.
 */
export class TestClient {
  readonly #link: Link;
  readonly #calls: Calls;
  readonly #talk: Talk;
  readonly #own: Server | undefined;

  /** @internal Use `connect`, or the `connect` of an era. */
  constructor({ link, calls, talk, own }: ClientParts) {
    this.#link = link;
    this.#calls = calls;
    this.#talk = talk;
    this.#own = own;
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

  /** What the server says of itself; in a revision with a handshake, what it said to `initialize`. */
  discover(options: RequestOptions = {}): Promise<JsonObject> {
    return this.#talk.discover(options);
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

  /** Any method, with the `_meta` its revision carries. With `answers`, to its end, whatever is asked on the way. */
  request(
    method: MethodName | (string & {}),
    params: JsonObject,
    options: RequestOptions = {},
  ): Promise<JsonObject> {
    return this.#talk.request(method, params, options);
  }

  /**
   * Listens for changes; resolves once the server has said what it honors of them.
   *
   * @example
   * const ear = await client.listen({ resourceSubscriptions: ["ticket://T-1"] });
   * await client.callTool("add_comment", { id: "T-1", body: "Done" });
   * expect((await ear.next()).params.uri).to.equal("ticket://T-1");
   */
  listen(filter: SubscriptionFilter, options: RequestOptions = {}): Promise<Listening> {
    return this.#talk.listen(filter, options);
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
    this.#calls.close();
    this.#talk.close();
    await this.#link.close();
    await this.#own?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
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
}
