import { createServer, Feature, Field, Notifier, Resource, type Server, Tool } from "blazon";
import { RedisBus } from "blazon/redis";
import { Redis } from "ioredis";

export const url = import.meta.url;

class Uri {
  @Field({ maxLength: 100 }) uri!: string;
}
class Ref {
  @Field({ maxLength: 100 }) id!: string;
}

@Feature()
class Notes {
  constructor(private readonly notify: Notifier) {}

  @Resource("note://{id}")
  note({ id }: Ref): string {
    return id;
  }

  @Tool()
  update({ uri }: Uri): string {
    this.notify.resourceUpdated(uri);
    return "said";
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** A server on the Redis of `REDIS_PATH`, by the name `SERVER_NAME`. */
export function build(): Promise<Server> {
  const client = new Redis({
    path: String(process.env.REDIS_PATH),
    retryStrategy: () => 20,
    maxRetriesPerRequest: null,
  });
  client.on("error", () => {});
  return createServer({
    name: String(process.env.SERVER_NAME),
    version: "1.0.0",
    features: [Notes],
    logger: silent,
    subscriptions: { bus: new RedisBus(client) },
    providers: [{ token: Connection, useValue: { [Symbol.dispose]: () => client.disconnect() } }],
  });
}

/** Ends with the server. */
abstract class Connection implements Disposable {
  abstract [Symbol.dispose](): void;
}
