import {
  Complete,
  Feature,
  Field,
  InjectionToken,
  Prompt,
  RequestContext,
  Resource,
  type ResourcePage,
  Tool,
} from "blazon";
import type { TestClient } from "blazon/testing";
import { expect } from "chai";
import { afterEach, beforeEach, describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";
import { closeServers, openServer } from "./open-server.js";

const DIARY = new InjectionToken<string[]>("diary");

class Ref {
  @Field({ maxLength: 100 }) id!: string;
}

/** Lives for one request, and writes down when it is made and disposed. */
class Session {
  constructor(
    readonly diary: string[],
    readonly ctx: RequestContext,
  ) {
    diary.push(`made for ${ctx.method}`);
  }

  async dispose(): Promise<void> {
    await Promise.resolve();
    this.diary.push(`disposed of ${this.ctx.method}`);
  }
}

@Feature({ scope: "request", inject: [Session] })
class Desk {
  #uses = 0;
  constructor(readonly session: Session) {}

  #use(what: string): string {
    this.session.diary.push(`${what} ${++this.#uses}`);
    return what;
  }

  @Tool()
  call(): string {
    return this.#use("called");
  }

  @Tool()
  async fail(): Promise<string> {
    this.#use("failed");
    throw new Error("gone");
  }

  @Resource("desk://{id}", { list: "entries" })
  read({ id }: Ref): string {
    return this.#use(`read ${id}`);
  }

  async entries(): Promise<ResourcePage> {
    this.#use("listed");
    return { resources: [{ uri: "desk://a", name: "a" }] };
  }

  @Resource("shelf://{id}", { list: "shelves" })
  shelf({ id }: Ref): string {
    return id;
  }

  shelves(): ResourcePage {
    this.#use("listed");
    return { resources: [{ uri: "shelf://a", name: "a" }] };
  }

  @Prompt()
  write({ id }: Ref): string {
    return this.#use(`written ${id}`);
  }

  @Complete({ prompt: "write", argument: "id" })
  @Complete({ resource: "desk://{id}", argument: "id" })
  ids(): string[] {
    return [this.#use("completed")];
  }
}

@Tool({ name: "stand_alone", input: null, scope: "request", inject: [Session] })
class StandAlone {
  constructor(readonly session: Session) {}

  run(ctx: RequestContext): string {
    return String(this.session.ctx.id === ctx.id);
  }
}

describe("a feature that lives for one request", () => {
  let client: TestClient;
  let diary: string[];

  beforeEach(async () => {
    diary = [];
    client = await openServer([Desk, StandAlone], {
      providers: [
        { token: DIARY, useValue: diary },
        {
          token: Session,
          useFactory: (resolve) => new Session(resolve(DIARY), resolve(RequestContext)),
          scope: "request",
        },
      ],
    });
  });
  afterEach(closeServers);

  /** What one request leaves in the diary: all of it is there when the answer is. */
  async function diaryOf(request: () => Promise<unknown>): Promise<readonly string[]> {
    diary.length = 0;
    await request();
    return [...diary];
  }

  const around = (method: string, ...uses: readonly string[]) => [
    `made for ${method}`,
    ...uses,
    `disposed of ${method}`,
  ];

  it("[STATE-01] is made for each call of a tool, and disposed before the answer goes out", async () => {
    for (let time = 0; time < 2; time++) {
      expect(await diaryOf(() => client.callTool("call"))).to.eql(around("tools/call", "called 1"));
    }
  });

  it("is disposed after a handler that failed", async () => {
    expect(await diaryOf(() => rejectionOf(client.callTool("fail")))).to.eql(
      around("tools/call", "failed 1"),
    );
  });

  it("is made for each read of a resource", async () => {
    for (const id of ["a", "b"]) {
      expect(await diaryOf(() => client.readResource(`desk://${id}`))).to.eql(
        around("resources/read", `read ${id} 1`),
      );
    }
  });

  it("is made for each prompt that is got", async () => {
    expect(await diaryOf(() => client.getPrompt("write", { id: "a" }))).to.eql(
      around("prompts/get", "written a 1"),
    );
  });

  it("is made for each completion, of a prompt and of a template", async () => {
    for (const of of [{ prompt: "write" }, { resource: "desk://{id}" }]) {
      expect(await diaryOf(() => client.complete(of, { name: "id", value: "" }))).to.eql(
        around("completion/complete", "completed 1"),
      );
    }
  });

  it("is made once for a list that several of its methods fill", async () => {
    for (let time = 0; time < 2; time++) {
      expect(await diaryOf(() => client.listResources())).to.eql(
        around("resources/list", "listed 1", "listed 2"),
      );
    }
  });

  it("is not made for lists that are known at boot, or for server/discover", async () => {
    const lists = [
      () => client.listTools(),
      () => client.listResourceTemplates(),
      () => client.listPrompts(),
      () => client.discover(),
    ];
    for (const list of lists) expect(await diaryOf(list)).to.eql([]);
  });

  it("is not made for a request that is refused before it gets to it", async () => {
    const refused = [
      () => client.callTool("call", { extra: 1 }),
      () => rejectionOf(client.getPrompt("write")),
      () => rejectionOf(client.complete({ prompt: "write" }, { name: "nope", value: "" })),
      () => rejectionOf(client.readResource("desk://..")),
      () => rejectionOf(client.request("resources/list", { cursor: "forged" })),
    ];
    for (const request of refused) expect(await diaryOf(request)).to.eql([]);
  });

  it("may be a class that is annotated as a whole, and is given the context of its own request", async () => {
    const calls = Array.from({ length: 20 }, () => client.callTool("stand_alone"));
    for (const { content } of await Promise.all(calls)) {
      expect(content).to.eql([{ type: "text", text: "true" }]);
    }
  });
});
