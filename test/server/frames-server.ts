import { createHook } from "node:async_hooks";
import { createServer, Feature, Field, RequestContext, type Server, Tool } from "blazon";

export const url = import.meta.url;

/** Frames of the framework itself, whether source maps are on or not. */
const OWN = /^(?!.*node_modules).*[\\/](?:src[\\/][\w-]+|dist[\\/]lib)[\\/]/;

/** What stands between the making of a promise and the code that waits: the hook, and the language itself. */
const MACHINERY = /^Error|frames-server|async_hooks|<anonymous>/;

class Numbers {
  @Field() a!: number;
  @Field() b!: number;
}

function ownFrames(): readonly string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Number.POSITIVE_INFINITY;
  const lines = new Error().stack?.split("\n") ?? [];
  Error.stackTraceLimit = stackTraceLimit;
  return lines.filter((line) => OWN.test(line)).map((line) => line.trim());
}

const awaited: string[] = [];

/** Notes every promise that the framework makes by waiting for another, until the turn of this call is over. */
function watchAwaits(): void {
  awaited.length = 0;
  const hook = createHook({
    init(_id, type) {
      if (type !== "PROMISE") return;
      const line = new Error().stack?.split("\n").find((each) => !MACHINERY.test(each));
      if (line !== undefined && OWN.test(line)) awaited.push(line.trim());
    },
  }).enable();
  setImmediate(() => hook.disable());
}

@Feature()
class Frames {
  @Tool({ description: "Frames above a method that answers at once" })
  now({ a, b }: Numbers): string {
    return JSON.stringify([a + b, ownFrames()]);
  }

  @Tool({ description: "Frames above a method that answers later, async lines included" })
  async later({ a, b }: Numbers): Promise<string> {
    await new Promise((resolve) => setImmediate(resolve));
    return JSON.stringify([a + b, ownFrames()]);
  }

  @Tool({ description: "Frames above a method that takes the context as well" })
  both({ a, b }: Numbers, ctx: RequestContext): string {
    return JSON.stringify([a + b, ownFrames(), ctx.method]);
  }

  @Tool({ description: "Frames above a method that takes the context alone" })
  alone(ctx: RequestContext): string {
    return JSON.stringify([ctx.method, ownFrames()]);
  }

  @Tool({ description: "Starts to count the promises awaited for this call" })
  async watched({ a, b }: Numbers): Promise<string> {
    watchAwaits();
    return String(a + b);
  }

  @Tool({ description: "The promises that were awaited for the last watched call" })
  awaited(): string {
    return JSON.stringify([0, awaited]);
  }
}

export function build(): Promise<Server> {
  return createServer({
    name: "frames",
    version: "1.0.0",
    features: [Frames],
    hosts: ["localhost", "127.0.0.1"],
  });
}
