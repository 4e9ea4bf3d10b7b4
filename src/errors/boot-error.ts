import type { BlazonError } from "./blazon-error.js";
import { BUILD_CODES, type BuildCodeName, type Details, fill } from "./codes.js";

/** One thing that keeps a server from starting. */
export interface Problem {
  readonly code: BuildCodeName;
  /** The class or class.member at fault, such as `Tickets.search_tickets`. */
  readonly member: string;
  /** File, line and column of the annotation, where the runtime knows them. */
  readonly place: string | undefined;
  readonly message: string;
  readonly fix: string;
}

/** Where a problem lies: the class or member, and where it was annotated. */
export interface Where {
  readonly member: string;
  readonly place: string | undefined;
}

/** Collects the problems of one boot, so that all of them are reported at once, and each of them once. */
export class Problems {
  readonly #found: Problem[] = [];
  readonly #findPlace: () => string | undefined;

  /** @param findPlace where the boot was asked for: the place of what was not annotated. */
  constructor(findPlace: () => string | undefined = () => undefined) {
    this.#findPlace = findPlace;
  }

  add(code: BuildCodeName, where: Where, details: Details = {}): void {
    this.#keep(code, where, details);
  }

  /** Takes over what a wrong use of an API was refused with. */
  adopt({ code, details }: BlazonError, where: Where): void {
    this.#keep(code, where, details);
  }

  #keep(code: BuildCodeName, where: Where, details: Details): void {
    const { member, place = this.#findPlace() } = where;
    const { text, fix } = BUILD_CODES[code];
    const message = fill(text, { member, ...details });
    const problem: Problem = { code, member, place, message, fix: fill(fix, details) };
    if (!this.#found.some((known) => isSame(known, problem))) this.#found.push(problem);
  }

  get size(): number {
    return this.#found.length;
  }

  /** What was found so far, in the order it was found. */
  get list(): readonly Problem[] {
    return [...this.#found];
  }

  /** @throws {BootError} with everything found so far, if anything was. */
  throwIfAny(): void {
    if (this.size > 0) throw new BootError(this.list);
  }
}

function isSame(one: Problem, other: Problem): boolean {
  return (
    one.code === other.code &&
    one.member === other.member &&
    one.place === other.place &&
    one.message === other.message
  );
}

/** Why a server did not start: every problem, each with code, class.member, place and fix. */
export class BootError extends Error {
  override readonly name = "BootError";
  readonly code = "ERR_BOOT";

  constructor(
    readonly problems: readonly Problem[],
    options?: ErrorOptions,
  ) {
    const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
    super([`The server cannot start: ${count}`, ...problems.map(report)].join("\n"), options);
  }
}

function report({ code, member, place, message, fix }: Problem): string {
  return `\n  ${code} ${member}${place === undefined ? "" : ` (${place})`}\n    ${message}\n    Fix: ${fix}`;
}
