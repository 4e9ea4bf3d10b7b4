import { cancel, isCancel, select, text } from "@clack/prompts";
import { CliError, EXIT } from "../cli-error.js";
import { findTarget } from "./project-name.js";
import { TEMPLATES, type TemplateName } from "./templates.js";

interface Said {
  readonly directory: string | undefined;
  readonly template: TemplateName | undefined;
}

interface Asking {
  readonly cwd: string;
  /** Ends the questions where the command is interrupted. */
  readonly signal: AbortSignal;
}

/** Asks for what the command line did not say. */
export async function askForProject(
  said: Said,
  asking: Asking,
): Promise<{ directory: string; template: TemplateName }> {
  const directory = said.directory ?? answered(await askForDirectory(asking));
  const template = said.template ?? answered(await askForTemplate(asking));
  return { directory, template };
}

function askForDirectory({ cwd, signal }: Asking): Promise<string | symbol> {
  return text({
    signal,
    message: "Where should the server go?",
    placeholder: "my-server",
    defaultValue: "my-server",
    validate: (given) => faultOf(given === undefined || given === "" ? "my-server" : given, cwd),
  });
}

function faultOf(given: string, cwd: string): string | undefined {
  try {
    findTarget(given, cwd);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function askForTemplate({ signal }: Asking): Promise<TemplateName | symbol> {
  const names = Object.keys(TEMPLATES) as TemplateName[]; // its keys
  return select({
    signal,
    message: "Which template?",
    initialValue: "stdio" as TemplateName,
    options: names.map((value) => ({ value, label: value, hint: TEMPLATES[value] })),
  });
}

function answered<T>(answer: T | symbol): T {
  if (!isCancel(answer)) return answer as T; // the symbol is the one it says
  cancel("Nothing was made.");
  throw new CliError("interrupted, and nothing was made", "Run it again", EXIT.interrupted);
}
