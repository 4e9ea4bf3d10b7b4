import type { CapabilityPath } from "../../protocol/capabilities.js";
import { isExtensionId } from "../../protocol/meta.js";
import type { Input } from "../inputs.js";
import type { Lints } from "../lints.js";

/** What the protocol defines; extensions and experiments are named by others. */
const KNOWN = [
  "roots",
  "sampling",
  "sampling.context",
  "sampling.tools",
  "elicitation",
  "elicitation.form",
  "elicitation.url",
] as const satisfies readonly CapabilityPath[];

/** Needs that no client can meet, for those who write without types. */
export function lintCapabilities(inputs: readonly Input[], lints: Lints): void {
  for (const { definition } of inputs) {
    for (const path of definition.options.requires ?? []) {
      if (isCapability(path)) continue;
      const details = { capability: JSON.stringify(path) ?? String(path), known: KNOWN.join(", ") };
      lints.add("LINT_CAPABILITY_UNKNOWN", definition, details);
    }
  }
}

function isCapability(path: string): boolean {
  if (KNOWN.some((known) => known === path)) return true;
  const [, family, name = ""] = /^(extensions|experimental)\.(.+)$/s.exec(path) ?? [];
  return family === "extensions" ? isExtensionId(name) : family === "experimental";
}
