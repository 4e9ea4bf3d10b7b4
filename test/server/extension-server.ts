import {
  createServer,
  type Extension,
  Feature,
  RequestContext,
  RpcError,
  type Server,
  Tool,
  type ToolResult,
} from "blazon";

export const url = import.meta.url;

/** Counts, and has a method whose name stands in a header. */
export const counting: Extension = {
  id: "com.example/counting",
  settings: { unit: "words", limits: [1, 2] },
  resultTypes: ["counted"],
  methods: {
    "counting/count": {
      handle: ({ text }) => {
        if (typeof text !== "string") throw new RpcError(-32602, "text must be a string");
        return { words: text.split(" ").length, _meta: { "com.example/exact": true } };
      },
    },
    "counting/get": {
      mirrors: "countId",
      handle: async ({ countId }, ctx) => ({ countId, method: ctx.method, resultType: "counted" }),
    },
    "counting/fail": {
      handle: () => {
        throw new Error("postgres://admin:hunter2@10.0.0.5");
      },
    },
  },
};

@Feature()
class Counted {
  @Tool({ description: "Answers with a result type of the extension" })
  counted(_ctx: RequestContext): ToolResult {
    return { content: [], resultType: "counted" };
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

export function build(): Promise<Server> {
  return createServer({
    name: "extended",
    version: "1.0.0",
    features: [Counted],
    extensions: [counting],
    logger: silent,
    hosts: ["localhost", "127.0.0.1"],
  });
}
