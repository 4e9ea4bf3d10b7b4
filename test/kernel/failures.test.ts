import {
  Complete,
  createServer,
  Feature,
  Field,
  type JsonObject,
  type LogFields,
  Prompt,
  Resource,
  type Server,
  Tool,
} from "blazon";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { META } from "../support/link.js";
import { Pipe } from "../support/pipe.js";

const SECRET = "connect ECONNREFUSED 10.0.0.5:5432 as admin:hunter2";

class Cruel extends Error {
  override get message(): string {
    throw new Error(SECRET);
  }
}

/** What handlers throw by accident; each holds the secret where it can hold anything. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  error: () => new Error(SECRET),
  "an error with a cause": () => new Error("query failed", { cause: new Error(SECRET) }),
  "several errors": () => new AggregateError([new Error(SECRET)], SECRET),
  "an error of the language": () => new TypeError(SECRET),
  "an error with members": () => Object.assign(new Error("x"), { code: SECRET, path: "/etc/passwd.js" }),
  "an error whose message throws": () => new Cruel(),
  "a lookalike of a protocol error": () => ({
    name: "RpcError",
    number: -32000,
    message: SECRET,
    code: -32000,
  }),
  "a lookalike of a tool error": () => Object.assign(new Error(SECRET), { name: "ToolError" }),
  text: () => SECRET,
  null: () => null,
  undefined: () => undefined,
  symbol: () => Symbol(SECRET),
  function: () => () => SECRET,
  proxy: () =>
    new Proxy(
      {},
      {
        get() {
          throw new Error(SECRET);
        },
      },
    ),
};

let thrown: () => unknown = () => undefined;

class Ref {
  @Field({ maxLength: 10 }) id!: string;
}

@Feature()
class Failing {
  @Tool() now(): string {
    throw thrown();
  }
  @Tool() async later(): Promise<string> {
    throw thrown();
  }
  @Resource("failing://{id}") read(_ref: Ref): string {
    throw thrown();
  }
  @Prompt() async ask(_ref: Ref): Promise<string> {
    throw thrown();
  }
  @Complete({ prompt: "ask", argument: "id" }) ids(): string[] {
    throw thrown();
  }
}

const REQUESTS: readonly (readonly [member: string, method: string, params: JsonObject])[] = [
  ["Failing.now", "tools/call", { name: "now" }],
  ["Failing.later", "tools/call", { name: "later" }],
  ["Failing.read", "resources/read", { uri: "failing://a" }],
  ["Failing.ask", "prompts/get", { name: "ask", arguments: { id: "a" } }],
  [
    "Failing.ids",
    "completion/complete",
    { ref: { type: "ref/prompt", name: "ask" }, argument: { name: "id", value: "" } },
  ],
];

describe("what a handler throws by accident (A24)", () => {
  const log: LogFields[] = [];
  const write = (fields: LogFields): void => void log.push(fields);
  let server: Server;
  let pipe: Pipe;
  before(async () => {
    const logger = { debug: write, info: write, warn: write, error: write };
    server = await createServer({ name: "failing", version: "1.0.0", features: [Failing], logger });
    pipe = Pipe.open(server);
  });
  after(async () => {
    await pipe.close();
    await server.close();
  });

  for (const [kind, make] of Object.entries(THROWN)) {
    it(`[TOOL-48] [LOG-10] [BASE-24] is opaque to the client and whole in the log: ${kind}`, async () => {
      for (const [member, method, params] of REQUESTS) {
        const value = make();
        thrown = () => value;
        log.length = 0;
        pipe.send({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: META } });
        await pipe.until(() => pipe.frames.length > 0);
        const [frame, ...others] = pipe.frames.splice(0);
        expect(others).to.eql([]);
        const text = JSON.stringify(frame);
        expect(text, member).to.not.match(
          /ECONNREFUSED|10\.0\.0\.5|hunter2|passwd|query|\.js|node_modules|\bat /,
        );
        const reference = /\(reference ([0-9a-f]{12})\)/.exec(text)?.[1];
        expect(log, member).to.have.length(1);
        expect(log[0]).to.deep.include({ severity: "error", reference, member, method, request: 1 });
        expect(log[0]?.error).to.equal(value);
        if (method === "tools/call") expect(frame?.result).to.deep.include({ isError: true });
        else
          expect(frame?.error).to.eql({ code: -32603, message: `Internal error (reference ${reference})` });
      }
    });
  }

  it("[STATE-03] leaves the calls around it alone", async () => {
    thrown = () => new Error(SECRET);
    for (let id = 0; id < 50; id++) {
      const [, method, params] = REQUESTS[id % REQUESTS.length] as (typeof REQUESTS)[number];
      pipe.send({ jsonrpc: "2.0", id, method, params: { ...params, _meta: META } });
    }
    await pipe.until(() => pipe.frames.length === 50);
    const references = new Set(
      pipe.frames.map((frame) => /reference (\w+)/.exec(JSON.stringify(frame))?.[1]),
    );
    expect(references.size).to.equal(50);
    for (let id = 0; id < 50; id++) expect(pipe.answersTo(id)).to.have.length(1);
  });
});
