import "./reflect.js";

export type {
  ClassProvider,
  ExistingProvider,
  FactoryProvider,
  Provider,
  Resolve,
  ValueProvider,
} from "./container/provider.js";
export { Ask } from "./decorators/ask.js";
export { Complete } from "./decorators/complete.js";
export { Feature } from "./decorators/feature.js";
export { Field } from "./decorators/field.js";
export { Prompt } from "./decorators/prompt.js";
export { Resource } from "./decorators/resource.js";
export { Tool } from "./decorators/tool.js";
export { BlazonError } from "./errors/blazon-error.js";
export { BootError, type Problem } from "./errors/boot-error.js";
export { RpcError } from "./errors/rpc-error.js";
export { ToolError } from "./errors/tool-error.js";
export {
  type AskOptions,
  type Elicitation,
  type Elicited,
  InputRequired,
  type InputRequiredOptions,
  inputRequired,
  type Jsonified,
  type Sample,
  type StepContext,
  type UrlElicited,
} from "./handler/asks.js";
export { audio, type BlockOptions, embed, image, link, text } from "./handler/content.js";
export {
  type HandleStore,
  Handles,
  type HandlesOptions,
  MemoryHandleStore,
  type MemoryHandleStoreOptions,
} from "./handler/handles.js";
export { Notifier } from "./handler/notifier.js";
export {
  type Client,
  type HeaderFields,
  RequestContext,
  type TraceContext,
} from "./handler/request-context.js";
export type { Watch } from "./handler/watch.js";
export type { IconDescription, IconSource, IconSpec, Icons } from "./icons/icon-spec.js";
export type { Extension, ExtensionMethod } from "./kernel/extension.js";
export type { AuthorizeListen } from "./kernel/methods/subscriptions-listen.js";
export { type EventStore, MemoryEventStore, type StoredEvent, type StreamKey } from "./legacy/event-store.js";
export { jsonLines } from "./logging/json-lines.js";
export type { LogFields, Logger } from "./logging/logger.js";
export type {
  CompleteReturn,
  PromptReturn,
  ResourcePage,
  ResourceReturn,
  ToolReturn,
} from "./metadata/returns.js";
export {
  type AskParameterOptions,
  type Class,
  type CompleteOptions,
  type FeatureOptions,
  type FieldOptions,
  InjectionToken,
  type PromptOptions,
  type ResourceOptions,
  type SchemaSource,
  type Token,
  type ToolOptions,
} from "./metadata/types.js";
export type { SealingKey } from "./mrtr/key-ring.js";
export { MissingCapabilityError } from "./mrtr/missing-capability.js";
export {
  MemoryReplayGuard,
  type MemoryReplayGuardOptions,
  type ReplayGuard,
} from "./mrtr/replay-guard.js";
export { isInsideRoots } from "./mrtr/roots-ask.js";
export { StepError } from "./mrtr/step-failure.js";
export { type ToolOutcome, toolResults } from "./mrtr/tool-results.js";
export type { CapabilityPath, ClientCapabilities, ServerCapabilities } from "./protocol/capabilities.js";
export type {
  Annotations,
  AudioContent,
  BlobResourceContents,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  ResourceContents,
  ResourceLink,
  Role,
  TextContent,
  TextResourceContents,
} from "./protocol/content.js";
export type { Icon, IconTheme } from "./protocol/icons.js";
export type {
  InputRequest,
  ModelPreferences,
  Root,
  SamplingContent,
  SamplingMessage,
  SamplingParams,
  SamplingResult,
  SamplingTool,
  ToolResultContent,
  ToolUseContent,
} from "./protocol/input-requests.js";
export type { JsonObject, JsonSchema, JsonValue } from "./protocol/json.js";
export type { LoggingLevel } from "./protocol/logging-levels.js";
export type {
  CacheHints,
  Implementation,
  PromptMessage,
  PromptResult,
  ReadResult,
  ResourceEntry,
  ToolResult,
} from "./protocol/results.js";
export type { CatalogTransaction } from "./server/catalog-draft.js";
export { createServer } from "./server/create-server.js";
export type { LegacyOption, SessionsOptions } from "./server/legacy.js";
export type { Catalog } from "./server/live-catalog.js";
export type { Limits, ServerOptions } from "./server/options.js";
export type { RequestStateOptions } from "./server/request-state.js";
export type { Connection, Server, ServerListenOptions } from "./server/server.js";
export type { SubscriptionOptions } from "./server/subscriptions.js";
export type { Bus, BusListener, Unsubscribe } from "./subscriptions/bus.js";
export type { Change, ListKind } from "./subscriptions/change.js";
export type { SubscriptionFilter } from "./subscriptions/filter.js";
export { MemoryBus } from "./subscriptions/memory-bus.js";
export type { RateLimit, Sender } from "./transports/http/rate-limit.js";
