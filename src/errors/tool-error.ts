/**
 * Text for the model: a tool that throws it answers with `isError: true` and exactly this text.
 * Anything else a tool throws is answered with an opaque text and a reference to the log.
 *
 * @example throw new ToolError("There is no ticket T-7; search_tickets lists those there are.");
 */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
