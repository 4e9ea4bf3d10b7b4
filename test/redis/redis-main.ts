import { createServer } from "blazon";
import { RedisBus } from "blazon/redis";
import { Redis } from "ioredis";
import { Newsroom } from "../subscriptions/news-server.js";

/** Serves over stdio a server of the name given, whose changes travel over the Redis at the path given. */
const [, , name = "", path = ""] = process.argv;

async function main(): Promise<void> {
  const client = new Redis({ path, retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on("error", () => {}); // an outage is part of the tests
  const server = await createServer({
    name,
    version: "1.0.0",
    features: [Newsroom],
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    subscriptions: { bus: new RedisBus(client) },
  });
  await server.stdio();
}

void main();
