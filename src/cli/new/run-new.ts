import { relative } from "node:path";
import { CliError, EXIT } from "../cli-error.js";
import { withProgress } from "../progress.js";
import { isInteractive, type Terminal } from "../terminal.js";
import { commandOf, findCaller, type PackageManager } from "./package-manager.js";
import { findPackageSpec } from "./package-spec.js";
import { planProject } from "./plan-project.js";
import { findTarget, type Target } from "./project-name.js";
import { runTool } from "./run-tool.js";
import { StagedProject } from "./staged-project.js";
import { readTemplate, TEMPLATES, type TemplateName } from "./templates.js";

/** What the command line said; what is undefined is asked for, or has a default with `--yes`. */
export interface NewOptions {
  readonly directory: string | undefined;
  readonly template: TemplateName | undefined;
  readonly packageManager: PackageManager | undefined;
  readonly spec: string | undefined;
  readonly yes: boolean;
  readonly git: boolean;
  readonly install: boolean;
  readonly json: boolean;
  readonly cwd: string;
  readonly terminal: Terminal;
  /** Aborts where the command is interrupted. */
  readonly signal: AbortSignal;
}

/** A project that was made. */
interface Made {
  readonly directory: string;
  readonly template: TemplateName;
  readonly packageManager: PackageManager;
  readonly installed: boolean;
  readonly git: boolean;
  readonly next: readonly string[];
}

/**
 * Makes a project: everything is checked first, then it is written, installed and put in its place in one move.
 * @throws {CliError} with nothing left behind.
 */
export async function runNew(options: NewOptions): Promise<void> {
  const answers = await complete(options);
  const target = findTarget(answers.directory, options.cwd);
  const spec = findPackageSpec(options.spec, options.cwd);
  const files = planProject(readTemplate(answers.template), { name: target.name, spec });
  const staged = await StagedProject.open(target.directory);
  let git: boolean;
  try {
    await staged.write(files);
    options.signal.throwIfAborted();
    if (options.install) await install(staged.path, answers.packageManager, options);
    git = options.git && (await initGit(staged.path, options));
    options.signal.throwIfAborted();
    await staged.publish();
  } catch (error) {
    await staged.discard();
    throw options.signal.aborted ? interrupted() : error;
  }
  report(target, { ...answers, installed: options.install, git }, options);
}

interface Answers {
  readonly directory: string;
  readonly template: TemplateName;
  readonly packageManager: PackageManager;
}

/** What was not said: asked for on a terminal, else a default that `--yes` agreed to. */
async function complete(options: NewOptions): Promise<Answers> {
  const { directory, template, packageManager, yes, terminal } = options;
  const manager = packageManager ?? findCaller(terminal.environment) ?? "npm";
  if (directory !== undefined && template !== undefined)
    return { directory, template, packageManager: manager };
  if (isInteractive(terminal) && !yes && !options.json) {
    const { askForProject } = await import("./ask-for-project.js");
    return { ...(await askForProject({ directory, template }, options)), packageManager: manager };
  }
  if (directory === undefined) throw missing("a folder", "blazon new my-server");
  if (template === undefined && !yes)
    throw missing("--template", `--template ${Object.keys(TEMPLATES).join("|")}, or --yes`);
  return { directory, template: template ?? "stdio", packageManager: manager };
}

function missing(what: string, fix: string): CliError {
  return new CliError(`${what} is missing, and there is no terminal to ask at`, `Say it: ${fix}`, EXIT.usage);
}

function interrupted(): CliError {
  return new CliError("interrupted, and nothing was made", "Run it again", EXIT.interrupted);
}

async function install(
  cwd: string,
  manager: PackageManager,
  { terminal, json, signal }: NewOptions,
): Promise<void> {
  const command = commandOf(manager, terminal.environment, process.platform);
  const work = (): Promise<void> => runTool([...command, "install"], { cwd, signal });
  await (json ? work() : withProgress(`Installing with ${manager}`, terminal, work));
}

/** False where there is no git, or the folder is part of a repository already. */
async function initGit(cwd: string, { signal }: NewOptions): Promise<boolean> {
  const isPart = await runTool(["git", "rev-parse", "--is-inside-work-tree"], { cwd, signal }).then(
    () => true,
    () => false,
  );
  if (isPart) return false;
  return runTool(["git", "init", "--quiet"], { cwd, signal }).then(
    () => true,
    () => false,
  );
}

function report({ directory }: Target, made: Omit<Made, "directory" | "next">, options: NewOptions): void {
  const { cwd, json, terminal } = options;
  const next = nextCommands(relative(cwd, directory), made);
  if (json) {
    const { template, packageManager, installed, git } = made;
    terminal.stdout.write(
      `${JSON.stringify({ directory, template, packageManager, installed, git, next })}\n`,
    );
    return;
  }
  const lines = next.map((command) => `  ${command}`);
  terminal.stdout.write(
    `Made ${relative(cwd, directory)} from the template ${made.template}. Next:\n\n${lines.join("\n")}\n`,
  );
}

function nextCommands(
  folder: string,
  { packageManager, installed }: Omit<Made, "directory" | "next">,
): string[] {
  return [
    `cd ${folder}`,
    ...(installed ? [] : [`${packageManager} install`]),
    // With "run": bun has a test of its own, and yarn a check.
    ...["test", "check", "start"].map((script) => `${packageManager} run ${script}`),
  ];
}
