/** What has to be closed before the process ends: one for each server that asked. */
const closers = new Set<() => Promise<void>>();
let ending = false;

/**
 * Ends the process in good order on the first SIGTERM or SIGINT, when every server that asked has closed, and
 * at once on the second. Gives the function that takes this back.
 */
export function endProcessWith(close: () => Promise<void>): () => void {
  if (closers.size === 0) {
    process.on("SIGTERM", end);
    process.on("SIGINT", end);
  }
  closers.add(close);
  return () => {
    closers.delete(close);
    if (closers.size > 0 || ending) return;
    process.off("SIGTERM", end);
    process.off("SIGINT", end);
  };
}

function end(): void {
  if (ending) process.exit(1);
  ending = true;
  void Promise.all([...closers].map((close) => close())).then(() => process.exit(0));
}
