import {
  type Bus,
  createServer,
  Feature,
  Field,
  MemoryBus,
  Prompt,
  Resource,
  type Server,
  type ServerOptions,
  type SubscriptionOptions,
  Tool,
} from "blazon";
import { connect, RpcFailure, type TestClient } from "blazon/testing";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { problemsOf } from "../catalog/open-server.js";
import { until } from "./ears.js";

class Ref {
  @Field({ maxLength: 100 }) id!: string;
}
@Feature()
class Tools {
  @Tool()
  a(): string {
    return "a";
  }
}
@Feature()
class Resources {
  @Resource("note://{id}")
  note({ id }: Ref): string {
    return id;
  }
}
@Feature()
class Prompts {
  @Prompt()
  c(): string {
    return "c";
  }
}

const EVERYTHING = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ["note://a"],
};
const open: { close(): Promise<void> }[] = [];
const logged: { readonly level: string; readonly message: string }[] = [];
const log = (level: string) => (_fields: unknown, message: string) => void logged.push({ level, message });
const logger = { debug() {}, info: log("info"), warn: log("warn"), error: log("error") };

async function openServer(options: Partial<ServerOptions>): Promise<{ server: Server; client: TestClient }> {
  const features = [Tools, Resources, Prompts];
  const server = await createServer({ name: "desk", version: "1.0.0", features, logger, ...options });
  const client = await connect(server);
  open.push(client, server);
  return { server, client };
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail("it resolved"),
    (error: unknown) => error,
  );

describe("what is announced", () => {
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
    logged.length = 0;
  });

  for (const [features, honored] of [
    [[Tools], { toolsListChanged: true }],
    [[Prompts], { promptsListChanged: true }],
    [[Resources], { resourcesListChanged: true, resourceSubscriptions: ["note://a"] }],
    [[], {}],
  ] as const) {
    const names = features.map(({ name }) => name).join(", ") || "nothing";
    it(`[TOOL-02] [RES-02] [SUB-08] is advertised, and honored, of a server with ${names}`, async () => {
      const { client } = await openServer({ features });
      const { capabilities } = await client.discover();
      const list = { listChanged: true };
      expect(capabilities).to.eql({
        ...("toolsListChanged" in honored && { tools: list }),
        ...("promptsListChanged" in honored && { prompts: list }),
        ...("resourcesListChanged" in honored && { resources: { subscribe: true, ...list } }),
        logging: {},
      });
      expect((await client.listen(EVERYTHING)).honored).to.eql(honored);
    });
  }

  it("[TOOL-02] [RES-02] [SUB-26] is nothing, and advertised as nothing, where subscriptions are off", async () => {
    const { server, client } = await openServer({ subscriptions: false });
    const { capabilities } = await client.discover();
    expect(capabilities).to.eql({ tools: {}, resources: {}, prompts: {}, logging: {} });
    const ear = await client.listen(EVERYTHING);
    await ear.ended;
    expect(ear.honored).to.eql({});
    server.notify.toolsChanged();
    expect(ear.heard).to.eql([]);
  });

  it("[STDIO-09] reaches nobody who does not listen", async () => {
    const { server, client } = await openServer({});
    server.notify.toolsChanged();
    server.notify.resourceUpdated("note://a");
    await server.catalog.update((tx) => tx.removeTool("a"));
    await client.discover();
    expect(client.frames.filter(({ id }) => id === undefined)).to.eql([]);
  });

  it("is refused by notify where it is of no URI", async () => {
    const { server } = await openServer({});
    for (const uri of ["", "note", "/a", "note a", 5 as unknown as string]) {
      expect(() => server.notify.resourceUpdated(uri), uri).to.throw(
        `${uri} is no absolute URI, so no client listens for it`,
      );
    }
  });

  it("stays within the server's limit, of all callers together", async () => {
    const { server, client } = await openServer({ subscriptions: { maxListens: 2 } });
    const other = await connect(server);
    open.unshift(other);
    const ears = [await client.listen(EVERYTHING), await other.listen(EVERYTHING)];
    const error = await failureOf(client.listen(EVERYTHING));
    expect(error).to.be.instanceOf(RpcFailure);
    expect(error).to.include({
      code: -32603,
      message: "The server has as many listens open as it serves; try again later",
    });
    ears[0]?.leave();
    await client.discover();
    await client.listen(EVERYTHING);
  });

  it("counts callers by who they are, where the server knows", async () => {
    const principal = ({ meta }: { readonly meta: Readonly<Record<string, unknown>> }) =>
      String(meta["com.example/user"]);
    const { server, client } = await openServer({
      subscriptions: { maxListensPerCaller: 1 },
      requestState: { principal },
    });
    const other = await connect(server);
    open.unshift(other);
    const as = (user: string) => ({ meta: { "com.example/user": user } });
    await client.listen(EVERYTHING, as("ada"));
    await client.listen(EVERYTHING, as("grace"));
    expect(await failureOf(other.listen(EVERYTHING, as("ada")))).to.include({
      code: -32600,
      message: "The 1 listens one caller may have are open; end one, or name more in one of them",
    });
  });

  it("is decided by authorizeListen with what would be honored, and with the request", async () => {
    const asked: unknown[] = [];
    const { client } = await openServer({
      features: [Tools],
      subscriptions: {
        authorizeListen: (filter, { method, client: { info } }) => {
          asked.push([filter, method, info?.name]);
          return true;
        },
      },
    });
    await client.listen(EVERYTHING);
    expect(asked).to.eql([[{ toolsListChanged: true }, "subscriptions/listen", "blazon-testing"]]);
  });

  it("frees the seat of a listen that is left while it is authorized", async () => {
    let decide: (verdict: boolean) => void = () => {};
    const { client } = await openServer({
      subscriptions: { maxListens: 1, authorizeListen: () => new Promise((resolve) => (decide = resolve)) },
    });
    const controller = new AbortController();
    const request = client.request(
      "subscriptions/listen",
      { notifications: EVERYTHING },
      { signal: controller.signal },
    );
    controller.abort();
    decide(true);
    await failureOf(request);
    const opening = client.listen(EVERYTHING);
    await Promise.resolve();
    decide(true);
    expect((await opening).honored).to.have.property("toolsListChanged", true);
    expect(client.frames.filter(({ method }) => method !== undefined)).to.have.length(1);
  });
});

