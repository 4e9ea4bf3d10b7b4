import { checkHints } from "../catalog/cache-hints.js";
import type { HintedAnswer } from "../catalog/catalog.js";
import { type CatalogIcons, prepareCatalogIcons } from "../catalog/catalog-icons.js";
import type { CatalogPlan } from "../catalog/catalog-plan.js";
import { planCatalog } from "../catalog/plan-catalog.js";
import { SealedCursors } from "../catalog/sealed-cursor.js";
import { type Container, createContainer } from "../container/container.js";
import type { Provider } from "../container/provider.js";
import { Problems, type Where } from "../errors/boot-error.js";
import { Notifier } from "../handler/notifier.js";
import { DEFAULT_CAPS } from "../kernel/caps.js";
import type { ContextServices } from "../kernel/context.js";
import { createReport, type Failed, type ReportFailure } from "../kernel/failure.js";
import { Kernel } from "../kernel/kernel.js";
import type { Port } from "../kernel/port.js";
import { Stamp } from "../kernel/stamp.js";
import type { AskSent } from "../legacy/host.js";
import type { LegacyPort } from "../legacy/legacy-port.js";
import { jsonLines } from "../logging/json-lines.js";
import { type Logger, logAt } from "../logging/logger.js";
import { namesSecret } from "../logging/redact.js";
import type { FeatureDefinition, IconsDefinition } from "../metadata/definition.js";
import { placeOf } from "../metadata/place.js";
import { readConstructor } from "../metadata/read-constructor.js";
import { readFeature } from "../metadata/read-feature.js";
import type { Stack } from "../metadata/record.js";
import { Conversations } from "../mrtr/conversations.js";
import { RequestStates } from "../mrtr/request-states.js";
import type { Icon } from "../protocol/icons.js";
import type { CacheHints, Implementation } from "../protocol/results.js";
import { checkExtensions } from "./check-extensions.js";
import { checkOptions } from "./check-options.js";
import { readServerIcons, type ServerIcons } from "./icon-settings.js";
import { joinEras } from "./legacy.js";
import { LiveCatalog } from "./live-catalog.js";
import type { ServerOptions } from "./options.js";
import { reportIcons } from "./report-icons.js";
import { type RequestStateSettings, readRequestState, warnOfProcesses } from "./request-state.js";
import { createSubscriptions, type Subscriptions } from "./subscriptions.js";

/** A server without its transports. */
export interface Built {
  readonly port: Port;
  /** Who serves the revisions with a handshake; undefined where they are refused. */
  readonly legacy: LegacyPort | undefined;
  readonly catalog: LiveCatalog;
  readonly subscriptions: Subscriptions;
  readonly container: Container;
  readonly logger: Logger;
  /** Told of every unexpected error of a handler, besides the log. */
  readonly watchers: Set<FailureWatcher>;
  /** Told of every question of a call to a client that opened with a handshake. */
  readonly askWatchers: Set<AskWatcher>;
  /** What is served beside the protocol, by its path. */
  readonly files: CatalogIcons["files"];
}

/** Hears of an unexpected error, and of the request it ended. */
export type FailureWatcher = (error: unknown, request: Failed) => void;

export type AskWatcher = (sent: AskSent) => void;

const DEFAULT_PROGRESS_INTERVAL_MS = 50;
const CREATE_SERVER: Where = { member: "createServer", place: undefined };

/** One boot. */
export interface Boot {
  /** Providers that win over those of the options, by token. */
  readonly overrides: readonly Provider[];
  /** Who asked for the server. */
  readonly caller: Stack;
}

/**
 * Reads, checks and assembles everything that is known before the first request.
 *
 * @throws {BootError} with every problem found.
 */
export async function build(options: ServerOptions, { overrides, caller }: Boot): Promise<Built> {
  const problems = new Problems(() => placeOf(caller));
  checkOptions(options, problems);
  problems.throwIfAny(); // what reads the options below may rely on their types

  const parts = readParts(options, { overrides, caller, problems });
  const icons = await prepareCatalogIcons(iconsIn(parts), { settings: parts.icons.settings, problems });
  problems.throwIfAny();
  warnOfNames(parts.plan, options.logger ?? jsonLines());
  warnOfProcesses(options.requestState, options.logger ?? jsonLines());

  await parts.container.start(problems);
  try {
    return assemble(options, parts, { icons, caller });
  } catch (error) {
    await parts.container.dispose();
    throw error;
  }
}

/** Everything a boot reads and checks; nothing is made, and every problem is added. */
export function readParts(
  options: ServerOptions,
  { overrides, caller, problems }: Boot & { readonly problems: Problems },
): Parts {
  const features = options.features.map((owner) => readFeature(owner, problems));
  const plan = planCatalog(features, problems);
  const hints = hintsOf(options, problems);
  checkExtensions(options.extensions ?? [], problems);
  const requestState = readRequestState(options.requestState, problems);
  const subscriptions = createSubscriptions({
    options: options.subscriptions,
    name: options.name,
    logger: options.logger ?? jsonLines(),
    principalOf: requestState.principalOf,
  });
  const container = createContainer({
    providers: options.providers ?? [],
    overrides,
    features: features.map(({ owner, scope }) => ({ ...readConstructor(owner, problems), owner, scope })),
    given: [[Notifier, subscriptions.publisher]],
    problems,
  });
  const icons = readServerIcons(options, caller, problems);
  return { features, plan, container, hints, requestState, subscriptions, icons };
}

