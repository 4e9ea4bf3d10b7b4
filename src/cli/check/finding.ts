import type { Problem } from "../../errors/boot-error.js";
import type { Lint } from "../../lint/lints.js";

/** What keeps a server from starting, or what could be better about it. */
export type Finding = ({ readonly kind: "problem" } & Problem) | ({ readonly kind: "lint" } & Lint);

/** What was found about one server. */
export interface ServerReport {
  readonly name: string;
  readonly version: string;
  readonly findings: readonly Finding[];
  /** What was not looked at, and why. */
  readonly notes: readonly string[];
}

/** What was found about every server that an entry makes. */
export interface Findings {
  readonly servers: readonly ServerReport[];
}

/** Why nothing could be checked. */
export interface Failure {
  readonly message: string;
  readonly fix: string;
  /** What the entry wrote before it ended; undefined where it was not run. */
  readonly output?: string | undefined;
}
