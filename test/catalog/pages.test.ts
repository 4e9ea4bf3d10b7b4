import { type Class, type JsonObject, Prompt, Resource, Tool } from "blazon";
import type { TestClient } from "blazon/testing";
import { expect } from "chai";
import { afterEach, describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";
import { expectWireValid } from "../wire/expect-wire-valid.js";
import { closeServers, openServer } from "./open-server.js";

/** A feature with as many tools, resources, templates and prompts. */
function many(count: number): Class {
  class Many {
    made(): string {
      return "made";
    }
  }
  const method = { value: Many.prototype.made };
  const add = (name: string, decorate: MethodDecorator): void => {
    Object.defineProperty(Many.prototype, name, method);
    decorate(Many.prototype, name, method);
  };
  for (let index = 0; index < count; index++) {
    // Types know no member that is added here; the decorators themselves take any.
    add(`tool${index}`, Tool({ input: null }) as MethodDecorator);
    add(`resource${index}`, Resource(`many://${index}`, { input: null }) as MethodDecorator);
    add(`template${index}`, Resource(`many-${index}://{id}`, { input: null }) as MethodDecorator);
    add(`prompt${index}`, Prompt({ input: null }) as MethodDecorator);
  }
  return Many;
}

const LISTS = [
  ["tools/list", "tools", "tool"],
  ["resources/list", "resources", "resource"],
  ["resources/templates/list", "resourceTemplates", "template"],
  ["prompts/list", "prompts", "prompt"],
] as const;

type Page = JsonObject & { readonly nextCursor?: string };

async function pageOf(client: TestClient, method: string, cursor?: string): Promise<Page> {
  const page = await client.request(method, cursor === undefined ? {} : { cursor });
  expectWireValid(client.frames.at(-1), method);
  return page as Page; // the schema above holds its shape
}

async function pagesOf(client: TestClient, method: string): Promise<readonly Page[]> {
  const pages = [await pageOf(client, method)];
  for (let last = pages[0]; last?.nextCursor !== undefined; last = pages.at(-1)) {
    pages.push(await pageOf(client, method, last.nextCursor));
  }
  return pages;
}

const namesIn = (page: Page, key: string): unknown =>
  (page[key] as readonly JsonObject[]).map(({ name }) => name);

describe("the pages of a list", () => {
  afterEach(closeServers);

  for (const [method, key, kind] of LISTS) {
    it(`[PAG-01] hold every item of ${method} once and in order, as many as pageSize says`, async () => {
      const client = await openServer([many(5)], { pageSize: 2 });
      const pages = await pagesOf(client, method);
      expect(pages.map((page) => namesIn(page, key))).to.eql([
        [`${kind}0`, `${kind}1`],
        [`${kind}2`, `${kind}3`],
        [`${kind}4`],
      ]);
    });

    it(`[PAG-03] end ${method} without nextCursor, also where the last page is full`, async () => {
      for (const [count, pageSize, sizes] of [
        [4, 2, [2, 2]],
        [2, 2, [2]],
        [1, 2, [1]],
        [3, 1, [1, 1, 1]],
      ] as const) {
        const client = await openServer([many(count)], { pageSize });
        const pages = await pagesOf(client, method);
        expect(pages.map((page) => (page[key] as readonly unknown[]).length)).to.eql(sizes);
        expect(pages.at(-1)).to.not.have.property("nextCursor");
      }
    });

    it(`[PAG-01] are one for the whole of ${method} without pageSize`, async () => {
      const client = await openServer([many(150)]);
      const [page, ...others] = await pagesOf(client, method);
      expect(page?.[key]).to.have.length(150);
      expect(others).to.eql([]);
    });

    it(`[PAG-04] [STATE-04] have cursors of ${method} that are good on another server with the same list`, async () => {
      const [one, other] = [
        await openServer([many(5)], { pageSize: 2 }),
        await openServer([many(5)], { pageSize: 2 }),
      ];
      const pages = await pagesOf(one, method);
      expect(await pagesOf(other, method)).to.eql(pages);
      const cursor = pages[0]?.nextCursor;
      for (let time = 0; time < 2; time++) expect(await pageOf(other, method, cursor)).to.eql(pages[1]);
    });

    it(`[PAG-05] [PAG-06] [PAG-10] refuse a cursor that ${method} never gave out`, async () => {
      const client = await openServer([many(5)], { pageSize: 2 });
      const { nextCursor = "" } = await pageOf(client, method);
      const changed = nextCursor.slice(0, -1) + (nextCursor.endsWith("A") ? "B" : "A");
      for (const cursor of [
        "garbage",
        "",
        "0",
        "2",
        null,
        5,
        {},
        [],
        changed,
        `${nextCursor} `,
        `${nextCursor}=`,
      ]) {
        const error = await rejectionOf(client.request(method, { cursor }));
        expect(error, JSON.stringify(cursor)).to.include({ code: -32602, message: "Invalid cursor" });
      }
    });

    it(`[PAG-06] refuse a cursor of another list than ${method}`, async () => {
      const client = await openServer([many(5)], { pageSize: 2 });
      for (const [other] of LISTS) {
        const { nextCursor } = await pageOf(client, other);
        if (other === method) continue;
        const error = await rejectionOf(client.request(method, { cursor: nextCursor }));
        expect(error).to.include({ code: -32602, message: "Invalid cursor" });
      }
    });

    it(`[PAG-04] refuse a cursor of ${method} once the list, or its page size, is another`, async () => {
      const { nextCursor } = await pageOf(await openServer([many(5)], { pageSize: 2 }), method);
      for (const [count, pageSize] of [
        [6, 2],
        [5, 3],
        [5, undefined],
      ] as const) {
        const changed = await openServer([many(count)], pageSize === undefined ? {} : { pageSize });
        const error = await rejectionOf(changed.request(method, { cursor: nextCursor }));
        expect(error).to.include({ code: -32602, message: "Invalid cursor" });
      }
    });
  }

  it("[RES-04] [PROM-03] [STATE-09] are the same for everyone, whatever was asked before", async () => {
    const answers: string[] = [];
    for (const capabilities of [{}, { sampling: {}, roots: {} }]) {
      const client = await openServer([many(3)]);
      for (let turn = 0; turn < 2; turn++) {
        const lists = [];
        for (const [method] of LISTS) lists.push(await client.request(method, {}, { capabilities }));
        answers.push(JSON.stringify(lists));
        await client.readResource("many://1");
        await client.getPrompt("prompt1");
      }
    }
    expect(new Set(answers).size).to.equal(1);
  });

  it("[CACHE-05] [CACHE-01] carry the same hints, on every page of a list", async () => {
    const tools = { ttlMs: 60_000, cacheScope: "public" } as const;
    const client = await openServer([many(5)], { pageSize: 2, cache: { tools } });
    for (const [method] of LISTS) {
      const expected = method === "tools/list" ? tools : { ttlMs: 0, cacheScope: "private" };
      for (const page of await pagesOf(client, method)) expect(page, method).to.deep.include(expected);
    }
  });

  it("[RES-08] [RES-03] are one that is empty, where there are only resources or only templates", async () => {
    class OnlyTemplate {
      @Resource("a://{id}", { input: null })
      a(): string {
        return "a";
      }
    }
    class OnlyResource {
      @Resource("a://b")
      a(): string {
        return "a";
      }
    }
    const hints = { ttlMs: 0, cacheScope: "private" };
    for (const [feature, method, key] of [
      [OnlyTemplate, "resources/list", "resources"],
      [OnlyResource, "resources/templates/list", "resourceTemplates"],
    ] as const) {
      const page = await pageOf(await openServer([feature], { pageSize: 2 }), method);
      expect(page).to.deep.include({ [key]: [], ...hints });
      expect(page).to.not.have.property("nextCursor");
    }
  });
});
