import { assembleCatalog, type CatalogOptions } from "../catalog/catalog.js";
import { type CatalogIcons, prepareCatalogIcons } from "../catalog/catalog-icons.js";
import type { CatalogPlan } from "../catalog/catalog-plan.js";
import { planCatalog } from "../catalog/plan-catalog.js";
import type { Container } from "../container/container.js";
import { BlazonError } from "../errors/blazon-error.js";
import { Problems } from "../errors/boot-error.js";
import type { Primitives } from "../kernel/target.js";
import type { FeatureDefinition } from "../metadata/definition.js";
import { readConstructor } from "../metadata/read-constructor.js";
import { LISTS, type ListKind } from "../subscriptions/change.js";
import { CatalogDraft, type CatalogTransaction } from "./catalog-draft.js";
import type { ServerIcons } from "./icon-settings.js";

/** The catalog of a running server. */
export interface Catalog {
  /**
   * Changes what the server offers, all at once or not at all. The changes are checked as a boot is; then the whole
   * catalog is exchanged in one step, and clients that listen are told which lists are others now (TOOL-09, PROM-18,
   * RES-27). Calls that run finish with what they began with, and cursors of a list that changed are refused.
   * Updates wait for one another. It is this process's catalog: every process of a server makes the change itself.
   *
   * @throws {BootError} with every problem of the changes; then nothing changed.
   * @throws {BlazonError} `ERR_SERVER_CLOSED` once the server has closed.
   *
   * @example await server.catalog.update((tx) => tx.addFeature(Reports).removeTool("old_report"));
   */
  update(change: (tx: CatalogTransaction) => unknown): Promise<void>;
}

export interface LiveCatalogOptions extends CatalogOptions {
  readonly container: Container;
  readonly features: readonly FeatureDefinition[];
  readonly plan: CatalogPlan;
  readonly findPlace: () => string | undefined;
  readonly serverIcons: ServerIcons;
  /** Told of what is new, before it is served. */
  readonly warn: (plan: CatalogPlan, icons: CatalogIcons) => void;
  /** Told of a new catalog, to be served from now on. */
  readonly swap: (primitives: Primitives) => void;
  readonly announce: (list: ListKind) => void;
}

/** What a server offers, and the way to change it. */
export class LiveCatalog implements Catalog {
  readonly #options: LiveCatalogOptions;
  #features: readonly FeatureDefinition[];
  #plan: CatalogPlan;
  #icons: CatalogIcons;
  #primitives: Primitives;
  /** The update that is under way, and those behind it. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: LiveCatalogOptions) {
    this.#options = options;
    this.#features = options.features;
    this.#plan = options.plan;
    this.#icons = options.icons;
    this.#primitives = assembleCatalog(options.plan, options.container, options);
  }

  get primitives(): Primitives {
    return this.#primitives;
  }

  update(change: (tx: CatalogTransaction) => unknown): Promise<void> {
    const update = this.#last.then(() => this.#update(change));
    this.#last = update.catch(() => undefined); // its caller is told
    return update;
  }

  async #update(change: (tx: CatalogTransaction) => unknown): Promise<void> {
    const { container } = this.#options;
    if (container.isDisposed) throw new BlazonError("ERR_SERVER_CLOSED");
    const problems = new Problems(this.#options.findPlace);
    const draft = new CatalogDraft(this.#features, problems);
    await change(draft);
    const features = draft.finish();
    const plan = planCatalog(features, problems, this.#plan);
    const linked = container.plan(
      draft.added.map(({ owner, scope }) => ({ ...readConstructor(owner, problems), owner, scope })),
      problems,
    );
    const { own, settings } = this.#options.serverIcons;
    const icons = await prepareCatalogIcons([own, ...plan.icons], {
      settings,
      problems,
      before: this.#icons,
    });
    problems.throwIfAny();
    if (container.isDisposed) throw new BlazonError("ERR_SERVER_CLOSED"); // the change may have taken its time

    await container.admit(linked, problems);
    const primitives = assembleCatalog(plan, container, { ...this.#options, icons });
    this.#options.warn(newIn(plan, this.#plan), icons);
    const changed = changedLists(plan, this.#plan);
    this.#features = features;
    this.#plan = plan;
    this.#icons = icons;
    this.#primitives = primitives;
    this.#options.swap(primitives);
    for (const list of changed) this.#options.announce(list);
  }
}

/** The lists that show something else. What was planned before is the same object. */
function changedLists(now: CatalogPlan, before: CatalogPlan): readonly ListKind[] {
  return LISTS.filter(
    (list) =>
      now[list].length !== before[list].length ||
      now[list].some((plan: object, index: number) => plan !== before[list][index]),
  );
}

function newIn(now: CatalogPlan, before: CatalogPlan): CatalogPlan {
  const known = new Set<object>(before.tools);
  return { ...now, tools: now.tools.filter((tool) => !known.has(tool)) };
}
