import { cancel, isCancel, select, text } from "@clack/prompts";
import { CliError, EXIT } from "../cli-error.js";
import { findTarget } from "./project-name.js";
import { TEMPLATES, type TemplateName } from "./templates.js";

interface Said {
  readonly directory: string | undefined;
  readonly template: TemplateName | undefined;
}

/** Asks for what the command line did not say. */
export async function askForProject(said: Said): Promise<{ directory: string; template: TemplateName }> {
  const directory = said.directory ?? answered(await askForDirectory());
  const template = said.template ?? answered(await askForTemplate());
  return { directory, template };
}

function askForDirectory(): Promise<string | symbol> {
  return text({
    message: "Where should the server go?",
    placeholder: "my-server",
    defaultValue: "my-server",
    validate: (given) => faultOf(given === undefined || given === "" ? "my-server" : given),
  });
}

function faultOf(given: string): string | undefined {
  try {
    findTarget(given, process.cwd());
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function askForTemplate(): Promise<TemplateName | symbol> {
  const names = Object.keys(TEMPLATES) as TemplateName[]; // its keys
  return select({
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
