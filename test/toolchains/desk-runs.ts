import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Problem } from "blazon";
import type { Outcome } from "./desks/report.js";
import { recipeOf, TSCONFIG } from "./recipes.js";
import { createProject, type Desk, type Project } from "./workspace.js";

/** A project of its own for one toolchain and one desk. */
export function layOut(toolchain: string, desk: Desk): Project {
  return createProject(`${toolchain.replace(/\W+/g, "-")}-${desk}`, desk, TSCONFIG);
}

const compiled = new Map<Desk, Promise<Project>>();

/** A desk that tsc has compiled to `dist/`; once, since it takes seconds. */
export function compiledByTsc(desk: Desk): Promise<Project> {
  const known = compiled.get(desk);
  if (known !== undefined) return known;
  const project = layOut("tsc", desk);
  const [compile = ""] = recipeOf("tsc");
  const done = project.run(compile).then(() => project);
  compiled.set(desk, done);
  return done;
}

/** Runs the commands, and gives what the desk answered. Rejects where it did not start. */
export async function answersOf<Answers>(project: Project, commands: readonly string[]): Promise<Answers> {
  const outcome = await outcomeOf<Answers>(project, commands);
  if ("answers" in outcome) return outcome.answers;
  throw new Error(`The desk did not start: ${JSON.stringify(outcome.problems, undefined, 2)}`);
}

/** Runs the commands, and gives what kept the desk from starting. Rejects where it started. */
export async function problemsOf(project: Project, commands: readonly string[]): Promise<readonly Problem[]> {
  const outcome = await outcomeOf(project, commands);
  if ("problems" in outcome) return outcome.problems;
  throw new Error("The desk started, and should not have");
}

async function outcomeOf<Answers>(project: Project, commands: readonly string[]): Promise<Outcome<Answers>> {
  const file = join(project.folder, "outcome.json");
  rmSync(file, { force: true });
  for (const command of commands) await project.run(command, { OUTCOME: file });
  return JSON.parse(readFileSync(file, "utf8")) as Outcome<Answers>; // `report` wrote it
}
