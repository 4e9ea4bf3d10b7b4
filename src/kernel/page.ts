import type { Buffer } from "node:buffer";

/** A whole result, serialized at boot: everything behind `"result":` of its frame, and the frame's end. */
export class Page {
  constructor(readonly bytes: Buffer) {}
}
