import type { InFlight } from "../kernel/in-flight.js";
import type { Exchange } from "../kernel/port.js";

/** Where frames that go ahead of an answer are sent. */
export interface Way {
  readonly congested: boolean;
  onRelief(listener: () => void): void;
  send(frame: string): void;
}

/** One message over HTTP whose client may hang up without having cancelled it (LEG-16). */
export class DetachedExchange implements Exchange {
  readonly line = null;
  readonly inFlight: InFlight;
  readonly #exchange: Exchange;
  readonly #way: Way;

  constructor(exchange: Exchange, inFlight: InFlight, way: Way = exchange) {
    this.#exchange = exchange;
    this.#way = way;
    this.inFlight = inFlight;
  }

  get headers(): Exchange["headers"] {
    return this.#exchange.headers;
  }

  get streams(): boolean {
    return this.#exchange.streams;
  }

  get peer(): unknown {
    return this.#exchange.peer;
  }

  get closed(): false {
    return false;
  }

  get congested(): boolean {
    return this.#way.congested;
  }

  onClose(): void {
    // It goes on without the connection it came on.
  }

  onRelief(listener: () => void): void {
    this.#way.onRelief(listener);
  }

  send(frame: string): void {
    this.#way.send(frame);
  }
}
