import { Buffer } from "node:buffer";
import type { Writable } from "node:stream";
import type { Reply } from "../../kernel/port.js";

/** Text that is gathered no longer, whatever the turn: a string has a longest length, and a client waits. */
const GATHERED = 262_144;
/** A longer text is written in pieces, one after the other, so that it can be seen whether any of it is taken. */
const PIECE = 65_536;

/** Writes frames as lines, gathered so that one turn of the event loop is one write. */
export class LineWriter {
  readonly #output: Writable;
  readonly #onTaken: () => void;
  #text = "";
  /** Pieces that the output has no room for yet; the text comes after them. */
  #pieces: (string | Buffer)[] = [];
  #piecesLength = 0;
  #outstanding = 0;
  #taken = 0;
  #scheduled = false;

  /** `onTaken` is called whenever the other side has taken something. */
  constructor(output: Writable, onTaken: () => void) {
    this.#output = output;
    this.#onTaken = onTaken;
  }

  /** Bytes, near enough, that the other side has not taken yet. */
  get queued(): number {
    return this.#output.writableLength + this.#piecesLength + this.#text.length;
  }

  /** True while the other side reads slower than it is written to. */
  get stuck(): boolean {
    return this.#pieces.length > 0 || (this.#outstanding > 0 && this.#output.writableNeedDrain);
  }

  /** How many writes the other side has taken so far. */
  get taken(): number {
    return this.#taken;
  }

  /** True once everything written has been taken. */
  get idle(): boolean {
    return this.#outstanding === 0 && this.#pieces.length === 0 && this.#text === "";
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
    if (text !== "") this.#write(text);
  }

  #write(chunk: string | Buffer): void {
    const bytes = typeof chunk === "string" && chunk.length > PIECE ? Buffer.from(chunk) : chunk;
    if (typeof bytes === "string" || bytes.length <= PIECE) this.#add(bytes);
    else for (let at = 0; at < bytes.length; at += PIECE) this.#add(bytes.subarray(at, at + PIECE));
  }

  #add(piece: string | Buffer): void {
    if (!this.stuck) return this.#hand(piece);
    this.#pieces.push(piece);
    this.#piecesLength += piece.length;
  }

  #hand(piece: string | Buffer): void {
    if (!this.#output.writable) return;
    this.#outstanding++;
    this.#output.write(piece, this.#onWritten);
  }

  readonly #onWritten = (): void => {
    this.#outstanding--;
    this.#taken++;
    while (this.#pieces.length > 0 && !this.#output.writableNeedDrain) this.#handNext();
    if (!this.#scheduled && !this.stuck) this.flush();
    this.#onTaken();
  };

  #handNext(): void {
    const piece = this.#pieces.shift() ?? "";
    this.#piecesLength -= piece.length;
    this.#hand(piece);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(this.#onTurn);
  }

  /** Text that comes while the output is stuck is gathered on: written one by one, it would be many small pieces. */
  readonly #onTurn = (): void => {
    this.#scheduled = false;
    if (!this.stuck) this.flush();
  };
}
