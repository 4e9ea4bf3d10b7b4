import { isRecord } from "../support/link.js";
import { type Debt, idText } from "./debt.js";
import { faultOfFrame } from "./frame-check.js";

interface Account {
  owed: number;
  paid: number;
  cancelled: boolean;
  methods: (string | undefined)[];
  tokens: unknown[];
  logs: boolean;
}

const META_LEVEL = "io.modelcontextprotocol/logLevel";

/**
 * Holds what came over a connection against what the messages sent are owed: one answer for each request, an
 * error without an id for what cannot be read, nothing for the rest, and nothing that was not asked for.
 */
export class LineLedger {
  readonly faults: string[] = [];
  readonly #accounts = new Map<string, Account>();
  readonly #namelessOwed = new Map<number, number>();
  readonly #namelessPaid = new Map<number, number>();

  constructor(debts: readonly Debt[]) {
    for (const debt of debts) this.#owe(debt);
  }

  /** The client tells the server to stop: an answer may be on its way, or never come. */
  cancel(id: string): void {
    const account = this.#accounts.get(id);
    if (account !== undefined) account.cancelled = true;
  }

  /** Whether a request that was cancelled may be answered yet: one of its id came after the cancelling. */
  get mayGoOn(): boolean {
    return [...this.#accounts.values()].some(({ owed, paid, cancelled }) => cancelled && paid < owed);
  }

  receive(text: string): void {
    const frame: unknown = parsed(text);
    const account =
      isRecord(frame) && frame.id !== undefined ? this.#accounts.get(idText(frame.id)) : undefined;
    const method = account?.methods.length === 1 ? account.methods[0] : undefined;
    const fault = faultOfFrame(text, method) ?? (isRecord(frame) ? this.#take(frame, account) : undefined);
    if (fault !== undefined) this.faults.push(`${fault}: ${text.slice(0, 400)}`);
  }

  /** What is still owed, or was paid too often; empty when all is in order. */
  balance(): string[] {
    const open: string[] = [];
    let spare = 0;
    let excused = 0;
    for (const [id, { owed, paid, cancelled }] of this.#accounts) {
      if (paid === 0 && !cancelled) open.push(`no answer to ${id}`);
      if (cancelled) excused += owed - paid;
      else spare += owed - Math.max(paid, 1);
    }
    const parse = this.#namelessBalance(-32700);
    if (parse !== 0) open.push(`${parse} more parse errors are owed than came`);
    // A second request with an id that is in flight is refused without one.
    const invalid = this.#namelessBalance(-32600) + spare;
    if (invalid > 0 || invalid < -excused)
      open.push(`${invalid} more errors without an id are owed than came`);
    return open;
  }

  #namelessBalance(code: number): number {
    return (this.#namelessOwed.get(code) ?? 0) - (this.#namelessPaid.get(code) ?? 0);
  }

  #owe(debt: Debt): void {
    if (debt.kind === "none") return void (debt.cancels !== undefined && this.cancel(debt.cancels));
    if (debt.kind === "nameless") {
      count(this.#namelessOwed, debt.code);
      return;
    }
    const fresh = { owed: 0, paid: 0, cancelled: false, methods: [], tokens: [], logs: false };
    const account: Account = this.#accounts.get(debt.id) ?? fresh;
    this.#accounts.set(debt.id, account);
    const meta = isRecord(debt.params._meta) ? debt.params._meta : {};
    account.owed++;
    account.methods.push(debt.method);
    account.tokens.push(meta.progressToken);
    account.logs ||= meta[META_LEVEL] !== undefined;
  }

  #take(frame: Readonly<Record<string, unknown>>, account: Account | undefined): string | undefined {
    if (typeof frame.method === "string") return this.#faultOfNotification(frame.method, frame.params);
    if (frame.id === undefined) {
      count(this.#namelessPaid, isRecord(frame.error) ? Number(frame.error.code) : 0);
      return undefined;
    }
    if (account === undefined) return "nobody asked with this id";
    account.paid++;
    return account.paid > account.owed ? "this is one answer too many" : undefined;
  }

  #faultOfNotification(method: string, params: unknown): string | undefined {
    const accounts = [...this.#accounts.values()];
    if (!isRecord(params)) return "a notification without params";
    if (method === "notifications/message") {
      return accounts.some(({ logs }) => logs) ? undefined : "nobody asked for logs";
    }
    if (method === "notifications/cancelled") {
      const listen = this.#accounts.get(idText(params.requestId));
      return listen?.methods.includes("subscriptions/listen")
        ? undefined
        : "it is cancelled, and is no listen";
    }
    if (method !== "notifications/progress") return undefined;
    const isWanted = accounts.some(({ tokens }) => tokens.includes(params.progressToken));
    return isWanted ? undefined : "nobody gave this progress token";
  }
}

function count(counts: Map<number, number>, code: number): void {
  counts.set(code, (counts.get(code) ?? 0) + 1);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
