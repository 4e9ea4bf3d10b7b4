import { pipeline, type Readable } from "node:stream";
import { CsvError, type Info, parse } from "csv-parse";
import { DeskError } from "../store/desk-errors.js";
import { BadValue, COLUMNS, type ImportedTicket, parseTicketRow, type RawRow } from "./ticket-row.js";

const MAX_ROW_BYTES = 64 * 1024;

/** A row of a file: a ticket, or why it is none. Rows count from 1, as in a spreadsheet; the header is row 1. */
export type TicketRow =
  | { readonly row: number; readonly ticket: ImportedTicket }
  | { readonly row: number; readonly problem: string };

/** A file that cannot be read as a list of tickets. */
export class FileRefused extends DeskError {
  override readonly name = "FileRefused";
}

/** What the parser yields: a record as it stands, and how far it is. */
interface CsvRecord {
  readonly record: readonly string[];
  readonly info: Info;
}

/**
 * Reads tickets out of CSV (RFC 4180, UTF-8, with or without a byte order mark) as the bytes come in.
 * A bad row is reported in its place and the next one is read.
 *
 * @throws {FileRefused} where a column is missing, or a quote is out of place: behind it nobody knows
 * where the rows begin.
 */
export async function* readTicketCsv(source: Readable): AsyncGenerator<TicketRow> {
  let header: ReadonlyMap<string, number> | undefined;
  try {
    for await (const { record, info } of recordsOf(source)) {
      if (header === undefined) header = readHeader(record);
      else yield readRow(record, header, info.records + info.empty_lines);
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileRefused(`The file is not valid CSV: ${error.message}.`) : error;
  }
  if (header === undefined) throw new FileRefused("The file is empty.");
}

function recordsOf(source: Readable): AsyncIterable<CsvRecord> {
  // A row of the wrong length must not end the file, so the parser lets it through and readRow() judges it.
  const options = { bom: true, info: true, relax_column_count: true, skip_empty_lines: true };
  // pipeline() hands an error of either stream to the loop, and closes the file when the loop is left.
  return pipeline(source, parse({ ...options, max_record_size: MAX_ROW_BYTES }), () => {});
}

function readHeader(names: readonly string[]): ReadonlyMap<string, number> {
  const header = new Map(names.map((name, index) => [name.trim(), index]));
  const missing = COLUMNS.filter((column) => !header.has(column));
  if (missing.length > 0) throw new FileRefused(`The file has no column ${missing.join(", ")}.`);
  return header;
}

function readRow(record: readonly string[], header: ReadonlyMap<string, number>, row: number): TicketRow {
  if (record.length !== header.size) {
    return { row, problem: `has ${record.length} columns where the header has ${header.size}` };
  }
  const cells = COLUMNS.map((column) => [column, record[header.get(column) ?? -1] ?? ""]);
  try {
    // Built from COLUMNS, so it has each of them and nothing else.
    return { row, ticket: parseTicketRow(Object.fromEntries(cells) as RawRow) };
  } catch (error) {
    if (error instanceof BadValue) return { row, problem: error.message };
    throw error;
  }
}
