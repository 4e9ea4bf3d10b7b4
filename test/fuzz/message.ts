import { Buffer } from "node:buffer";
import { notification, validRequest } from "./corpus.js";
import { mutateBytes, mutateText } from "./mutate-bytes.js";
import { mutateJson } from "./mutate-json.js";
import type { Random } from "./random.js";
import { STRANGE_VALUES } from "./strange-values.js";

/** A message as it goes over the wire: valid, or changed at one or more of its levels. */
export function messageBytes(random: Random, id: unknown): Buffer {
  const kind = random.next();
  if (kind < 0.08)
    return Buffer.from(JSON.stringify(notification(random, random.chance(0.7) ? id : "other")));
  if (kind < 0.1) return Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
  let message: unknown = validRequest(random, random.chance(0.05) ? random.pick(STRANGE_VALUES) : id);
  if (kind < 0.3) return Buffer.from(JSON.stringify(message));
  if (kind < 0.85) message = mutated(message, random);
  const text = JSON.stringify(message) ?? "";
  return kind < 0.65 ? Buffer.from(text) : rawChange(text, random);
}

function mutated(message: unknown, random: Random): unknown {
  let changed = mutateJson(message, random);
  while (changed !== undefined && random.chance(0.35)) changed = mutateJson(changed, random);
  return changed;
}

function rawChange(text: string, random: Random): Buffer {
  const changed = Buffer.from(random.chance(0.6) ? mutateText(text, random) : text);
  return random.chance(0.5) ? mutateBytes(changed, random) : changed;
}
