import { randomBytes } from "node:crypto";
import type { InputMethod } from "../protocol/input-requests.js";
import type { StepFailure } from "./step-failure.js";

/** What the last round asked. */
export interface Pending {
  readonly method: InputMethod;
  /** Of what was asked. */
  readonly digest: string;
  /** How often the question under this key became another one. */
  readonly changes: number;
}

/** A question that was answered; the answer as the client gave it. */
export interface Answered {
  readonly digest: string;
  readonly answer: unknown;
  readonly changes: number;
}

/** A step that ran: what JSON keeps of its value (absent for `undefined`), or how it failed. */
export type Recorded = { readonly value?: unknown } | { readonly failure: StepFailure };

/**
 * What one call knows of its earlier rounds. It travels sealed with the client, and nothing of it stays in the
 * server (MRTR-19).
 */
export interface Journal {
  /** Of this call alone, and the same in all its rounds. */
  readonly chain: string;
  /** Rounds that ended with questions so far. */
  readonly round: number;
  readonly answered: ReadonlyMap<string, Answered>;
  readonly steps: ReadonlyMap<string, Recorded>;
  readonly pending: ReadonlyMap<string, Pending>;
  /** What the explicit style keeps. */
  readonly state: unknown;
}

const CHAIN_BYTES = 12;

/** The journal of a call that begins. */
export function emptyJournal(): Journal {
  return {
    chain: randomBytes(CHAIN_BYTES).toString("base64url"),
    round: 0,
    answered: new Map(),
    steps: new Map(),
    pending: new Map(),
    state: undefined,
  };
}

/** Short, since every round carries it. */
interface Written {
  readonly c: string;
  readonly r: number;
  readonly a: readonly (readonly [string, Answered])[];
  readonly s: readonly (readonly [string, Recorded])[];
  readonly p: readonly (readonly [string, Pending])[];
  readonly x?: unknown;
}

/** @throws {TypeError} for a state that JSON cannot carry. */
export function writeJournal({ chain, round, answered, steps, pending, state }: Journal): string {
  const written: Written = { c: chain, r: round, a: [...answered], s: [...steps], p: [...pending], x: state };
  return JSON.stringify(written);
}

/** Of a text that `writeJournal` made: the seal around it proves that. */
export function readJournal(text: string): Journal {
  const { c, r, a, s, p, x } = JSON.parse(text) as Written;
  return {
    chain: c,
    round: r,
    answered: new Map(a),
    steps: new Map(s),
    pending: new Map(p),
    state: x,
  };
}

/** The entry that takes most room, and its characters: what an author has to make smaller. */
export function largestEntry({ answered, steps, state }: Journal): readonly [name: string, size: number] {
  const entries: (readonly [string, number])[] = [
    ...[...answered].map(([key, { answer }]) => [`the answer "${key}"`, sizeOf(answer)] as const),
    ...[...steps].map(([name, recorded]) => [`the step "${name}"`, sizeOf(recorded)] as const),
    ["the state", sizeOf(state)],
  ];
  return entries.reduce((largest, entry) => (entry[1] > largest[1] ? entry : largest));
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
