import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";

const SECRET = "a secret of two processes, 32 bytes and more";
const ANSWERS: Readonly<Record<string, object>> = {
  "Which row?": { row: "7" },
  "Which meal?": { meal: "beans" },
};

describe("a call of several rounds, answered by two processes with one key ring", function () {
  this.timeout(30_000);
  const children: ChildProcess[] = [];
  let counter: string;
  let replicas: readonly string[];

  async function start(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const file = fileURLToPath(new URL(script, import.meta.url));
    const child = fork(file, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    children.push(child);
    const [url] = (await once(child, "message")) as [string]; // the first thing each of them says
    return url;
  }

  before(async () => {
    counter = await start("./counter.js");
    const env = { STATE_SECRET: SECRET, COUNTER_URL: counter };
    replicas = await Promise.all([start("./replica.js", env), start("./replica.js", env)]);
  });

  after(() => {
    for (const child of children) child.kill("SIGKILL");
  });

  /** The official client, whose every call goes to the other replica than the one before. */
  async function connect(calls: string[]): Promise<Client> {
    const negotiation = { mode: { pin: "2026-07-28" } } as const;
    const client = new Client(
      { name: "rounds", version: "1.0.0" },
      { versionNegotiation: negotiation, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler("elicitation/create", ({ params }) => ({
      action: "accept",
      content: (ANSWERS[params.message] ?? { sure: true }) as Record<string, string | boolean>, // what the forms take
    }));
    const alternate: typeof fetch = (_url, init) => {
      const replica = String(replicas[calls.length % replicas.length]);
      if (String(init?.body).includes("tools/call")) calls.push(replica);
      return fetch(replica, init);
    };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(String(replicas[0])), { fetch: alternate }),
    );
    return client;
  }

  it("[MRTR-18] [MRTR-19] [STATE-02] completes, and its step had its effect once", async () => {
    const calls: string[] = [];
    const client = await connect(calls);
    const { content } = await client.callTool({ name: "book", arguments: {} });
    await client.close();
    const [block] = content;
    expect(content).to.have.length(1);
    expect(block?.type === "text" ? block.text : undefined).to.match(
      /^Row 7, beans, hold 1, answered by \d+$/,
    );
    expect(calls).to.eql([replicas[0], replicas[1], replicas[0], replicas[1]]);
    const counted = (await (await fetch(counter)).json()) as [string, number][];
    expect(counted.map(([, times]) => times)).to.eql([1]);
  });
});
