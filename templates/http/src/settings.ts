/** What the environment says. */
export interface Settings {
  readonly host: string;
  readonly port: number;
  /** The names by which the server is reached; those of this machine where none are said. */
  readonly hosts: readonly string[] | undefined;
}

/** @throws {Error} naming the variable that is wrong. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const { HOST: host = "127.0.0.1", PORT: port = "3000", HOSTS: hosts } = environment;
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`PORT is ${port}: give 0 to 65535`);
  return { host, port: Number(port), hosts: hosts?.split(",").map((name) => name.trim()) };
}
