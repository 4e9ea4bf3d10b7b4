import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";

/** Whether this machine has a browser to test with; where `CHROMIUM_REQUIRED` is set, it must. */
export function hasChromium(): boolean {
  const found = spawnSync("chromium", ["--version"]).status === 0;
  if (!found && process.env.CHROMIUM_REQUIRED !== undefined) throw new Error("chromium is not on the PATH");
  return found;
}

const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser of a test's own, which has seen nothing. */
export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

export async function startChromium(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), "blazon-chromium-"));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: executable(),
    args: ARGUMENTS,
    viewport: { width: 900, height: 700 },
  });
  return {
    context,
    async close() {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function executable(): string {
  const { stdout } = spawnSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" });
  return stdout.trim();
}
