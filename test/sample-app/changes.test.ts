import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "blazon";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { DeskChanges } from "../../sample-app/store/desk-changes.js";
import { type Ear, type EarLink, listen, openProcess, until } from "../subscriptions/ears.js";
import { isRecord, request } from "../support/link.js";
import { createDesk, newTicket } from "./desk.js";

const STDIO = fileURLToPath(new URL("../../sample-app/stdio.js", import.meta.url));

const heardBy = ({ frames }: Ear): unknown[] =>
  frames.slice(1).map(({ method, params }) => (isRecord(params) && params.uri) || method);

describe("changes of the help desk", function () {
  this.timeout(60_000);
  let folder: string;
  const links: EarLink[] = [];

  const start = (): EarLink => {
    const env = { ...process.env, HELPDESK_DB: join(folder, "helpdesk.db") };
    const link = openProcess(STDIO, [], env);
    links.push(link);
    return link;
  };

  async function opened(link: EarLink, filter: object): Promise<Ear> {
    const ear = link.open(listen(filter));
    await ear.until(1);
    return ear;
  }

  const call = async (link: EarLink, name: string, args: JsonObject): Promise<unknown> => {
    const { result } = await link.ask(request("tools/call", { name, arguments: args }));
    return isRecord(result) ? result.isError : expect.fail(`${name} was not answered`);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "helpdesk-"));
  });
  afterEach(async () => {
    for (const link of links.splice(0)) await link.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("[SUB-21] [RES-28] reach who watches a ticket, made by whatever process, and nobody else", async () => {
    const [web, desktop] = [start(), start()];
    const [ticket, other, board] = [
      await opened(web, { resourceSubscriptions: ["ticket://T-1042"] }),
      await opened(web, { resourceSubscriptions: ["ticket://T-1043"] }),
      await opened(web, { resourceSubscriptions: ["desk://board"] }),
    ];
    const comment = { author: "Ada", body: "The fuse is out" };
    expect(await call(desktop, "add_comment", { id: "T-1042", ...comment })).to.equal(undefined);
    await Promise.all([ticket.until(2), board.until(2)]);
    expect(await call(web, "add_comment", { id: "T-1042", ...comment })).to.equal(undefined);
    await Promise.all([ticket.until(3), board.until(3)]);
    expect(await call(desktop, "add_comment", { id: "T-1044", ...comment })).to.equal(undefined);
    await board.until(4);
    expect(heardBy(ticket)).to.eql(["ticket://T-1042", "ticket://T-1042"]);
    expect(heardBy(board)).to.eql(["desk://board", "desk://board", "desk://board"]);
    expect(heardBy(other)).to.eql([]);
  });

  it("[RES-27] reach who watches the list of resources, when a ticket comes onto it", async () => {
    const link = start();
    const ear = await opened(link, { resourcesListChanged: true });
    const ticket = { title: "No light", body: "Nowhere", requester: "ada@example.com", priority: "low" };
    expect(await call(link, "open_ticket", ticket)).to.equal(undefined);
    await ear.until(2);
    expect(heardBy(ear)).to.eql(["notifications/resources/list_changed"]);
  });

  it("are told each once a look, from when one follows until one does not any more", async () => {
    const { database, store } = createDesk();
    const changes = new DeskChanges(database);
    const { id } = store.open(newTicket());
    const [left, kept] = [new AbortController(), new AbortController()];
    const heard = { left: [] as (readonly string[])[], kept: [] as (readonly string[])[] };
    changes.follow((ids) => heard.left.push(ids), left.signal);
    changes.follow((ids) => heard.kept.push(ids), kept.signal);
    for (const body of ["one", "two", "three"]) store.comment(id, "Ada", body);
    await until(() => heard.left.length === 1 && heard.kept.length === 1);
    left.abort();
    const second = store.open(newTicket()).id;
    store.comment(id, "Ada", "four");
    await until(() => heard.kept.length === 2);
    expect(heard).to.eql({ left: [[id]], kept: [[id], [second, id]] });
    kept.abort();
    database[Symbol.dispose]();
  });
});
