import type { JsonObject } from "../../src/index.js";
import { InFlight } from "../../src/kernel/in-flight.js";
import type { Exchange } from "../../src/kernel/port.js";

/** A transport that keeps whatever the kernel hands it, also what a real one would drop. */
export class RecordingExchange implements Exchange {
  readonly headers = null;
  readonly inFlight: InFlight;
  readonly streams = true;
  readonly peer = this;
  readonly congested = false;
  readonly sent: JsonObject[] = [];
  closed = false;
  readonly #listeners: (() => void)[] = [];

  /** Exchanges of one pipe share what is in flight. */
  constructor(inFlight = new InFlight()) {
    this.inFlight = inFlight;
  }

  onClose(listener: () => void): void {
    if (this.closed) listener();
    else this.#listeners.push(listener);
  }

  onRelief(): void {}

  send(frame: string): void {
    this.sent.push(JSON.parse(frame));
  }

  /** The client goes away. */
  leave(): void {
    this.closed = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}
