import { BlazonError } from "../errors/blazon-error.js";
import type { Problems } from "../errors/boot-error.js";
import type { Logger } from "../logging/logger.js";
import type { Asset } from "../transports/http/assets.js";
import { compileHttpRules, type HttpOptions } from "../transports/http/http-options.js";
import type { LinesOptions } from "../transports/lines/serve-lines.js";
import { servesFiles } from "./icon-settings.js";
import type { ServerOptions } from "./options.js";

/** What the options of a server say to lines. */
export function linesOptionsOf(
  { limits }: ServerOptions,
  logger: Logger,
): Omit<LinesOptions, "input" | "output"> {
  return { logger, ...(limits?.lineBytes !== undefined && { maxLineBytes: limits.lineBytes }) };
}

/** What HTTP takes of a server besides its options. */
interface HttpParts {
  readonly logger: Logger;
  /** By their path. */
  readonly files: ReadonlyMap<string, Asset>;
}

/** What the options of a server say to HTTP. */
export function httpOptionsOf(options: ServerOptions, { logger, files }: HttpParts): HttpOptions {
  const maxBodyBytes = options.limits?.bodyBytes;
  return {
    ...ownHttpOptions(options),
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
    ...(servesFiles(options.publicUrl) && { assets: (path: string) => files.get(path) }),
    logger,
  };
}

/** The options that HTTP takes as they are. */
function ownHttpOptions({ hosts, origins, publicUrl, keepAliveMs, rateLimit }: ServerOptions): HttpOptions {
  return {
    ...(hosts !== undefined && { hosts }),
    ...(origins !== undefined && { origins }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(rateLimit !== undefined && { rateLimit }),
    ...(keepAliveMs !== undefined && { keepAliveMs }),
  };
}

/**
 * What HTTP could not follow is a problem at boot, whether HTTP is served in the end or not. Each option is
 * tried by itself, so that all of them are reported.
 */
export function checkTransportOptions(options: ServerOptions, problems: Problems): void {
  for (const [option, value] of Object.entries(ownHttpOptions(options))) {
    try {
      compileHttpRules({ [option]: value });
    } catch (error) {
      if (!(error instanceof BlazonError)) throw error;
      problems.adopt(error, { member: "createServer", place: undefined });
    }
  }
}
