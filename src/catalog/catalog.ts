import type { Extension } from "../kernel/extension.js";
import type { ReportFailure } from "../kernel/failure.js";
import type { Stamp } from "../kernel/stamp.js";
import type { ListName, Pages, Primitives, Target } from "../kernel/target.js";
import type { IconsDefinition } from "../metadata/definition.js";
import type { FeatureScope } from "../metadata/types.js";
import type { ServerCapabilities } from "../protocol/capabilities.js";
import type { JsonObject } from "../protocol/json.js";
import type { CacheHints } from "../protocol/results.js";
import type { WatchSource } from "../subscriptions/watch-source.js";
import { type CatalogIcons, withIcons } from "./catalog-icons.js";
import type { CatalogPlan } from "./catalog-plan.js";
import { discoverTarget } from "./discover.js";
import { compileFindCompletion } from "./find-completion.js";
import { compileFindResource } from "./find-resource.js";
import type { HandlerPlan } from "./handler-target.js";
import { bindMethod, compileCall, compileHandler, type Handler, type Instances } from "./invoke.js";
import { createPages, cut } from "./pages.js";
import { PromptTarget } from "./prompt.js";
import { type ResourcePlan, ResourceTarget } from "./resource.js";
import { createResourcePages, type Lister } from "./resource-pages.js";
import type { SealedCursors } from "./sealed-cursor.js";
import { ToolTarget } from "./tool.js";

/** The answers whose caching an author may set. */
export type HintedAnswer = "discover" | ListName;

export interface CatalogOptions {
  readonly stamp: Stamp;
  /** The stamp of `server/discover`, which says more of the server than other results do. */
  readonly fullStamp: Stamp;
  readonly instructions: string | undefined;
  /** Items a list page; undefined for all in one. */
  readonly pageSize: number | undefined;
  readonly hints: Readonly<Record<HintedAnswer, CacheHints>>;
  readonly cursors: SealedCursors;
  readonly extensions: readonly Extension[];
  readonly icons: CatalogIcons;
  readonly report: ReportFailure;
  /** Whether changes are announced, and so advertised (TOOL-02, RES-02). */
  readonly announces: boolean;
  /** What was made of plans before: they come back with every catalog that has them. */
  readonly targets: WeakMap<object, Target>;
}

/** The catalog of a server whose features exist: frozen maps, one closure a handler, pages as bytes. */
export function assembleCatalog(
  plan: CatalogPlan,
  instances: Instances,
  options: CatalogOptions,
): Primitives {
  const { hints, instructions, fullStamp, report } = options;
  const capabilities = capabilitiesOf(plan, options);

  function targetOf<P extends HandlerPlan & { readonly scope: FeatureScope }>(
    handlerPlan: P,
    make: (plan: P, handler: Handler) => Target,
  ): Target {
    const known = options.targets.get(handlerPlan);
    if (known !== undefined) return known;
    const handler = compileHandler(handlerPlan.definition, handlerPlan.scope, instances);
    const target = make(handlerPlan, handler);
    options.targets.set(handlerPlan, target);
    return target;
  }

  const tools = plan.tools.map((tool) => {
    const target = targetOf(tool, (of, handler) => new ToolTarget(of, handler, report));
    return [tool.definition.name, target] as const;
  });
  const prompts = plan.prompts.map((prompt) => {
    const target = targetOf(prompt, (of, handler) => new PromptTarget(of, handler));
    return [prompt.definition.name, target] as const;
  });
  const resourceOf = (resource: ResourcePlan): Target =>
    targetOf(resource, (of, handler) => new ResourceTarget(of, handler, watchOf(of, instances)));
  return Object.freeze({
    capabilities,
    discover: discoverTarget({ capabilities, instructions, hints: hints.discover, stamp: fullStamp }),
    tools: new Map(tools),
    prompts: new Map(prompts),
    findResource: compileFindResource(plan.resources, resourceOf),
    findCompletion: compileFindCompletion(plan, instances),
    lists: listsOf(plan, instances, options),
  });
}

/** What is there is advertised, and what is advertised is there (DISC-05, T-46). */
function capabilitiesOf(
  { tools, resources, prompts, completions }: CatalogPlan,
  { extensions, announces }: CatalogOptions,
): ServerCapabilities {
  const list = announces ? { listChanged: true } : {};
  return {
    ...(tools.length > 0 && { tools: list }),
    ...(resources.length > 0 && { resources: announces ? { subscribe: true, ...list } : {} }),
    ...(prompts.length > 0 && { prompts: list }),
    ...(completions.length > 0 && { completions: {} }),
    logging: {},
    ...(extensions.length > 0 && {
      extensions: Object.fromEntries(extensions.map(({ id, settings = {} }) => [id, settings])),
    }),
  };
}

function listsOf(plan: CatalogPlan, instances: Instances, options: CatalogOptions): Record<ListName, Pages> {
  const itemsOf = (plans: readonly Listed[]): readonly JsonObject[] => listItems(plans, options);
  const pagesOf = (key: ListName, plans: readonly Listed[]): Pages => {
    return createPages(itemsOf(plans), {
      key,
      size: options.pageSize,
      hints: options.hints[key],
      stamp: options.stamp,
    });
  };
  const isTemplate = ({ template }: ResourcePlan): boolean => template !== undefined;
  const resources = plan.resources.filter((resource) => !isTemplate(resource));
  const listers = plan.resources.flatMap((resource) => listerOf(resource, instances));
  return {
    tools: pagesOf("tools", plan.tools),
    prompts: pagesOf("prompts", plan.prompts),
    resourceTemplates: pagesOf("resourceTemplates", plan.resources.filter(isTemplate)),
    resources:
      listers.length === 0
        ? pagesOf("resources", resources)
        : createResourcePages({
            entries: itemsOf(resources),
            listers,
            size: options.pageSize,
            hints: options.hints.resources,
            cursors: options.cursors,
            iconBudget: options.icons.budget,
          }),
  };
}

interface Listed {
  readonly definition: { readonly icons: IconsDefinition | undefined };
  readonly listing: JsonObject;
}

/** What a list shows, page by page: each page is an answer, in which its icons have to fit. */
function listItems(
  plans: readonly Listed[],
  { icons, pageSize }: Pick<CatalogOptions, "icons" | "pageSize">,
): readonly JsonObject[] {
  return cut(plans, pageSize).flatMap((page) => {
    const published = icons.publish(page.map(({ definition }) => definition.icons));
    return page.map(({ listing }, index) => withIcons(listing, published[index]));
  });
}

/** Who notices changes of a resource; undefined where its feature announces them. */
function watchOf({ definition }: ResourcePlan, instances: Instances): WatchSource | undefined {
  const { owner, options } = definition;
  if (options.watch === undefined) return undefined;
  return { member: `${owner.name}.${options.watch}`, start: bindMethod(owner, options.watch, instances) };
}

function listerOf({ definition, scope }: ResourcePlan, instances: Instances): readonly Lister[] {
  const { owner, options } = definition;
  if (options.list === undefined) return [];
  const member = `${owner.name}.${options.list}`;
  return [{ member, invoke: compileCall({ owner, method: options.list, scope }, instances) }];
}
