import { watch } from "node:fs";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createHelpdesk } from "../../sample-app/server.js";
import { silent } from "../sample-app/desk.js";
import type { Address, ClientKind } from "./client.js";
import { createEndlessDesk } from "./endless-desk.js";

/** A help desk that clients can reach; it is the same desk for all of them. */
export interface Desk {
  readonly address: Address;
  /** Fulfilled when an import of `endless.csv` has ended on the server's side. */
  left(): Promise<void>;
  close(): Promise<void>;
}

/** An endless desk has nothing but `endless.csv`. */
export type DeskKind = "seeded" | "endless";

export interface Transport {
  readonly name: "stdio" | "HTTP";
  carries(kind: ClientKind): boolean;
  open(kind: DeskKind): Promise<Desk>;
}

/** Each client has a process of its own, and all of them have one database. */
const stdio: Transport = {
  name: "stdio",
  carries: () => true,
  async open(kind) {
    const folder = await mkdtemp(join(tmpdir(), "helpdesk-"));
    const script = kind === "seeded" ? "../../sample-app/stdio.js" : "./endless-stdio.js";
    const sign = join(folder, "left");
    return {
      address: {
        over: "stdio",
        script: fileURLToPath(new URL(script, import.meta.url)),
        env: { HELPDESK_DB: join(folder, "helpdesk.db"), ENDLESS_LEFT: sign },
      },
      left: () => appearance(sign, folder),
      close: () => rm(folder, { recursive: true, force: true }),
    };
  },
};

async function appearance(file: string, folder: string): Promise<void> {
  const watcher = watch(folder);
  try {
    await new Promise<void>((resolve) => {
      const look = (): void => void access(file).then(resolve, () => undefined);
      watcher.on("change", look);
      look();
    });
  } finally {
    watcher.close();
  }
}

/** The oldest revision has another transport over HTTP, which is not served. */
const http: Transport = {
  name: "HTTP",
  carries: ({ revision }) => revision !== "2024-11-05",
  async open(kind) {
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const desk =
      kind === "seeded"
        ? await createHelpdesk({ database: ":memory:", logger: silent })
        : await createEndlessDesk(leave, silent);
    const { url } = await desk.listen({ port: 0, signals: false });
    return { address: { over: "HTTP", url: new URL(url) }, left: () => left, close: () => desk.close() };
  },
};

export const TRANSPORTS: readonly Transport[] = [stdio, http];
