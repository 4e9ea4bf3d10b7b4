import { once } from "node:events";
import {
  createServer,
  Feature,
  Field,
  Notifier,
  Prompt,
  RequestContext,
  Resource,
  type Server,
  type SubscriptionFilter,
  Tool,
} from "blazon";

export const url = import.meta.url;

class Uri {
  @Field({ maxLength: 100 }) uri!: string;
}
class Ref {
  @Field({ maxLength: 100 }) id!: string;
}

/** A server whose changes a client can cause. */
@Feature()
export class Newsroom {
  constructor(private readonly notify: Notifier) {}

  @Tool()
  change_tools(): string {
    this.notify.toolsChanged();
    return "said";
  }

  @Tool()
  change_prompts(): string {
    this.notify.promptsChanged();
    return "said";
  }

  @Tool()
  change_resources(): string {
    this.notify.resourcesChanged();
    return "said";
  }

  @Tool()
  update({ uri }: Uri): string {
    this.notify.resourceUpdated(uri);
    return "said";
  }

  /** Sends everything that belongs to a request, and to no listen. */
  @Tool()
  chatter(ctx: RequestContext): string {
    ctx.progress(1, 2);
    ctx.log("error", "loud");
    return "said";
  }

  @Tool()
  async wait(ctx: RequestContext): Promise<string> {
    if (!ctx.signal.aborted) await once(ctx.signal, "abort");
    return "never heard";
  }

  @Resource("note://{id}")
  note({ id }: Ref): string {
    return id;
  }

  @Prompt()
  hello(): string {
    return "Hello";
  }
}

/** Refuses, narrows, fails and hesitates, by the URI that is asked for. */
async function authorize(filter: SubscriptionFilter): Promise<boolean | SubscriptionFilter> {
  const uris = filter.resourceSubscriptions ?? [];
  if (uris.includes("note://forbidden")) return false;
  if (uris.includes("note://broken")) throw new Error("connect ECONNREFUSED 10.0.0.5:5432 as admin:hunter2");
  if (uris.includes("note://odd")) return "yes" as unknown as boolean; // what a caller without types may give
  if (uris.includes("note://none")) return {};
  if (uris.includes("note://part")) {
    return {
      toolsListChanged: true,
      promptsListChanged: true,
      resourceSubscriptions: ["note://part", "note://more"],
    };
  }
  return true;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

export function build(): Promise<Server> {
  return createServer({
    name: "newsroom",
    version: "1.0.0",
    features: [Newsroom],
    logger: silent,
    hosts: ["localhost", "127.0.0.1"],
    subscriptions: { authorizeListen: authorize, maxListensPerCaller: 40, maxListens: 60, maxUris: 8 },
  });
}