describe("a bus that fails", () => {
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
    logged.length = 0;
  });

  const failing = (over: Partial<Bus>): SubscriptionOptions => {
    const memory = new MemoryBus();
    const publish: Bus["publish"] = (channel, change) => memory.publish(channel, change);
    const subscribe: Bus["subscribe"] = (channel, listener) => memory.subscribe(channel, listener);
    return { bus: { publish, subscribe, ...over } };
  };

  for (const [how, publish] of [
    [
      "throws",
      () => {
        throw new Error("down");
      },
    ],
    ["rejects", () => Promise.reject(new Error("down"))],
  ] as const) {
    it(`tells this process's clients all the same where publishing ${how}, and logs it`, async () => {
      const { server, client } = await openServer({ subscriptions: failing({ publish }) });
      const ear = await client.listen(EVERYTHING);
      server.notify.toolsChanged();
      expect((await ear.next()).method).to.equal("notifications/tools/list_changed");
      expect(logged).to.eql([
        { level: "error", message: "A change could not be published; only this process's clients are told" },
      ]);
    });
  }

  for (const [how, subscribe] of [
    [
      "throws",
      () => {
        throw new Error("connect 10.0.0.5 as admin:hunter2");
      },
    ],
    ["rejects", () => Promise.reject(new Error("connect 10.0.0.5 as admin:hunter2"))],
  ] as const) {
    it(`refuses a listen where subscribing ${how}, keeps the reason, and tries again with the next`, async () => {
      let fails = true;
      const memory = new MemoryBus();
      const { server, client } = await openServer({
        subscriptions: failing({
          subscribe: (channel, listener) => (fails ? subscribe() : memory.subscribe(channel, listener)),
          publish: (channel, change) => memory.publish(channel, change),
        }),
      });
      const error = await client.send({
        jsonrpc: "2.0",
        id: 1,
        method: "subscriptions/listen",
        params: {
          notifications: EVERYTHING,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
          },
        },
      });
      expect(error?.error).to.have.property("code", -32603);
      expect(JSON.stringify(error))
        .to.match(/Internal error \(reference/)
        .and.not.include("hunter2");
      fails = false;
      const ear = await client.listen(EVERYTHING);
      server.notify.toolsChanged();
      expect((await ear.next()).method).to.equal("notifications/tools/list_changed");
    });
  }

  it("announces everything that is listened for when the bus is back, since what was missed is not known", async () => {
    let lost: () => void = () => {};
    let regained: () => void = () => {};
    const { client } = await openServer({
      subscriptions: failing({
        subscribe: (_channel, listener) => {
          lost = () => listener.lost(new Error("down"));
          regained = () => listener.regained();
          return () => {};
        },
      }),
    });
    const [all, some] = [
      await client.listen(EVERYTHING),
      await client.listen({ resourceSubscriptions: ["note://b"] }),
    ];
    lost();
    expect(all.heard).to.eql([]);
    regained();
    expect(all.heard.map(({ method, params }) => [method, params.uri])).to.eql([
      ["notifications/tools/list_changed", undefined],
      ["notifications/prompts/list_changed", undefined],
      ["notifications/resources/list_changed", undefined],
      ["notifications/resources/updated", "note://a"],
    ]);
    expect(some.heard.map(({ params }) => params.uri)).to.eql(["note://b"]);
    expect(logged.map(({ level }) => level)).to.eql(["warn", "info"]);
  });

  it("is subscribed to once, with the first listen, and left with the last", async () => {
    const calls: string[] = [];
    const { server, client } = await openServer({
      subscriptions: failing({
        subscribe: (channel) => {
          calls.push(`subscribe ${channel}`);
          return async () => void calls.push("unsubscribe");
        },
      }),
    });
    const ears = [await client.listen(EVERYTHING), await client.listen(EVERYTHING)];
    await (await client.listen({})).ended;
    expect(calls).to.eql(["subscribe desk"]);
    for (const ear of ears) ear.leave();
    await until(() => calls.length === 2);
    await client.listen(EVERYTHING);
    await server.close();
    await until(() => calls.length === 4);
    expect(calls).to.eql(["subscribe desk", "unsubscribe", "subscribe desk", "unsubscribe"]);
  });

  it("carries what one server says to another of its name, and to none of another name", async () => {
    const bus = new MemoryBus();
    const one = await openServer({ subscriptions: { bus } });
    const two = await openServer({ subscriptions: { bus } });
    const other = await openServer({ name: "another", subscriptions: { bus } });
    const [ear, foreign] = [await two.client.listen(EVERYTHING), await other.client.listen(EVERYTHING)];
    one.server.notify.resourceUpdated("note://a");
    other.server.notify.promptsChanged();
    expect(ear.heard.map(({ method }) => method)).to.eql(["notifications/resources/updated"]);
    expect(foreign.heard.map(({ method }) => method)).to.eql(["notifications/prompts/list_changed"]);
  });
});

