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

/** Whether colors are for whoever reads (https://no-color.org). */
export function hasColors({ stdout, environment }: Terminal): boolean {
  return stdout.isTTY === true && !environment.NO_COLOR && environment.TERM !== "dumb";
}
