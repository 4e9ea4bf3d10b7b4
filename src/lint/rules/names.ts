import type { CatalogPlan } from "../../catalog/catalog-plan.js";
import type { Where } from "../../errors/boot-error.js";
import type { Lints } from "../lints.js";

/** TOOL-15, TOOL-17, TOOL-18. */
const PROTOCOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const LONGEST_PORTABLE = 64;
const MOST_TOOLS = 128;

type Named = Where & { readonly name: string };

/** Names and numbers that the protocol advises against, or that a model API refuses. */
export function lintNames({ tools, prompts }: CatalogPlan, lints: Lints): void {
  const toolNames = tools.map(({ definition }) => definition);
  lintCase("tool", toolNames, lints);
  lintCase(
    "prompt",
    prompts.map(({ definition }) => definition),
    lints,
  );
  for (const definition of toolNames) lintToolName(definition, lints);
  if (tools.length > MOST_TOOLS) {
    const where: Where = { member: "createServer", place: undefined };
    lints.add("LINT_TOOLS_COUNT", where, { count: tools.length });
  }
}

/** Names are told apart by case (TOOL-16); models and people are not good at it. */
function lintCase(kind: string, definitions: readonly Named[], lints: Lints): void {
  const seen = new Map<string, Named>();
  for (const definition of definitions) {
    const folded = definition.name.toLowerCase();
    const other = seen.get(folded);
    if (other === undefined) seen.set(folded, definition);
    else if (other.name !== definition.name) {
      const [name, otherName] = [definition.name, other.name].map((text) => JSON.stringify(text));
      const details = { kind, name: String(name), other: String(otherName), otherMember: other.member };
      lints.add("LINT_NAME_CASE", definition, details);
    }
  }
}

function lintToolName(definition: Named, lints: Lints): void {
  const name = JSON.stringify(definition.name);
  if (!PROTOCOL_NAME.test(definition.name)) lints.add("LINT_NAME_CHARACTERS", definition, { name });
  else if (definition.name.includes(".")) {
    const rule = 'they take letters, digits, "_" and "-" alone';
    lints.add("LINT_NAME_PORTABLE", definition, { apis: "OpenAI and Anthropic refuse", name, rule });
  } else if (definition.name.length > LONGEST_PORTABLE) {
    const rule = `it has ${definition.name.length} characters of at most ${LONGEST_PORTABLE}`;
    lints.add("LINT_NAME_PORTABLE", definition, { apis: "OpenAI and Gemini refuse", name, rule });
  } else if (!/^[A-Za-z_]/.test(definition.name)) {
    const rule = 'it has to begin with a letter or "_"';
    lints.add("LINT_NAME_PORTABLE", definition, { apis: "Gemini refuses", name, rule });
  }
}
