import { Buffer } from "node:buffer";

/** A drawing of one color as a `data:` URI; each color is an image of its own. */
export function drawing(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2h20v20H2z" fill="${color}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

/** Relative to the package, which is above the compiled tests as it is above their sources. */
export const TICKET = "test/server-icons/drawings/ticket.svg";
export const TICKET_DARK = "test/server-icons/drawings/ticket-dark.svg";
