import type { Class, ServerOptions } from "../../src/index.js";
import { type LintOptions, lintCatalog } from "../../src/lint/lint-catalog.js";
import type { Lint } from "../../src/lint/lints.js";
import { inspect } from "../../src/server/inspection.js";

/** What is found about a server that could start. */
export async function lintServer(
  options: Partial<ServerOptions>,
  lint: LintOptions = {},
): Promise<readonly Lint[]> {
  const { problems, read } = await inspect({ name: "desk", version: "1.0.0", features: [], ...options });
  if (read === undefined || problems.length > 0)
    throw new Error(`A boot problem: ${JSON.stringify(problems)}`);
  const { lints } = await lintCatalog(read, lint);
  return lints;
}

/** Code, member and message of everything that is found about some features. */
export async function lintsOf(
  features: readonly Class[],
  lint: LintOptions = {},
): Promise<readonly string[]> {
  const lints = await lintServer({ features }, lint);
  return lints.map(({ code, member, message }) => `${code} ${member}: ${message}`);
}
