/** The methods a client may call in this revision, with what the wire rules of each are. */
export interface MethodRules {
  /** The member of `params` that the `Mcp-Name` header repeats (HDR-06). */
  readonly mirrors?: string;
  /** The server capability that has to be advertised (BASE-41); absent where the method is always there. */
  readonly capability?: "tools" | "resources" | "prompts" | "completions";
  /** Frames go ahead of the answer, so a client that takes none cannot be served (T-16). */
  readonly streams?: true;
  /** It may be answered with questions, and carry answers (MRTR-02, MRTR-03). */
  readonly asks?: true;
}

export const METHODS = {
  "server/discover": {},
  "tools/list": { capability: "tools" },
  "tools/call": { capability: "tools", mirrors: "name", asks: true },
  "resources/list": { capability: "resources" },
  "resources/templates/list": { capability: "resources" },
  "resources/read": { capability: "resources", mirrors: "uri", asks: true },
  "prompts/list": { capability: "prompts" },
  "prompts/get": { capability: "prompts", mirrors: "name", asks: true },
  "completion/complete": { capability: "completions" },
  "subscriptions/listen": { streams: true },
} as const satisfies Readonly<Record<string, MethodRules>>;

/** A client method of this revision. */
export type MethodName = keyof typeof METHODS;
