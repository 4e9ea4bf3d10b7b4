import { Buffer } from "node:buffer";
import { readRequest, writeAnswer } from "./decoder-messages.js";
import { IconFault } from "./icon-fault.js";
import { allowIconFormatsAlone, createSharpEngine } from "./sharp-engine.js";

/** The process that decodes images from elsewhere: one image, one answer, and the end. */
async function decode(): Promise<void> {
  endAfter(Number(process.argv[2]));
  const chunks: Buffer[] = [];
  // Standard input gives buffers as long as no encoding is set.
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  process.stdout.write(await answer(Buffer.concat(chunks)));
}

/**
 * Whoever started this process kills it when its time is up, unless it was killed itself. An exit would wait for the
 * thread that decodes; a signal does not.
 */
function endAfter(timeoutMs: number): void {
  setTimeout(() => process.kill(process.pid, "SIGKILL"), timeoutMs).unref();
}

async function answer(request: Uint8Array): Promise<Uint8Array> {
  const { input, targets } = readRequest(request);
  try {
    allowIconFormatsAlone();
    return writeAnswer({ rasters: await createSharpEngine().draw(input, targets) });
  } catch (error) {
    if (error instanceof IconFault) return writeAnswer({ fault: error });
    throw error;
  }
}

void decode();
