import { BootError, type Problem, type Problems } from "../../src/errors/boot-error.js";

/** The problems that were added, in order. */
export function found(problems: Problems): readonly Problem[] {
  try {
    problems.throwIfAny();
    return [];
  } catch (error) {
    if (error instanceof BootError) return error.problems;
    throw error;
  }
}
