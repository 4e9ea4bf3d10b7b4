import { once } from "node:events";
import {
  Complete,
  createServer,
  Feature,
  Field,
  InjectionToken,
  type Logger,
  Prompt,
  RequestContext,
  Resource,
  RpcError,
  type Server,
  Tool,
  ToolError,
} from "blazon";

/** What the desk asks for the time. */
export class Clock {
  now(): string {
    return "the real time";
  }
}

/** Tells what is made and what is disposed. */
export const DIARY = new InjectionToken<string[]>("diary");

export class Store {
  constructor(readonly diary: string[]) {
    diary.push("made");
  }

  dispose(): void {
    this.diary.push("disposed");
  }
}

class Words {
  @Field({ maxLength: 100 }) text!: string;
}
class Topic {
  @Field({ maxLength: 100 }) topic!: string;
  @Field({ optional: true, maxLength: 100 }) tone?: string;
}
class NoteRef {
  @Field({ maxLength: 100 }) id!: string;
}

@Feature({ inject: [Clock, Store] })
class Desk {
  constructor(
    readonly clock: Clock,
    readonly store: Store,
  ) {}

  @Tool()
  now(): string {
    return this.clock.now();
  }

  @Tool()
  say({ text }: Words): string {
    return text;
  }

  @Tool()
  who(ctx: RequestContext): string {
    return `${ctx.client.info?.name} ${ctx.client.can("sampling")} ${JSON.stringify(ctx.meta["com.example/tag"] ?? null)}`;
  }

  @Tool({ requires: ["sampling"] })
  sample(): string {
    return "sampled";
  }

  @Tool()
  async march(ctx: RequestContext): Promise<string> {
    ctx.progress(1, 2, "half");
    ctx.log("warning", "tired");
    ctx.progress(2, 2, "done");
    return "arrived";
  }

  @Tool()
  async wait(ctx: RequestContext): Promise<string> {
    if (!ctx.signal.aborted) await once(ctx.signal, "abort");
    this.store.diary.push(`stopped: ${String(ctx.signal.reason.message)}`);
    return "never seen";
  }

  @Tool()
  async break_later({ text }: Words): Promise<string> {
    await new Promise((resolve) => setImmediate(resolve));
    throw new TypeError(text);
  }

  @Tool()
  break_oddly(): string {
    throw undefined;
  }

  @Tool()
  lie(): string {
    return 42 as unknown as string; // what the compiler would not let pass
  }

  @Tool()
  refuse(): string {
    throw new ToolError("There is no such ticket.");
  }

  @Tool()
  close(): string {
    throw new RpcError(1001, "The desk is closed", { opensAt: "08:00" });
  }

  @Resource("note://{id}", { mimeType: "text/plain" })
  note({ id }: NoteRef): string | undefined {
    if (id === "burnt") throw new RangeError("It burnt down");
    return id === "gone" ? undefined : `note ${id}`;
  }

  @Resource("desk://one")
  one(): string {
    return "one";
  }

  @Resource("desk://two")
  two(): string {
    return "two";
  }

  @Resource("desk://three")
  three(): string {
    return "three";
  }

  @Prompt()
  write({ topic, tone = "plain" }: Topic): string {
    return `Write about ${topic}, ${tone}.`;
  }

  @Prompt()
  greet(): string {
    return "Say hello.";
  }

  @Prompt()
  leave(): string {
    return "Say goodbye.";
  }

  @Complete({ prompt: "write", argument: "tone" })
  tones(typed: string, chosen: Readonly<Record<string, string>>): string[] {
    return [`${typed} and about ${chosen.topic ?? "nothing"}`];
  }

  @Complete({ resource: "note://{id}", argument: "id" })
  ids(): string[] {
    return ["alpha", "alps", "beta"];
  }
}

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A desk whose lists have pages of two. */
export function createDesk(diary: string[] = [], logger = SILENT): Promise<Server> {
  return createServer({
    name: "desk",
    version: "1.0.0",
    features: [Desk],
    providers: [
      Clock,
      { token: DIARY, useValue: diary },
      { token: Store, useFactory: (resolve) => new Store(resolve(DIARY)) },
    ],
    pageSize: 2,
    progressIntervalMs: 0,
    logger,
  });
}
