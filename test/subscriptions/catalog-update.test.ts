import {
  BlazonError,
  BootError,
  type CatalogTransaction,
  type Class,
  Complete,
  createServer,
  Feature,
  Field,
  Notifier,
  Prompt,
  RequestContext,
  Resource,
  type Server,
  type ServerOptions,
  Tool,
} from "blazon";
import { connect, RpcFailure, type TestClient } from "blazon/testing";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { expectWireValid } from "../wire/expect-wire-valid.js";

class Ref {
  @Field({ maxLength: 100 }) id!: string;
}

class Ledger {
  readonly disposed: string[] = [];
}

@Feature()
class Desk {
  @Tool()
  first(): string {
    return "first";
  }

  @Tool()
  second(): string {
    return "second";
  }

  @Tool()
  async slow(ctx: RequestContext): Promise<string> {
    if (!ctx.signal.aborted) await release;
    return "slow";
  }

  @Resource("desk://board")
  board(): string {
    return "board";
  }

  @Resource("note://{id}")
  note({ id }: Ref): string {
    return id;
  }

  @Complete({ resource: "note://{id}", argument: "id" })
  ids(): string[] {
    return ["a", "b"];
  }

  @Prompt()
  greet({ id }: Ref): string {
    return `Hello ${id}`;
  }

  @Complete({ prompt: "greet", argument: "id" })
  names(): string[] {
    return ["Ada"];
  }
}

@Feature()
class Reports {
  constructor(private readonly ledger: Ledger) {}

  @Tool()
  report(): string {
    return "report";
  }

  @Resource("report://all")
  all(): string {
    return "all";
  }

  [Symbol.dispose](): void {
    this.ledger.disposed.push("Reports");
  }
}

@Feature()
class Clash {
  @Tool()
  first(): string {
    return "another first";
  }
}

@Feature()
class Broken {
  constructor(
    private readonly ledger: Ledger,
    readonly reports: Reports,
    readonly notify: Notifier,
  ) {
    throw new Error("no connection");
  }

  @Tool()
  broken(): string {
    return String(this.ledger);
  }
}

class Empty {}

let finish: () => void = () => {};
let release: Promise<void> = new Promise((resolve) => (finish = resolve));
const open: { close(): Promise<void> }[] = [];
const ledger = new Ledger();

async function openDesk(
  options: Partial<ServerOptions> = {},
): Promise<{ readonly server: Server; readonly client: TestClient }> {
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const server = await createServer({
    name: "desk",
    version: "1.0.0",
    features: [Desk],
    providers: [{ token: Ledger, useValue: ledger }],
    logger: silent,
    ...options,
  });
  const client = await connect(server);
  open.push(client, server);
  return { server, client };
}

const namesOf = async (client: TestClient): Promise<unknown[]> =>
  (await client.listTools()).map(({ name }) => name);

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail("it resolved"),
    (error: unknown) => error,
  );
}

/** What kept an update from being made, each problem as its code, member, message and fix. */
async function problemsOf(server: Server, change: (tx: CatalogTransaction) => unknown): Promise<unknown[]> {
  const error = await failureOf(server.catalog.update(change));
  if (!(error instanceof BootError)) throw error;
  return error.problems.map(({ code, member, message, fix }) => [code, member, message, fix]);
}

