import { RpcError } from "../errors/rpc-error.js";
import { ToolError } from "../errors/tool-error.js";

/** How a step failed, as JSON keeps it. */
export interface StepFailure {
  readonly kind: "tool" | "rpc" | "error";
  readonly name: string;
  readonly message: string;
  readonly number?: number;
  readonly data?: unknown;
}

/**
 * A step that failed, with the name and the message of what it threw: a later round knows no more of it, and so
 * the first does not either. `cause` is the error itself, in the round it happened in.
 */
export class StepError extends Error {
  constructor(name: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = name;
  }
}

/** What later rounds are told of an error. */
export function failureOf(error: unknown): StepFailure {
  if (error instanceof RpcError) {
    const { name, message, number, data } = error;
    return { kind: "rpc", name, message, number, data: jsonOf(data) };
  }
  if (error instanceof ToolError) return { kind: "tool", name: error.name, message: error.message };
  if (error instanceof Error) return { kind: "error", name: error.name, message: error.message };
  return { kind: "error", name: "Error", message: String(error) };
}

/** The error a handler sees, in this round or a later one. `cause` is there in the first. */
export function errorOf({ kind, name, message, number, data }: StepFailure, cause?: unknown): Error {
  if (kind === "tool") return new ToolError(message);
  if (kind === "rpc") return new RpcError(number ?? -32603, message, data);
  return new StepError(name, message, cause === undefined ? undefined : { cause });
}

function jsonOf(data: unknown): unknown {
  try {
    const text = JSON.stringify(data);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
