import {
  type ConnectOptions,
  Client as Negotiating,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { JsonObject } from "blazon";
import type {
  Address,
  CallOptions,
  CallResult,
  Change,
  Client,
  ClientKind,
  Host,
  Question,
  Wants,
} from "./client.js";
import { OfficialClient, plain } from "./official.js";

const CLIENT = "@modelcontextprotocol/client";

interface Way {
  readonly mode: VersionNegotiationMode;
  /** The revisions it says it knows; all that it does without them. */
  readonly versions?: readonly string[];
  /** What it knows of the server from before. */
  readonly prior?: NonNullable<ConnectOptions["prior"]>;
}

/** `@modelcontextprotocol/client` in each of its ways to agree on a revision, and with each revision it knows. */
export const NEGOTIATING_CLIENTS: readonly ClientKind[] = [
  kindOf("pinned", "2026-07-28", { mode: { pin: "2026-07-28" } }),
  kindOf("probing", "2026-07-28", { mode: "auto" }),
  {
    name: `${CLIENT}, which was here before`,
    revision: "2026-07-28",
    lacks: [],
    async connect(address, host) {
      const first = await open(address, {}, { mode: "auto" });
      const discover = first.negotiating.getDiscoverResult();
      await first.close();
      if (discover === undefined) throw new Error("The first connection discovered nothing");
      return open(address, host, { mode: "legacy", prior: { kind: "modern", discover } });
    },
  },
  kindOf("told that the server is old", "2025-11-25", { mode: "auto", prior: { kind: "legacy" } }),
  ...["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"].map((version) =>
    kindOf("with a handshake", version, { mode: "legacy", versions: [version] }),
  ),
];

function kindOf(name: string, revision: string, way: Way): ClientKind {
  return {
    name: `${CLIENT}, ${name}`,
    revision,
    lacks: [],
    connect: (address, host) => open(address, host, way),
  };
}

async function open(address: Address, host: Host, way: Way): Promise<NegotiatingClient> {
  const { mode, versions, prior } = way;
  const transport = transportTo(address);
  const negotiating = new Negotiating(
    { name: "helpdesk-test", version: "1.0.0" },
    {
      versionNegotiation: { mode },
      ...(versions && { supportedProtocolVersions: [...versions] }),
      capabilities: {
        ...(host.person && { elicitation: { form: {} } }),
        ...(host.model && { sampling: {} }),
      },
    },
  );
  answer(negotiating, host);
  await negotiating.connect(transport, { ...(prior && { prior }) });
  return new NegotiatingClient(negotiating, transport);
}

function transportTo(address: Address): StdioClientTransport | StreamableHTTPClientTransport {
  if (address.over === "HTTP")
    return new StreamableHTTPClientTransport(address.url, { ...(address.fetch && { fetch: address.fetch }) });
  const { script, env } = address;
  return new StdioClientTransport({
    command: process.execPath,
    args: [script],
    env: { ...env },
    stderr: "ignore",
  });
}

function answer(negotiating: Negotiating, { person, model }: Host): void {
  if (person !== undefined)
    negotiating.setRequestHandler("elicitation/create", async ({ params }) => ({
      ...(await person(params as Question)), // nothing but forms is asked of a client that declares forms
    }));
  if (model !== undefined)
    negotiating.setRequestHandler("sampling/createMessage", ({ params }) => ({
      role: "assistant",
      content: { type: "text", text: model(params) },
      model: "test-model",
    }));
}

class NegotiatingClient extends OfficialClient implements Client {
  readonly negotiating: Negotiating;

  constructor(negotiating: Negotiating, transport: StdioClientTransport | StreamableHTTPClientTransport) {
    super(negotiating, transport);
    this.negotiating = negotiating;
  }

  get revision(): string | undefined {
    return this.negotiating.getNegotiatedProtocolVersion();
  }

  async callTool(name: string, args: JsonObject, options: CallOptions = {}): Promise<CallResult> {
    const { signal, onProgress } = options;
    const { content, structuredContent, isError } = await this.negotiating.callTool(
      { name, arguments: args },
      { ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) },
    );
    return {
      content: content.map(plain),
      structuredContent: structuredContent as JsonObject | undefined, // an object by every schema of the desk's
      isError: isError === true,
    };
  }

  async watch(wants: Wants, heard: (change: Change) => void): Promise<() => Promise<unknown>> {
    const { negotiating } = this;
    negotiating.setNotificationHandler("notifications/resources/updated", ({ params: { uri } }) =>
      heard({ uri }),
    );
    if (wants.resourceList === true)
      negotiating.setNotificationHandler("notifications/resources/list_changed", () => heard("resources"));
    const uris = [...(wants.resources ?? [])];
    if (negotiating.getProtocolEra() === "modern") {
      const list = wants.resourceList === true ? { resourcesListChanged: true } : {};
      const subscription = await negotiating.listen({
        ...list,
        ...(uris.length > 0 && { resourceSubscriptions: uris }),
      });
      return () => subscription.close();
    }
    for (const uri of uris) await negotiating.subscribeResource({ uri });
    return () => Promise.all(uris.map((uri) => negotiating.unsubscribeResource({ uri })));
  }

  async discover(): Promise<readonly string[]> {
    return (await this.negotiating.discover()).supportedVersions;
  }
}
