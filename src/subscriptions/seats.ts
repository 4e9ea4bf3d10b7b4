/** How many listens may be open at once. */
export interface SeatLimits {
  readonly total: number;
  readonly perCaller: number;
}

/** Counts what is open, in all and by caller. */
export class Seats {
  readonly #limits: SeatLimits;
  readonly #byCaller = new Map<unknown, number>();
  #taken = 0;

  constructor(limits: SeatLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a seat; says which limit is reached where there is none. */
  take(caller: unknown): undefined | keyof SeatLimits {
    const own = this.#byCaller.get(caller) ?? 0;
    if (own >= this.#limits.perCaller) return "perCaller";
    if (this.#taken >= this.#limits.total) return "total";
    this.#byCaller.set(caller, own + 1);
    this.#taken++;
    return undefined;
  }

  leave(caller: unknown): void {
    const left = (this.#byCaller.get(caller) ?? 0) - 1;
    if (left > 0) this.#byCaller.set(caller, left);
    else this.#byCaller.delete(caller);
    this.#taken--;
  }
}
