import { InFlight } from "../../src/kernel/in-flight.js";
import type { Exchange } from "../../src/kernel/port.js";

/** A pipe that goes on for ever, and counts what is sent ahead of answers. */
export class CountingExchange implements Exchange {
  readonly headers = null;
  readonly inFlight = new InFlight();
  readonly streams = true;
  readonly peer = this;
  readonly congested = false;
  readonly closed = false;
  frames = 0;

  onClose(): void {}

  onRelief(): void {}

  send(): void {
    this.frames++;
  }
}
