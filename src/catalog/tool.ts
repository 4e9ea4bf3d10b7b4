import type { Problems } from "../errors/boot-error.js";
import { RpcError } from "../errors/rpc-error.js";
import { ToolError } from "../errors/tool-error.js";
import type { Context } from "../kernel/context.js";
import type { ReportFailure } from "../kernel/failure.js";
import type { HeaderParam, Outcome } from "../kernel/target.js";
import type { ToolDefinition } from "../metadata/definition.js";
import { readFields } from "../metadata/read-fields.js";
import type { FeatureScope, ToolOptions } from "../metadata/types.js";
import { MissingCapabilityError } from "../mrtr/missing-capability.js";
import type { JsonObject } from "../protocol/json.js";
import { compileInput, compileOutput } from "../schema/compile.js";
import type { InputReader, OutputWriter, Violations } from "../schema/contract.js";
import { headerParams } from "../schema/header-params.js";
import { type DeclaredAsk, planAsks } from "./declared-asks.js";
import { HandlerTarget } from "./handler-target.js";
import type { Handler } from "./invoke.js";
import { listing } from "./listing.js";
import { NO_INPUT } from "./no-input.js";
import { toolFailure, toolResult } from "./tool-result.js";

/** A tool whose declaration was checked: all that is known before its feature exists. */
export interface ToolPlan {
  readonly definition: ToolDefinition;
  readonly scope: FeatureScope;
  readonly reader: InputReader;
  readonly asks: readonly DeclaredAsk[];
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
    asks: planAsks(definition, problems),
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

/** A tool as requests call it. */
export class ToolTarget extends HandlerTarget {
  readonly #writer: OutputWriter | undefined;
  readonly #report: ReportFailure;

  /** A tool that destroys acts on answers to its own questions alone (T-61). */
  readonly solicited: boolean;

  constructor(plan: ToolPlan, handler: Handler, report: ReportFailure) {
    super(plan, handler, plan.headers);
    this.solicited = plan.definition.options.destructive === true;
    this.#writer = plan.writer;
    this.#report = report;
  }

  /** Something the model can mend (T-41, TOOL-25). */
  protected refuse(violations: Violations): Outcome {
    return toolFailure(`Invalid arguments: ${violations}`);
  }

  protected write(value: unknown): Outcome | Promise<Outcome> {
    return toolResult(value, { member: this.member, writer: this.#writer });
  }

  /** A tool's own error goes to the model, as it is or as a reference; a protocol error stays one (T-42, TOOL-27). */
  protected override failed(error: unknown, context: Context): Outcome {
    if (error instanceof RpcError || error instanceof MissingCapabilityError) throw error;
    if (error instanceof ToolError) return toolFailure(error.message);
    if (context.cancelled) return toolFailure("cancelled");
    return toolFailure(`The tool failed unexpectedly (reference ${this.#report(error, this, context)})`);
  }
}
