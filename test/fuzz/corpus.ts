import type { JsonObject } from "blazon";
import { META } from "../support/link.js";
import type { Random } from "./random.js";
import { sealedState } from "./sealed-states.js";

/** One valid request, without its id and `_meta`. */
interface Sample {
  readonly method: string;
  readonly params: JsonObject;
}

const tool = (name: string, args?: unknown): Sample => ({
  method: "tools/call",
  params: args === undefined ? { name } : { name, arguments: args },
});
const read = (uri: string): Sample => ({ method: "resources/read", params: { uri } });
const complete = (ref: JsonObject, name: string, value: string): Sample => ({
  method: "completion/complete",
  params: { ref, argument: { name, value } },
});

const ORDER = {
  id: "A-17",
  address: { street: "Long Street 1", city: "Delft", floors: [1, 2] },
  lines: [
    { sku: "chair", count: 2, due: "2026-08-01T10:00:00Z" },
    { sku: "desk", count: 1, tags: ["oak"] },
  ],
  tree: { name: "root", branches: [{ name: "leaf", branches: [] }] },
};

/** The second round of a call. */
function round({ method, params }: Sample, inputResponses: JsonObject, keys: readonly string[]): Sample {
  return { method, params: { ...params, inputResponses, requestState: sealedState(method, params, keys) } };
}

const NAME = { action: "accept", content: { name: "Noor" } };
const DRAFT = { role: "assistant", content: { type: "text", text: "A draft" }, model: "m" };
const ROOTS = { roots: [{ uri: "file:///desk", name: "desk" }] };

/** Valid requests for everything the server under test has. */
const SAMPLES: readonly Sample[] = [
  { method: "server/discover", params: {} },
  { method: "tools/list", params: {} },
  { method: "prompts/list", params: {} },
  { method: "resources/list", params: {} },
  { method: "resources/templates/list", params: {} },
  { method: "tools/list", params: { cursor: "made-up" } },
  { method: "resources/list", params: { cursor: "eyJhIjoxfQ" } },
  { method: "subscriptions/listen", params: { notifications: { toolsListChanged: true } } },
  {
    method: "subscriptions/listen",
    params: { notifications: { resourceSubscriptions: ["note://alpha", "probe://fixed"] } },
  },
  tool("echo", { text: "hello — 中🎉" }),
  tool("add", { a: 1, b: 2 }),
  tool("add", { a: -7 }),
  tool("nothing"),
  tool("whoami"),
  tool("mirrored", { region: "eu — west", level: 3, dry: false }),
  tool("mirrored", {}),
  tool("sampled"),
  ...["error", "string", "null", "undefined", "tool", "rpc", "late"].map((how) => tool("fail", { how })),
  tool("march"),
  tool("chat"),
  tool("wait"),
  tool("linger"),
  tool("order", ORDER),
  tool("contact", {
    email: "noor@example.com",
    nick: " noor ",
    home: { street: "Short Street", city: "Ede" },
  }),
  tool("shape", { shape: { kind: "circle", radius: 2 }, tags: ["a"] }),
  tool("shape", { shape: { kind: "square", side: 2 } }),
  tool("open", { any: { thing: [1, { deep: true }] }, "x-1": 5 }),
  tool("tree", { name: "root", next: { name: "leaf" } }),
  tool("repair", { ids: "[1,2,3]", filter: '{"a":1}', note: '{"keep":"me"}' }),
  tool("blocks", { text: "a", data: "AAAA" }),
  tool("scoped", { text: "held" }),
  tool("stray"),
  tool("ask"),
  tool("confirm", { text: "close" }),
  tool("by_hand"),
  read("asked://roots"),
  { method: "prompts/get", params: { name: "asked" } },
  round(tool("ask"), { who: NAME }, ["who"]),
  round(tool("ask"), { who: NAME, again: { action: "decline" }, other: {} }, ["who", "again"]),
  round(tool("confirm", { text: "close" }), { sure: { action: "accept", content: { sure: true } } }, [
    "sure",
  ]),
  round(tool("by_hand"), { roots: ROOTS }, ["roots"]),
  round({ method: "prompts/get", params: { name: "asked" } }, { draft: DRAFT }, ["draft"]),
  round(read("asked://roots"), { roots: ROOTS }, ["roots"]),
  read("probe://fixed"),
  read("probe://broken"),
  read("note://alpha"),
  read("note://gone"),
  read("note://%C2%A7%20141"),
  read("tree://a/b/c%20d"),
  read("find://notes?text=a%26b&limit=3"),
  read("bytes://twelve"),
  complete({ type: "ref/resource", uri: "note://{id}" }, "id", "al"),
  complete({ type: "ref/resource", uri: "note://alpha" }, "id", ""),
  complete({ type: "ref/prompt", name: "write" }, "topic", "x"),
  complete({ type: "ref/prompt", name: "write" }, "tone", "x"),
  { method: "prompts/get", params: { name: "write", arguments: { topic: "tea", tone: "warm" } } },
  { method: "prompts/get", params: { name: "plain" } },
];

/** Members a request's `_meta` may have. */
const EXTRA_META: readonly JsonObject[] = [
  {},
  {},
  { progressToken: "p-1" },
  { progressToken: 0 },
  { "io.modelcontextprotocol/logLevel": "debug" },
  { "io.modelcontextprotocol/clientInfo": { name: "fuzzer", version: "1" } },
  { "io.modelcontextprotocol/clientCapabilities": { sampling: { tools: {} } } },
  { "io.modelcontextprotocol/clientCapabilities": { sampling: {}, elicitation: {}, roots: {} } },
  {
    "io.modelcontextprotocol/clientCapabilities": {
      sampling: {},
      elicitation: { form: {}, url: {} },
      roots: {},
    },
  },
  { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: "a=b" },
];

/** A request that is right in every part. */
export function validRequest(random: Random, id: unknown): JsonObject {
  const { method, params } = random.pick(SAMPLES);
  return {
    jsonrpc: "2.0",
    id,
    method,
    params: { ...params, _meta: { ...META, ...random.pick(EXTRA_META) } },
  };
}

/** A notification, most often one that cancels a request. */
export function notification(random: Random, requestId: unknown): JsonObject {
  const method = random.pick(["notifications/cancelled", "notifications/cancelled", "notifications/unknown"]);
  const params = random.chance(0.5) ? { requestId } : { requestId, reason: "no longer needed" };
  return { jsonrpc: "2.0", method, params };
}
