import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { describe, it } from "mocha";
import { PROJECT_ROOT } from "../project-root.js";

const run = promisify(execFile);

/** What a process begins with where a package is not installed. */
function hiding(name: string): string {
  return `data:text/javascript,${encodeURIComponent(`
    import Module from "node:module";
    const resolve = Module._resolveFilename;
    Module._resolveFilename = (request, ...rest) => {
      if (request !== ${JSON.stringify(name)}) return resolve(request, ...rest);
      throw Object.assign(new Error("Cannot find module"), { code: "MODULE_NOT_FOUND" });
    };`)}`;
}

/** Runs an example where a package is not installed, and gives what it writes. */
async function runWithout(name: string, example: string): Promise<unknown> {
  const args = ["--import", hiding(name), "--input-type=module", "-e", example];
  const { stdout } = await run(process.execPath, args, { cwd: PROJECT_ROOT });
  return JSON.parse(stdout);
}

const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1"/></svg>`;
const LIBRARY = JSON.stringify(new URL(`file://${join(PROJECT_ROOT, "dist/lib/icons.js")}`));

describe("icons where sharp is not installed", () => {
  it("names sharp where pixels are to be made anew", async () => {
    const said = await runWithout(
      "sharp",
      `import { prepareIcon, createSharpEngine, sanitizeIcon } from ${LIBRARY};
       const refusal = (error) => error.message;
       console.log(JSON.stringify([
         await prepareIcon(${JSON.stringify(PNG)}).catch(refusal),
         await sanitizeIcon(${JSON.stringify(PNG)}, { engine: createSharpEngine() }).catch(refusal),
       ]));`,
    );
    const refusal =
      'ERR_ICON_LIBRARY: The icon "data:image/png;base64,iVBORw0K…" needs an image library: the package sharp is not ' +
      "installed. Fix: Install sharp, give an SVG, or start from a manifest that was built where sharp is installed.";
    expect(said).to.eql([refusal, refusal]);
  });

  it("publishes an SVG without PNG beside it, and says so", async () => {
    const said = await runWithout(
      "sharp",
      `import { prepareIcon, publishIcons } from ${LIBRARY};
       const icon = await prepareIcon(Buffer.from(${JSON.stringify(SVG)}));
       const { icons: [[one, ...more]] } = publishIcons([[icon]]);
       console.log(JSON.stringify({ type: one.mimeType, more: more.length, notes: icon.notes }));`,
    );
    expect(said).to.eql({
      type: "image/svg+xml",
      more: 0,
      notes: ["no PNG is published beside it: the package sharp is not installed"],
    });
  });

  it("publishes what a manifest holds, and inspects images of pixels", async () => {
    const said = await runWithout(
      "sharp",
      `import { createManifest, inspectIcon, parseManifest, prepareIcon, writeManifest } from ${LIBRARY};
       const bytes = Buffer.from(${JSON.stringify(PNG)}.split(",")[1], "base64");
       const { createHash } = await import("node:crypto");
       const sha256 = createHash("sha256").update(bytes).digest("hex");
       const variant = { mimeType: "image/png", extension: "png", size: "1x1", bytes, sha256 };
       const text = writeManifest(createManifest([{ source: sha256, label: "one", variants: [variant] }]));
       const icon = await prepareIcon(bytes, { manifest: parseManifest(text) });
       console.log(JSON.stringify([icon.variants[0].size, inspectIcon(bytes).size]));`,
    );
    expect(said).to.eql(["1x1", "1x1"]);
  });
});
