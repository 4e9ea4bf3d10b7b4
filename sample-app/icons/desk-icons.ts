import type { Icons } from "blazon";

/** What `draw-icons.mjs` draws. */
export type DeskIcon =
  | "board"
  | "close-ticket"
  | "comment"
  | "desk"
  | "escalate"
  | "import"
  | "open-ticket"
  | "reply"
  | "search"
  | "summarize"
  | "ticket"
  | "triage";

/** Paths start at the folder of package.json, which is the same for the sources and for what they are compiled to. */
const FOLDER = "sample-app/icons";

/** What `npm run icons` writes, so that the desk starts without an image library. */
export const ICON_MANIFEST = `${FOLDER}/manifest.json`;

/** One drawing, for light and for dark backgrounds. */
export function deskIcon(name: DeskIcon): Icons {
  return [
    { src: `${FOLDER}/${name}.svg`, theme: "light" },
    { src: `${FOLDER}/${name}-dark.svg`, theme: "dark" },
  ];
}
