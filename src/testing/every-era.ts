import { REVISION } from "../protocol/revisions.js";
import type { Server } from "../server/server.js";
import { type ConnectOptions, connectBy, type Manner } from "./connect.js";
import type { TestClient } from "./test-client.js";

/** One way a client can speak with a server: a revision, over a transport. */
export interface Era extends Manner {
  /** `2025-11-25 over HTTP`, for the title of a suite. */
  readonly name: string;
  /** Whether its clients open with `initialize`. */
  readonly handshake: boolean;
  /**
   * A client of this revision, as `connect` makes one of the newest. Where there is a handshake it is done, questions
   * are answered while a call runs, and `listen` subscribes; `resend` says nothing there, for nothing is sent twice.
   *
   * @throws {RpcFailure} where the server does not serve this era (`legacy: "off"`).
   */
  connect(server: Server, options?: ConnectOptions): Promise<TestClient>;
}

const MANNERS: readonly Manner[] = [
  { revision: REVISION, transport: "memory" },
  { revision: REVISION, transport: "HTTP" },
  { revision: "2025-11-25", transport: "memory" },
  { revision: "2025-11-25", transport: "HTTP" },
  { revision: "2025-06-18", transport: "memory" },
  { revision: "2025-06-18", transport: "HTTP" },
  { revision: "2025-03-26", transport: "memory" },
  { revision: "2025-03-26", transport: "HTTP" },
  { revision: "2024-11-05", transport: "memory" },
];

/**
 * Runs a body once for every revision and transport a server is served on, whichever test runner it is for: what the
 * body does with an era, as to describe a suite under its name, is its own matter.
 *
 * @example
 * everyEra((era) => {
 *   describe(`greeting, ${era.name}`, () => {
 *     it("greets", async () => {
 *       const client = await era.connect(server);
 *       expect((await client.callTool("greet", { name: "Ada" })).content).to.eql([text("Hello, Ada")]);
 *       await client.close();
 *     });
 *   });
 * });
 */
export function everyEra(body: (era: Era) => void): void {
  for (const manner of MANNERS) {
    body({
      ...manner,
      name: `${manner.revision} over ${manner.transport}`,
      handshake: manner.revision !== REVISION,
      connect: (server, options = {}) => connectBy(manner, server, options),
    });
  }
}
