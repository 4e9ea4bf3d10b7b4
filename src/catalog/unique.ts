import type { Problems, Where } from "../errors/boot-error.js";

/** Two primitives of one kind never share what a client calls them by (TOOL-19). */
export function checkUnique<P extends { readonly definition: Where }>(
  kind: string,
  plans: readonly P[],
  nameOf: (plan: P) => string,
  problems: Problems,
): void {
  const first = new Map<string, P>();
  for (const plan of plans) {
    const name = nameOf(plan);
    const other = first.get(name);
    if (other === undefined) first.set(name, plan);
    else {
      const detail = `${other.definition.member} already is the ${kind} ${JSON.stringify(name)}`;
      problems.add("ERR_NAME_DUPLICATE", plan.definition, { detail });
    }
  }
}
