import { createServer, Feature, Field, type Logger, type RateLimit, type Server, Tool } from "blazon";

export const url = import.meta.url;

class Row {
  @Field({ header: "Region", maxLength: 20 }) region!: string;
  @Field({ integer: true }) count!: number;
}

/** A tool with a check on every row of the ladder, which fails when all of them are passed. */
@Feature()
class Gate {
  @Tool({ requires: ["sampling"] })
  gated(_row: Row): string {
    throw new Error("postgres://admin:hunter2@10.0.0.5");
  }
}

const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

export function buildWith(options: {
  logger?: Logger;
  rateLimit?: RateLimit;
  legacy?: "off";
}): Promise<Server> {
  return createServer({
    name: "ladder",
    version: "1.0.0",
    features: [Gate],
    logger: SILENT,
    hosts: ["localhost", "127.0.0.1"],
    ...options,
  });
}

export function build(): Promise<Server> {
  return buildWith({});
}
