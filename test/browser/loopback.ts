import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What a page is answered with. */
export interface Page {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** A server of pages on loopback, which keeps what it was asked for and had no page for. */
export class Loopback {
  readonly pages = new Map<string, Page>();
  readonly #strangers: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(({ url = "" }, response) => {
      const page = this.pages.get(url);
      if (page !== undefined) return void response.setHeader("content-type", page.type).end(page.body);
      // Browsers ask for it by themselves, whatever a page says.
      if (url !== "/favicon.ico") this.#strangers.push(url);
      response.setHeader("access-control-allow-origin", "*").end();
    });
  }

  static async start(): Promise<Loopback> {
    const loopback = new Loopback();
    loopback.#server.listen(0, "127.0.0.1");
    await once(loopback.#server, "listening");
    return loopback;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`; // listens on a port, not a pipe
  }

  /** The paths asked for since the last time, without what follows the first name. */
  takeStrangers(): string[] {
    return this.#strangers.splice(0);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}
