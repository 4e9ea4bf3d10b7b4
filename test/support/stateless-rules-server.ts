import { buildWith } from "./rules-server.js";

export const { url } = import.meta;

/** Refuses the clients that open with a handshake. */
export const build = () => buildWith("off");
