import type { Problems } from "../errors/boot-error.js";
import { RpcError } from "../errors/rpc-error.js";
import { ToolError } from "../errors/tool-error.js";
import type { Context } from "../kernel/context.js";
import type { HeaderParam, Outcome, Target } from "../kernel/target.js";
import type { ToolDefinition } from "../metadata/definition.js";
import { readFields } from "../metadata/read-fields.js";
import type { FeatureScope, ToolOptions } from "../metadata/types.js";
import type { CapabilityPath } from "../protocol/capabilities.js";
import type { JsonObject } from "../protocol/json.js";
import { compileInput, compileOutput } from "../schema/compile.js";
import { type InputReader, type OutputWriter, Violations } from "../schema/contract.js";
import { headerParams } from "../schema/header-params.js";
import type { InvokeHandler } from "./invoke.js";
import { listing } from "./listing.js";
import { NO_INPUT } from "./no-input.js";
import type { ReportFailure } from "../kernel/failure.js";
import { isThenable } from "./settle.js";
import { toolFailure, toolResult } from "./tool-result.js";

/** A tool whose declaration was checked: all that is known before its feature exists. */
export interface ToolPlan {
  readonly definition: ToolDefinition;
  readonly scope: FeatureScope;
  readonly reader: InputReader;
  readonly writer: OutputWriter | undefined;
  readonly headers: readonly HeaderParam[];
  readonly listing: JsonObject;
}

export function planTool(definition: ToolDefinition, scope: FeatureScope, problems: Problems): ToolPlan {
  const { options, input } = definition;
  const source = { where: definition, problems, fields: readFields };
  const reader = input === undefined ? NO_INPUT : compileInput(input, { ...source, coerce: options.coerce });
  const writer = options.output === undefined ? undefined : compileOutput(options.output, source);
  const { params: headers } = headerParams(reader.schema);
  return {
    definition,
    scope,
    reader,
    writer,
    headers,
    listing: listing(definition, {
      inputSchema: reader.schema,
      outputSchema: writer?.schema,
      annotations: annotationsOf(options),
    }),
  };
}

/** Only what was declared: a client reads the protocol's defaults into what is absent (TOOL-43). */
function annotationsOf(options: ToolOptions): JsonObject | undefined {
  const hints = {
    readOnlyHint: options.readOnly,
    destructiveHint: options.destructive,
    idempotentHint: options.idempotent,
    openWorldHint: options.openWorld,
  };
  return Object.values(hints).some((hint) => hint !== undefined) ? hints : undefined;
}

/** A tool as requests call it: validate, hydrate, call, write (rows 22 and 23). */
export class ToolTarget implements Target {
  readonly member: string;
  readonly requires: readonly CapabilityPath[];
  readonly headers: readonly HeaderParam[];
  readonly #reader: InputReader;
  readonly #writer: OutputWriter | undefined;
  readonly #invoke: InvokeHandler;
  readonly #report: ReportFailure;

  constructor({ definition, headers, reader, writer }: ToolPlan, invoke: InvokeHandler, report: ReportFailure) {
    this.member = definition.member;
    this.requires = definition.options.requires ?? [];
    this.headers = headers;
    this.#reader = reader;
    this.#writer = writer;
    this.#invoke = invoke;
    this.#report = report;
  }

  run(raw: unknown, context: Context): Outcome | Promise<Outcome> {
    const input = this.#reader.read(raw);
    if (input instanceof Promise) return input.then((read) => this.#call(read, context));
    return this.#call(input, context);
  }

  #call(input: unknown, context: Context): Outcome | Promise<Outcome> {
    if (input instanceof Violations) return toolFailure(`Invalid arguments: ${input}`);
    let value: unknown;
    try {
      value = this.#invoke(input, context);
    } catch (error) {
      return this.#failed(error, context);
    }
    if (!isThenable(value)) return this.#write(value);
    return Promise.resolve(value).then(
      (settled) => this.#write(settled),
      (error: unknown) => this.#failed(error, context),
    );
  }

  #write(value: unknown): Outcome | Promise<Outcome> {
    return toolResult(value, { member: this.member, writer: this.#writer });
  }

  /** A tool's own error goes to the model, as it is or as a reference; a protocol error stays one (T-42, TOOL-27). */
  #failed(error: unknown, context: Context): Outcome {
    if (error instanceof RpcError) throw error;
    if (error instanceof ToolError) return toolFailure(error.message);
    if (context.cancelled) return toolFailure("cancelled");
    return toolFailure(`The tool failed unexpectedly (reference ${this.#report(error, this, context)})`);
  }
}
