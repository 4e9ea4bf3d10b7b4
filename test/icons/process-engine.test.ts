import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { parseAnswer, writeAnswer, writeRequest } from "../../src/icons/decoder-messages.js";
import { IconFault } from "../../src/icons/icon-fault.js";
import { createProcessEngine, createSharpEngine, sanitizeIcon } from "../../src/icons/index.js";
import type { RasterTarget } from "../../src/icons/raster-engine.js";
import { PROJECT_ROOT } from "../project-root.js";
import { rejectionOf } from "../support/rejection.js";
import { readVector } from "./corpus.js";
import { refusalOf } from "./refusal.js";

const DECODER = join(PROJECT_ROOT, "dist/src/icons/icon-decoder.js");
const AS_PNG: RasterTarget = { encoding: "png", lossless: true };
const input = { bytes: readVector("square.png"), maxPixels: 4096, timeoutMs: 8000 };

/** A decoder as the engine starts it, of which the standard input is the test's. */
function startDecoder(timeoutMs: number): ChildProcess {
  return spawn(process.execPath, [DECODER, String(timeoutMs)], {
    env: {},
    stdio: ["pipe", "pipe", "ignore"],
  });
}

describe("decoding in a process of its own", () => {
  it("[ICON-11] makes what decoding here makes", async () => {
    const targets: RasterTarget[] = [
      AS_PNG,
      { ...AS_PNG, square: 48 },
      { encoding: "webp", lossless: false },
    ];
    const here = await createSharpEngine().draw(input, targets);
    const there = await createProcessEngine().draw(input, targets);
    expect(there.map(({ bytes }) => Buffer.from(bytes))).to.eql(here.map(({ bytes }) => Buffer.from(bytes)));
  });

  it("[ICON-11] gives up when time is up, and leaves no process behind", async () => {
    const engine = createProcessEngine();
    const refusal = await refusalOf(() => engine.draw({ ...input, timeoutMs: 1 }, [AS_PNG]));
    // The engine waits until the process has closed its output, which is when it is gone.
    expect(refusal).to.equal("ERR_ICON_TIME: decoding took longer than 1 ms");
  });

  it("ends with the signal, before a process is started and while it runs", async () => {
    const reason = new Error("no longer wanted");
    const aborted = createProcessEngine(AbortSignal.abort(reason));
    expect(await rejectionOf(aborted.draw(input, [AS_PNG]))).to.equal(reason);
    const controller = new AbortController();
    const drawing = createProcessEngine(controller.signal).draw(input, [AS_PNG]);
    controller.abort(reason);
    expect(await rejectionOf(drawing)).to.equal(reason);
    expect(await rejectionOf(sanitizeIcon(input.bytes, { signal: AbortSignal.abort(reason) }))).to.equal(
      reason,
    );
  });

  it("[ICON-11] ends a decoder that nobody is left to end", async () => {
    const decoder = startDecoder(100);
    decoder.stdin?.write("a request that never ends");
    const [code, signal] = await once(decoder, "exit");
    expect({ code, signal }).to.eql({ code: null, signal: "SIGKILL" });
  });

  it("ends a decoder whose request broke off, without an answer", async () => {
    const decoder = startDecoder(8000);
    decoder.stdin?.end(Buffer.from(writeRequest({ input, targets: [AS_PNG] })).subarray(0, 40));
    const [code] = await once(decoder, "exit");
    expect(code).not.to.equal(0);
    expect(decoder.stdout?.read()).to.equal(null);
  });

  it("[ICON-16] D17: has no decoder there but those of icons", async () => {
    const gif = Buffer.from("47494638396101000100800000000000ffffff2c00000000010001000002024401003b", "hex");
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
    for (const bytes of [gif, svg]) {
      await createSharpEngine().draw({ ...input, bytes }, [AS_PNG]);
      const refusal = await refusalOf(() => createProcessEngine().draw({ ...input, bytes }, [AS_PNG]));
      expect(refusal).to.match(/^ERR_ICON_DAMAGED: it cannot be decoded/);
    }
  });

  it("says that an image cannot be decoded as decoding here does", async () => {
    const broken = { ...input, bytes: readVector("broken-pixels.webp") };
    expect(await refusalOf(() => createProcessEngine().draw(broken, [AS_PNG]))).to.equal(
      await refusalOf(() => createSharpEngine().draw(broken, [AS_PNG])),
    );
  });

  it("reads answers as if hostile bytes had written them", async () => {
    const noAnswer = "ERR_ICON_DAMAGED: the process that decoded it gave no answer";
    const refused = (message: string, count = 1) => refusalOf(() => parseAnswer(Buffer.from(message), count));
    for (const message of [
      "",
      "\n",
      "null\n",
      "{}\n",
      "[]\n",
      "1",
      '{"sizes":[]}\n',
      '{"sizes":{}}\n',
      '{"sizes":[null]}\nx',
      '{"sizes":[{"width":1,"height":1,"length":2}]}\nx',
      '{"sizes":[{"width":-1,"height":1,"length":1}]}\nx',
      '{"sizes":[{"width":1.5,"height":1,"length":1}]}\nx',
      '{"sizes":[{"width":1,"height":1,"length":1e99}]}\nx',
      '{"sizes":[{"width":1,"height":1,"length":1},{"width":1,"height":1,"length":1}]}\nxx',
      '{"code":"ERR_ICON_BOUNDS","detail":"x"}\n',
      '{"code":"__proto__"}\n',
    ]) {
      expect(await refused(message), message).to.equal(noAnswer);
    }
    expect(await refused(`{"code":"ERR_ICON_TIME","detail":"${"x".repeat(999)}"}\n`)).to.have.length(215);
    expect(parseAnswer(Buffer.from('{"sizes":[{"width":1,"height":2,"length":3}]}\nabcd'), 1)).to.eql([
      { width: 1, height: 2, bytes: Buffer.from("abc") },
    ]);
  });

  it("reads any answer as images or a coded error", () => {
    const answer = fc.oneof(
      fc.uint8Array(),
      fc.json().map((head) => Buffer.from(`${head}\n`)),
      fc
        .array(fc.record({ width: fc.integer(), height: fc.integer(), length: fc.integer() }))
        .map((sizes) => Buffer.from(`${JSON.stringify({ sizes })}\n12345`)),
    );
    fc.assert(
      fc.property(answer, fc.nat(3), (message, count) => {
        try {
          expect(parseAnswer(message, count)).to.have.length(count);
        } catch (error) {
          expect(error).to.be.instanceOf(IconFault);
        }
      }),
    );
  });

  it("carries every image of an answer, and a fault as it was", async () => {
    const rasters = [
      { width: 1, height: 2, bytes: Buffer.from("abc\n") },
      { width: 3, height: 4, bytes: Buffer.from("{}") },
    ];
    expect(parseAnswer(writeAnswer({ rasters }), 2)).to.eql(rasters);
    const fault = new IconFault("ERR_ICON_TIME", "it took long");
    expect(await refusalOf(() => parseAnswer(writeAnswer({ fault }), 2))).to.equal(
      "ERR_ICON_TIME: it took long",
    );
  });
});
