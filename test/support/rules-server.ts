import { setImmediate as turn } from "node:timers/promises";
import {
  createServer,
  Feature,
  Field,
  Prompt,
  RequestContext,
  Resource,
  RpcError,
  type Server,
  Tool,
  type ToolResult,
} from "blazon";

export const url = import.meta.url;

class Thrown {
  @Field() code!: number;
  @Field({ schema: {}, optional: true }) data?: unknown;
}
class Count {
  @Field({ integer: true, min: 1, max: 100_000 }) times!: number;
}
class Whose {
  @Field({ maxLength: 100 }) name!: string;
  @Field({ integer: true, min: 0, max: 20 }) turns!: number;
}
class Kind {
  @Field({ enum: ["text", "null", "object", "list", "number", "missing", "function", "circle", "bigint"] })
  kind!: keyof typeof LOGGED;
}

const circle: { self?: unknown } = {};
circle.self = circle;

const LOGGED = {
  text: "words",
  null: null,
  object: { a: [1, { b: true }] },
  list: [1, 2],
  number: 1.5,
  missing: undefined,
  function: () => "secret",
  circle,
  bigint: 5n,
} as const;

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

let waiting = 0;

/** Until so many calls of `waits` run in this process. */
export async function untilWaiting(count: number): Promise<void> {
  while (waiting !== count) await turn();
}

/** What the calls of one process have been told, for as long as the process lives. */
let calls = 0;

/** Handlers that do one thing each, for rules that need it done. */
@Feature()
class Rules {
  @Tool()
  throws({ code, data }: Thrown): string {
    throw new RpcError(code, "thrown on purpose", data);
  }

  @Tool()
  extras(): ToolResult & Record<string, unknown> {
    return {
      content: [{ type: "text", text: "more than asked", _meta: { "com.example/block": 1 } }],
      "com.example/member": { kept: true },
      resultType: "complete",
      _meta: {
        "com.example/result": 1,
        "io.modelcontextprotocol/serverInfo": "nobody",
      },
    };
  }

  /** Reports this many times in one turn. */
  @Tool()
  burst({ times }: Count, ctx: RequestContext): Promise<string> {
    for (let value = 1; value <= times; value++) ctx.progress(value / 4, times / 4);
    return turn("done");
  }

  /** Says more when nobody listens any more. */
  @Tool()
  late(ctx: RequestContext): string {
    setImmediate(() => {
      ctx.progress(1);
      ctx.log("emergency", "too late");
    });
    return "answered";
  }

  @Tool()
  async levels(ctx: RequestContext): Promise<string> {
    for (const level of LEVELS) ctx.log(level, level);
    return "said";
  }

  @Tool()
  async says({ kind }: Kind, ctx: RequestContext): Promise<string> {
    ctx.log("error", LOGGED[kind]);
    return "said";
  }

  /** Waits a few turns, so that others come in between, and tells whose call it was. */
  @Tool()
  async interleaved({ name, turns }: Whose, ctx: RequestContext): Promise<string> {
    for (let waited = 0; waited < turns; waited++) await turn();
    ctx.progress(turns + 1);
    ctx.log("error", name);
    return `${ctx.id}: ${name}`;
  }

  @Tool()
  counted(): string {
    return String(++calls);
  }

  @Tool()
  identity(ctx: RequestContext): string {
    return JSON.stringify({
      info: ctx.client.info ?? null,
      baggage: ctx.trace.baggage ?? null,
      ...ctx.trace,
    });
  }

  /** Runs until it is told to stop. */
  @Tool()
  async waits(ctx: RequestContext): Promise<string> {
    waiting++;
    await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
    waiting--;
    return "stopped";
  }

  @Tool()
  lines(): string {
    return "one\ntwo\r\nthree\u2028four\u0085five";
  }

  @Tool({ requires: ["elicitation.url", "extensions.com.example/x"] })
  needy(): string {
    return "called";
  }

  @Resource("rules://text", { mimeType: "text/plain", ttlMs: 5000, cacheScope: "public" })
  text(): string {
    return "text";
  }

  @Resource("rules://folder", { mimeType: "inode/directory" })
  folder(): string {
    return "rules://text";
  }

  @Prompt()
  prompt(): string {
    return "prompt";
  }
}

/** Swallows the log: these tests are about the wire. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Serves both eras, as every server does that does not say otherwise. */
export function build(): Promise<Server> {
  return buildWith("sessions");
}

export function buildWith(legacy: "sessions" | "off"): Promise<Server> {
  return createServer({
    legacy,
    name: "rules",
    version: "1.0.0",
    features: [Rules],
    logger: silent,
    progressIntervalMs: 3_600_000,
    hosts: ["localhost", "127.0.0.1"],
  });
}
