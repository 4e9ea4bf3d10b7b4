import type { Context } from "../kernel/context.js";
import type { Target } from "../kernel/target.js";

/** Logs an unexpected error in full and gives the reference that stands for it on the wire. */
export type ReportFailure = (error: unknown, target: Target, context: Context) => string;
