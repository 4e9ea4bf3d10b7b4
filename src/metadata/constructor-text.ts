import type { AnyClass } from "./types.js";

/** A class's own constructor, as its source text shows it. */
export interface ConstructorText {
  /** Names for messages; a destructured parameter has an odd one. */
  readonly parameters: readonly string[];
  /** It takes whatever its parent takes and hands it up. */
  readonly forwards: boolean;
}

const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
const CONSTRUCTOR = /(?<![\w$.#])constructor\s*\(([^)]*)\)(?:\s*\{\s*(super\(\.\.\.)?)?/;

/**
 * The class's own constructor; undefined where it has none. Source text is the only witness: `length` is 0
 * for no constructor, for one without parameters and for the `super(...arguments)` that compilers write.
 */
export function findConstructorText(owner: AnyClass): ConstructorText | undefined {
  const source = Function.prototype.toString.call(owner).replace(COMMENT_OR_TEXT, " ");
  const [text, list = "", forwarding] = CONSTRUCTOR.exec(source) ?? [];
  if (text === undefined) return undefined;
  const parameters = list.split(",").map((parameter) => parameter.split("=", 1).join("").trim());
  const named = parameters.filter((name) => name !== "" && !name.startsWith("..."));
  const isForwarded = named.length === 0 && (forwarding !== undefined || list.includes("..."));
  return { parameters: named, forwards: isForwarded };
}
