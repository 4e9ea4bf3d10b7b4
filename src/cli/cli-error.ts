/** How a command ended. */
export const EXIT = {
  /** What was asked for was done. */
  done: 0,
  /** It could not be done, and nothing of it was. */
  failed: 1,
  /** The command was not understood: an argument is wrong or missing. */
  usage: 2,
  /** SIGINT came: 128 and its number. */
  interrupted: 130,
} as const;

/** Why a command did nothing: what is wrong, what to do, and the exit code. */
export class CliError extends Error {
  override readonly name = "CliError";

  constructor(
    message: string,
    readonly fix: string,
    readonly exitCode: number = EXIT.failed,
  ) {
    super(message);
  }
}
