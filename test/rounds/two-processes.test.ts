import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";

const OLD = { id: "old", secret: "the old secret of two processes, 32 bytes and more" };
const NEW = { id: "new", secret: "the new secret of two processes, 32 bytes and more" };

/** The rings of the two processes: the same, and the stages of a rotation that is under way. */
const RINGS = [
  ["the same keys", [OLD], [OLD]],
  ["a new key that one of them has already", [OLD, NEW], [OLD]],
  ["a new key that one of them seals with already", [NEW, OLD], [OLD, NEW]],
  ["an old key that one of them has no more", [NEW], [NEW, OLD]],
] as const;
const ANSWERS: Readonly<Record<string, object>> = {
  "Which row?": { row: "7" },
  "Which meal?": { meal: "beans" },
};

for (const [what, first, second] of RINGS) {
  describe(`a call of several rounds, answered by two processes with ${what}`, function () {
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
      replicas = await Promise.all(
        [first, second].map((keys) =>
          start("./replica.js", { STATE_KEYS: JSON.stringify(keys), COUNTER_URL: counter }),
        ),
      );
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
}
