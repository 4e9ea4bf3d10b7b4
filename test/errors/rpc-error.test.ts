import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { BlazonError } from "../../src/errors/blazon-error.js";
import { RpcError } from "../../src/errors/rpc-error.js";
import { ToolError } from "../../src/errors/tool-error.js";

function refusalOf(number: number): string {
  try {
    new RpcError(number, "The desk is closed");
  } catch (error) {
    if (error instanceof BlazonError && error.code === "ERR_OPTION_INVALID") return error.message;
    throw error;
  }
  return "none";
}

const ADVICE = "Fix: Use -32602, -32603 or an integer outside -32768..-32000.";

describe("RpcError", () => {
  it("[BASE-35] carries number, message and data of a number outside the reserved range", () => {
    const error = new RpcError(1001, "The desk is closed", { opensAt: "08:00" });
    expect(error).to.include({ name: "RpcError", number: 1001, message: "The desk is closed" });
    expect(error.data).to.eql({ opensAt: "08:00" });
  });

  it("has no data where none is given", () => {
    expect(new RpcError(1001, "The desk is closed").data).to.equal(undefined);
  });

  it("takes the two numbers that JSON-RPC has for any server: invalid params and internal error", () => {
    expect(refusalOf(-32602)).to.equal("none");
    expect(refusalOf(-32603)).to.equal("none");
  });

  it("takes the numbers next to the reserved range, 0 included", () => {
    for (const number of [-32769, -31999, -1, 0, 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
      expect(refusalOf(number), String(number)).to.equal("none");
  });

  it("[BASE-26] [BASE-29] [BASE-35] refuses every other number from -32768 to -32000", () => {
    const reserved = fc
      .integer({ min: -32768, max: -32000 })
      .filter((number) => ![-32602, -32603].includes(number));
    fc.assert(
      fc.property(reserved, (number) => {
        expect(refusalOf(number)).to.equal(
          `ERR_OPTION_INVALID: RpcError was given ${number}, which the protocol reserves. ${ADVICE}`,
        );
      }),
      { examples: [[-32768], [-32000], [-32019], [-32050], [-32099], [-32601], [-32700]] },
    );
  });

  it("[BASE-30] refuses the protocol's own numbers, so that no error from further behind is passed on", () => {
    for (const number of [-32020, -32021, -32022]) expect(refusalOf(number)).to.include(String(number));
  });

  it("[BASE-31] [BASE-32] refuses the numbers of older revisions", () => {
    for (const number of [-32002, -32042]) expect(refusalOf(number)).to.include(String(number));
  });

  it("refuses what is no integer", () => {
    for (const number of [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(refusalOf(number), String(number)).to.include(ADVICE);
  });
});

describe("ToolError", () => {
  it("is an error with exactly the text it is given", () => {
    const error = new ToolError("There is no ticket T-7.", { cause: "a lookup" });
    expect(error).to.be.an("error");
    expect(error).to.include({ name: "ToolError", message: "There is no ticket T-7.", cause: "a lookup" });
  });
});
