import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BootError, type Class, createServer, Feature, type Logger, type ServerOptions, Tool } from "blazon";
import { connect } from "blazon/testing";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { rejectionOf } from "../support/rejection.js";
import { drawing, TICKET } from "./drawings.js";

const BASE = { name: "gallery", version: "1.0.0" };

/** Whatever types say: what is given may be wrong. */
function featureWith(icons: unknown, own?: unknown): Class {
  class Shown {
    show(): string {
      return "shown";
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Shown.prototype, "show") as TypedPropertyDescriptor<
    () => string
  >;
  Tool({ icons: own as string })(Shown.prototype, "show", descriptor);
  Feature({ icons: icons as string })(Shown);
  return Shown;
}

async function problemsOf(options: Partial<ServerOptions>) {
  const error = await rejectionOf(createServer({ ...BASE, features: [], ...options }));
  expect(error).to.be.instanceOf(BootError);
  return (error as BootError).problems; // the line above checked it
}

async function linesOf(options: Partial<ServerOptions>): Promise<readonly string[]> {
  const problems = await problemsOf(options);
  return problems.map(({ code, member, message }) => `${code} ${member}: ${message}`);
}

/** The types of what a tool shows. */
async function shownBy(options: Partial<ServerOptions>): Promise<readonly (string | undefined)[]> {
  await using server = await createServer({ ...BASE, features: [], ...options });
  await using client = await connect(server);
  const [tool] = await client.listTools();
  return (tool?.icons as readonly { mimeType?: string }[] | undefined)?.map(({ mimeType }) => mimeType) ?? [];
}

const MADE_OF_SVG = ["image/png", "image/png", "image/svg+xml"];

describe("the icons of a server, at boot", () => {
  for (const [what, icon, detail] of [
    ["has no src", { mimeType: "image/png" }, "icons.src is missing"],
    ["is a script", "javascript:alert(1)", "clients do not load icons from javascript: URIs"],
    ["is on the wire of FTP", "ftp://a.example/a.png", "clients do not load icons from ftp: URIs"],
    ["is a socket", "ws://a.example/a.png", "clients do not load icons from ws: URIs"],
    ["is not encrypted", "http://a.example/a.png", "clients do not load icons from http: URIs"],
    ["is empty", "", "it has no src"],
    ["is a number", 5, "it is neither a source nor an object with src"],
    ["is nothing", null, "it is neither a source nor an object with src"],
  ] as const) {
    it(`[ICON-02] refuse what ${what}`, async () => {
      for (const features of [[featureWith(icon)], [featureWith(undefined, icon)]]) {
        const [line = "", ...others] = await linesOf({ features });
        expect(line).to.include(detail);
        expect(others).to.eql([]);
      }
    });
  }

  it("[ICON-03] refuse a declared type that the bytes are not of, or that is none", async () => {
    const src = drawing("red");
    const [lie = ""] = await linesOf({ icons: { src, mimeType: "image/png" } });
    expect(lie).to.match(
      /^ERR_ICON_MISMATCH createServer: .* it has the type image\/png, and its bytes are SVG$/,
    );
    const [none = ""] = await linesOf({ icons: { src, mimeType: "an image" } });
    expect(none).to.match(/^ERR_ICON_SOURCE createServer: .*: its mimeType is no media type$/);
  });

  it("[ICON-04] refuse sizes that are none", async () => {
    for (const sizes of ["48", ["48x48x48"], [48], {}, "0x0"]) {
      const [line = "", ...others] = await linesOf({
        icons: { src: "https://a.example/a.png", sizes: sizes as string },
      });
      expect(line, JSON.stringify(sizes)).to.match(
        /^ERR_ICON_SOURCE createServer: .*its sizes are not a list of sizes/,
      );
      expect(others).to.eql([]);
    }
  });

  it("[ICON-05] refuse a theme that is neither light nor dark", async () => {
    for (const theme of ["blue", "", "Light", null, 1]) {
      const [line = "", ...others] = await linesOf({
        icons: { src: drawing("red"), theme: theme as "dark" },
      });
      expect(line, String(theme)).to.match(/its theme is neither "light" nor "dark"$/);
      expect(others).to.eql([]);
    }
  });

  it("report every icon that is wrong at once, by who gave it and where, beside what else is wrong", async () => {
    const features = [featureWith("nowhere.svg", { src: drawing("red"), theme: "blue" }), class Empty {}];
    const icons = [{ src: drawing("red"), them: "dark" } as { src: string }, "nowhere.png"];
    const problems = await problemsOf({ features, icons });
    expect(problems.map(({ code, member }) => `${code} ${member}`)).to.eql([
      "ERR_FEATURE_EMPTY Empty",
      "ERR_OPTION_INVALID createServer",
      "ERR_ICON_SOURCE createServer",
      "ERR_ICON_SOURCE Shown",
      "ERR_ICON_SOURCE Shown.show",
    ]);
    expect(problems.map(({ place }) => place)).to.satisfy((places: readonly string[]) =>
      places.every((place) => /boot\.test\.[jt]s:\d+:\d+$/.test(place)),
    );
    expect(problems[1]).to.include({
      message: "icons[0].them is no option of icons[0]",
      fix: "Did you mean theme?",
    });
    expect(problems[2]?.message).to.include(
      'The icon "nowhere.png" is not given as one can be: no file can be read',
    );
  });

  it("report an icon of a feature once, by its class, however many members show it", async () => {
    class Two {
      one(): string {
        return "";
      }
      two(): string {
        return "";
      }
    }
    for (const key of ["one", "two"] as const) {
      Tool()(
        Two.prototype,
        key,
        Object.getOwnPropertyDescriptor(Two.prototype, key) as TypedPropertyDescriptor<() => string>,
      );
    }
    Feature({ icons: "nowhere.svg" })(Two);
    expect(await linesOf({ features: [Two] })).to.have.length(1);
    const [problem] = await problemsOf({ features: [Two] });
    expect(problem).to.deep.include({ code: "ERR_ICON_SOURCE", member: "Two" });
  });

  it("report an icon of a feature that no member shows", async () => {
    const [line] = await linesOf({ features: [featureWith("nowhere.svg", [])] });
    expect(line).to.match(/^ERR_ICON_SOURCE Shown: The icon "nowhere\.svg"/);
  });

  it("name no file of which nothing can be read but the one that was given", async () => {
    const [problem] = await problemsOf({ icons: "../../../etc/nothing.svg" });
    expect(problem?.message).to.include("(ENOENT)").and.not.include(process.cwd());
  });
});

describe("what an icon is inherited from", () => {
  it("is the nearest class that says something", async () => {
    class Parent {
      show(): string {
        return "";
      }
    }
    Tool()(
      Parent.prototype,
      "show",
      Object.getOwnPropertyDescriptor(Parent.prototype, "show") as TypedPropertyDescriptor<() => string>,
    );
    Feature({ icons: drawing("red") })(Parent);
    class Silent extends Parent {}
    Feature()(Silent);
    class Loud extends Parent {}
    Feature({ icons: "https://a.example/loud.png" })(Loud);
    expect(await shownBy({ features: [Silent] })).to.eql(MADE_OF_SVG);
    expect(await shownBy({ features: [Loud] })).to.eql([undefined]);
  });

  it("is the class itself where one class is one tool", async () => {
    class Run {
      run(): string {
        return "";
      }
    }
    Tool({ name: "run", input: null, icons: drawing("red") })(Run);
    expect(await shownBy({ features: [Run] })).to.eql(MADE_OF_SVG);
  });
});

describe("a path of an icon", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "blazon-icons-"));
    await mkdir(join(folder, "art"));
    const svg = Buffer.from(drawing("red").split(",")[1] ?? "", "base64");
    await writeFile(join(folder, "art/a.svg"), svg);
    await writeFile(join(folder, "art/a.png"), svg);
  });
  after(() => rm(folder, { recursive: true }));

  it("starts at the package of the file that gives it, whatever the working directory is", async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(await shownBy({ features: [featureWith(TICKET)] })).to.eql(MADE_OF_SVG);
    } finally {
      process.chdir(before);
    }
  });

  it("starts at iconsFrom where that is given, as a path or a URL", async () => {
    const features = [featureWith("a.svg")];
    expect(await shownBy({ features, iconsFrom: join(folder, "art") })).to.eql(MADE_OF_SVG);
    expect(await shownBy({ features, iconsFrom: pathToFileURL(join(folder, "art/")) })).to.eql(MADE_OF_SVG);
    const [line] = await linesOf({ features, iconsFrom: new URL("https://a.example/") });
    expect(line).to.equal("ERR_OPTION_INVALID createServer: iconsFrom is neither a path nor a file: URL");
  });

  it("is compared with its ending", async () => {
    const [line] = await linesOf({ icons: "a.png", iconsFrom: join(folder, "art") });
    expect(line).to.equal(
      'ERR_ICON_MISMATCH createServer: The icon "a.png" is not what it is declared to be: it has the ending .png, and its bytes are SVG',
    );
  });

  it("may be absolute, or a file: URL", async () => {
    const file = join(folder, "art/a.svg");
    expect(await shownBy({ features: [featureWith(file)] })).to.eql(MADE_OF_SVG);
    expect(await shownBy({ features: [featureWith(pathToFileURL(file))] })).to.eql(MADE_OF_SVG);
  });
});

