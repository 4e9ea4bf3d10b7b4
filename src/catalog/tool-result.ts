import type { Outcome } from "../kernel/target.js";
import { Written } from "../kernel/written.js";
import { type ContentBlock, isContentBlock } from "../protocol/content.js";
import { isObject, type JsonObject, type JsonValue } from "../protocol/json.js";
import { type OutputWriter, Violations } from "../schema/contract.js";
import { kindOf, outputError } from "./output-error.js";
import { withPreparedIcons } from "./result-icons.js";
import { whenSettled } from "./settle.js";

/** What a tool is, for the value it returns. */
export interface ToolOutput {
  readonly member: string;
  readonly writer: OutputWriter | undefined;
}

/** An answer that tells the model what went wrong. */
export function toolFailure(text: string): JsonObject {
  return { content: [{ type: "text", text }], isError: true };
}

/**
 * The result a tool's value stands for: text, blocks, a whole result, or the declared structured value.
 *
 * @throws {BlazonError} `ERR_OUTPUT_INVALID` for anything else (TOOL-31, TOOL-39).
 */
export function toolResult(value: unknown, { member, writer }: ToolOutput): Outcome | Promise<Outcome> {
  return writer === undefined ? contentResult(value, member) : structuredResult(value, writer, member);
}

function contentResult(value: unknown, member: string): Outcome | Promise<Outcome> {
  if (value === undefined) return { content: [] };
  if (typeof value === "string") return new Written(`{"content":[${textBlock(value)}]`);
  if (isContentBlock(value)) return whenSettled(readBlocks([value], member), (content) => ({ content }));
  if (Array.isArray(value)) return whenSettled(readBlocks(value, member), (content) => ({ content }));
  if (!hasContent(value)) {
    throw outputError(member, `${kindOf(value)} is neither text nor content; declare it with output`);
  }
  const isStructured = value.structuredContent !== undefined && value.isError !== true;
  return whenSettled(readBlocks(value.content, member), (content) => ({
    ...value,
    content: isStructured ? withText(content, value.structuredContent, member) : content,
  }));
}

function structuredResult(value: unknown, writer: OutputWriter, member: string): Outcome | Promise<Outcome> {
  if (value === undefined) throw outputError(member, "nothing was returned where output is declared");
  if (!isWholeResult(value, writer)) {
    return whenSettled(writer.write(value), (written) => {
      const json = JSON.stringify(checkWritten(written, member));
      return new Written(`{"content":[${textBlock(json)}],"structuredContent":${json}`);
    });
  }
  return whenSettled(readBlocks(value.content, member), (content) =>
    wholeResult({ ...value, content }, writer, member),
  );
}

function wholeResult(
  value: JsonObject & { readonly content: readonly ContentBlock[] },
  writer: OutputWriter,
  member: string,
): Outcome | Promise<Outcome> {
  const { structuredContent, content, ...rest } = value;
  if (value.isError === true) {
    // What failed need not fit the schema, and so nothing of it is sent but what every result has.
    const { isError, _meta, resultType } = value;
    return { content, isError, _meta, resultType };
  }
  return whenSettled(writer.write(structuredContent), (written) => {
    const structured = checkWritten(written, member);
    return { ...rest, content: withText(content, structured, member), structuredContent: structured };
  });
}

function checkWritten(written: JsonValue | Violations, member: string): JsonValue {
  if (written instanceof Violations) throw outputError(member, String(written));
  return written;
}

/**
 * One text block as JSON. Structured values come as text too, for clients that know only text (TOOL-38,
 * TOOL-41); written by hand, since nearly every answer of a tool is one.
 */
function textBlock(text: string): string {
  return `{"type":"text","text":${JSON.stringify(text)}}`;
}

/** Structured values come as text too; what the author says in their place is kept. */
function withText(
  content: readonly ContentBlock[],
  structured: unknown,
  member: string,
): readonly ContentBlock[] {
  if (content.length > 0) return content;
  const text = JSON.stringify(structured);
  if (text === undefined) throw outputError(member, `${kindOf(structured)} is no JSON value`);
  return [{ type: "text", text }];
}

type WithContent = JsonObject & { readonly content: readonly unknown[] };

function hasContent(value: unknown): value is WithContent {
  return isObject(value) && Array.isArray(value.content);
}

/** A whole result where `output` is declared, and not a value that has members of the same names. */
function isWholeResult(value: unknown, { schema }: OutputWriter): value is WithContent {
  const isOwnMember = isObject(schema.properties) && "content" in schema.properties;
  if (isOwnMember || !hasContent(value)) return false;
  return (
    value.structuredContent !== undefined || (value.isError === true && value.content.every(isContentBlock))
  );
}

/** Blocks as they are sent: of their kind, and links with icons that are safe to show. */
function readBlocks(
  blocks: readonly unknown[],
  member: string,
): readonly ContentBlock[] | Promise<readonly ContentBlock[]> {
  for (const block of blocks) {
    if (!isContentBlock(block)) throw outputError(member, `${kindOf(block)} is no content block`);
  }
  return withPreparedIcons(blocks as readonly ContentBlock[], member); // each was looked at
}
