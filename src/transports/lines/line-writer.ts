import type { Buffer } from "node:buffer";
import type { Writable } from "node:stream";
import type { Reply } from "../../kernel/port.js";

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

  /** True once everything written has been taken. */
  get idle(): boolean {
    return this.#outstanding === 0 && this.#text === "";
  }

  frame(text: string): void {
    this.#text += text;
    this.#text += "\n";
    this.#schedule();
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
    if (text !== "") this.#write(text);
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
