import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject, Logger } from "blazon";
import { inspectIcon } from "blazon/icons";
import { connect, type TestClient } from "blazon/testing";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { createHelpdesk } from "../../sample-app/server.js";
import { PROJECT_ROOT } from "../project-root.js";
import { request } from "../support/link.js";

const FOLDER = join(PROJECT_ROOT, "sample-app/icons");
const drawings = readdirSync(FOLDER).filter((file) => file.endsWith(".svg"));

interface WireIcon {
  readonly src: string;
  readonly mimeType: string;
  readonly theme: string;
}

describe("the help desk's icons", () => {
  let client: TestClient;
  let close: () => Promise<void>;
  const said: unknown[] = [];

  before(async () => {
    const keep = (fields: unknown, message: unknown) => void said.push([fields, message]);
    const logger: Logger = { debug() {}, info() {}, warn: keep, error: keep };
    const desk = await createHelpdesk({ database: ":memory:", logger });
    client = await connect(desk);
    close = async () => {
      await client.close();
      await desk.close();
    };
  });
  after(() => close());

  async function iconsOf(method: string, list: string): Promise<ReadonlyMap<string, readonly WireIcon[]>> {
    await client.send(request(method));
    const { result } = client.frames.at(-1) as { result: Record<string, readonly JsonObject[]> }; // a list answers
    return new Map(
      (result[list] ?? []).map(({ name, icons = [] }) => [String(name), icons as readonly WireIcon[]]),
    );
  }

  it("stand beside everything it offers, for light and for dark, whole, and all different", async () => {
    const shown = [
      ...(await iconsOf("tools/list", "tools")),
      ...(await iconsOf("prompts/list", "prompts")),
      ...(await iconsOf("resources/templates/list", "resourceTemplates")),
      ...[...(await iconsOf("resources/list", "resources"))].filter(([name]) => name === "board"),
    ];
    expect(shown).to.have.length(11);
    for (const [name, icons] of shown) {
      expect(
        icons.map(({ mimeType, theme }) => `${mimeType} ${theme}`),
        name,
      ).to.eql([
        "image/png light",
        "image/png light",
        "image/png dark",
        "image/png dark",
        "image/svg+xml light",
        "image/svg+xml dark",
      ]);
    }
    const sources = shown.flatMap(([, icons]) => icons.map(({ src }) => src));
    expect(new Set(sources).size).to.equal(sources.length);
    expect(said).to.eql([]);
  });

  it("are drawn by the script beside them, in pairs, with nothing that is left out", () => {
    const folder = mkdtempSync(join(tmpdir(), "desk-icons-"));
    try {
      execFileSync(process.execPath, [join(FOLDER, "draw-icons.mjs"), folder]);
      expect(readdirSync(folder).sort()).to.eql([...drawings].sort());
      for (const file of drawings) {
        const svg = readFileSync(join(FOLDER, file));
        expect(readFileSync(join(folder, file)).equals(svg), file).to.equal(true);
        expect(inspectIcon(svg), file).to.deep.include({ ok: true, dropped: [] });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
    const light = drawings.filter((file) => !file.endsWith("-dark.svg"));
    expect(drawings).to.have.members(light.flatMap((file) => [file, file.replace(".svg", "-dark.svg")]));
  });
});
