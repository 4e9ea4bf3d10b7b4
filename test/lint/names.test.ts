import { expect } from "chai";
import { describe, it } from "mocha";
import { Feature, Prompt, Tool } from "../../src/index.js";
import { lintsOf } from "./lint-features.js";
import { toolWith } from "./tool-with.js";

describe("lints of names", () => {
  it("[TOOL-15, TOOL-17, TOOL-18] find tool names that the protocol advises against, and nothing else about them", async () => {
    for (const name of ["two words", "a,b", "naïve", "a/b", "a:b", "x".repeat(129)]) {
      expect(await lintsOf([toolWith({ name })]), name).to.eql([
        `LINT_NAME_CHARACTERS Desk: The tool name ${JSON.stringify(name)} is not 1 to 128 letters, digits, "_", "-" and "."; the protocol asks for that`,
      ]);
    }
  });

  it("let pass what every model API takes", async () => {
    for (const name of ["a", "_a", "search_tickets", "Search-Tickets2", "x".repeat(64)]) {
      expect(await lintsOf([toolWith({ name })]), name).to.eql([]);
    }
  });

  it("find tool names that a model API refuses, and say which", async () => {
    const rules = {
      "tickets.search":
        'OpenAI and Anthropic refuse the tool name "tickets.search": they take letters, digits, "_" and "-" alone',
      ["x".repeat(65)]:
        `OpenAI and Gemini refuse the tool name "${"x".repeat(65)}": it has 65 characters of at most 64`,
      "2fa": 'Gemini refuses the tool name "2fa": it has to begin with a letter or "_"',
      "-a": 'Gemini refuses the tool name "-a": it has to begin with a letter or "_"',
    };
    for (const [name, message] of Object.entries(rules)) {
      expect(await lintsOf([toolWith({ name })]), name).to.eql([`LINT_NAME_PORTABLE Desk: ${message}`]);
    }
  });

  it("[TOOL-16] find tools, and prompts, that differ in case alone; a tool may have a prompt's name", async () => {
    @Feature()
    class Desk {
      @Tool({ description: "Gets a user" })
      getUser(): string {
        return "";
      }

      @Tool({ description: "Gets a user" })
      GetUser(): string {
        return "";
      }

      @Prompt({ title: "Get a user" })
      GETUSER(): string {
        return "";
      }

      @Prompt({ title: "Get a user" })
      getuser(): string {
        return "";
      }
    }
    expect(await lintsOf([Desk])).to.eql([
      'LINT_NAME_CASE Desk.GetUser: The tools "GetUser" and "getUser" (Desk.getUser) differ in upper and lower case alone',
      'LINT_NAME_CASE Desk.getuser: The prompts "getuser" and "GETUSER" (Desk.GETUSER) differ in upper and lower case alone',
    ]);
  });

  it("count tools: 128 are not too many, 129 are", async () => {
    const tools = Array.from({ length: 129 }, (_, index) => toolWith({ name: `tool_${index}` }));
    expect(await lintsOf(tools.slice(1))).to.eql([]);
    expect(await lintsOf(tools)).to.eql([
      "LINT_TOOLS_COUNT createServer: There are 129 tools, and OpenAI refuses more than 128 in one request",
    ]);
  });
});
