import { findFormatByExtension, findFormatByType, type IconFormat } from "./formats.js";
import { IconFault } from "./icon-fault.js";

/** What somebody says about bytes without having looked at them. */
export interface Declared {
  /** From the icon itself. */
  readonly mimeType?: string | undefined;
  /** From a `data:` URI or a response. */
  readonly contentType?: string | undefined;
  /** From a file's name, without its dot. */
  readonly extension?: string | undefined;
  /** `WxH` or `any`. */
  readonly sizes?: readonly string[] | undefined;
}

/** Types that say nothing: servers send them for files they do not know. */
const GENERIC = new Set(["application/octet-stream", "binary/octet-stream"]);

/** Compares what is said with what is there (ICON-16). @throws {IconFault} `ERR_ICON_MISMATCH`. */
export function checkDeclared(format: IconFormat, { mimeType, contentType, extension }: Declared): void {
  if (mimeType !== undefined) compare(format, findFormatByType(mimeType), `the type ${shown(mimeType)}`);
  if (contentType !== undefined && !GENERIC.has(contentType.toLowerCase())) {
    compare(format, findFormatByType(contentType), `the type ${shown(contentType)}`);
  }
  if (extension !== undefined) {
    compare(format, findFormatByExtension(extension), `the ending .${shown(extension)}`);
  }
}

function compare(found: IconFormat, said: IconFormat | undefined, what: string): void {
  if (found === said) return;
  throw new IconFault("ERR_ICON_MISMATCH", `it has ${what}, and its bytes are ${found.name}`);
}

/** Compares declared sizes with the pixels there are (ICON-04). @throws {IconFault} `ERR_ICON_MISMATCH`. */
export function checkSizes(sizes: readonly string[] | undefined, actual: string): void {
  const wrong = sizes?.find((size) => size.toLowerCase() !== actual);
  if (wrong === undefined) return;
  throw new IconFault("ERR_ICON_MISMATCH", `it has the size ${wrong}, and its image is ${actual}`);
}

/** A value of somebody else, fit for one line of a log. */
function shown(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, "?").slice(0, 60);
}
