import type { Problems } from "../errors/boot-error.js";
import { Refusal } from "../errors/refusal.js";
import type { Outcome } from "../kernel/target.js";
import type { ResourceDefinition } from "../metadata/definition.js";
import { readFields } from "../metadata/read-fields.js";
import type { FeatureScope } from "../metadata/types.js";
import type { JsonObject } from "../protocol/json.js";
import type { CacheHints } from "../protocol/results.js";
import type { InputReader, Violations } from "../schema/contract.js";
import type { WatchSource } from "../subscriptions/watch-source.js";
import { hasScheme, isAbsoluteUri } from "../uri-template/absolute-uri.js";
import { parseTemplate, type Template } from "../uri-template/template.js";
import { TemplateError } from "../uri-template/template-error.js";
import { findAnnotationFault } from "./annotations.js";
import { checkHints } from "./cache-hints.js";
import { type DeclaredAsk, planAsks } from "./declared-asks.js";
import { HandlerTarget } from "./handler-target.js";
import type { Handler } from "./invoke.js";
import { listing } from "./listing.js";
import { readResult } from "./resource-contents.js";
import { compileTextInput, propertiesOf } from "./text-input.js";

/** What a read is given: the URI as it was asked for, and a template's variables. */
export interface ResourceInput {
  readonly uri: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** A resource or template whose declaration was checked. */
export interface ResourcePlan {
  readonly definition: ResourceDefinition;
  readonly scope: FeatureScope;
  readonly reader: InputReader;
  readonly asks: readonly DeclaredAsk[];
  readonly hints: CacheHints;
  /** Undefined for a resource with a URI of its own. */
  readonly template: Template | undefined;
  readonly listing: JsonObject;
}

export function planResource(
  definition: ResourceDefinition,
  scope: FeatureScope,
  problems: Problems,
): ResourcePlan | undefined {
  const { uri, options, input } = definition;
  const reader = compileTextInput(input, definition, problems);
  const hints = checkHints(options, definition, problems);
  checkShown(definition, problems);
  if (options.watch !== undefined && scope === "request") {
    problems.add("ERR_OPTION_INVALID", definition, {
      option: "watch",
      detail: "is of a class that lives for one request, and watching goes on for longer",
      fix: 'Take scope: "request" away, or move the resource to a class of its own',
    });
  }
  const shared = { definition, scope, reader, asks: planAsks(definition, problems), hints };
  const more = { mimeType: options.mimeType, annotations: options.annotations };
  if (!uri.includes("{")) {
    checkUri(definition, reader, problems);
    return {
      ...shared,
      template: undefined,
      listing: { uri, ...listing(definition, { ...more, size: options.size }) },
    };
  }
  const template = readTemplate(definition, reader, problems);
  if (template === undefined) return undefined;
  return { ...shared, template, listing: { uriTemplate: uri, ...listing(definition, more) } };
}

/** What lists show of a resource, for those who write without types; and what types cannot say. */
function checkShown(definition: ResourceDefinition, problems: Problems): void {
  const { size, annotations } = definition.options;
  if (size !== undefined && !(Number.isSafeInteger(size) && size >= 0)) {
    problems.add("ERR_OPTION_INVALID", definition, {
      option: "size",
      detail: `is ${String(size)}`,
      fix: "Give the bytes as an integer from 0, or leave it out",
    });
  }
  const fault = annotations === undefined ? undefined : findAnnotationFault(annotations);
  if (fault === undefined) return;
  problems.add("ERR_OPTION_INVALID", definition, {
    option: "annotations",
    detail: fault,
    fix: "Give audience, priority (0 to 1) and lastModified (ISO 8601), or leave them out",
  });
}

function checkUri(definition: ResourceDefinition, reader: InputReader, problems: Problems): void {
  const { uri, options } = definition;
  if (!isAbsoluteUri(uri))
    problems.add("ERR_URI_INVALID", definition, { detail: `${uri} is no absolute URI` });
  const [field] = propertiesOf(reader);
  if (field !== undefined) {
    problems.add("ERR_URI_TEMPLATE", definition, {
      detail: `${uri} has no variable for the field ${field.name}`,
    });
  }
  if (options.list !== undefined) {
    problems.add("ERR_URI_TEMPLATE", definition, {
      detail: `${uri} lists itself; \`list\` is for templates`,
    });
  }
}

function readTemplate(
  definition: ResourceDefinition,
  reader: InputReader,
  problems: Problems,
): Template | undefined {
  const { uri, options } = definition;
  const fault = (detail: string): void => problems.add("ERR_URI_TEMPLATE", definition, { detail });
  if (!hasScheme(uri)) fault(`${uri} does not begin with a scheme`);
  if (options.size !== undefined) fault(`${uri} stands for many resources, so it has no one size`);
  try {
    const template = parseTemplate(uri);
    for (const detail of findMisfits(template, definition, reader)) fault(detail);
    return template;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    fault(error.message);
    return undefined;
  }
}

/** Fields that no variable fills; else variables that no field takes, so that every read would be refused. */
function findMisfits(
  { text, names }: Template,
  { input }: ResourceDefinition,
  reader: InputReader,
): readonly string[] {
  const fields = propertiesOf(reader).map(({ name }) => name);
  const unfilled = fields.filter((name) => !names.includes(name));
  if (unfilled.length > 0) return unfilled.map((name) => `${text} has no variable for the field ${name}`);
  if (input === undefined || reader.schema.additionalProperties !== false) return [];
  // A field that is declared and wrong was reported as that.
  const declared = typeof input === "function" ? readFields(input).map(({ key }) => key) : [];
  const unknown = names.filter((name) => !fields.includes(name) && !declared.includes(name));
  return unknown.map((name) => `${text} has the variable ${name}, which the input has no field for`);
}

/** A resource as requests read it; what it runs with is a `ResourceInput`. */
export class ResourceTarget extends HandlerTarget {
  readonly watch: WatchSource | undefined;
  readonly #hints: CacheHints;
  readonly #mimeType: string | undefined;
  readonly #takesVariables: boolean;

  constructor(plan: ResourcePlan, handler: Handler, watch?: WatchSource) {
    super(plan, handler);
    this.watch = watch;
    this.#takesVariables = plan.definition.input !== undefined;
    this.#hints = plan.hints;
    this.#mimeType = plan.definition.options.mimeType;
  }

  protected override rawInput(request: unknown): unknown {
    return this.#takesVariables ? (request as ResourceInput).variables : undefined; // findResource made it
  }

  protected refuse(violations: Violations, request: unknown): Outcome {
    const { uri } = request as ResourceInput; // findResource made it
    return new Refusal("ERR_ARGUMENTS_INVALID", { detail: String(violations) }, { uri });
  }

  protected write(value: unknown, request: unknown): Outcome {
    const { uri } = request as ResourceInput; // findResource made it
    const result = readResult(value, {
      member: this.member,
      uri,
      mimeType: this.#mimeType,
      hints: this.#hints,
    });
    return result ?? new Refusal("ERR_RESOURCE_UNKNOWN", {}, { uri });
  }
}
