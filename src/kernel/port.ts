import type { Buffer } from "node:buffer";
import type { Refusal } from "../errors/refusal.js";
import type { HeaderFields } from "../handler/request-context.js";
import type { InFlight } from "./in-flight.js";

/** A connection whose two sides send when they like: stdio, a socket, memory. */
export interface Line {
  readonly closed: boolean;
  /** True while what was sent waits for a client that reads more slowly. */
  readonly congested: boolean;
  /** Calls back once when a congested client has taken what waited for it. */
  onRelief(listener: () => void): void;
  /** Calls back once when the connection ends. */
  onEnd(listener: () => void): void;
  /** Sends a frame that belongs to no message of the client; dropped after the end. */
  send(frame: string): void;
}

/** One message's way back to the client, as its transport offers it. */
export interface Exchange {
  /** The connection itself; null where every message comes on its own (HTTP). */
  readonly line: Line | null;
  /** The HTTP request's header fields; null where a transport has none, and the header rows do not apply. */
  readonly headers: HeaderFields | null;
  /** Requests of the same pipe that are still running; null where every message comes on its own (HTTP). */
  readonly inFlight: InFlight | null;
  /** Whether frames can go ahead of the reply: false for an HTTP client that does not take SSE. */
  readonly streams: boolean;
  /** Whom the message is from, as far as the transport can tell: the pipe itself, or the address of an HTTP client. */
  readonly peer: unknown;
  /** True once nothing can reach the client any more. */
  readonly closed: boolean;
  /** True while what was sent waits for a client that reads more slowly. */
  readonly congested: boolean;
  /** Calls back once when the client goes away; at once where it has gone already. */
  onClose(listener: () => void): void;
  /** Calls back once when a congested client has taken what waited for it. */
  onRelief(listener: () => void): void;
  /**
   * Sends a frame ahead of the reply. Frames after the reply, or after the client left, are dropped. `eventId` is
   * what a stream of events can be resumed behind; elsewhere it says nothing.
   */
  send(frame: string, eventId?: string): void;
}

/** An HTTP exchange as sessions see it: a stream that is opened and closed for its own sake. */
export interface StreamExchange extends Exchange {
  /** Begins the stream before there is anything to send: with an event without data, where `eventId` is given. */
  open(eventId: string | undefined, retryMs: number): void;
  /** Ends the stream without a reply. */
  end(): void;
}

/** The answer to one message: a frame of JSON on one line. */
export class Reply {
  constructor(
    /** HTTP status, for a reply that nothing was streamed ahead of. */
    readonly status: number,
    readonly text: string,
    /** Bytes that follow the text: a list page, serialized at boot. */
    readonly page?: Buffer,
    /** A frame that follows on a pipe, which goes on after the reply. */
    readonly follower?: string,
    /** Header fields of its own for HTTP, names and values in turn. */
    readonly headers?: readonly string[],
  ) {}
}

/** Undefined where nothing is sent back: notifications, cancelled requests. */
export type Answer = Reply | undefined;

/** All a transport sees of the server behind it. */
export interface Port {
  /** The rows of the ladder from JSON on, for one message as text. Never throws, never rejects. */
  receive(text: string, exchange: Exchange): Answer | Promise<Answer>;
  /** The same for a message that was parsed already. */
  accept(message: unknown, exchange: Exchange): Answer | Promise<Answer>;
  /** An HTTP request without a message: `GET` opens a stream, `DELETE` ends a session. Absent where only POST is served. */
  visit?(method: "GET" | "DELETE", exchange: StreamExchange): Answer | Promise<Answer>;
  /** The reply to a check that the transport made itself, without an id. Logged with its row. */
  refuse(refusal: Refusal): Reply;
}
