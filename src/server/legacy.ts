import type { Caps } from "../kernel/caps.js";
import type { ContextServices } from "../kernel/context.js";
import type { ReportFailure } from "../kernel/failure.js";
import type { Kernel } from "../kernel/kernel.js";
import type { Method } from "../kernel/method.js";
import { createMethodTable } from "../kernel/method-table.js";
import type { Listening } from "../kernel/methods/subscriptions-listen.js";
import type { Port } from "../kernel/port.js";
import type { Primitives } from "../kernel/target.js";
import { type EventStore, MemoryEventStore } from "../legacy/event-store.js";
import type { Asked, AskSent, LegacyHost } from "../legacy/host.js";
import { LegacyPort } from "../legacy/legacy-port.js";
import type { AskTime } from "../legacy/outgoing.js";
import { Results } from "../legacy/results.js";
import type { Revision } from "../legacy/revision.js";
import type { Implementation } from "../protocol/results.js";
import { EraPort } from "./era-port.js";

/** How clients of the revisions with a handshake are served over HTTP; on connections they have sessions in any case. */
export interface SessionsOptions {
  readonly mode?: "sessions";
  /** Milliseconds after which a session that nobody used is over; 30 minutes without it. */
  readonly idleMs?: number;
  /** Sessions open at once; 10,000 without it. A new one beyond is refused, and no old one ended. */
  readonly maxSessions?: number;
  /** Sessions one caller may have: by `requestState.principal`, else by address; 1,000 without it. */
  readonly maxSessionsPerCaller?: number;
  /**
   * Milliseconds a client has to answer a question, counted anew whenever it reports progress; 10 minutes without it.
   * A function gives them for one question.
   */
  readonly askTimeoutMs?: number | ((asked: Asked) => number);
  /** Milliseconds it has in all, whatever it reports; an hour without it. */
  readonly askMaximumMs?: number;
  /** Keeps what streams carried, for clients whose connection broke; this process's memory without it. */
  readonly eventStore?: EventStore;
}

/**
 * `"sessions"` serves them with everything there is; `"stateless"` takes each HTTP request for itself, without
 * questions and news; `"off"` refuses them, naming the versions that are served.
 */
export type LegacyOption = "sessions" | "stateless" | "off" | SessionsOptions;

const MINUTE_MS = 60_000;
/** Longer than this, timers fire at once. */
const LONGEST_MS = 2_147_483_647;
const ASK_TIMEOUT_MS = 10 * MINUTE_MS;
const ASK_MAXIMUM_MS = 60 * MINUTE_MS;

export interface LegacyParts {
  readonly option: LegacyOption | undefined;
  readonly caps: Caps;
  readonly kernel: Kernel;
  readonly services: ContextServices;
  readonly report: ReportFailure;
  readonly listening: Listening;
  readonly serverInfo: Implementation;
  readonly instructions: string | undefined;
  readonly catalog: { readonly primitives: Primitives };
  readonly now: () => number;
  readonly onAsk: (sent: AskSent) => void;
}

/** The port of both eras, and what of it has to be closed; the kernel alone where there is but one. */
export interface Eras {
  readonly port: Port;
  readonly legacy: LegacyPort | undefined;
}

export function joinEras(parts: LegacyParts): Eras {
  const { option = "sessions", kernel, caps, now } = parts;
  if (option === "off") return { port: kernel, legacy: undefined };
  const sessions = typeof option === "object" ? option : {};
  const { idleMs = 30 * MINUTE_MS, maxSessions = 10_000, maxSessionsPerCaller = 1000 } = sessions;
  const rules =
    option === "stateless"
      ? undefined
      : {
          limits: { total: maxSessions, perCaller: maxSessionsPerCaller },
          idleMs,
          store: sessions.eventStore ?? new MemoryEventStore(),
          now,
        };
  const legacy = new LegacyPort(new Host(parts, sessions), rules);
  return { port: new EraPort(kernel, legacy, caps), legacy };
}

class Host implements LegacyHost {
  readonly services: ContextServices;
  readonly report: ReportFailure;
  readonly listening: Listening;
  readonly serverInfo: Implementation;
  readonly instructions: string | undefined;
  readonly onAsk: (sent: AskSent) => void;
  readonly #sessions: SessionsOptions;
  readonly #catalog: { readonly primitives: Primitives };
  readonly #results = new Map<Revision, Results>();
  #table: ReadonlyMap<string, Method> = new Map();
  #tableOf: Primitives | undefined;

  constructor(parts: LegacyParts, sessions: SessionsOptions) {
    this.services = parts.services;
    this.report = parts.report;
    this.listening = parts.listening;
    this.serverInfo = parts.serverInfo;
    this.instructions = parts.instructions;
    this.onAsk = parts.onAsk;
    this.#sessions = sessions;
    this.#catalog = parts.catalog;
  }

  get primitives(): Primitives {
    return this.#catalog.primitives;
  }

  /** Extensions came with the stateless revisions. */
  findMethod(name: string): Method | undefined {
    const { primitives } = this;
    if (this.#tableOf !== primitives) {
      this.#table = createMethodTable(primitives, [], this.listening);
      this.#tableOf = primitives;
    }
    return this.#table.get(name);
  }

  askTime(asked: Asked): AskTime {
    const { askTimeoutMs = ASK_TIMEOUT_MS, askMaximumMs = ASK_MAXIMUM_MS } = this.#sessions;
    const given = typeof askTimeoutMs === "function" ? askTimeoutMs(asked) : askTimeoutMs;
    const timeoutMs = given > 0 && given <= LONGEST_MS ? given : ASK_TIMEOUT_MS; // what is no time is as if it were not said
    return { timeoutMs, maximumMs: askMaximumMs };
  }

  resultsOf(revision: Revision): Results {
    const known = this.#results.get(revision);
    if (known !== undefined) return known;
    const made = new Results(revision);
    this.#results.set(revision, made);
    return made;
  }
}
