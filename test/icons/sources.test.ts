import { Buffer } from "node:buffer";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { parseDataUri, writeDataUri } from "../../src/icons/data-uri.js";
import { parseIconSpec } from "../../src/icons/icon-spec.js";
import { type IconSpec, inspectIcon, prepareIcon } from "../../src/icons/index.js";
import { CONSUMER_LIMITS } from "../../src/icons/limits.js";
import { readVector } from "./corpus.js";
import { makePng } from "./image-parts.js";
import { refusalOf } from "./refusal.js";

const PNG = makePng(2, 2);
const BASE64 = PNG.toString("base64");

describe("what an icon is given as", () => {
  it("[ICON-02] takes paths, https: and data: URIs, file: and https: URL objects, and bytes", () => {
    const kindOf = (spec: unknown) => parseIconSpec(spec).source.kind;
    expect(kindOf("./icons/a.svg")).to.equal("file");
    expect(kindOf("C:\\icons\\a.svg")).to.equal("file");
    expect(kindOf(new URL("file:///icons/a.svg"))).to.equal("file");
    expect(kindOf("https://example.com/a.svg")).to.equal("remote");
    expect(kindOf(new URL("https://example.com/a.svg"))).to.equal("remote");
    expect(kindOf(`data:image/png;base64,${BASE64}`)).to.equal("data");
    expect(kindOf(new URL(`data:image/png;base64,${BASE64}`))).to.equal("data");
    expect(kindOf(PNG)).to.equal("bytes");
    expect(kindOf({ src: PNG, theme: "dark" })).to.equal("bytes");
  });

  it("[ICON-02, ICON-09] refuses every other scheme, whatever its spelling", async () => {
    for (const src of [
      "javascript:alert(1)",
      "JavaScript:alert(1)",
      "file:///x.png",
      "ftp://example.com/x.png",
      "ws://example.com/x",
      "wss://example.com/x",
      "http://example.com/x.png",
      "HTTP://example.com/x.png",
      "urn:x",
      "blob:https://example.com/x",
      "vscode://x",
      "xdata:image/png;base64,AAAA",
      "about:blank",
    ]) {
      const scheme = src.slice(0, src.indexOf(":") + 1).toLowerCase();
      expect(await refusalOf(() => parseIconSpec(src)), src).to.equal(
        `ERR_ICON_SOURCE: clients do not load icons from ${scheme} URIs`,
      );
    }
  });

  it("[ICON-02] refuses an icon without src, and what is no icon", async () => {
    for (const spec of [{}, { src: "" }, { src: 1 }, { src: undefined }, { src: null, theme: "dark" }]) {
      expect(await refusalOf(() => parseIconSpec(spec))).to.equal("ERR_ICON_SOURCE: it has no src");
    }
    for (const spec of [undefined, null, 1, true, () => "x"]) {
      expect(await refusalOf(() => parseIconSpec(spec))).to.match(/^ERR_ICON_SOURCE: it is neither a source/);
    }
  });

  it("[ICON-04] takes sizes as a list, makes one of a text, and refuses what is no size", async () => {
    const sizesOf = (sizes: unknown) => parseIconSpec({ src: PNG, sizes }).sizes;
    expect(sizesOf(["48x48", "any"])).to.eql(["48x48", "any"]);
    expect(sizesOf("48x48")).to.eql(["48x48"]);
    expect(sizesOf(" 48x48  96x96 ")).to.eql(["48x48", "96x96"]);
    expect(sizesOf(undefined)).to.equal(undefined);
    for (const sizes of [
      "",
      [],
      "48",
      ["48"],
      ["0x48"],
      ["48x"],
      ["48X48"],
      [48],
      {},
      null,
      "big",
      Array(17).fill("any"),
    ]) {
      expect(await refusalOf(() => sizesOf(sizes)), JSON.stringify(sizes)).to.equal(
        'ERR_ICON_SOURCE: its sizes are not a list of sizes such as "48x48" or "any"',
      );
    }
  });

  it("[ICON-03] takes a media type as mimeType, and nothing else", async () => {
    expect(parseIconSpec({ src: PNG, mimeType: "image/png" }).mimeType).to.equal("image/png");
    for (const mimeType of [
      "",
      "png",
      "image/",
      "image/png; charset=x",
      1,
      null,
      "image/\u0130",
      `image/${"x".repeat(100)}`,
    ]) {
      expect(await refusalOf(() => parseIconSpec({ src: PNG, mimeType }))).to.equal(
        "ERR_ICON_SOURCE: its mimeType is no media type",
      );
    }
  });

  it("[ICON-05] refuses a theme that is neither light nor dark", async () => {
    expect(parseIconSpec({ src: PNG, theme: "light" }).theme).to.equal("light");
    for (const theme of ["blue", "", "Dark", null, 1]) {
      expect(await refusalOf(() => parseIconSpec({ src: PNG, theme }))).to.equal(
        'ERR_ICON_SOURCE: its theme is neither "light" nor "dark"',
      );
    }
  });

  it("[ICON-13] refuses a URL with a user name or password, and says neither", async () => {
    for (const src of [
      "https://user:secret@example.com/x.png",
      "https://secret@example.com/a@b",
      "https://:secret@e/",
    ]) {
      const fault = await Promise.resolve()
        .then(() => parseIconSpec(src))
        .catch((error: Error) => error);
      expect(fault).to.have.property("code", "ERR_ICON_SOURCE");
      expect(String(fault)).not.to.include("secret");
    }
  });

  it("calls an icon by a line that holds neither its query nor what is no text", () => {
    const labelOf = (src: unknown) => parseIconSpec({ src }).label;
    expect(labelOf("https://example.com/a.png?token=secret#x")).to.equal('"https://example.com/a.png…"');
    expect(labelOf("a\u001b[31m\n.png")).to.equal('"a?[31m?.png"');
    expect(labelOf(`data:image/png;base64,${BASE64}`)).to.equal('"data:image/png;base64,iVBORw0K…"');
    expect(labelOf("x".repeat(500))).to.equal(`"${"x".repeat(100)}…"`);
    expect(labelOf(PNG)).to.equal(`of ${PNG.length} bytes`);
  });

  it("refuses a URL that is no URL, and one longer than 2048 characters", async () => {
    expect(await refusalOf(() => parseIconSpec("https://"))).to.equal("ERR_ICON_SOURCE: it is no URL");
    expect(await refusalOf(() => parseIconSpec(`https://e/${"x".repeat(2048)}`))).to.equal(
      "ERR_ICON_SOURCE: its URL has more than 2048 characters",
    );
  });
});