describe("the options of subscriptions", () => {
  const faultsOf = async (subscriptions: unknown): Promise<unknown[]> =>
    (await problemsOf([Tools], { subscriptions: subscriptions as SubscriptionOptions })).map(
      ({ code, member, message, fix }) => [code, member, message, fix],
    );

  it("are problems of the boot where they are wrong", async () => {
    const invalid = (message: string, fix: string) => [["ERR_OPTION_INVALID", "createServer", message, fix]];
    const count = "Give an integer from 1 to 1000000, or leave it out";
    for (const [options, message, fix] of [
      [true, "subscriptions is true", "Write subscriptions: { … }, or false to announce nothing"],
      [[], "subscriptions is an array", "Write subscriptions: { … }, or false to announce nothing"],
      [{ maxListens: 0 }, "subscriptions.maxListens is 0", count],
      [{ maxListensPerCaller: 1.5 }, "subscriptions.maxListensPerCaller is 1.5", count],
      [{ maxUris: "9" }, 'subscriptions.maxUris is "9"', count],
      [{ maxListen: 9 }, "subscriptions.maxListen is no option of subscriptions", "Did you mean maxListens?"],
      [
        { authorizeListen: true },
        "subscriptions.authorizeListen is true",
        "Give a function, or leave it out",
      ],
      [
        { bus: {} },
        "subscriptions.bus is an object",
        "Give a Bus, such as new RedisBus(client) of blazon/redis, or leave it out",
      ],
    ] as const) {
      expect(await faultsOf(options), JSON.stringify(options)).to.eql(invalid(message, fix));
    }
  });

  it("may be left out, or given as undefined", async () => {
    const subscriptions = { bus: undefined, maxListens: undefined } as unknown as SubscriptionOptions;
    const { client } = await openServer({ subscriptions });
    expect((await client.listen({ toolsListChanged: true })).honored).to.eql({ toolsListChanged: true });
    for (const each of open.splice(0)) await each.close();
  });
});
