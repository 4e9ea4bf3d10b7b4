import { createManifest, writeManifest } from "../../icons/manifest.js";
import { type Inspectable, inspectServers } from "../../server/inspection.js";
import type { BuiltIcons, ServerIcons } from "./built-icons.js";

/**
 * Loaded ahead of an application by `node --import`: the icons of the servers it would make are prepared in its own
 * process, and what a manifest holds goes to the parent. The process then ends, whatever the application waits for.
 */

const asked: Inspectable[] = [];

inspectServers((server) => {
  asked.push(server);
  if (asked.length === 1) setImmediate(() => void reportAll()); // with all others that this turn makes
});

async function reportAll(): Promise<void> {
  const servers: ServerIcons[] = [];
  for (const server of asked) servers.push(await prepare(server));
  const built: BuiltIcons = { servers };
  process.send?.(built, undefined, undefined, () => process.exit(0));
}

async function prepare(server: Inspectable): Promise<ServerIcons> {
  const { name, version, problems, manifest, icons } = await server.inspectIcons();
  const local = icons.flatMap(({ icons: prepared }) => prepared).filter(({ source }) => source !== undefined);
  const entries = createManifest(local);
  const variants = [...entries.entries.values()].flatMap((entry) => entry.variants);
  return {
    name,
    version,
    problems,
    manifest,
    icons: entries.entries.size,
    images: variants.length,
    bytes: variants.reduce((total, { bytes }) => total + bytes.length, 0),
    notes: [...new Set(local.flatMap(({ label, notes }) => notes.map((note) => `${label}: ${note}`)))],
    text: writeManifest(entries),
  };
}