describe("data: URIs of icons", () => {
  const parse = (uri: string) => parseDataUri(uri, CONSUMER_LIMITS);

  it("[ICON-02] D14: reads base64 of image types, in either case, with at most the charset UTF-8", () => {
    for (const head of [
      "data:image/png;base64,",
      "data:image/png;BASE64,",
      "DATA:IMAGE/PNG;base64,",
      "data:image/png;charset=utf-8;base64,",
    ]) {
      expect(Buffer.from(parse(head + BASE64).bytes).equals(PNG), head).to.equal(true);
    }
    expect(writeDataUri("image/png", PNG)).to.equal(`data:image/png;base64,${BASE64}`);
  });

  it("D14: refuses every other form", async () => {
    const head = "ERR_ICON_SOURCE: it does not begin as data:image/…;base64,";
    const body = "ERR_ICON_SOURCE: what follows the comma is not base64";
    const rest = "ERR_ICON_SOURCE: its base64 ends in bits that belong to no byte";
    for (const [uri, refusal] of [
      [`data:;base64,${BASE64}`, head],
      [`data:image/png,${BASE64}`, head],
      [`data:image/png;base64${BASE64}`, head],
      [`data:base64,AAAA`, head],
      [`data:image/png;base64;base64,${BASE64}`, head],
      [`data:image/png;charset=latin1;base64,${BASE64}`, head],
      [`data: image/png;base64,${BASE64}`, head],
      [`data:image/png ;base64,${BASE64}`, head],
      [`data:image/png;name=x;base64,${BASE64}`, head],
      [`data:image/${"x".repeat(100)};base64,${BASE64}`, head],
      [" data:image/png;base64,AAAA", head],
      ["data:image/png;base64,", body],
      [`data:image/png;base64, ${BASE64}`, body],
      [`data:image/png;base64,${BASE64}\n`, body],
      ["data:image/png;base64,AA\nAA", body],
      ["data:image/png;base64,AAAA%3D", body],
      ["data:image/png;base64,AA%3D%3D", body],
      ["data:image/png;base64,AA-_", body],
      ["data:image/png;base64,A", body],
      ["data:image/png;base64,AA", body],
      ["data:image/png;base64,AA=", body],
      ["data:image/png;base64,A===", body],
      ["data:image/png;base64,AA==AAAA", body],
      ["data:image/png;base64,AAAA#x", body],
      ["data:image/png;base64,AB==", rest],
      ["data:image/png;base64,AAB=", rest],
    ] as const) {
      expect(await refusalOf(() => parse(uri)), uri).to.equal(refusal);
    }
  });

  it("D14: refuses types that no icon has before it decodes anything", async () => {
    for (const type of ["text/html", "image/gif", "image/x-icon", "application/octet-stream", "text/plain"]) {
      expect(await refusalOf(() => parse(`data:${type};base64,?`))).to.equal(
        `ERR_ICON_FORMAT: it is declared as ${type}`,
      );
    }
  });

  it("[ICON-12] D14: counts characters before it decodes them, and bytes after", async () => {
    const uri = (length: number) => `data:image/png;base64,${"?".repeat(length)}`;
    expect(await refusalOf(() => parse(uri(700_000)))).to.equal(
      "ERR_ICON_BOUNDS: it has 700000 characters of base64 of at most 699052",
    );
    expect(await refusalOf(() => parse(uri(699_052)))).to.match(/^ERR_ICON_SOURCE/);
    expect(
      inspectIcon(writeDataUri("image/png", PNG), { limits: { maxBytes: PNG.length } }),
    ).to.have.property("ok", true);
    expect(
      inspectIcon(writeDataUri("image/png", PNG), { limits: { maxBytes: PNG.length - 1 } }),
    ).to.have.property("code", "ERR_ICON_BOUNDS");
  });
});

