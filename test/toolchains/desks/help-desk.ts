import type { TestClient } from "blazon/testing";
import { createHelpdesk } from "../../../sample-app/server.js";
import { report, silent } from "./report.js";

/** The help desk as it is written: it leaves its types to the toolchain. */
export const reported: Promise<void> = report(
  () => createHelpdesk({ database: ":memory:", logger: silent }),
  askHelpDesk,
);

export interface HelpDeskAnswers {
  readonly tools: readonly unknown[];
  readonly found: unknown;
  readonly refused: boolean | undefined;
  readonly opened: unknown;
  readonly first: string;
  readonly last: string;
  readonly board: string;
  readonly completed: readonly string[];
  readonly prompt: readonly unknown[];
}

async function askHelpDesk(client: TestClient): Promise<HelpDeskAnswers> {
  const search = (text: string) => client.callTool("search_tickets", { text, limit: 2 });
  const wish = { title: "Kettle is gone", body: "It was here.", requester: "lena@example.com" };
  const opened = await client.callTool("open_ticket", wish);
  return {
    tools: (await client.listTools()).map(({ name }) => name),
    found: (await search("kettle")).structuredContent,
    refused: (await search("")).isError,
    opened: opened.content[0],
    first: await read(client, "ticket://T-1001"),
    last: await read(client, "ticket://T-1301"),
    board: await read(client, "desk://board"),
    completed: await client.complete({ resource: "ticket://{id}" }, { name: "id", value: "T-130" }),
    prompt: (await client.getPrompt("draft_reply", { id: "T-1001" })).messages,
  };
}

async function read(client: TestClient, uri: string): Promise<string> {
  const { contents } = await client.readResource(uri);
  const [content] = contents;
  return content !== undefined && "text" in content ? content.text : "";
}
