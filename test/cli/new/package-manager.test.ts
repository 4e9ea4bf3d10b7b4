import { expect } from "chai";
import { describe, it } from "mocha";
import { commandOf, findCaller, PACKAGE_MANAGERS } from "../../../src/cli/new/package-manager.js";

describe("the package manager", () => {
  it("is the one that runs the command, where it is one that is known", () => {
    for (const name of PACKAGE_MANAGERS) {
      expect(findCaller({ npm_config_user_agent: `${name}/10.1.0 node/v20` })).to.equal(name);
    }
    for (const agent of ["", "npmx/1.0.0", "cargo/1.0.0"]) {
      expect(findCaller({ npm_config_user_agent: agent })).to.equal(undefined);
    }
    expect(findCaller({})).to.equal(undefined);
  });

  const environment = { npm_config_user_agent: "npm/10.1.0 node/v20", npm_execpath: "C:\\node\\npm-cli.js" };

  it("is started by its script on Windows, which starts no .cmd without a shell", () => {
    expect(commandOf("npm", environment, "win32")).to.eql([process.execPath, "C:\\node\\npm-cli.js"]);
  });

  it("is started by its name where it is another than the caller, no script, or not on Windows", () => {
    expect(commandOf("pnpm", environment, "win32")).to.eql(["pnpm"]);
    expect(commandOf("npm", { ...environment, npm_execpath: "C:\\bun.exe" }, "win32")).to.eql(["npm"]);
    expect(commandOf("npm", {}, "win32")).to.eql(["npm"]);
    expect(commandOf("npm", environment, "linux")).to.eql(["npm"]);
  });
});
