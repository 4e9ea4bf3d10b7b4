import type { JsonObject } from "blazon";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { isRecord, request } from "../support/link.js";
import { EAR_TRANSPORTS, type Ear, type EarLink, listen, until } from "./ears.js";
import * as newsroom from "./news-server.js";

const ID = "io.modelcontextprotocol/subscriptionId";
const ACK = "notifications/subscriptions/acknowledged";
const TOOLS = "notifications/tools/list_changed";
const PROMPTS = "notifications/prompts/list_changed";
const RESOURCES = "notifications/resources/list_changed";
const UPDATED = "notifications/resources/updated";

const membersOf = (value: unknown): JsonObject => (isRecord(value) ? value : {});
const metaOf = (frame: JsonObject | undefined): unknown => membersOf(frame?.params)._meta;

for (const transport of EAR_TRANSPORTS) {
  describe(`subscriptions/listen, over ${transport.name}`, () => {
    let link: EarLink;
    before(async () => {
      link = await transport.open(newsroom);
    });
    after(() => link.close());

    const call = (name: string, args: JsonObject = {}, meta: JsonObject = {}) =>
      link.ask(request("tools/call", { name, arguments: args }, meta));

    async function opened(filter: unknown, id?: string | number): Promise<Ear> {
      const ear = link.open(listen(filter, id));
      await ear.until(1);
      return ear;
    }

    async function leave(...ears: readonly Ear[]): Promise<void> {
      for (const ear of ears) ear.leave();
      await link.ask(request("server/discover"));
    }

    it("[SUB-05] [SUB-08] [HTTP-23] acknowledges first what it honors, and stays open", async () => {
      const all = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true };
      const filter = { ...all, resourceSubscriptions: ["note://a"] };
      const ear = await opened(filter, "first");
      expect(ear.frames[0]).to.eql({
        jsonrpc: "2.0",
        method: ACK,
        params: { notifications: filter, _meta: { [ID]: "first" } },
      });
      await call("change_tools");
      await ear.until(2);
      expect(ear.methods).to.eql([ACK, TOOLS]);
      expect([ear.isOver, ear.reply]).to.eql([false, undefined]);
      if (transport.http) expect([ear.status, ear.contentType]).to.eql([200, "text/event-stream"]);
      await leave(ear);
    });

    it("[SUB-03] [SUB-04] [SUB-26] completes at once where nothing is asked for that it honors", async () => {
      for (const filter of [
        {},
        { toolsListChanged: false },
        { resourceSubscriptions: [] },
        { taskIds: ["t"] },
        { resourceSubscriptions: ["no uri"] },
      ]) {
        const ear = await opened(filter, "none");
        await ear.over();
        expect(ear.frames[0]?.params, JSON.stringify(filter)).to.eql({
          notifications: {},
          _meta: { [ID]: "none" },
        });
        expect(membersOf(ear.reply?.result)._meta).to.include({ [ID]: "none" });
        expect(ear.frames).to.have.length(2);
      }
    });

    it("[SUB-02] [SUB-20] says what was asked for and nothing else, of every list", async () => {
      const [tools, prompts, resources] = [
        await opened({ toolsListChanged: true, promptsListChanged: false }),
        await opened({ promptsListChanged: true }),
        await opened({ resourcesListChanged: true }),
      ];
      for (const name of ["change_tools", "change_prompts", "change_resources", "change_tools"])
        await call(name);
      await call("update", { uri: "note://a" });
      await Promise.all([tools.until(3), prompts.until(2), resources.until(2)]);
      await link.ask(request("server/discover"));
      expect(tools.methods).to.eql([ACK, TOOLS, TOOLS]);
      expect(prompts.methods).to.eql([ACK, PROMPTS]);
      expect(resources.methods).to.eql([ACK, RESOURCES]);
      await leave(tools, prompts, resources);
    });

    it("[TOOL-09] [PROM-18] [RES-27] announces the change of each list to those who asked for it", async () => {
      const ear = await opened({
        toolsListChanged: true,
        promptsListChanged: true,
        resourcesListChanged: true,
      });
      for (const name of ["change_resources", "change_prompts", "change_tools"]) await call(name);
      await ear.until(4);
      expect(ear.methods).to.eql([ACK, RESOURCES, PROMPTS, TOOLS]);
      await leave(ear);
    });

    it("[SUB-21] [RES-28] announces the update of a resource to those who named exactly its URI", async () => {
      const [a, both] = [
        await opened({ resourceSubscriptions: ["note://a"] }),
        await opened({ resourceSubscriptions: ["note://b", "note://a", "note://b"] }),
      ];
      expect(membersOf(both.frames[0]?.params).notifications).to.eql({
        resourceSubscriptions: ["note://b", "note://a"],
      });
      for (const uri of ["note://b", "note://c", "note://a/sub", "NOTE://a", "note://a"])
        await call("update", { uri });
      await Promise.all([a.until(2), both.until(3)]);
      await link.ask(request("server/discover"));
      const uris = (ear: Ear) => ear.frames.slice(1).map(({ params }) => (params as JsonObject).uri);
      expect([uris(a), uris(both)]).to.eql([["note://a"], ["note://b", "note://a"]]);
      await leave(a, both);
    });

    it("[SUB-09] [SUB-10] [META-25] carries the id of the listen, of its own JSON type, on every frame", async () => {
      for (const id of [0, 7, "", "7", 'listen \u{1f514} "quoted"']) {
        const ear = await opened({ toolsListChanged: true, resourceSubscriptions: ["note://a"] }, id);
        await call("change_tools");
        await call("update", { uri: "note://a" });
        await ear.until(3);
        expect(ear.methods).to.eql([ACK, TOOLS, UPDATED]);
        for (const frame of ear.frames) expect(metaOf(frame)).to.eql({ [ID]: id });
        await leave(ear);
      }
    });

    it("[SUB-23] is the one way to hear of changes: resources/subscribe is no method", async () => {
      for (const method of ["resources/subscribe", "resources/unsubscribe"]) {
        const reply = await link.ask(request(method, { uri: "note://a" }));
        expect(reply.error, method).to.eql({ code: -32601, message: "Method not found" });
      }
    });

    it("[SUB-22] says nothing on it that belongs to another request", async () => {
      const ear = await opened({ toolsListChanged: true });
      await call("chatter", {}, { progressToken: "p", "io.modelcontextprotocol/logLevel": "debug" });
      await call("change_tools");
      await ear.until(2);
      expect(ear.methods).to.eql([ACK, TOOLS]);
      await leave(ear);
    });

    it("[SUB-14] [CANC-21] [STATE-08] ends one listen when its client leaves it, and no other of the same URI (A17)", async () => {
      const filter = { resourceSubscriptions: ["note://shared"] };
      const [left, kept] = [await opened(filter), await opened(filter)];
      await leave(left);
      await call("update", { uri: "note://shared" });
      await kept.until(2);
      expect(kept.methods).to.eql([ACK, UPDATED]);
      expect([left.methods, left.reply]).to.eql([[ACK], undefined]);
      await leave(kept);
    });

    it("[SUB-06] [SUB-07] acknowledges before it says anything, whatever changes meanwhile (A17)", async function () {
      this.timeout(60_000);
      const rounds = transport.http ? 10 : 40;
      for (let round = 0; round < rounds; round++) {
        const ears = Array.from({ length: 10 }, () => link.open(listen({ toolsListChanged: true })));
        const changes = Array.from({ length: 5 }, () => call("change_tools"));
        await Promise.all([...changes, ...ears.map((ear) => ear.until(1))]);
        for (const ear of ears) expect(ear.methods[0]).to.equal(ACK);
        await leave(...ears);
      }
    });

    it("[SUB-01] [SUB-25] refuses what is no filter, and a listen without _meta, before anything is opened", async () => {
      const wrong: readonly (readonly [unknown, string])[] = [
        [undefined, "notifications must be an object"],
        [null, "notifications must be an object"],
        [[], "notifications must be an object"],
        [{ toolsListChanged: "yes" }, "notifications.toolsListChanged must be a boolean"],
        [{ resourcesListChanged: null }, "notifications.resourcesListChanged must be a boolean"],
        [{ resourceSubscriptions: "note://a" }, "notifications.resourceSubscriptions must be a list of URIs"],
        [{ resourceSubscriptions: [1] }, "notifications.resourceSubscriptions must be a list of URIs"],
        [
          { resourceSubscriptions: Array.from({ length: 9 }, (_, index) => `note://${index}`) },
          "notifications.resourceSubscriptions names more than 8 URIs",
        ],
      ];
      for (const [filter, detail] of wrong) {
        const ear = link.open(listen(filter));
        await ear.over();
        expect(ear.frames).to.have.length(1);
        expect(ear.reply?.error, detail).to.eql({ code: -32602, message: `Invalid params: ${detail}` });
        if (transport.http) expect(ear.contentType).to.equal("application/json");
      }
      const bare = link.open({
        jsonrpc: "2.0",
        id: "bare",
        method: "subscriptions/listen",
        params: { notifications: {} },
      });
      await bare.over();
      expect(membersOf(bare.reply?.error).code).to.equal(-32602);
      if (transport.http) expect([bare.status, bare.contentType]).to.eql([400, "application/json"]);
    });

    it("[SUB-25] refuses a listen that would keep more text than it may", async () => {
      const message = "Invalid params: the id and the URIs of a listen may have 65536 characters together";
      const long = `note://${"a".repeat(65_520)}`;
      for (const [filter, id] of [
        [{ toolsListChanged: true }, "x".repeat(65_537)],
        [{ resourceSubscriptions: [long] }, "ten chars!"],
        [{ resourceSubscriptions: [`note://${"b".repeat(40_000)}`, `note://${"c".repeat(40_000)}`] }, 1],
      ] as const) {
        const ear = link.open(listen(filter, id));
        await ear.over();
        expect(ear.frames).to.have.length(1);
        expect(ear.reply?.error).to.eql({ code: -32602, message });
      }
      const fits = await opened({ resourceSubscriptions: [long] }, "nine char");
      expect(fits.methods).to.eql([ACK]);
      await leave(fits);
    });

    it("refuses a listen that is not authorized, and one whose authorization fails, before it acknowledges", async () => {
      for (const [uri, code, message] of [
        ["note://forbidden", -32600, /^This listen is not allowed$/],
        ["note://odd", -32600, /^This listen is not allowed$/],
        ["note://broken", -32603, /^Internal error \(reference [0-9a-f]{12}\)$/],
      ] as const) {
        const ear = link.open(listen({ resourceSubscriptions: [uri] }));
        await ear.over();
        expect(ear.frames, uri).to.have.length(1);
        expect(ear.reply?.error, uri).to.have.property("code", code);
        expect(membersOf(ear.reply?.error).message).to.match(message);
      }
    });

    it("[SUB-08] honors the part of a listen that is authorized, and never more than was asked for", async () => {
      const part = await opened({
        toolsListChanged: true,
        resourcesListChanged: true,
        resourceSubscriptions: ["note://part", "note://b"],
      });
      expect(membersOf(part.frames[0]?.params).notifications).to.eql({
        toolsListChanged: true,
        resourceSubscriptions: ["note://part"],
      });
      const none = await opened({ toolsListChanged: true, resourceSubscriptions: ["note://none"] });
      await none.over();
      expect(membersOf(none.frames[0]?.params).notifications).to.eql({});
      await leave(part);
    });

    it("refuses a caller more listens than one may have, and takes new ones when old ones end", async () => {
      const ears = Array.from({ length: 40 }, () => link.open(listen({ toolsListChanged: true })));
      await Promise.all(ears.map((ear) => ear.until(1)));
      const refused = link.open(listen({ toolsListChanged: true }));
      await refused.over();
      expect(refused.reply?.error).to.eql({
        code: -32600,
        message: "The 40 listens one caller may have are open; end one, or name more in one of them",
      });
      if (transport.http) expect([refused.status, refused.contentType]).to.eql([429, "application/json"]);
      const free = await opened({}); // takes no seat
      await free.over();
      await leave(...ears);
      let again = link.open(listen({ toolsListChanged: true }));
      await again.until(1);
      while (again.reply !== undefined) {
        again = link.open(listen({ toolsListChanged: true })); // the server hears of a closed socket a moment later
        await again.until(1);
      }
      expect(again.methods).to.eql([ACK]);
      await leave(again);
    });

    it("[SUB-15] [SUB-16] [CANC-02] ends every listen in good order when the server closes", async () => {
      const other = await transport.open(newsroom);
      const ears = [
        other.open(listen({ toolsListChanged: true }, 5)),
        other.open(listen({ promptsListChanged: true }, "5")),
      ];
      await Promise.all(ears.map((ear) => ear.until(1)));
      const closing = other.server === undefined ? other.close() : other.server.close();
      await Promise.all(ears.map((ear) => until(() => ear.isOver || ear.reply !== undefined)));
      if (!transport.http) await Promise.all(ears.map((ear) => ear.until(3)));
      await closing;
      for (const [index, id] of [5, "5"].entries()) {
        const { frames, reply } = ears[index] ?? expect.fail();
        expect(reply).to.have.property("id", id);
        expect(reply?.result).to.eql({
          resultType: "complete",
          _meta: { [ID]: id, "io.modelcontextprotocol/serverInfo": { name: "newsroom", version: "1.0.0" } },
        });
        const after = frames.slice(2).map(({ method, params }) => ({ method, params }));
        const cancelled = {
          method: "notifications/cancelled",
          params: { requestId: id, reason: "The server ends the listen", _meta: { [ID]: id } },
        };
        expect(after).to.eql(transport.http ? [] : [cancelled]);
      }
      if (other.server !== undefined) await other.close(); // the client's side as well
    });
  });
}
