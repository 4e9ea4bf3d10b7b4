import { execFileSync } from "node:child_process";
import { expect } from "chai";
import { describe, it } from "mocha";

const SCRIPT = `
  import { createRequire } from "node:module";
  const { compileInput } = await import(${JSON.stringify(new URL("../../src/schema/compile.js", import.meta.url).href)});
  const { Problems } = await import(${JSON.stringify(new URL("../../src/errors/boot-error.js", import.meta.url).href)});
  const loaded = () => [...new Set(Object.keys(createRequire(import.meta.url).cache)
    .flatMap((file) => /node_modules[\\\\/](ajv|ajv-formats|class-validator|zod)[\\\\/]/.exec(file)?.[1] ?? []))].sort();
  const options = { where: { member: "a", place: undefined }, problems: new Problems(), fields: () => [] };
  const plain = compileInput({ type: "object" }, options);
  const dated = compileInput({ type: "object", properties: { at: { format: "date-time" } } }, options);
  const atBoot = loaded();
  plain.read({});
  const atFirstCall = loaded();
  dated.read({});
  console.log(JSON.stringify([atBoot, atFirstCall, loaded()]));
`;

describe("loading the validator", () => {
  it("waits for the first call, and for the first format", () => {
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", SCRIPT], {
      encoding: "utf8",
    });
    expect(JSON.parse(output)).to.deep.equal([[], ["ajv"], ["ajv", "ajv-formats"]]);
  }).timeout(20_000);
});