describe("catalog.update", () => {
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
    finish();
    release = new Promise((resolve) => (finish = resolve));
  });

  it("[SUB-20] [TOOL-09] offers a feature that is added, and tells those who listen", async () => {
    const { server, client } = await openDesk();
    const ear = await client.listen({
      toolsListChanged: true,
      resourcesListChanged: true,
      promptsListChanged: true,
    });
    await server.catalog.update((tx) => tx.addFeature(Reports));
    expect(await namesOf(client)).to.eql(["first", "second", "slow", "report"]);
    expect((await client.callTool("report")).content).to.eql([{ type: "text", text: "report" }]);
    expect((await client.readResource("report://all")).contents).to.have.length(1);
    expect(ear.heard.map(({ method }) => method)).to.eql([
      "notifications/tools/list_changed",
      "notifications/resources/list_changed",
    ]);
    for (const frame of client.frames.filter(({ id }) => id === undefined)) expectWireValid(frame);
  });

  it("[TOOL-04] [RES-27] [PROM-18] takes away tools, resources, templates, prompts, and what completes them", async () => {
    const { server, client } = await openDesk();
    const ear = await client.listen({
      toolsListChanged: true,
      resourcesListChanged: true,
      promptsListChanged: true,
    });
    await server.catalog.update((tx) =>
      tx
        .removeTool("second")
        .removeResource("desk://board")
        .removeResource("note://{id}")
        .removePrompt("greet"),
    );
    expect(await namesOf(client)).to.eql(["first", "slow"]);
    expect(ear.heard.map(({ method }) => method)).to.eql([
      "notifications/tools/list_changed",
      "notifications/prompts/list_changed",
      "notifications/resources/list_changed",
    ]);
    expect(await failureOf(client.callTool("second"))).to.include({ code: -32602, message: "Unknown tool" });
    const { capabilities } = await client.discover();
    expect(capabilities).to.eql({ tools: { listChanged: true }, logging: {} });
    for (const [method, params] of [
      ["resources/read", { uri: "desk://board" }],
      ["prompts/get", { name: "greet", arguments: { id: "a" } }],
      [
        "completion/complete",
        { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "id", value: "" } },
      ],
    ] as const) {
      expect(await failureOf(client.request(method, params)), method).to.include({ code: -32601 });
    }
  });

  it("announces only the lists that show something else", async () => {
    const { server, client } = await openDesk();
    const ear = await client.listen({
      toolsListChanged: true,
      resourcesListChanged: true,
      promptsListChanged: true,
    });
    await server.catalog.update(() => undefined);
    await server.catalog.update((tx) => tx.removePrompt("greet"));
    expect(ear.heard.map(({ method }) => method)).to.eql(["notifications/prompts/list_changed"]);
  });

  it("removes a feature with everything it offers, and gives its instance back when it is added again", async () => {
    const { server, client } = await openDesk({ features: [Desk, Reports] });
    await server.catalog.update((tx) => tx.removeFeature(Reports));
    expect(await namesOf(client)).to.eql(["first", "second", "slow"]);
    await server.catalog.update((tx) => tx.addFeature(Reports));
    expect(await namesOf(client)).to.eql(["first", "second", "slow", "report"]);
    ledger.disposed.length = 0;
    await client.close();
    await server.close();
    expect(ledger.disposed).to.eql(["Reports"]);
  });

  it("makes several changes at once, of which clients see all or none", async () => {
    const { server, client } = await openDesk();
    await server.catalog.update(async (tx) => {
      tx.removeFeature(Desk);
      await Promise.resolve();
      tx.addFeature(Clash).addFeature(Reports).removeTool("report");
      expect(await namesOf(client)).to.eql(["first", "second", "slow"]);
    });
    expect(await namesOf(client)).to.eql(["first"]);
    expect((await client.callTool("first")).content).to.eql([{ type: "text", text: "another first" }]);
  });

  it("lets calls that run finish with what they began with", async () => {
    const { server, client } = await openDesk();
    const call = client.callTool("slow");
    await server.catalog.update((tx) => tx.removeFeature(Desk).addFeature(Clash));
    expect(await failureOf(client.callTool("slow"))).to.include({ code: -32602, message: "Unknown tool" });
    finish();
    expect((await call).content).to.eql([{ type: "text", text: "slow" }]);
  });

  it("refuses, with every problem, what a boot would refuse, and changes nothing", async () => {
    const { server, client } = await openDesk();
    const ear = await client.listen({ toolsListChanged: true });
    const before = await namesOf(client);
    const problems = await problemsOf(server, (tx) =>
      tx
        .addFeature(Reports)
        .addFeature(Clash)
        .addFeature(Empty as Class)
        .removeTool("secnd")
        .removePrompt("nothing"),
    );
    expect(problems).to.eql([
      [
        "ERR_FEATURE_EMPTY",
        "Empty",
        "The class has no @Tool, @Resource or @Prompt",
        "Annotate a method or the class, or take the class out of `features`",
      ],
      ["ERR_CATALOG_CHANGE", "catalog.update", 'There is no tool "secnd" to remove', "Did you mean second?"],
      [
        "ERR_CATALOG_CHANGE",
        "catalog.update",
        'There is no prompt "nothing" to remove',
        "Name a prompt that the catalog has",
      ],
      [
        "ERR_NAME_DUPLICATE",
        "Clash.first",
        'Desk.first already is the tool "first"',
        "Give one of them another name",
      ],
    ]);
    expect(await namesOf(client)).to.eql(before);
    expect(ear.heard).to.eql([]);
    await server.catalog.update((tx) => tx.addFeature(Reports));
    expect(await namesOf(client)).to.eql([...before, "report"]);
  });

  it("takes back what was made for an update whose features cannot be made", async () => {
    const { server, client } = await openDesk();
    ledger.disposed.length = 0;
    const [problem] = await problemsOf(server, (tx) => tx.addFeature(Broken));
    expect(problem).to.eql([
      "ERR_PROVIDER_FAILED",
      "Broken",
      "Making Broken failed: Error: no connection",
      "Mend what was thrown: it is the `cause` of this error, with its stack",
    ]);
    expect(ledger.disposed).to.eql(["Reports"]);
    expect(await namesOf(client)).to.eql(["first", "second", "slow"]);
    await server.catalog.update((tx) => tx.addFeature(Reports));
    expect(await namesOf(client)).to.eql(["first", "second", "slow", "report"]);
  });

  it("changes nothing where the function throws, and goes on with the next update", async () => {
    const { server, client } = await openDesk();
    const thrown = new Error("changed my mind");
    const failing = server.catalog.update((tx) => {
      tx.removeTool("first");
      throw thrown;
    });
    const next = server.catalog.update((tx) => tx.removeTool("second"));
    expect(await failureOf(failing)).to.equal(thrown);
    await next;
    expect(await namesOf(client)).to.eql(["first", "slow"]);
  });

  it("refuses a transaction that is used after its update", async () => {
    const { server } = await openDesk();
    let kept: CatalogTransaction | undefined;
    await server.catalog.update((tx) => {
      kept = tx;
    });
    expect(() => kept?.removeTool("first")).to.throw(BlazonError, "ERR_CATALOG_CHANGE");
  });

  it("is refused once the server has closed, also where it began before", async () => {
    const { server } = await openDesk();
    let goOn: () => void = () => {};
    const update = server.catalog.update(async (tx) => {
      tx.addFeature(Reports);
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    });
    const failed = failureOf(update);
    await Promise.resolve();
    await server.close();
    goOn();
    for (const error of [
      await failed,
      await failureOf(server.catalog.update((tx) => tx.removeTool("first"))),
    ]) {
      expect(error).to.be.instanceOf(BlazonError).and.have.property("code", "ERR_SERVER_CLOSED");
    }
  });

  it("makes updates one after another, however they come", async () => {
    const { server, client } = await openDesk();
    await Promise.all([
      server.catalog.update((tx) => tx.addFeature(Reports)),
      server.catalog.update((tx) => tx.removeFeature(Desk)),
      server.catalog.update((tx) => tx.addFeature(Clash)),
    ]);
    expect(await namesOf(client)).to.eql(["report", "first"]);
  });

  it("[PAG-05] [PAG-06] refuses a cursor of a list that changed, and takes one of a list that did not (A20)", async () => {
    const { server, client } = await openDesk({ pageSize: 1 });
    const page = await client.request("tools/list", {});
    const resources = await client.request("resources/templates/list", {});
    expect(page.nextCursor).to.be.a("string");
    await server.catalog.update((tx) => tx.addFeature(Reports));
    expect(await failureOf(client.request("tools/list", { cursor: page.nextCursor }))).to.include({
      code: -32602,
      message: "Invalid cursor",
    });
    expect(resources).not.to.have.property("nextCursor");
    await server.catalog.update((tx) => tx.removeFeature(Reports));
    const again = await client.request("tools/list", { cursor: page.nextCursor });
    expect((again.tools as { readonly name: string }[]).map(({ name }) => name)).to.eql(["second"]);
  });

  it("[PAG-05] refuses a cursor of a resource list whose listers are others now (A20)", async () => {
    @Feature()
    class Pages {
      @Resource("page://{id}", { list: "pages" })
      page({ id }: Ref): string {
        return id;
      }

      pages(cursor?: string) {
        return {
          resources: [{ uri: `page://${cursor ?? 1}`, name: "page" }],
          ...(cursor === undefined && { nextCursor: "2" }),
        };
      }
    }
    const { server, client } = await openDesk({ features: [Pages] });
    const first = await client.request("resources/list", {});
    expect(await client.request("resources/list", { cursor: first.nextCursor })).to.have.property(
      "resources",
    );
    await server.catalog.update((tx) => tx.addFeature(Reports));
    const error = await failureOf(client.request("resources/list", { cursor: first.nextCursor }));
    expect(error).to.be.instanceOf(RpcFailure).and.include({ code: -32602, message: "Invalid cursor" });
  });
});
