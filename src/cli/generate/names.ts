import { CliError, EXIT } from "../cli-error.js";

/** The forms of one name. */
export interface Names {
  /** `open-ticket`, of files. */
  readonly kebab: string;
  /** `open_ticket`, of tools and prompts. */
  readonly snake: string;
  /** `OpenTicket`, of classes. */
  readonly pascal: string;
}

const GIVEN = /^[A-Za-z][A-Za-z0-9]*(?:[-_ ][A-Za-z0-9]+)*$/;
const LONGEST = 60;
/** Names that a class of the project cannot have: of the language, and of what is imported beside it. */
const TAKEN: ReadonlySet<string> = new Set(
  "Array Boolean Class Complete Date Error Feature Field Function Map Number Object Promise Prompt Resource Set String Symbol Tool".split(
    " ",
  ),
);

/**
 * The forms of a name as it was given: `open-ticket`, `openTicket`, `open_ticket` and `OpenTicket` are one.
 * @throws {CliError} for a name that no class can have.
 */
export function parseName(given: string): Names {
  const words = given.length <= LONGEST && GIVEN.test(given) ? wordsOf(given) : [];
  const pascal = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
  if (words.length === 0 || TAKEN.has(pascal)) {
    const fix = `Use letters and digits, words joined by "-", at most ${LONGEST} characters: open-ticket`;
    throw new CliError(`${JSON.stringify(given)} cannot be the name of a class here`, fix, EXIT.usage);
  }
  return { kebab: words.join("-"), snake: words.join("_"), pascal };
}

function wordsOf(given: string): string[] {
  return given
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[-_ ]+/)
    .map((word) => word.toLowerCase());
}
