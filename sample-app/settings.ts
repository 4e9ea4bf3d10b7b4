import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

const DEFAULT_PORT = 3000;

/** The process environment, or a part of it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The database file: HELPDESK_DB, or one in the user's own state folder, which is made if need be.
 * `:memory:` keeps nothing.
 */
export function databasePath(environment: Environment): string {
  if (environment.HELPDESK_DB) return environment.HELPDESK_DB;
  const state = environment.XDG_STATE_HOME || join(homedir(), ".local", "state");
  const path = join(state, "blazon-helpdesk", "helpdesk.db");
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return path;
}

/**
 * The port to listen on: PORT, or 3000.
 * @throws for a PORT that is no port.
 */
export function parsePort({ PORT }: Environment): number {
  if (PORT === undefined || PORT === "") return DEFAULT_PORT;
  if (/^\d{1,5}$/.test(PORT) && Number(PORT) <= 65_535) return Number(PORT);
  throw new Error(`PORT must be a number from 0 to 65535, and it is "${PORT}"`);
}
