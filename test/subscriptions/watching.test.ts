import { createServer, Feature, Field, Resource, type Server, type Watch } from "blazon";
import { connect, type TestClient } from "blazon/testing";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { closeServers, problemsOf } from "../catalog/open-server.js";
import { until } from "./ears.js";

class Ref {
  @Field({ maxLength: 100 }) id!: string;
}

/** What a source of changes sees of those who watch. */
class Source {
  watch: Watch | undefined;
  starts = 0;
  stops = 0;
  readonly log: string[] = [];
  failure: Error | undefined;
  ready: Promise<void> = Promise.resolve();
}

let source = new Source();

@Feature()
class Notes {
  @Resource("note://{id}", { watch: "changes" })
  note({ id }: Ref): string {
    return id;
  }

  @Resource("plain://{id}")
  plain({ id }: Ref): string {
    return id;
  }

  @Resource("desk://board", { watch: "board_changes" })
  board(): string {
    return "board";
  }

  async changes(watch: Watch): Promise<void> {
    source.starts++;
    source.watch = watch;
    watch.signal.addEventListener("abort", () => source.stops++);
    await source.ready;
    if (source.failure !== undefined) throw source.failure;
    watch.each((uri) => {
      source.log.push(`+${uri}`);
      return () => void source.log.push(`-${uri}`);
    });
  }

  board_changes(): void {
    throw new Error("the board cannot be watched");
  }
}

describe("@Resource({ watch })", () => {
  let server: Server;
  let client: TestClient;
  const logged: unknown[] = [];

  beforeEach(async () => {
    source = new Source();
    logged.length = 0;
    const logger = {
      debug() {},
      info() {},
      warn() {},
      error: (fields: { readonly member?: unknown }) => void logged.push(fields.member),
    };
    server = await createServer({ name: "notes", version: "1.0.0", features: [Notes], logger });
    client = await connect(server);
  });
  afterEach(async () => {
    await client.close();
    await server.close();
    await closeServers();
  });

  const watched = () => [...(source.watch?.uris ?? [])];

  it("[SUB-21] begins with the first who watches, tells them, and ends with the last", async () => {
    const a = await client.listen({ resourceSubscriptions: ["note://a"] });
    const both = await client.listen({ resourceSubscriptions: ["note://a", "note://b"] });
    expect([source.starts, watched()]).to.eql([1, ["note://a", "note://b"]]);
    source.watch?.changed("note://a");
    source.watch?.changed("note://b");
    source.watch?.changed("note://c");
    expect(a.heard.map(({ params }) => params.uri)).to.eql(["note://a"]);
    expect(both.heard.map(({ params }) => params.uri)).to.eql(["note://a", "note://b"]);
    both.leave();
    await both.ended;
    await until(() => watched().length === 1);
    expect(source.stops).to.equal(0);
    a.leave();
    await until(() => source.stops === 1);
    source.watch?.changed("note://a");
    expect(a.heard).to.have.length(1);
  });

  it("begins anew for the next first one", async () => {
    for (const round of [1, 2, 3]) {
      const ear = await client.listen({ resourceSubscriptions: ["note://a"] });
      expect(source.starts).to.equal(round);
      ear.leave();
      await until(() => source.stops === round);
    }
  });

  it("calls what each URI is given, once when it is first watched and once when it is not any more", async () => {
    const one = await client.listen({ resourceSubscriptions: ["note://a", "note://b"] });
    const two = await client.listen({ resourceSubscriptions: ["note://b", "note://c"] });
    expect(source.log).to.eql(["+note://a", "+note://b", "+note://c"]);
    one.leave();
    await until(() => source.log.length === 4);
    expect(source.log.slice(3)).to.eql(["-note://a"]);
    two.leave();
    await until(() => source.log.length === 6);
    expect(source.log.slice(4)).to.eql(["-note://b", "-note://c"]);
  });

  it("is not called for resources that do not name it, nor for listens that name no URI", async () => {
    await client.listen({ resourceSubscriptions: ["plain://a", "unheard://of"], resourcesListChanged: true });
    expect(source.starts).to.equal(0);
  });

  it("[SUB-08] is not acknowledged where it cannot begin, and says why in the log", async () => {
    source.failure = new Error("no connection");
    const ear = await client.listen({ resourceSubscriptions: ["note://a", "plain://b"] });
    expect(ear.honored).to.eql({ resourceSubscriptions: ["plain://b"] });
    const board = await client.listen({ resourceSubscriptions: ["desk://board"] });
    await board.ended;
    expect(board.honored).to.eql({});
    expect(logged).to.eql(["Notes.changes", "Notes.board_changes"]);
    source.failure = undefined;
    const again = await client.listen({ resourceSubscriptions: ["note://a"] });
    expect(again.honored).to.eql({ resourceSubscriptions: ["note://a"] });
    expect(source.starts).to.equal(2);
  });

  it("[SUB-06] is awaited before the acknowledgement, by those as well who come meanwhile", async () => {
    let begin: () => void = () => {};
    source.ready = new Promise((resolve) => (begin = resolve));
    const opening = [
      client.listen({ resourceSubscriptions: ["note://a"] }),
      client.listen({ resourceSubscriptions: ["note://a"] }),
    ];
    await until(() => source.starts === 1);
    source.watch?.changed("note://a");
    expect(client.frames).to.have.length(0);
    begin();
    for (const ear of await Promise.all(opening)) {
      expect(ear.honored).to.eql({ resourceSubscriptions: ["note://a"] });
      expect((await ear.next()).params.uri).to.equal("note://a");
    }
    expect(source.starts).to.equal(1);
  });

  it("ends when the server closes, also where it was not done beginning", async () => {
    source.ready = new Promise(() => {});
    const opening = client.listen({ resourceSubscriptions: ["note://a"] });
    await until(() => source.starts === 1);
    await server.close();
    const ear = await opening;
    await ear.ended;
    expect([source.stops, ear.honored]).to.eql([1, {}]);
  });

  it("goes on where what one URI is given throws", async () => {
    await client.listen({ resourceSubscriptions: ["note://a"] });
    source.watch?.each((uri) => {
      if (uri === "note://bad") throw new Error("bad");
      return undefined;
    });
    const ear = await client.listen({ resourceSubscriptions: ["note://bad"] });
    expect(ear.honored).to.eql({ resourceSubscriptions: ["note://bad"] });
    expect(logged).to.eql(["Notes.changes"]);
  });

  it("is a problem of the boot where it names no method, or one of a class that lives for a request", async () => {
    @Feature({ scope: "request" })
    class Scoped {
      @Resource("a://b", { watch: "changes" })
      read(): string {
        return "b";
      }
      changes(_watch: Watch): void {}
    }
    class Missing {
      // @ts-expect-error what it names is not there
      @Resource("a://b", { watch: "changed" })
      read(): string {
        return "b";
      }
    }
    const option = { code: "ERR_OPTION_INVALID" };
    expect(await problemsOf([Scoped])).to.eql([
      {
        ...option,
        member: "Scoped.read",
        message: "watch is of a class that lives for one request, and watching goes on for longer",
        fix: 'Take scope: "request" away, or move the resource to a class of its own',
      },
    ]);
    expect(await problemsOf([Missing])).to.eql([
      {
        ...option,
        member: "Missing.read",
        message: "watch names changed, which is no method of Missing",
        fix: "Name the method that notices changes",
      },
    ]);
  });
});
