import { Buffer } from "node:buffer";
import type { Writable } from "node:stream";
import type { Reply } from "../../kernel/port.js";

/** Text that is gathered no longer, whatever the turn: a string has a longest length, and a client waits. */
const GATHERED = 262_144;
/** A longer text is written in pieces, so that it can be seen how much of it was taken. */
const PIECE_BYTES = 1_048_576;

/** Writes frames as lines, gathered so that one turn of the event loop is one write. */
export class LineWriter {
  readonly #output: Writable;
  readonly #onIdle: () => void;
  #text = "";
  #outstanding = 0;
  #scheduled = false;

  constructor(output: Writable, onIdle: () => void) {
    this.#output = output;
    this.#onIdle = onIdle;
  }

  /** Bytes, near enough, that the other side has not taken yet. */
  get queued(): number {
    return this.#output.writableLength + this.#text.length;
  }

  /** True while the other side reads slower than it is written to. */
  get stuck(): boolean {
    return this.#output.writableNeedDrain;
  }

  /** Writes that the other side has not taken yet. */
  get outstanding(): number {
    return this.#outstanding;
  }

  /** True once everything written has been taken. */
  get idle(): boolean {
    return this.#outstanding === 0 && this.#text === "";
  }

  frame(text: string): void {
    this.#text += text;
    this.#text += "\n";
    if (this.#text.length >= GATHERED) this.flush();
    else this.#schedule();
  }

  reply({ text, page }: Reply): void {
    if (page === undefined) return this.frame(text);
    this.#text += text;
    this.flush();
    this.#write(page);
    this.#text = "\n";
    this.#schedule();
  }

  flush(): void {
    const text = this.#text;
    this.#text = "";
    if (text.length <= GATHERED * 2) {
      if (text !== "") this.#write(text);
      return;
    }
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      this.#write(bytes.subarray(start, start + PIECE_BYTES));
    }
  }

  #write(chunk: string | Buffer): void {
    if (!this.#output.writable) return;
    this.#outstanding++;
    this.#output.write(chunk, this.#onWritten);
  }

  readonly #onWritten = (): void => {
    this.#outstanding--;
    if (this.#outstanding === 0) this.#onIdle();
  };

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#onTurn);
  }

  readonly #onTurn = (): void => {
    this.#scheduled = false;
    this.flush();
  };
}