describe("icons in files", () => {
  let baseDir: string;
  before(async () => {
    baseDir = await mkdtemp(join(tmpdir(), "blazon-icons-"));
    await writeFile(join(baseDir, "a.png"), PNG);
    await writeFile(join(baseDir, "a.webp"), PNG);
    await writeFile(join(baseDir, "plain"), PNG);
    await writeFile(join(baseDir, "large.png"), Buffer.alloc(600_000));
    await symlink(join(baseDir, "a.png"), join(baseDir, "link.png"));
  });
  after(() => rm(baseDir, { recursive: true, force: true }));

  const prepare = (spec: IconSpec) => prepareIcon(spec, { baseDir, engine: null });

  it("reads paths from the base folder, absolute ones, links and file: URLs", async () => {
    for (const src of [
      "a.png",
      "./a.png",
      "link.png",
      join(baseDir, "a.png"),
      pathToFileURL(join(baseDir, "a.png")),
    ]) {
      // Without an engine, an image that passed every other stage is refused for the want of one.
      expect(await refusalOf(() => prepare(src)), String(src)).to.equal(
        "ERR_ICON_LIBRARY: there is none here",
      );
    }
  });

  it("[ICON-16] compares the ending of a name with the bytes", async () => {
    expect(await refusalOf(() => prepare("a.webp"))).to.equal(
      "ERR_ICON_MISMATCH: it has the ending .webp, and its bytes are PNG",
    );
    expect(await refusalOf(() => prepare("plain"))).to.equal(
      "ERR_ICON_MISMATCH: it has the ending ., and its bytes are PNG",
    );
  });

  it("[ICON-12] reads nothing of a file that is too large", async () => {
    expect(await refusalOf(() => prepare("large.png"))).to.equal(
      "ERR_ICON_BOUNDS: it has 600000 bytes of at most 524288",
    );
  });

  it("says of a file only that it cannot be read, and why", async () => {
    expect(await refusalOf(() => prepare("none.png"))).to.equal(
      "ERR_ICON_SOURCE: no file can be read there (ENOENT)",
    );
    expect(await refusalOf(() => prepare("."))).to.equal("ERR_ICON_SOURCE: no file can be read there");
    expect(await refusalOf(() => prepare("a\0.png"))).to.equal(
      "ERR_ICON_SOURCE: its path has a null character",
    );
    expect(await refusalOf(() => prepare(new URL("file://elsewhere/a.png")))).to.match(/^ERR_ICON_SOURCE: /);
  });

  it("reads no file where there is no base folder", async () => {
    expect(await refusalOf(() => prepareIcon(join(baseDir, "a.png")))).to.equal(
      "ERR_ICON_SOURCE: no files are read here",
    );
    expect(inspectIcon(join(baseDir, "a.png"))).to.have.property("code", "ERR_ICON_SOURCE");
  });
});

