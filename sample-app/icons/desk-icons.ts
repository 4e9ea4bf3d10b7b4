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

/** One drawing, for light and for dark backgrounds; its paths start where `iconsFrom` says. */
export function deskIcon(name: DeskIcon): Icons {
  return [
    { src: `${name}.svg`, theme: "light" },
    { src: `${name}-dark.svg`, theme: "dark" },
  ];
}
