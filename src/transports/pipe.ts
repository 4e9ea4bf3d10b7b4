import { InFlight } from "../kernel/in-flight.js";
import type { Exchange } from "../kernel/port.js";

/** A connection that carries many messages at once; each gets a {@link PipeExchange} of its own. */
export class Pipe {
  readonly inFlight = new InFlight();
  readonly #watched = new Set<PipeExchange>();
  #waiting: (() => void)[] = [];
  #closed = false;

  constructor(
    /** Hands one frame to the other side. */
    readonly write: (frame: string) => void,
    /** Whether the other side reads more slowly than it is written to; one that never does needs no relief. */
    readonly isCongested: () => boolean = () => false,
  ) {}

  get closed(): boolean {
    return this.#closed;
  }

  /** The other side is gone: tells every exchange that asked, and cancels what still runs (CANC-04). */
  close(reason: string): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const exchange of [...this.#watched]) exchange.leave();
    this.inFlight.cancelAll(reason);
  }

  /** Nothing more comes from the other side: what only waits for news ends in good order. */
  conclude(): void {
    this.inFlight.concludeAll();
  }

  onRelief(listener: () => void): void {
    this.#waiting.push(listener);
  }

  /** The other side has taken what waited for it. */
  relieve(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const listener of waiting) listener();
  }

  watch(exchange: PipeExchange): void {
    this.#watched.add(exchange);
  }

  forget(exchange: PipeExchange): void {
    this.#watched.delete(exchange);
  }
}

/** One message of a pipe. */
export class PipeExchange implements Exchange {
  readonly #pipe: Pipe;
  #answered = false;
  #listeners: (() => void)[] | undefined;

  constructor(pipe: Pipe) {
    this.#pipe = pipe;
  }

  get headers(): null {
    return null;
  }

  get streams(): true {
    return true;
  }

  get inFlight(): InFlight {
    return this.#pipe.inFlight;
  }

  get peer(): Pipe {
    return this.#pipe;
  }

  get closed(): boolean {
    return this.#pipe.closed;
  }

  get congested(): boolean {
    return this.#pipe.isCongested();
  }

  onRelief(listener: () => void): void {
    this.#pipe.onRelief(listener);
  }

  onClose(listener: () => void): void {
    if (this.#pipe.closed) return listener();
    if (this.#answered) return;
    this.#listeners ??= [];
    this.#listeners.push(listener);
    this.#pipe.watch(this);
  }

  send(frame: string): void {
    if (!this.#answered && !this.#pipe.closed) this.#pipe.write(frame);
  }

  /** Nothing follows for this message (CANC-12); whoever waited for the client's end waits no more. */
  finish(): void {
    this.#answered = true;
    if (this.#listeners === undefined) return;
    this.#listeners = undefined;
    this.#pipe.forget(this);
  }

  /** The pipe's end reaches those who asked for it, once. */
  leave(): void {
    const listeners = this.#listeners ?? [];
    this.finish();
    for (const listener of listeners) listener();
  }
}
