import { after, before, describe } from "mocha";
import type { Answered, Link } from "./link.js";
import { type ServerModule, TRANSPORTS, type Transport } from "./transports.js";

/** What a suite has of the transport it runs on. */
export interface Setup {
  readonly transport: Transport;
  /** Sends one message over the link that is open for the suite. */
  send(message: unknown): Promise<Answered>;
}

/** Runs one suite on every transport, each with a server of its own. */
export function onEveryTransport(title: string, module: ServerModule, suite: (setup: Setup) => void): void {
  for (const transport of TRANSPORTS) {
    describe(`${title}, over ${transport.name}`, () => {
      let link: Link;
      before(async () => {
        link = await transport.open(module);
      });
      after(() => link.close());
      suite({ transport, send: (message) => link.send(message) });
    });
  }
}
