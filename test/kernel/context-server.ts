import { setImmediate as turn } from "node:timers/promises";
import { createServer, Feature, RequestContext, type Server, Tool } from "blazon";

export const url = import.meta.url;

/** What code without types does to a value, each by its own way to fail. */
function fails(change: () => unknown): boolean {
  try {
    change();
    return false;
  } catch (error) {
    return error instanceof TypeError;
  }
}

@Feature()
class Told {
  @Tool()
  headers({ headers }: RequestContext): string {
    const writable = headers as Record<string, string>; // what code without types does
    const refused = [
      fails(() => {
        writable.accept = "changed";
      }),
      fails(() => {
        writable.added = "x";
      }),
      fails(() => Object.setPrototypeOf(writable, { inherited: "x" })),
    ];
    return JSON.stringify({ refused, names: Object.keys(headers), accept: headers.accept ?? null });
  }

  /** Says more than a client is to hear of one turn, in two of them. */
  @Tool()
  async floods(ctx: RequestContext): Promise<string> {
    for (const word of ["first", "second"]) {
      for (let count = 0; count < 300; count++) ctx.log("error", word);
      await turn();
    }
    return "done";
  }
}

export function build(): Promise<Server> {
  return createServer({
    name: "told",
    version: "1.0.0",
    features: [Told],
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    hosts: ["localhost", "127.0.0.1"],
  });
}
