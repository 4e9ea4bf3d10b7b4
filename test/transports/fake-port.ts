import { Buffer } from "node:buffer";
import { WIRE_CODES } from "../../src/errors/codes.js";
import { Refusal } from "../../src/errors/refusal.js";
import { type Answer, type Exchange, type Port, Reply } from "../../src/kernel/port.js";

interface Message {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: unknown;
}

/**
 * A port that does what the method says: `echo` answers at once, `later` in another turn, `notify` sends
 * `params` frames ahead, `page` answers with a page, `hang` waits to be told to stop, `hold` until `release`.
 */
export class FakePort implements Port {
  readonly received: string[] = [];
  readonly refused: string[] = [];
  readonly stopped: string[] = [];
  readonly exchanges: Exchange[] = [];
  readonly #held: (() => void)[] = [];

  receive(text: string, exchange: Exchange): Answer | Promise<Answer> {
    this.received.push(text);
    let message: Message;
    try {
      message = JSON.parse(text) as Message;
    } catch {
      return this.refuse(new Refusal("ERR_WIRE_JSON"));
    }
    return this.#run(message, exchange);
  }

  accept(message: unknown, exchange: Exchange): Answer | Promise<Answer> {
    this.received.push(`parsed ${JSON.stringify(message)}`);
    return this.#run(message as Message, exchange);
  }

  refuse(refusal: Refusal): Reply {
    this.refused.push(refusal.code);
    const { rpc, status } = WIRE_CODES[refusal.code];
    return new Reply(
      status,
      JSON.stringify({ jsonrpc: "2.0", error: { code: rpc, message: refusal.message } }),
    );
  }

  release(): void {
    for (const go of this.#held.splice(0)) go();
  }

  #run(message: Message, exchange: Exchange): Answer | Promise<Answer> {
    this.exchanges.push(exchange);
    const { id, method, params } = message;
    if (id === undefined) return this.#notified(message, exchange);
    const reply = result(id, params ?? null);
    switch (method) {
      case "later":
        return new Promise((resolve) => setImmediate(() => resolve(reply)));
      case "notify":
        for (let step = 1; step <= Number(params); step++) exchange.send(progress(step));
        return new Promise((resolve) => setImmediate(() => resolve(reply)));
      case "page":
        return new Reply(200, `{"jsonrpc":"2.0","id":${id},"result":`, Buffer.from('{"tools":["世界"]}}'));
      case "page-after-notify":
        exchange.send(progress(1));
        return new Reply(200, `{"jsonrpc":"2.0","id":${id},"result":`, Buffer.from('{"tools":["世界"]}}'));
      case "refused-late":
        return Promise.resolve(
          new Reply(400, '{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"x"}}'),
        );
      case "hold":
        return new Promise((resolve) => this.#held.push(() => resolve(reply)));
      case "hang":
        return this.#hang(id, exchange);
      default:
        return reply;
    }
  }

  #notified({ method, params }: Message, { inFlight }: Exchange): undefined {
    const { requestId } = (params ?? {}) as { requestId?: string };
    if (method === "notifications/cancelled" && requestId !== undefined)
      inFlight?.cancel(requestId, "asked to");
  }

  #hang(id: string | number, exchange: Exchange): Promise<Answer> {
    return new Promise((resolve) => {
      const stop = (reason: string) => {
        this.stopped.push(`${id}: ${reason}`);
        exchange.inFlight?.end(id, request);
        resolve(undefined);
      };
      const request = { cancel: stop, conclude: () => {} };
      if (exchange.inFlight === null) exchange.onClose(() => stop("left"));
      else exchange.inFlight.begin(id, request);
    });
  }
}

function result(id: string | number, value: unknown): Reply {
  return new Reply(200, JSON.stringify({ jsonrpc: "2.0", id, result: value }));
}

export function progress(step: number): string {
  return JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: { progress: step } });
}

/** Resolves when the condition holds; the test's own timeout is the limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