/** Keeps what is logged as a warning. */
function warnings(): { readonly logger: Logger; readonly said: string[] } {
  const said: string[] = [];
  const quiet = () => {};
  const warn = (_fields: unknown, message?: string) => void said.push(String(message));
  return { said, logger: { debug: quiet, info: quiet, warn, error: quiet } as Logger };
}

describe("the icons of one answer", () => {
  const colors = ["red", "green", "blue", "teal"];
  const features = colors.map((color) => {
    class Tinted {
      run(): string {
        return color;
      }
    }
    Tool({ name: color, input: null, icons: drawing(color) })(Tinted);
    return Tinted;
  });

  async function listed(options: Partial<ServerOptions>) {
    await using server = await createServer({ ...BASE, features, ...options });
    await using client = await connect(server);
    const pages = await client.listTools();
    return pages.map(
      ({ icons }) => (icons as readonly { mimeType: string; sizes: readonly string[] }[] | undefined) ?? [],
    );
  }

  it("are the smallest PNG alone where the whole is larger than the budget, with one warning", async () => {
    const { logger, said } = warnings();
    const icons = await listed({ logger, limits: { iconBytes: 1000 } });
    expect(icons.flat().map(({ mimeType, sizes }) => [mimeType, ...sizes])).to.eql(
      colors.map(() => ["image/png", "48x48"]),
    );
    expect(said).to.have.length(1);
    expect(said[0]).to.match(/take \d+ characters of at most 1000; .* Set publicUrl/);
  });

  it("are whole within the budget, and nothing is said", async () => {
    const { logger, said } = warnings();
    const icons = await listed({ logger });
    expect(icons.map(({ length }) => length)).to.eql([3, 3, 3, 3]);
    expect(said).to.eql([]);
  });

  it("are counted page by page", async () => {
    const { logger, said } = warnings();
    const sizes = (await listed({})).map((icons) => JSON.stringify(icons).length);
    const icons = await listed({ logger, pageSize: 1, limits: { iconBytes: Math.max(...sizes) } });
    expect(icons.map(({ length }) => length)).to.eql([3, 3, 3, 3]);
    expect(said).to.eql([]);
  });

  it("are never shortened where they are files", async () => {
    const { logger, said } = warnings();
    const icons = await listed({ logger, limits: { iconBytes: 1 }, publicUrl: "https://a.example/mcp" });
    expect(icons.map(({ length }) => length)).to.eql([3, 3, 3, 3]);
    expect(said).to.eql([]);
  });

  it("are inline where publicUrl is not encrypted, since clients load nothing from there", async () => {
    const icons = await listed({ publicUrl: "http://a.example/mcp" });
    expect(JSON.stringify(icons)).to.include("data:image/png;base64,").and.not.include("a.example");
  });

  it("come with a warning for what is not published as it was given", async () => {
    const { logger, said } = warnings();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>a</text><path d="M0 0h9v9z"/></svg>`;
    await using _server = await createServer({ ...BASE, features: [], logger, icons: Buffer.from(svg) });
    expect(said).to.eql(["Of an icon: left out of it: <text>"]);
  });
});
