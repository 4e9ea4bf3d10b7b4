import { once } from "node:events";
import {
  Complete,
  createServer,
  Feature,
  Field,
  Prompt,
  RequestContext,
  Resource,
  RpcError,
  type Server,
  Tool,
  ToolError,
} from "blazon";

export const url = import.meta.url;

class Words {
  @Field("What comes back", { maxLength: 10_000 }) text!: string;
}
class Sum {
  @Field({ integer: true }) a!: number;
  @Field({ integer: true }) b = 1;
}
class Total {
  @Field() total!: number;
}
class Region {
  @Field({ header: "Region", optional: true, maxLength: 100 }) region?: string;
  @Field({ header: "Level", integer: true, optional: true }) level?: number;
  @Field({ header: "Dry-Run", optional: true }) dry?: boolean;
}
class NoteRef {
  @Field({ maxLength: 100 }) id!: string;
}
class Topic {
  @Field("What it is about", { maxLength: 100 }) topic!: string;
  @Field({ optional: true, maxLength: 100 }) tone?: string;
}
class Failure {
  @Field({ enum: ["error", "string", "null", "undefined", "tool", "rpc", "late"] })
  how!: "error" | "string" | "null" | "undefined" | "tool" | "rpc" | "late";
}

const SECRET = "connect ECONNREFUSED 10.0.0.5:5432 as admin:hunter2";

/** One of everything the kernel has to serve. */
@Feature()
export class Probe {
  @Tool({ description: "Says the text again" })
  echo({ text }: Words): string {
    return text;
  }

  @Tool({ description: "Adds two integers", output: Total })
  async add({ a, b }: Sum): Promise<Total> {
    return { total: a + b };
  }

  @Tool({ description: "Returns nothing" })
  nothing(): void {}

  @Tool({ description: "Says where it was called" })
  whoami(ctx: RequestContext): string {
    return JSON.stringify([
      ctx.id,
      ctx.method,
      ctx.revision,
      ctx.client.can("sampling"),
      ctx.trace.traceparent ?? null,
    ]);
  }

  @Tool({ description: "Mirrors its arguments into headers" })
  mirrored({ region, level, dry }: Region): string {
    return JSON.stringify([region ?? null, level ?? null, dry ?? null]);
  }

  @Tool({ description: "Needs a client that samples", requires: ["sampling.tools"] })
  sampled(): string {
    return "never called without";
  }

  @Tool({ description: "Fails in one of many ways" })
  fail({ how }: Failure): string | Promise<string> {
    switch (how) {
      case "error":
        throw new Error(SECRET);
      case "string":
        throw SECRET;
      case "null":
        throw null;
      case "undefined":
        throw undefined;
      case "tool":
        throw new ToolError("There is no such thing; try another.");
      case "rpc":
        throw new RpcError(1001, "The desk is closed", { opensAt: "08:00" });
      case "late":
        return Promise.reject(new Error(SECRET));
    }
  }

  @Tool({ description: "Reports progress, then ends" })
  async march(ctx: RequestContext): Promise<string> {
    for (const value of [1, 2, 2, 1, 3]) {
      ctx.progress(value, 3, `step ${value}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return "arrived";
  }

  @Tool({ description: "Logs at two levels, then ends" })
  async chat(ctx: RequestContext): Promise<string> {
    ctx.log("debug", "quiet");
    ctx.log("warning", { loud: true }, "probe");
    return "said";
  }

  @Tool({ description: "Runs until it is cancelled" })
  async wait(ctx: RequestContext): Promise<string> {
    if (!ctx.signal.aborted) await once(ctx.signal, "abort");
    return "cancelled";
  }

  @Resource("probe://fixed", { mimeType: "text/plain" })
  fixed(): string {
    return "always the same";
  }

  @Resource("note://{id}", { mimeType: "application/json" })
  note({ id }: NoteRef): { id: string } | undefined {
    return id === "gone" ? undefined : { id };
  }

  @Resource("probe://broken")
  broken(): string {
    throw new Error(SECRET);
  }

  @Complete({ resource: "note://{id}", argument: "id" })
  noteIds(): string[] {
    return ["alpha", "beta", "alphabet", "gamma"];
  }

  @Complete({ prompt: "write", argument: "topic" })
  topics(typed: string): string[] {
    return Array.from({ length: 250 }, (_, index) => `${typed}${index}`);
  }

  @Prompt({ description: "Asks for a text" })
  write({ topic, tone }: Topic): string {
    return `Write about ${topic}${tone === undefined ? "" : `, ${tone}`}.`;
  }
}

/** Swallows the log: these tests are about the wire. */
const silent = { debug() {}, info() {}, warn() {}, error() {} };

export function build(): Promise<Server> {
  return createServer({
    name: "probe",
    version: "1.2.3",
    title: "Probe",
    instructions: "Ask anything.",
    features: [Probe],
    logger: silent,
    hosts: ["localhost", "127.0.0.1"],
  });
}
