import { silent } from "./desk.js";
import { createEndlessDesk } from "./endless-desk.js";

async function main(): Promise<void> {
  const desk = await createEndlessDesk(() => process.stderr.write("the import was left\n"), silent);
  await desk.stdio();
}

void main();
