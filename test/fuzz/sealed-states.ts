import { jsonLines } from "../../src/logging/json-lines.js";
import { emptyJournal } from "../../src/mrtr/journal.js";
import { KeyRing, type SealingKey } from "../../src/mrtr/key-ring.js";
import { RequestStates } from "../../src/mrtr/request-states.js";

/** The key of the server under test, so that the fuzzer can begin with states that open. */
export const FUZZ_KEY: SealingKey = { id: "fuzz", secret: "no secret at all, and 32 bytes long" };

const states = new RequestStates({
  ring: new KeyRing([FUZZ_KEY]),
  serverName: "fuzzed",
  ttlSeconds: 24 * 3600,
  guard: undefined,
  logger: jsonLines(),
  now: Date.now,
});

/** What a client holds after a round that asked under these keys. */
export function sealedState(
  method: string,
  params: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): string {
  const pending = new Map(
    keys.map(
      (key) => [key, { method: "elicitation/create", digest: "of another form", changes: 0 }] as const,
    ),
  );
  const journal = { ...emptyJournal(), round: 1, pending, steps: new Map([["count", { value: 1 }]]) };
  return states.seal(journal, { method, params, principal: undefined });
}
