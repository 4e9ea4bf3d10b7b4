import { clearInterval, setInterval } from "node:timers"; // the global ones have no unref() on every runtime

/** Something that is told when its time has come round again. */
export interface Ticked {
  tick(): void;
}

/** Turns into which one interval is cut, so that thousands of streams are not written to all at once. */
const SLOTS = 16;

/** Ticks each of many streams once in an interval, with one timer for all; with none while there are none. */
export class KeepAlive {
  readonly #intervalMs: number;
  readonly #slots: readonly Set<Ticked>[];
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  #filled = 0;
  #due = 0;

  /** @param intervalMs 0 for never. */
  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
    this.#slots = Array.from({ length: Math.min(SLOTS, Math.max(1, intervalMs)) }, () => new Set());
  }

  add(stream: Ticked): void {
    if (this.#intervalMs === 0) return;
    this.#slotAt(this.#filled++).add(stream);
    if (this.#count++ > 0) return;
    this.#timer = setInterval(this.#tick, this.#intervalMs / this.#slots.length).unref();
  }

  drop(stream: Ticked): void {
    if (!this.#slots.some((slot) => slot.delete(stream)) || --this.#count > 0) return;
    clearInterval(this.#timer);
  }

  readonly #tick = (): void => {
    for (const stream of [...this.#slotAt(this.#due++)]) stream.tick();
  };

  #slotAt(index: number): Set<Ticked> {
    return this.#slots[index % this.#slots.length] as Set<Ticked>; // there is at least one
  }
}
