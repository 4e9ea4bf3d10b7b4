import { ToolError } from "blazon";
import { DeskError } from "../store/desk-errors.js";

/**
 * What the desk refuses, as text the model can act on. Anything else stays what it is: the framework
 * answers it with a reference to the log and nothing more.
 */
export function forTheModel(error: unknown): unknown {
  return error instanceof DeskError ? new ToolError(error.message, { cause: error }) : error;
}
