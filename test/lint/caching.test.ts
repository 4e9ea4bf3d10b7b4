import { expect } from "chai";
import { describe, it } from "mocha";
import { Ask, Feature, Field, RequestContext, Resource } from "../../src/index.js";
import { lintServer } from "./lint-features.js";

class Sure {
  @Field("Sure?") sure!: boolean;
}
class Ref {
  @Field("The id", { maxLength: 9 }) id!: string;
}

const PUBLIC = 'cacheScope is "public", so one caller\'s answer may be shown to another, but ';

async function found(options: Parameters<typeof lintServer>[0]): Promise<readonly string[]> {
  return (await lintServer(options)).map(({ code, member, message }) => `${code} ${member}: ${message}`);
}

describe("lints of caching", () => {
  it("[CACHE-09] find public answers of features that are made for each request", async () => {
    @Feature({ scope: "request" })
    class Mine {
      constructor(readonly context: RequestContext) {}

      @Resource("desk://mine", { title: "Mine", cacheScope: "public" })
      mine(): string {
        return "";
      }

      @Resource("desk://private", { title: "Mine", ttlMs: 5 })
      own(): string {
        return "";
      }
    }
    expect(await found({ features: [Mine] })).to.eql([
      `LINT_CACHE_SHARED Mine.mine: ${PUBLIC}the feature that answers is made for each request`,
    ]);
  });

  it("find public answers that the client is asked for first", async () => {
    @Feature()
    class Asking {
      @Resource("desk://asked", { title: "Asked", cacheScope: "public" })
      asked(@Ask(Sure, "Sure?") _sure: unknown): string {
        return "";
      }
    }
    expect(await found({ features: [Asking] })).to.eql([
      `LINT_CACHE_SHARED Asking.asked: ${PUBLIC}the client is asked before it is answered`,
    ]);
  });

  it("[CACHE-09] find a public list of resources that features of one request add to", async () => {
    const listing = (scope: "request" | "singleton") => {
      @Feature({ scope })
      class Listing {
        @Resource("desk://{id}", { title: "One", list: "all" })
        one(_ref: Ref): string {
          return "";
        }

        all() {
          return { resources: [] };
        }
      }
      return Listing;
    };
    const cache = { resources: { cacheScope: "public" } } as const;
    expect(await found({ features: [listing("request")], cache })).to.eql([
      `LINT_CACHE_SHARED Listing.one: ${PUBLIC}the list of resources is made by a feature that is made for each request (all)`,
    ]);
    expect(await found({ features: [listing("singleton")], cache })).to.eql([]);
    expect(await found({ features: [listing("request")] })).to.eql([]);
    expect(await found({ features: [listing("request")], cache: { tools: cache.resources } })).to.eql([]);
  });

  it("let public answers pass that are everybody's, also where the handler takes its context", async () => {
    @Feature()
    class Board {
      @Resource("desk://board", { title: "Board", cacheScope: "public", ttlMs: 60_000 })
      board(_ctx: RequestContext): string {
        return "";
      }
    }
    expect(await found({ features: [Board] })).to.eql([]);
  });
});
