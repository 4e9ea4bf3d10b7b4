import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createHelpdesk } from "../../sample-app/server.js";
import { silent } from "./desk.js";
import { createEndlessDesk } from "./endless-desk.js";

/** A help desk and the official client, connected. */
export interface Session {
  readonly client: Client;
  /** Fulfilled when an import of `endless.csv` has ended on the server's side. */
  readonly left: Promise<unknown>;
  close(): Promise<void>;
}

/** A way to reach a help desk in memory; an endless one has nothing but `endless.csv`. */
export interface Setup {
  readonly name: string;
  start(kind: "seeded" | "endless"): Promise<Session>;
}

/** What the person at the client says to each of the desk's questions. */
function answerTo(message: string): Record<string, string | boolean> {
  if (message.startsWith("Close ")) return { close: true };
  if (message.startsWith("Why ")) return { reason: "The whole floor is without tea." };
  if (message.endsWith("Who takes it over?")) return { assignee: "Mira Okafor" };
  return { priority: "high" };
}

async function connect(transport: Transport): Promise<Client> {
  const negotiation = { mode: { pin: "2026-07-28" } } as const;
  const client = new Client(
    { name: "helpdesk-test", version: "1.0.0" },
    { versionNegotiation: negotiation, capabilities: { elicitation: { form: {} }, sampling: {} } },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => ({
    action: "accept",
    content: answerTo(params.message),
  }));
  client.setRequestHandler("sampling/createMessage", () => ({
    role: "assistant",
    content: { type: "text", text: "It waits for a part." },
    model: "test-model",
  }));
  await client.connect(transport);
  return client;
}

const stdio: Setup = {
  name: "stdio",
  async start(kind) {
    const script = kind === "seeded" ? "../../sample-app/stdio.js" : "./endless-stdio.js";
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [fileURLToPath(new URL(script, import.meta.url))],
      env: { HELPDESK_DB: ":memory:" },
      stderr: "pipe",
    });
    const left = transport.stderr === null ? Promise.resolve() : leftOnStderr(transport.stderr);
    const client = await connect(transport);
    return { client, left, close: () => client.close() };
  },
};

async function leftOnStderr(stderr: NodeJS.EventEmitter): Promise<void> {
  for (let text = ""; !text.includes("the import was left"); ) text += (await once(stderr, "data")).join("");
}

const http: Setup = {
  name: "HTTP",
  async start(kind) {
    const { promise: left, resolve } = withResolver();
    const desk =
      kind === "seeded"
        ? await createHelpdesk({ database: ":memory:", logger: silent })
        : await createEndlessDesk(resolve, silent);
    const { url } = await desk.listen({ port: 0, signals: false });
    const client = await connect(new StreamableHTTPClientTransport(new URL(url)));
    const close = async (): Promise<void> => {
      await client.close();
      await desk.close();
    };
    return { client, left, close };
  },
};

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

export const SETUPS: readonly Setup[] = [stdio, http];
