import type { IncomingMessage } from "node:http";
import type { HeaderFields } from "../../handler/request-context.js";

const JOINT = ", ";

/**
 * The header fields of a request, with a list of values for a `Host` or a field of the protocol that came several
 * times. Node keeps the first `Host`, and joins the others into a text that may be the very argument they are
 * compared with; a proxy on the way may have looked at another one.
 */
export function fieldsOf({ headers, rawHeaders }: IncomingMessage): HeaderFields {
  let fields: Record<string, HeaderFields[string]> = headers;
  for (const name in headers) {
    if (!mayBeRepeated(name, headers[name])) continue;
    const values = valuesOf(name, rawHeaders);
    if (values.length < 2) continue;
    if (fields === headers) fields = { ...headers };
    fields[name] = values;
  }
  return fields;
}

function mayBeRepeated(name: string, value: HeaderFields[string]): boolean {
  if (name === "host") return true;
  return name.startsWith("mcp-") && value?.includes(JOINT) === true;
}

function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const field = rawHeaders[index];
    if (field?.length === name.length && field.toLowerCase() === name)
      values.push(rawHeaders[index + 1] ?? "");
  }
  return values;
}
