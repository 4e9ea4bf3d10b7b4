import { BootError, type Class, createServer, type Logger, type Problem, type ServerOptions } from "blazon";
import { connect, type TestClient } from "blazon/testing";
import { rejectionOf } from "../support/rejection.js";

type Options = Partial<ServerOptions>;

export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

const open: { close(): Promise<void> }[] = [];

/** A client of a fresh server with these features. */
export async function openServer(features: readonly Class[], options: Options = {}): Promise<TestClient> {
  const server = await createServer({
    name: "catalog",
    version: "1.0.0",
    logger: SILENT,
    ...options,
    features,
  });
  const client = await connect(server);
  open.push(client, server);
  return client;
}

/** Closes what a test opened; for `afterEach`. */
export async function closeServers(): Promise<void> {
  for (const each of open.splice(0)) await each.close();
}

/** A problem of a boot, without the place where it was written. */
export type Found = Omit<Problem, "place">;

/** Everything that keeps these features from starting. */
export async function problemsOf(features: readonly Class[], options: Options = {}): Promise<Found[]> {
  const error = await rejectionOf(openServer(features, options));
  if (!(error instanceof BootError)) throw error;
  return error.problems.map(({ code, member, message, fix }) => ({ code, member, message, fix }));
}
