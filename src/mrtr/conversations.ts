import { Refusal } from "../errors/refusal.js";
import { isObject, type JsonObject } from "../protocol/json.js";
import type { AskingRequest, Conversation, ConversationSource } from "./conversation.js";
import { emptyJournal, type Journal } from "./journal.js";
import { Replay } from "./replay.js";
import type { Binding, RequestStates } from "./request-states.js";

const NOTHING: JsonObject = Object.freeze({});

/** Begins the conversations of a server, and takes them up again. */
export class Conversations implements ConversationSource {
  readonly #states: RequestStates;
  readonly #noted = new Set<string>();

  constructor(states: RequestStates) {
    this.#states = states;
  }

  /** The first round of a call. */
  begin(request: AskingRequest): Conversation {
    return this.#converse(request, emptyJournal(), NOTHING);
  }

  /**
   * The round that a request brings answers or a state for (row 20): a state is checked before anything else is
   * done with the call, and answers without one are answers that nobody asked for.
   */
  resume(request: AskingRequest): Conversation | Refusal | Promise<Conversation | Refusal> {
    const { inputResponses: given = NOTHING, requestState } = request.params;
    if (!isObject(given)) return new Refusal("ERR_INPUT_RESPONSES");
    if (requestState === undefined || requestState === null) {
      return this.#converse(request, emptyJournal(), given);
    }
    const binding = findBinding(request);
    if (binding === undefined) return new Refusal("ERR_STATE_REFUSED");
    const go = (journal: Journal | Refusal): Conversation | Refusal =>
      journal instanceof Refusal ? journal : this.#converse(request, journal, given);
    const opened = this.#states.open(requestState, binding);
    return opened instanceof Promise ? opened.then(go) : go(opened);
  }

  #converse(request: AskingRequest, journal: Journal, given: JsonObject): Conversation {
    const seal = (next: Journal): string => this.#states.seal(next, bindingOf(request));
    return new Replay(request, { journal, given, seal, noteDeprecated: (what) => this.#note(what, request) });
  }

  /** Once for a server: what it uses is on its way out of the protocol (DEPR-04). */
  #note(what: string, request: AskingRequest): void {
    if (this.#noted.has(what)) return;
    this.#noted.add(what);
    const message = `${request.member} uses ${what}, which the protocol deprecates since 2026-07-28 (SEP-2577); it works until it is taken away, 2027-07-28 at the earliest`;
    request.note("warning", { deprecated: what }, message);
  }
}

function bindingOf(request: AskingRequest): Binding {
  const { method, params } = request;
  return { method, params, principal: request.principal() };
}

/** Undefined where the server's own code fails to say who calls: then nobody is let in (A16). */
function findBinding(request: AskingRequest): Binding | undefined {
  try {
    return bindingOf(request);
  } catch (error) {
    request.note("error", { error }, "requestState.principal failed, so the round is refused");
    return undefined;
  }
}
