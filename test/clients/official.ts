import type { JsonObject } from "blazon";
import type { Client, Reference } from "./client.js";

interface Cursor {
  readonly cursor: string;
}

interface More {
  readonly nextCursor?: string | undefined;
}

type Lists<Name extends string> = (
  page?: Cursor,
) => Promise<More & { readonly [name in Name]: readonly object[] }>;

/** What both official clients call the same. */
export interface Official {
  getServerVersion(): object | undefined;
  getServerCapabilities(): object | undefined;
  getInstructions(): string | undefined;
  readonly listTools: Lists<"tools">;
  readonly listResources: Lists<"resources">;
  readonly listResourceTemplates: Lists<"resourceTemplates">;
  readonly listPrompts: Lists<"prompts">;
  readResource(params: { uri: string }): Promise<{ readonly contents: readonly object[] }>;
  getPrompt(params: {
    name: string;
    arguments: Record<string, string>;
  }): Promise<{ readonly messages: readonly object[] }>;
  complete(params: {
    ref: Reference;
    argument: { name: string; value: string };
  }): Promise<{ readonly completion: { readonly values: readonly string[] } }>;
  ping(): Promise<object>;
  setLoggingLevel(level: "warning"): Promise<object>;
  close(): Promise<void>;
}

/** The transport of an official client, as far as it has a session to end. */
export interface OfficialTransport {
  close(): Promise<void>;
  readonly sessionId?: string | undefined;
  terminateSession?(): Promise<void>;
}

type Shared = Exclude<keyof Client, "revision" | "callTool" | "watch" | "discover">;

/** What is the same with both official clients. */
export class OfficialClient implements Pick<Client, Shared> {
  readonly #official: Official;
  readonly #transport: OfficialTransport;

  constructor(official: Official, transport: OfficialTransport) {
    this.#official = official;
    this.#transport = transport;
  }

  get server(): JsonObject {
    return plain(this.#official.getServerVersion() ?? {});
  }

  get capabilities(): JsonObject {
    return plain(this.#official.getServerCapabilities() ?? {});
  }

  get instructions(): string | undefined {
    return this.#official.getInstructions();
  }

  listTools(): Promise<readonly JsonObject[]> {
    return everyPage((page) => this.#official.listTools(page), "tools");
  }

  listResources(): Promise<readonly JsonObject[]> {
    return everyPage((page) => this.#official.listResources(page), "resources");
  }

  listTemplates(): Promise<readonly JsonObject[]> {
    return everyPage((page) => this.#official.listResourceTemplates(page), "resourceTemplates");
  }

  listPrompts(): Promise<readonly JsonObject[]> {
    return everyPage((page) => this.#official.listPrompts(page), "prompts");
  }

  async readResource(uri: string): Promise<readonly JsonObject[]> {
    const { contents } = await this.#official.readResource({ uri });
    return contents.map(plain);
  }

  async getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<readonly JsonObject[]> {
    const { messages } = await this.#official.getPrompt({ name, arguments: { ...args } });
    return messages.map(plain);
  }

  async complete(ref: Reference, name: string, value: string): Promise<readonly string[]> {
    const { completion } = await this.#official.complete({ ref, argument: { name, value } });
    return completion.values;
  }

  async ping(): Promise<JsonObject> {
    return plain(await this.#official.ping());
  }

  async setLevel(level: "warning"): Promise<JsonObject> {
    return plain(await this.#official.setLoggingLevel(level));
  }

  get sessionId(): string | undefined {
    return this.#transport.sessionId;
  }

  async endSession(): Promise<void> {
    await this.#transport.terminateSession?.();
  }

  close(): Promise<void> {
    return this.#official.close();
  }
}

async function everyPage<Name extends string>(list: Lists<Name>, name: Name): Promise<readonly JsonObject[]> {
  const entries: JsonObject[] = [];
  let page: Cursor | undefined;
  do {
    const answer = await list(page);
    entries.push(...answer[name].map(plain));
    page = answer.nextCursor === undefined ? undefined : { cursor: answer.nextCursor };
  } while (page !== undefined);
  return entries;
}

/** What the clients give has types of theirs; here it is what came in JSON. */
export function plain(value: object): JsonObject {
  return { ...value };
}
