import { writeFileSync } from "node:fs";
import { silent } from "../sample-app/desk.js";
import { createEndlessDesk } from "./endless-desk.js";

/** Standard output belongs to the protocol, so that an import was left is told by a file, ENDLESS_LEFT. */
async function main(): Promise<void> {
  const desk = await createEndlessDesk(() => writeFileSync(process.env.ENDLESS_LEFT ?? "", ""), silent);
  await desk.stdio();
}

void main();
