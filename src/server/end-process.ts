/**
 * Ends the process in good order on the first SIGTERM or SIGINT, and at once on the second. Gives the
 * function that takes this back.
 */
export function endProcessWith(close: () => Promise<void>): () => void {
  let ending = false;
  const end = (): void => {
    if (ending) process.exit(1);
    ending = true;
    void close().then(() => process.exit(0));
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  return () => {
    process.off("SIGTERM", end);
    process.off("SIGINT", end);
  };
}
