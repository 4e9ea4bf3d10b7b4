import { Client as Sdk } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
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

/** `@modelcontextprotocol/sdk`, which knows the revisions with a handshake alone, and asks for the newest of them. */
export const SDK_CLIENT: ClientKind = {
  name: "@modelcontextprotocol/sdk",
  revision: "2025-11-25",
  lacks: [],
  async connect(address, host) {
    const transport = transportTo(address);
    const sdk = new Sdk(
      { name: "helpdesk-test", version: "1.0.0" },
      {
        capabilities: {
          ...(host.person && { elicitation: { form: {} } }),
          ...(host.model && { sampling: {} }),
        },
      },
    );
    answer(sdk, host);
    // It implements it; its own types disagree about members that are absent and members that are undefined.
    await sdk.connect(transport as Transport);
    return new SdkClient(sdk, transport);
  },
};

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

function answer(sdk: Sdk, { person, model }: Host): void {
  if (person !== undefined)
    sdk.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
      ...(await person(params as Question)), // nothing but forms is asked of a client that declares forms
    }));
  if (model !== undefined)
    sdk.setRequestHandler(CreateMessageRequestSchema, ({ params }) => ({
      role: "assistant",
      content: { type: "text", text: model(params) },
      model: "test-model",
    }));
}

class SdkClient extends OfficialClient implements Client {
  readonly #sdk: Sdk;
  readonly #transport: { readonly protocolVersion?: string | undefined };

  constructor(sdk: Sdk, transport: StdioClientTransport | StreamableHTTPClientTransport) {
    super(sdk, transport);
    this.#sdk = sdk;
    this.#transport = transport as { readonly protocolVersion?: string | undefined }; // over HTTP alone
  }

  /** The client itself does not tell; its HTTP transport sends it with every message. */
  get revision(): string | undefined {
    return this.#transport.protocolVersion;
  }

  async callTool(name: string, args: JsonObject, options: CallOptions = {}): Promise<CallResult> {
    const { signal, onProgress } = options;
    const result = await this.#sdk.callTool({ name, arguments: args }, undefined, {
      ...(signal && { signal }),
      ...(onProgress && { onprogress: onProgress }),
    });
    return {
      content: (result.content as object[]).map(plain), // the client has checked it against its schema
      structuredContent: result.structuredContent as JsonObject | undefined, // as above
      isError: result.isError === true,
    };
  }

  async watch(wants: Wants, heard: (change: Change) => void): Promise<() => Promise<unknown>> {
    this.#sdk.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params: { uri } }) =>
      heard({ uri }),
    );
    if (wants.resourceList === true)
      this.#sdk.setNotificationHandler(ResourceListChangedNotificationSchema, () => heard("resources"));
    const uris = wants.resources ?? [];
    for (const uri of uris) await this.#sdk.subscribeResource({ uri });
    return () => Promise.all(uris.map((uri) => this.#sdk.unsubscribeResource({ uri })));
  }

  discover(): never {
    throw new Error("This client knows no server/discover");
  }
}
