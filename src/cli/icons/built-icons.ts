import type { Problem } from "../../errors/boot-error.js";

/** What the icons of one server came to. */
export interface ServerIcons {
  readonly name: string;
  readonly version: string;
  readonly problems: readonly Problem[];
  /** The file that the server reads; undefined where it names none. */
  readonly manifest: string | undefined;
  /** Sources, each once. */
  readonly icons: number;
  readonly images: number;
  /** Of all images together. */
  readonly bytes: number;
  /** What authors may want to know, such as parts of an SVG that were left out. */
  readonly notes: readonly string[];
  /** What stands in the file. */
  readonly text: string;
}

/** What the icons of every server of an entry came to. */
export interface BuiltIcons {
  readonly servers: readonly ServerIcons[];
}
