import { HEADER } from "../protocol/headers.js";
import { isObject } from "../protocol/json.js";
import type { RequestId } from "../protocol/json-rpc.js";
import type { Internals } from "../server/internals.js";
import { HttpLink } from "./http-link.js";
import type { OnFrame } from "./link.js";

/** Its clients knew no header for the version. */
const WITHOUT_VERSION_HEADER = "2025-03-26";

/** HTTP of the revisions with a handshake: a session, and a stream for what belongs to no request. */
export class SessionHttp extends HttpLink {
  readonly #revision: string;
  #session: string | undefined;
  #isOpen = false;

  constructor(internals: Internals, revision: string, onFrame: OnFrame) {
    super(internals.fetch, onFrame);
    this.#revision = revision;
  }

  /** Takes what the server says of its own accord; a server without sessions says nothing so. */
  async hear(): Promise<void> {
    if (this.#session === undefined) return;
    const headers = { ...this.headersOf(undefined), accept: "text/event-stream" };
    const { reply } = await this.begin({ method: "GET", headers });
    void reply;
  }

  cancel(requestId: RequestId, reason?: string): void {
    const params = reason === undefined ? { requestId } : { requestId, reason };
    void this.send({ jsonrpc: "2.0", method: "notifications/cancelled", params });
  }

  override async close(): Promise<void> {
    if (this.#session !== undefined)
      await this.exchange({ method: "DELETE", headers: this.headersOf(undefined) });
    await super.close();
  }

  protected override async begin(...sent: Parameters<HttpLink["begin"]>): ReturnType<HttpLink["begin"]> {
    const begun = await super.begin(...sent);
    this.#session ??= begun.response?.headers.get(HEADER.session) ?? undefined;
    return begun;
  }

  protected headersOf(message: unknown): Readonly<Record<string, string>> {
    const isFirst = !this.#isOpen && isObject(message) && message.method === "initialize";
    this.#isOpen ||= isFirst;
    return {
      ...(this.#session !== undefined && { [HEADER.session]: this.#session }),
      ...(!isFirst &&
        this.#revision !== WITHOUT_VERSION_HEADER && { [HEADER.protocolVersion]: this.#revision }),
    };
  }
}
