/** Where a command reads and writes. */
export interface Terminal {
  readonly stdin: { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Whether somebody sits there who can answer. */
export function isInteractive({ stdin, stdout, environment }: Terminal): boolean {
  return stdin.isTTY === true && stdout.isTTY === true && !environment.CI;
}

/** Whether a stream shows colors, and nobody said that they are not wanted (https://no-color.org). */
export function hasColors(
  stream: { readonly isTTY?: boolean },
  environment: Terminal["environment"],
): boolean {
  return stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== "dumb";
}
