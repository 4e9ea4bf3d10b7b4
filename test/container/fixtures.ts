import { type Container, createContainer } from "../../src/container/container.js";
import type { Provider } from "../../src/container/provider.js";
import { BootError, type Problem, Problems } from "../../src/errors/boot-error.js";
import { RequestContext } from "../../src/handler/request-context.js";
import { readConstructor } from "../../src/metadata/read-constructor.js";
import type { Class, FeatureScope } from "../../src/metadata/types.js";

export interface Setup {
  readonly features?: readonly Class[];
  readonly requestFeatures?: readonly Class[];
  readonly providers?: readonly Provider[];
  readonly overrides?: readonly Provider[];
}

/** A container, and what boot has against it. */
export function plan({ features = [], requestFeatures = [], providers = [], overrides = [] }: Setup): {
  readonly container: Container;
  readonly problems: readonly Problem[];
} {
  const problems = new Problems();
  const read = (owner: Class, scope: FeatureScope) => ({ ...readConstructor(owner, problems), owner, scope });
  const scoped = [
    ...features.map((owner) => read(owner, "singleton")),
    ...requestFeatures.map((owner) => read(owner, "request")),
  ];
  const container = createContainer({ features: scoped, providers, overrides, problems });
  return { container, problems: problemsOf(problems) };
}

/** A container that boot has nothing against, with its singletons made. */
export async function start(setup: Setup): Promise<Container> {
  const { container, problems } = plan(setup);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  await container.start();
  return container;
}

function problemsOf(problems: Problems): readonly Problem[] {
  try {
    problems.throwIfAny();
    return [];
  } catch (error) {
    if (error instanceof BootError) return error.problems;
    throw error;
  }
}

/** A request; the container looks at nothing but its identity. */
export function request(): RequestContext {
  return Object.create(RequestContext.prototype) as RequestContext; // none of its members is read here
}

/** What was thrown; fails where nothing is. */
export async function thrownBy(body: () => unknown): Promise<unknown> {
  try {
    await body();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
