import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { Admission } from "../../../src/transports/http/admission.js";
import { type Asset, isAssetPath, serveAsset } from "../../../src/transports/http/assets.js";

const asset: Asset = { bytes: Uint8Array.of(1, 2, 3), mimeType: "image/png" };
const files = new Map([["/icons/known.png", asset]]);
const admission = new Admission({ hosts: ["a.example"], publicUrl: undefined });
const rules = { admission, assets: (path: string) => files.get(path) };

function serve(
  method: string,
  path: string,
  { host = "a.example", origin = undefined as string | undefined } = {},
) {
  return serveAsset(rules, { method, path, host, origin, scheme: "https", loopback: false });
}

describe("files beside the protocol", () => {
  it("are what they are called, byte for byte, and nothing else is there", () => {
    expect(serve("GET", "/icons/known.png").body).to.equal(asset.bytes);
    const paths = fc.oneof(
      fc.webPath(),
      fc.string(),
      fc.constantFrom("__proto__", "constructor", "toString", "known.png/", "../known.png", "known%2Epng"),
    );
    fc.assert(
      fc.property(paths, fc.string(), (name, method) => {
        const { status, body } = serve(method, `/icons/${name}`);
        expect([status, body]).to.eql([404, "Not found"]);
      }),
    );
  });

  it("are refused under any other host before anything is said of them", () => {
    fc.assert(
      fc.property(fc.domain(), fc.constantFrom("/icons/known.png", "/icons/none"), (host, path) => {
        const { status, headers, refusal } = serve("GET", path, { host });
        expect([status, refusal?.code]).to.eql([403, "ERR_HTTP_HOST"]);
        expect(headers).to.not.have.property("access-control-allow-origin");
      }),
    );
  });

  it("are the same for every origin", () => {
    const origins = fc.oneof(fc.webUrl(), fc.constant("null"), fc.string());
    fc.assert(
      fc.property(origins, (origin) => {
        expect(serve("GET", "/icons/known.png", { origin })).to.eql(serve("GET", "/icons/known.png"));
      }),
    );
  });

  it("are read by GET and HEAD alone", () => {
    fc.assert(
      fc.property(fc.string(), (method) => {
        fc.pre(method !== "GET" && method !== "HEAD");
        const { status, headers } = serve(method, "/icons/known.png");
        expect([status, headers.allow]).to.eql([405, "GET, HEAD"]);
      }),
    );
  });

  it("have a folder of their own", () => {
    for (const path of ["/icons/a", "/icons/", "/icons//a"]) expect(isAssetPath(path), path).to.equal(true);
    for (const path of ["/icons", "/mcp", "/", "", "icons/a", "/mcp/icons/a", "/ICONS/a", "//icons/a"])
      expect(isAssetPath(path), path).to.equal(false);
  });
});
