import type { Server } from "blazon";
import { type ConnectOptions, type Era, everyEra, type TestClient } from "blazon/testing";
import { after, afterEach, before, describe } from "mocha";

/** What a test has of its era. */
export interface EraSetup {
  readonly era: Era;
  /** A client that is closed after the test. */
  connect(options?: ConnectOptions): Promise<TestClient>;
}

/** Runs one suite in every era, on a server of its own. */
export function onEveryEra(
  title: string,
  build: () => Promise<Server>,
  suite: (setup: EraSetup) => void,
): void {
  everyEra((era) => {
    describe(`${title}, ${era.name}`, () => {
      let server: Server;
      const clients: TestClient[] = [];
      before(async () => {
        server = await build();
      });
      afterEach(async () => {
        for (const client of clients.splice(0)) await client.close();
      });
      after(() => server.close());
      const connect = async (options?: ConnectOptions): Promise<TestClient> => {
        const client = await era.connect(server, options);
        clients.push(client);
        return client;
      };
      suite({ era, connect });
    });
  });
}

/** Whether a revision came with or after another one. */
export function since({ revision }: Era, first: string): boolean {
  return revision >= first; // dates in their ISO form
}

export const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
