import { Buffer, isUtf8 } from "node:buffer";
import { Refusal } from "../../errors/refusal.js";

const NEWLINE = 10;
const SPACE = 32;
/** White space of JSON alone: anything else is for the parser to refuse. */
const BLANK = /^[ \t\r]*$/;
/** A buffer that grew beyond this for one long line is given back after it. */
const KEPT_BYTES = 65_536;

/** One line without its end, or why it cannot be read. */
export type Line = string | Refusal;

/**
 * Cuts a stream of bytes into lines. Whatever the chunking, the lines are those of the whole stream read at
 * once: a newline byte is never part of another UTF-8 character, so bytes are cut first and decoded after.
 * Blank lines, a byte order mark at the start and the CR of a CRLF are left out. Time is linear in the
 * bytes, however small the chunks, and no more than one line of `maxLineBytes` is held.
 */
export class LineFramer {
  readonly #maxLineBytes: number;
  #held: Buffer = Buffer.alloc(0);
  #heldBytes = 0;
  #skipping = false;
  #started = false;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** The lines that this chunk completes, in order. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    const first = chunk.indexOf(NEWLINE);
    if (first < 0) {
      this.#hold(chunk, lines);
      return lines;
    }
    let start = 0;
    if (this.#heldBytes > 0 || this.#skipping) {
      this.#hold(chunk.subarray(0, first), lines);
      this.#release(lines);
      start = first + 1;
    }
    const end = chunk.lastIndexOf(NEWLINE);
    if (end >= start) this.#cut(chunk.subarray(start, end), lines);
    if (end + 1 < chunk.length) this.#hold(chunk.subarray(end + 1), lines);
    return lines;
  }

  /** The last line, where the stream ended without a newline. */
  end(): Line[] {
    const lines: Line[] = [];
    if (this.#heldBytes > 0) this.#release(lines);
    return lines;
  }

  /** Whole lines, decoded in one go where nothing speaks against it. */
  #cut(block: Buffer, lines: Line[]): void {
    if (block.length <= this.#maxLineBytes && isUtf8(block)) {
      for (const line of block.toString().split("\n")) this.#add(line, lines);
      return;
    }
    let start = 0;
    while (start <= block.length) {
      const found = block.indexOf(NEWLINE, start);
      const end = found < 0 ? block.length : found;
      this.#decode(block.subarray(start, end), lines);
      start = end + 1;
    }
  }

  #decode(bytes: Buffer, lines: Line[]): void {
    if (bytes.length > this.#maxLineBytes) lines.push(this.#tooLong());
    else if (!isUtf8(bytes)) lines.push(new Refusal("ERR_WIRE_UTF8"));
    else return this.#add(bytes.toString(), lines);
    this.#started = true;
  }

  #add(text: string, lines: Line[]): void {
    let line = text.endsWith("\r") ? text.slice(0, -1) : text;
    if (!this.#started) {
      this.#started = true;
      if (line.startsWith("\uFEFF")) line = line.slice(1);
    }
    if (line.length === 0 || (line.charCodeAt(0) <= SPACE && BLANK.test(line))) return;
    lines.push(line);
  }

  /** Keeps the start of a line whose end has not come; beyond the cap it is refused once and skipped. */
  #hold(bytes: Buffer, lines: Line[]): void {
    if (this.#skipping) return;
    const size = this.#heldBytes + bytes.length;
    if (size > this.#maxLineBytes) {
      lines.push(this.#tooLong());
      this.#started = true;
      this.#skipping = true;
      this.#drop();
      return;
    }
    if (size > this.#held.length) this.#grow(size);
    bytes.copy(this.#held, this.#heldBytes);
    this.#heldBytes = size;
  }

  #release(lines: Line[]): void {
    const bytes = this.#held.subarray(0, this.#heldBytes);
    if (!this.#skipping) this.#decode(bytes, lines);
    this.#skipping = false;
    this.#drop();
  }

  #grow(size: number): void {
    const larger = Buffer.allocUnsafe(Math.max(size, this.#held.length * 2, 1024));
    this.#held.copy(larger, 0, 0, this.#heldBytes);
    this.#held = larger;
  }

  #drop(): void {
    this.#heldBytes = 0;
    if (this.#held.length > KEPT_BYTES) this.#held = Buffer.alloc(0);
  }

  #tooLong(): Refusal {
    return new Refusal("ERR_WIRE_LINE_SIZE", { limit: this.#maxLineBytes });
  }
}
