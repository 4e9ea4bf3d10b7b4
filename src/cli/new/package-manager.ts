export const PACKAGE_MANAGERS = ["npm", "pnpm", "yarn", "bun"] as const;
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** The package manager that runs this very command, as it says itself; undefined where none does. */
export function findCaller({ npm_config_user_agent: agent = "" }: Environment): PackageManager | undefined {
  return PACKAGE_MANAGERS.find((name) => agent.startsWith(`${name}/`));
}

/**
 * What starts a package manager. On Windows it is mostly a `.cmd` file, which only a shell could start; the one that runs
 * this command says where its script is, and Node runs that.
 */
export function commandOf(
  manager: PackageManager,
  environment: Environment,
  platform: NodeJS.Platform,
): [file: string, ...args: string[]] {
  const script = environment.npm_execpath;
  const isCaller = findCaller(environment) === manager && script !== undefined;
  if (platform === "win32" && isCaller && /\.[cm]?js$/.test(script)) return [process.execPath, script];
  return [manager];
}
