import { writeFileSync } from "node:fs";
import { BootError, type Logger, type Problem, type Server } from "blazon";
import { connect, type TestClient } from "blazon/testing";

/** What became of one desk: what it answered, or why it did not start. */
export type Outcome<Answers> = { readonly answers: Answers } | { readonly problems: readonly Problem[] };

const write = (): void => undefined;

/** Keeps the log out of the output. */
export const silent: Logger = { debug: write, info: write, warn: write, error: write };

/** Starts a desk, asks it, and writes the outcome into the file that OUTCOME names, as JSON. */
export async function report<Answers>(
  create: () => Promise<Server>,
  ask: (client: TestClient) => Promise<Answers>,
): Promise<void> {
  const file = process.env.OUTCOME;
  if (file === undefined) throw new Error("OUTCOME names no file");
  writeFileSync(file, JSON.stringify(await outcomeOf(create, ask)));
}

async function outcomeOf<Answers>(
  create: () => Promise<Server>,
  ask: (client: TestClient) => Promise<Answers>,
): Promise<Outcome<Answers>> {
  try {
    const server = await create();
    const client = await connect(server);
    const answers = await ask(client);
    await client.close();
    await server.close();
    return { answers };
  } catch (error) {
    if (error instanceof BootError) return { problems: error.problems };
    throw error;
  }
}
