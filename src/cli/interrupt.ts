const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs work that takes back what it did where the process is told to end, and only then lets it end. */
export async function withInterrupt(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const name of SIGNALS) process.on(name, stop);
  try {
    await work(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
  }
}
