import type { Where } from "../errors/boot-error.js";
import { type Details, fill } from "../errors/codes.js";
import { LINT_CODES, type LintCodeName } from "./codes.js";

/** One thing that could be better about a server. */
export interface Lint {
  readonly code: LintCodeName;
  /** The class, class.member or option at fault, such as `TicketQuery.text`. */
  readonly member: string;
  readonly place: string | undefined;
  readonly message: string;
  readonly fix: string;
}

/** Collects what the rules find: each thing once, though several tools may share the class it is in. */
export class Lints {
  readonly #found = new Map<string, Lint>();

  add(code: LintCodeName, { member, place }: Where, details: Details = {}): void {
    const { text, fix } = LINT_CODES[code];
    const message = fill(text, { member, ...details });
    this.#found.set(JSON.stringify([code, member, place, message]), {
      code,
      member,
      place,
      message,
      fix: fill(fix, details),
    });
  }

  get list(): readonly Lint[] {
    return [...this.#found.values()];
  }
}
