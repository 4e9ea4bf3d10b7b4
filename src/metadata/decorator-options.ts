import {
  ANY,
  FLAG,
  FUNCTION,
  LIST,
  NAME,
  type OptionRule,
  type OptionRules,
  oneOf,
  TEXT,
  TEXTS,
} from "../errors/option-rules.js";
import type {
  AskParameterOptions,
  FeatureOptions,
  FieldOptions,
  PrimitiveOptions,
  PromptOptions,
  ResourceOptions,
  ToolOptions,
} from "./types.js";

const CLASS: OptionRules<FeatureOptions> = {
  scope: oneOf("singleton", "request"),
  inject: LIST,
  icons: ANY, // each is checked where it is prepared
};

const PRIMITIVE: OptionRules<PrimitiveOptions> = {
  name: NAME,
  title: TEXT,
  description: TEXT,
  _meta: ANY, // checked key by key
  requires: TEXTS,
  ...CLASS,
};

const PROMPT: OptionRules<PromptOptions> = { ...PRIMITIVE, input: ANY }; // sources are checked as schemas

const TOOL: OptionRules<ToolOptions> = {
  ...PROMPT,
  output: ANY, // a schema, too
  readOnly: FLAG,
  destructive: FLAG,
  idempotent: FLAG,
  openWorld: FLAG,
  coerce: oneOf("json-strings"),
};

const RESOURCE: OptionRules<ResourceOptions> = {
  ...PROMPT,
  mimeType: TEXT,
  annotations: ANY, // these four are checked by the protocol's own rules
  size: ANY,
  ttlMs: ANY,
  cacheScope: ANY,
  list: TEXT,
  watch: TEXT,
};

const COMPLETE: Readonly<Record<"prompt" | "resource" | "argument", OptionRule>> = {
  prompt: NAME,
  resource: NAME,
  argument: NAME,
};

const ASK: OptionRules<AskParameterOptions> = { key: NAME, when: FUNCTION, solicited: FLAG };

/** What a field says is checked against its type. */
const FIELD: OptionRules<FieldOptions> = {
  type: ANY,
  items: ANY,
  description: ANY,
  title: ANY,
  enum: ANY,
  optional: ANY,
  nullable: ANY,
  integer: ANY,
  min: ANY,
  max: ANY,
  minLength: ANY,
  maxLength: ANY,
  minItems: ANY,
  maxItems: ANY,
  pattern: ANY,
  format: ANY,
  default: ANY,
  examples: ANY,
  header: ANY,
  schema: ANY,
};

/** What each decorator's options may be, by the kind of its annotation. */
export const DECORATOR_OPTIONS = {
  feature: CLASS,
  tool: TOOL,
  resource: RESOURCE,
  prompt: PROMPT,
  complete: COMPLETE,
  ask: ASK,
  field: FIELD,
} as const;
