import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type DecoderRequest, parseAnswer, writeRequest } from "./decoder-messages.js";
import { IconFault } from "./icon-fault.js";
import type { RasterEngine } from "./raster-engine.js";

/** More than any icon needs: 4 Mi pixels of noise. */
const MAX_ANSWER = 32 * 1024 * 1024;

/**
 * Decodes each image in a process of its own, which is killed when its time is up: libraries can be stopped in no
 * other way (ICON-11). It ends itself as well, should this process be gone by then. It sees no environment variables of
 * this one. A start costs about 150 ms.
 */
export function createProcessEngine(signal?: AbortSignal): RasterEngine {
  return {
    draw: async (input, targets) => {
      const answer = await ask({ input, targets }, signal);
      return parseAnswer(answer, targets.length);
    },
  };
}

async function ask(request: DecoderRequest, signal: AbortSignal | undefined): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const { timeoutMs } = request.input;
  const child = start(timeoutMs);
  let ended: unknown;
  const end = (reason: unknown): void => {
    ended ??= reason;
    child.kill("SIGKILL");
  };
  const timer = setTimeout(() => end(tooLong(timeoutMs)), timeoutMs);
  const abort = () => end(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const answer = await converse(child, writeRequest(request), end);
    if (ended !== undefined) throw ended;
    return answer;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

function start(timeoutMs: number): ChildProcess {
  const file = fileURLToPath(new URL("./icon-decoder.js", import.meta.url));
  if (!existsSync(file)) {
    throw new IconFault("ERR_ICON_LIBRARY", "icon-decoder.js is missing; leave blazon out of your bundle");
  }
  return spawn(process.execPath, ["--max-old-space-size=64", file, String(timeoutMs)], {
    env: { ...systemRoot(), ELECTRON_RUN_AS_NODE: "1" }, // a host in Electron would else start itself once more
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
}

/** Windows starts nothing without it. */
function systemRoot(): Record<string, string> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}

/** Everything the process says, once it has ended well. */
function converse(
  child: ChildProcess,
  message: Uint8Array,
  end: (reason: unknown) => void,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  child.stdout?.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_ANSWER) end(new IconFault("ERR_ICON_BOUNDS", "what was decoded of it does not end"));
    else chunks.push(chunk);
  });
  // A process that ends before it has read everything breaks the pipe; how it ended is said by its exit.
  child.stdin?.on("error", () => {}).end(message);
  return new Promise((resolve, reject) => {
    child.once("error", (cause) => {
      reject(new IconFault("ERR_ICON_LIBRARY", "no process can be started to decode it", { cause }));
    });
    child.once("close", (code) => {
      if (code !== 0) end(new IconFault("ERR_ICON_DAMAGED", "the process that decoded it broke off"));
      resolve(Buffer.concat(chunks));
    });
  });
}

function tooLong(timeoutMs: number): IconFault {
  return new IconFault("ERR_ICON_TIME", `decoding took longer than ${timeoutMs} ms`);
}
