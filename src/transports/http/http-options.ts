import { BlazonError } from "../../errors/blazon-error.js";
import { type Logger, logAt } from "../../logging/logger.js";
import { parseLimit } from "../limit.js";
import { Admission } from "./admission.js";
import type { FindAsset } from "./assets.js";
import { KeepAlive } from "./keep-alive.js";
import { type RateLimit, RateLimiter } from "./rate-limit.js";

const MIB = 1_048_576;

/** What both HTTP fronts take. */
export interface HttpOptions {
  /**
   * The hosts served, such as `api.example.com` or `api.example.com:8443`; without a port, any. Without it
   * the host of `publicUrl`, and without that the names of this machine for connections that come over
   * loopback, and anything for others. `"any"` turns the check off, and with it the protection from DNS
   * rebinding.
   */
  readonly hosts?: readonly string[] | "any";
  /**
   * Browser origins that are served besides the server's own, such as `https://app.example.com`. `"any"`
   * turns the check off.
   */
  readonly origins?: readonly string[] | "any";
  /** The URL clients use, where it differs from the address listened on; its host and origin are served. */
  readonly publicUrl?: string;
  /** The largest body that is read, in bytes; 4 MiB without it. */
  readonly maxBodyBytes?: number;
  /** Milliseconds between the comments that keep an idle stream open; 15000 without it, 0 for none. */
  readonly keepAliveMs?: number;
  /** Bytes that may wait for a client which does not read before its stream is ended; 1 MiB without it. */
  readonly maxQueuedBytes?: number;
  /** How often one caller may come; unlimited without it. */
  readonly rateLimit?: RateLimit;
  readonly logger?: Logger;
  /** Files that are served below `/icons/`; nothing is there without it. */
  readonly assets?: FindAsset;
}

/** The options, checked and ready to be asked. */
export interface HttpRules {
  /** Whether requests without a message are served too: streams that are opened, and sessions that are ended. */
  readonly visits: boolean;
  readonly admission: Admission;
  readonly limiter: RateLimiter | undefined;
  readonly maxBodyBytes: number;
  readonly keepAlive: KeepAlive;
  readonly maxQueuedBytes: number;
  readonly logger: Logger | undefined;
  readonly assets: FindAsset | undefined;
}

/** @throws {BlazonError} `ERR_OPTION_INVALID` for an option no server can follow. */
export function compileHttpRules(options: HttpOptions, visits = false): HttpRules {
  const bytes = { min: 1, max: 1024 * MIB, unit: "bytes" };
  warnOfOpenDoors(options);
  const time = { min: 0, max: 3_600_000, unit: "milliseconds" };
  return {
    visits,
    admission: new Admission({ ...options, publicUrl: parsePublicUrl(options.publicUrl) }),
    limiter: options.rateLimit === undefined ? undefined : new RateLimiter(options.rateLimit),
    maxBodyBytes: parseLimit("maxBodyBytes", options.maxBodyBytes, 4 * MIB, bytes),
    keepAlive: new KeepAlive(parseLimit("keepAliveMs", options.keepAliveMs, 15_000, time)),
    maxQueuedBytes: parseLimit("maxQueuedBytes", options.maxQueuedBytes, MIB, bytes),
    logger: options.logger,
    assets: options.assets,
  };
}

function parsePublicUrl(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new BlazonError("ERR_OPTION_INVALID", {
    option: "publicUrl",
    detail: `is ${JSON.stringify(text)}, which is not an http or https URL`,
    fix: "Give the URL clients use, such as https://mcp.example.com/mcp",
  });
}

/** What protects the server by default is not turned off in silence. */
function warnOfOpenDoors({ hosts, origins, logger }: HttpOptions): void {
  if (logger === undefined) return;
  if (hosts === "any") logAt(logger, "warning", { hosts }, "The Host of requests is not checked");
  if (origins === "any") logAt(logger, "warning", { origins }, "The Origin of requests is not checked");
}
