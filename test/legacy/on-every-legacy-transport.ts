import { afterEach, beforeEach, describe } from "mocha";
import type { ServerModule } from "../support/transports.js";
import type { LegacyClient } from "./legacy-client.js";
import { LEGACY_TRANSPORTS, type LegacyTransport } from "./legacy-transports.js";

/** What a test has of the transport it runs on: a client that has not opened yet, new for each test. */
export interface LegacySetup {
  readonly transport: LegacyTransport;
  readonly client: () => LegacyClient;
}

/** Runs one suite on every transport that sessions have. */
export function onEveryLegacyTransport(
  title: string,
  module: ServerModule,
  suite: (setup: LegacySetup) => void,
): void {
  for (const transport of LEGACY_TRANSPORTS) {
    describe(`${title}, over ${transport.name}`, () => {
      let client: LegacyClient;
      beforeEach(async () => {
        client = await transport.open(module);
      });
      afterEach(() => client.close());
      suite({ transport, client: () => client });
    });
  }
}
