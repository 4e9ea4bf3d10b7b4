import type { JsonObject, Server } from "blazon";
import { after, before, describe } from "mocha";
import { mirrorsOf } from "../support/link.js";
import { framesOf } from "../support/transports.js";
import { expectWireValid } from "../wire/expect-wire-valid.js";

/** Header fields on top of the usual ones; undefined leaves a usual one out. */
export type Fields = Readonly<Record<string, string | undefined>>;

export interface Got {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly frames: readonly JsonObject[];
  /** The last frame. */
  readonly reply: JsonObject;
}

/** A server behind HTTP, as a client sees it. */
export interface Http {
  post(message: unknown, fields?: Fields): Promise<Got>;
  /** The response as it comes, for streams; every frame of `post` is checked against the wire's schema. */
  raw(init: RequestInit): Promise<Response>;
}

/** The fields an HTTP client sends with a message. */
export function fieldsOf(message: unknown, fields: Fields = {}): Record<string, string> {
  const all: Fields = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...mirrorsOf(message),
    ...fields,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >; // what is undefined was left out
}

function clientOf(raw: Http["raw"]): Http {
  return {
    raw,
    async post(message, fields) {
      const body = typeof message === "string" ? message : JSON.stringify(message);
      const response = await raw({ method: "POST", headers: fieldsOf(message, fields), body });
      const text = await response.text();
      const frames = text === "" ? [] : framesOf(response.headers.get("content-type") ?? "", text);
      for (const frame of frames) expectWireValid(frame);
      return { status: response.status, headers: response.headers, text, frames, reply: frames.at(-1) ?? {} };
    },
  };
}

/** Runs a suite against a server by `listen`, and by its `fetch`. */
export function onEveryFront(title: string, build: () => Promise<Server>, suite: (http: Http) => void): void {
  for (const front of ["listen", "fetch"] as const) {
    describe(`${title}, by ${front}`, () => {
      let server: Server;
      let url = "http://localhost/mcp";
      before(async () => {
        server = await build();
        if (front === "listen") ({ url } = await server.listen({ port: 0, signals: false }));
      });
      after(() => server.close());
      suite(
        clientOf((init) => (front === "listen" ? fetch(url, init) : server.fetch(new Request(url, init)))),
      );
    });
  }
}
