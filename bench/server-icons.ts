import { readdirSync } from "node:fs";
import { createServer } from "blazon";
import { createAdders } from "./adders.js";

/** The help desk's drawings, by the path that a server of this package gives them with. */
const FOLDER = "sample-app/icons";

/** `ICONS=none`, `prepared` at boot, or read from a `manifest`. */
async function main(): Promise<void> {
  const { ICONS = "none" } = process.env;
  const drawings = readdirSync(FOLDER).filter((file) => file.endsWith(".svg"));
  const icons = drawings.map((file) => ({
    src: `${FOLDER}/${file}`,
    theme: file.endsWith("-dark.svg") ? ("dark" as const) : ("light" as const),
  }));
  const server = await createServer({
    name: "bench",
    version: "1.0.0",
    features: createAdders(),
    ...(ICONS !== "none" && { icons }),
    ...(ICONS === "manifest" && { iconManifest: `${FOLDER}/manifest.json` }),
    limits: { iconBytes: 1_000_000 },
  });
  await server.stdio();
}

void main();
