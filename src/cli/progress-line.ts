const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
const CLEAR_LINE = "\r\u001b[K";

/**
 * Says what goes on while some work runs: a line that moves where somebody watches, and one that stands elsewhere. It
 * reads no keys, so that Ctrl-C is a signal as ever.
 */
export async function withProgress<T>(
  text: string,
  stream: NodeJS.WritableStream,
  { moves, work }: { readonly moves: boolean; readonly work: Promise<T> },
): Promise<T> {
  if (!moves) {
    stream.write(`${text} …\n`);
    return work;
  }
  let frame = 0;
  const draw = (): void => void stream.write(`${CLEAR_LINE}${FRAMES[frame++ % FRAMES.length]} ${text}`);
  draw();
  const timer = setInterval(draw, FRAME_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    stream.write(CLEAR_LINE);
  }
}
