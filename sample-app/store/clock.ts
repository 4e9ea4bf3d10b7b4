/** Tells the time. A class, so that it can be injected by its type and replaced in tests. */
export abstract class Clock {
  abstract now(): Date;
}

/** The computer's own clock. */
export const systemClock: Clock = { now: () => new Date() };