describe("what an icon is declared to be", () => {
  const verdictOf = (file: string, mimeType: string) => {
    const verdict = inspectIcon(readVector(file), { mimeType });
    return verdict.ok ? verdict.mimeType : verdict.code;
  };

  it("[ICON-16] D13: refuses bytes that are not what they are declared to be", () => {
    const types = {
      "square.png": "image/png",
      "square.jpg": "image/jpeg",
      "square.webp": "image/webp",
      "light.svg": "image/svg+xml",
    };
    for (const [file, own] of Object.entries(types)) {
      for (const type of Object.values(types)) {
        expect(verdictOf(file, type), `${file} as ${type}`).to.equal(
          type === own ? own : "ERR_ICON_MISMATCH",
        );
      }
      expect(verdictOf(file, "image/gif")).to.equal("ERR_ICON_MISMATCH");
      expect(verdictOf(file, "text/html")).to.equal("ERR_ICON_MISMATCH");
    }
    expect(verdictOf("page.html", "image/png")).to.equal("ERR_ICON_FORMAT");
  });

  it("D17: refuses what decoders know and icons may not be, whatever it is declared as", () => {
    for (const file of [
      "photo.avif",
      "photo.heic",
      "image.ppm",
      "image.fits",
      "image.tiff",
      "image.bmp",
      "image.ico",
      "script.gif",
    ]) {
      for (const type of ["image/png", "image/jpeg", "image/webp", "image/svg+xml"]) {
        expect(verdictOf(file, type), `${file} as ${type}`).to.equal("ERR_ICON_FORMAT");
      }
    }
  });

  it("[ICON-06] knows the other names of its types", () => {
    for (const type of ["image/jpg", "image/pjpeg", "IMAGE/JPEG"])
      expect(verdictOf("square.jpg", type)).to.equal("image/jpeg");
    for (const type of ["image/apng", "image/x-png"])
      expect(verdictOf("square.png", type)).to.equal("image/png");
  });

  it("[ICON-04] compares declared sizes with the pixels", async () => {
    const sized = (sizes: string) => refusalOf(() => prepareIcon({ src: PNG, sizes }, { engine: null }));
    expect(await sized("2x2")).to.equal("ERR_ICON_LIBRARY: there is none here");
    expect(await sized("48x48")).to.equal("ERR_ICON_MISMATCH: it has the size 48x48, and its image is 2x2");
    expect(await sized("any")).to.equal("ERR_ICON_MISMATCH: it has the size any, and its image is 2x2");
  });
});
