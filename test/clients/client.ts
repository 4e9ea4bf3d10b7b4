import type { JsonObject } from "blazon";

/** What a client is, or what its revision has, and not every one has. */
export type Ability =
  | "annotations"
  | "structured"
  | "titles"
  | "links"
  | "elicitation"
  | "icons"
  | "priming"
  | "handshake"
  | "stateless";

/** The first revision that has it, and the first that has it no more. */
const SPANS: Readonly<Record<Ability, { readonly since?: string; readonly until?: string }>> = {
  annotations: { since: "2025-03-26" },
  structured: { since: "2025-06-18" },
  titles: { since: "2025-06-18" },
  links: { since: "2025-06-18" },
  elicitation: { since: "2025-06-18" },
  icons: { since: "2025-11-25" },
  priming: { since: "2025-11-25", until: "2026-07-28" },
  handshake: { until: "2026-07-28" },
  stateless: { since: "2026-07-28" },
};

/** One official client in one of its ways to agree on a revision. */
export interface ClientKind {
  readonly name: string;
  /** What it and a server that serves all of them agree on. */
  readonly revision: string;
  /** What the client has not got, though its revision has. */
  readonly lacks: readonly Ability[];
  /** Connects, and declares that it can answer what `host` can. */
  connect(address: Address, host: Host): Promise<Client>;
}

export function can({ revision, lacks }: ClientKind, ability: Ability): boolean {
  const { since = "", until = "9999" } = SPANS[ability];
  return since <= revision && revision < until && !lacks.includes(ability); // dates in their ISO form
}

/** Where a desk can be reached. */
export type Address =
  | { readonly over: "stdio"; readonly script: string; readonly env: Readonly<Record<string, string>> }
  | { readonly over: "HTTP"; readonly url: URL; readonly fetch?: typeof fetch };

/** A form that the desk wants to have filled in. */
export interface Question {
  readonly message: string;
  readonly requestedSchema: JsonObject;
}

/** What a person does about a form. */
export type Answer =
  | { readonly action: "accept"; readonly content: Readonly<Record<string, string | boolean>> }
  | { readonly action: "decline" | "cancel" };

/** What the desk wants a model to go on with. */
export interface Prompting {
  readonly systemPrompt?: string | undefined;
  readonly maxTokens: number;
  readonly messages: readonly unknown[];
}

/** Who sits behind the client. What is absent is declared as a thing the client cannot do. */
export interface Host {
  readonly person?: (question: Question) => Answer | Promise<Answer>;
  readonly model?: (prompting: Prompting) => string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: {
    readonly progress: number;
    readonly message?: string | undefined;
  }) => void;
}

export interface CallResult {
  readonly content: readonly JsonObject[];
  readonly structuredContent: JsonObject | undefined;
  readonly isError: boolean;
}

/** What completion refers to. */
export type Reference =
  | { readonly type: "ref/resource"; readonly uri: string }
  | { readonly type: "ref/prompt"; readonly name: string };

/** What a client wants to hear of. */
export interface Wants {
  readonly resources?: readonly string[];
  readonly resourceList?: boolean;
}

/** What it hears: the URI of a resource, or that the list of resources is another one. */
export type Change = { readonly uri: string } | "resources";

/** A connected client, the same whoever wrote it. Lists are whole, however many pages they came in. */
export interface Client {
  /** What the server says of itself. */
  readonly server: JsonObject;
  readonly revision: string | undefined;
  readonly capabilities: JsonObject;
  readonly instructions: string | undefined;
  listTools(): Promise<readonly JsonObject[]>;
  listResources(): Promise<readonly JsonObject[]>;
  listTemplates(): Promise<readonly JsonObject[]>;
  listPrompts(): Promise<readonly JsonObject[]>;
  callTool(name: string, args: JsonObject, options?: CallOptions): Promise<CallResult>;
  readResource(uri: string): Promise<readonly JsonObject[]>;
  getPrompt(name: string, args: Readonly<Record<string, string>>): Promise<readonly JsonObject[]>;
  complete(ref: Reference, name: string, value: string): Promise<readonly string[]>;
  /** Resolves when the server has agreed; what is returned ends it. */
  watch(wants: Wants, heard: (change: Change) => void): Promise<() => Promise<unknown>>;
  /** The versions that the server says it serves; the stateless revisions alone. */
  discover(): Promise<readonly string[]>;
  /** The handshake revisions alone, as the next. */
  ping(): Promise<JsonObject>;
  setLevel(level: "warning"): Promise<JsonObject>;
  /** The session of an HTTP connection; undefined where there is none. */
  readonly sessionId: string | undefined;
  /** Says that the session is over (LEG-12). */
  endSession(): Promise<void>;
  close(): Promise<void>;
}
