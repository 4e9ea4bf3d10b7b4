import { createServer } from "blazon";
import { AskingPrompts, AskingTools } from "./asking-tools.js";
import { ContentTools } from "./content-tools.js";
import { Prompts } from "./prompts.js";
import { PushTools } from "./push-tools.js";
import { RequestTools } from "./request-tools.js";
import { Resources } from "./resources.js";

async function main(): Promise<void> {
  const server = await createServer({
    name: "blazon-conformance",
    version: "1.0.0",
    features: [ContentTools, RequestTools, AskingTools, PushTools, Resources, Prompts, AskingPrompts],
  });
  const port = Number(process.env.PORT ?? 3000);
  const { url } = await server.listen({ host: "127.0.0.1", port, path: "/mcp" });
  console.log(`listening on ${url}`);
}

void main();
