import type { Terminal } from "./terminal.js";

/** Says on stderr that work goes on: with the seconds it took so far on a terminal, else in one line. */
export async function withProgress<T>(
  title: string,
  { stderr }: Terminal,
  work: () => Promise<T>,
): Promise<T> {
  if (stderr.isTTY !== true) {
    stderr.write(`${title} …\n`);
    return work();
  }
  const began = Date.now();
  const show = (): void => void stderr.write(`\r${title} … ${Math.round((Date.now() - began) / 1000)} s`);
  show();
  const timer = setInterval(show, 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    stderr.write("\n");
  }
}