/** All icons there are, of the server and of what it offers. */
export function iconsIn({
  plan,
  icons,
}: Pick<Parts, "plan" | "icons">): readonly (IconsDefinition | undefined)[] {
  return [icons.own, ...plan.icons];
}

const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;

/**
 * Names outside the protocol's advice are served, and some clients cannot call them (TOOL-15, TOOL-17, T-50). What is
 * mirrored into a header is read by every proxy on the way (HDR-46).
 */
function warnOfNames({ tools }: CatalogPlan, logger: Logger): void {
  for (const { definition, headers } of tools) {
    const { name, member, place } = definition;
    for (const { path, field } of headers) {
      if (!namesSecret(field) && !path.some(namesSecret)) continue;
      const text = `The argument ${path.join(".")} is mirrored into the header ${field} and looks like a secret; proxies log headers`;
      logAt(logger, "warning", { member, place }, text);
    }
    if (TOOL_NAME.test(name)) continue;
    const message = `The tool name ${JSON.stringify(name)} should be 1 to 128 letters, digits, "_", "-" and "."`;
    logAt(logger, "warning", { member, place }, message);
  }
}

/** What a server is assembled from, once every singleton is made. */
export interface Parts {
  readonly features: readonly FeatureDefinition[];
  readonly subscriptions: Subscriptions;
  readonly plan: CatalogPlan;
  readonly container: Container;
  readonly hints: Record<HintedAnswer, CacheHints>;
  readonly requestState: RequestStateSettings;
  readonly icons: ServerIcons;
}

function assemble(
  options: ServerOptions,
  parts: Parts,
  { icons, caller }: { readonly icons: CatalogIcons; readonly caller: Stack },
): Built {
  const { features, plan, container, hints, requestState, subscriptions } = parts;
  const findPlace = (): string | undefined => placeOf(caller);
  const { name, version, extensions = [], logger = jsonLines() } = options;
  const watchers = new Set<FailureWatcher>();
  const askWatchers = new Set<AskWatcher>();
  const report = watched(createReport(logger), watchers);
  const stamp = new Stamp(options.stampResults === false ? undefined : { name, version });
  const serverInfo = implementationOf(options, icons.publish([parts.icons.own])[0]);
  const catalog = new LiveCatalog({
    features,
    plan,
    container,
    findPlace,
    stamp,
    fullStamp: new Stamp(serverInfo),
    instructions: options.instructions,
    pageSize: options.pageSize,
    hints,
    extensions,
    icons,
    cursors: new SealedCursors(requestState.ring.activeKey(`blazon cursor 1 ${name}`)),
    report,
    announces: subscriptions.announces,
    targets: new WeakMap(),
    serverIcons: parts.icons,
    warn: (added, prepared) => {
      warnOfNames(added, logger);
      reportIcons(prepared, logger);
    },
    swap: (primitives) => kernel.swap(primitives),
    announce: (list) => subscriptions.publisher.listChanged(list),
  });
  subscriptions.serve(catalog);
  const services: ContextServices = {
    logger,
    progressIntervalMs: options.progressIntervalMs ?? DEFAULT_PROGRESS_INTERVAL_MS,
    createScope: (context) => container.scope(context),
    conversations: new Conversations(
      new RequestStates({ ...requestState, serverName: name, logger, now: Date.now }),
    ),
    principalOf: requestState.principalOf,
  };
  const caps = { ...DEFAULT_CAPS, ...options.limits };
  const kernel = new Kernel({
    ...services,
    primitives: catalog.primitives,
    listening: subscriptions.listening,
    extensions,
    stamp,
    caps,
    report,
  });
  const { port, legacy } = joinEras({
    option: options.legacy,
    caps,
    kernel,
    services,
    report,
    listening: subscriptions.listening,
    serverInfo,
    instructions: options.instructions,
    catalog,
    now: () => performance.now(), // the time of day may be set back
    onAsk(sent) {
      for (const watch of askWatchers) watch(sent);
    },
  });
  reportIcons(icons, logger);
  return {
    port,
    legacy,
    catalog,
    subscriptions,
    container,
    logger,
    watchers,
    askWatchers,
    files: icons.files,
  };
}

function watched(report: ReportFailure, watchers: ReadonlySet<FailureWatcher>): ReportFailure {
  return (error, target, request) => {
    for (const watch of watchers) watch(error, request);
    return report(error, target, request);
  };
}

/** Everything a server says of itself, which only `server/discover` carries. */
function implementationOf(options: ServerOptions, icons: readonly Icon[] = []): Implementation {
  const { name, version, title, description, websiteUrl } = options;
  return {
    name,
    version,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(websiteUrl !== undefined && { websiteUrl }),
    ...(icons.length > 0 && { icons }),
  };
}

function hintsOf({ cache }: ServerOptions, problems: Problems): Record<HintedAnswer, CacheHints> {
  const of = (answer: HintedAnswer): CacheHints =>
    checkHints(cache?.[answer] ?? {}, { ...CREATE_SERVER, member: `createServer.cache.${answer}` }, problems);
  return {
    discover: of("discover"),
    tools: of("tools"),
    resources: of("resources"),
    resourceTemplates: of("resourceTemplates"),
    prompts: of("prompts"),
  };
}
