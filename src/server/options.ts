import type { HintedAnswer } from "../catalog/catalog.js";
import type { Provider } from "../container/provider.js";
import type { Icons } from "../icons/icon-spec.js";
import type { Extension } from "../kernel/extension.js";
import type { Logger } from "../logging/logger.js";
import type { Class } from "../metadata/types.js";
import type { CacheHints, Implementation } from "../protocol/results.js";
import type { RateLimit } from "../transports/http/rate-limit.js";
import type { LegacyOption } from "./legacy.js";
import type { RequestStateOptions } from "./request-state.js";
import type { SubscriptionOptions } from "./subscriptions.js";

/** How much one message may hold. */
export interface Limits {
  /** Bytes of an HTTP body; 4 MiB without it. */
  readonly bodyBytes?: number;
  /** Bytes of a line on stdio and streams; 4 MiB without it. */
  readonly lineBytes?: number;
  /** Levels of nesting; 64 without it. */
  readonly depth?: number;
  /** Elements and members in all; 100,000 without it. */
  readonly elements?: number;
  /** Bytes of icons in one list answer, as `data:` URIs; 65536 without it. */
  readonly iconBytes?: number;
}

/** What a server is made of. */
export interface ServerOptions extends Omit<Implementation, "icons"> {
  /** The server's own icons, which `server/discover` carries; features and members have theirs. */
  readonly icons?: Icons;
  /**
   * The folder that relative paths of icons start from. Without it they start from the package of the file that gives
   * them: the folder with its `package.json`.
   */
  readonly iconsFrom?: string | URL;
  /**
   * The file that `blazon icons build` writes, relative to `iconsFrom`, or else to the package. With it icons are
   * neither decoded nor drawn when the server starts, and one that is not as it was built keeps it from starting.
   */
  readonly iconManifest?: string | URL;
  /** True to load `https:` icons at boot, and compare them with what is said of them; else their URLs are checked. */
  readonly verifyIcons?: boolean;
  /** Tells the model how to use the server; need not repeat what tools say of themselves (DISC-08). */
  readonly instructions?: string;
  /** Classes with `@Tool`, `@Resource` and `@Prompt`, or classes that are annotated so themselves. */
  readonly features: readonly Class[];
  /** What features are given: classes, values, factories. */
  readonly providers?: readonly Provider[];
  /** What the server speaks beyond the core protocol; nothing without it (EXT-05). */
  readonly extensions?: readonly Extension[];
  /** Where the server logs; JSON lines on stderr without it. */
  readonly logger?: Logger;
  /** Items a list page. Without it one answer holds the whole list: clients that do not page lose nothing. */
  readonly pageSize?: number;
  /** How long lists and `server/discover` may be kept, and by whom; `0` and `private` without it. */
  readonly cache?: Readonly<Partial<Record<HintedAnswer, Partial<CacheHints>>>>;
  /** False leaves name and version out of results (META-22); `server/discover` says them all the same. */
  readonly stampResults?: boolean;
  /** Milliseconds between two progress notifications of one request; 50 without it. */
  readonly progressIntervalMs?: number;
  readonly limits?: Limits;
  /** How calls of several rounds are sealed; with several processes, give all of them the same keys. */
  readonly requestState?: RequestStateOptions;
  /**
   * How clients hear of changes: over which bus, how many at once, and who may. False announces nothing, and
   * advertises that.
   */
  readonly subscriptions?: SubscriptionOptions | false;
  /**
   * Whether and how clients are served that open with `initialize`: the revisions 2025-11-25, 2025-06-18, 2025-03-26
   * and, on connections, 2024-11-05. `"sessions"` without it.
   */
  readonly legacy?: LegacyOption;
  /**
   * HTTP: the hosts served, with or without a port. Without it the host of `publicUrl`; without that, this
   * machine's own names for connections over loopback, and any for others. `"any"` turns the check off.
   */
  readonly hosts?: readonly string[] | "any";
  /** HTTP: browser origins served besides the server's own. `"any"` turns the check off. */
  readonly origins?: readonly string[] | "any";
  /**
   * HTTP: the URL clients use, where it differs from the address listened on. With an `https:` URL icons are files
   * below `/icons/` of its origin, in place of `data:` URIs.
   */
  readonly publicUrl?: string;
  /** HTTP: how often one caller may come; unlimited without it. */
  readonly rateLimit?: RateLimit;
  /** HTTP: milliseconds between the comments that keep an idle stream open; 15000 without it, 0 for none. */
  readonly keepAliveMs?: number;
}
