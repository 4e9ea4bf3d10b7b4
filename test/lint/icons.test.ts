import { expect } from "chai";
import { describe, it } from "mocha";
import { Feature, type Icons, Tool } from "../../src/index.js";
import { drawing } from "../server-icons/drawings.js";
import { lintServer, lintsOf } from "./lint-features.js";

function shown(icons: Icons) {
  class Shown {
    run(): string {
      return "";
    }
  }
  Tool({ name: "shown", description: "Shows", input: null })(Shown);
  Feature({ icons })(Shown);
  return Shown;
}

const codesOf = async (icons: Icons) => (await lintsOf([shown(icons)])).map((line) => line.split(" ")[0]);

describe("the lint of icons", () => {
  it("finds nothing about none, about one for both backgrounds, and about one for each", async () => {
    for (const icons of [
      [],
      drawing("red"),
      [
        { src: drawing("red"), theme: "light" },
        { src: drawing("blue"), theme: "dark" },
      ],
      [{ src: drawing("red"), theme: "light" }, drawing("blue")],
      { src: "https://a.example/a", mimeType: "image/jpeg" },
    ] as const) {
      expect(await codesOf(icons)).to.eql([]);
    }
  });

  it("finds icons for one background alone", async () => {
    for (const theme of ["light", "dark"] as const) {
      expect(await codesOf([{ src: drawing("red"), theme }])).to.eql(["LINT_ICON_THEME"]);
    }
  });

  it("[ICON-06] [ICON-07] finds icons elsewhere of which none is known to be one that every client shows", async () => {
    expect(await codesOf("https://a.example/a.png")).to.eql(["LINT_ICON_PORTABLE"]);
    expect(await codesOf({ src: "https://a.example/a", mimeType: "image/webp" })).to.eql([
      "LINT_ICON_PORTABLE",
    ]);
    expect(await codesOf(["https://a.example/a.svg", drawing("red")])).to.eql([]);
  });

  it("names whoever gave an icon, once, however many show it", async () => {
    class Two {
      one(): string {
        return "";
      }
      two(): string {
        return "";
      }
    }
    for (const key of ["one", "two"] as const) {
      const descriptor = Object.getOwnPropertyDescriptor(Two.prototype, key) as TypedPropertyDescriptor<
        () => string
      >;
      Tool({ description: "Shows" })(Two.prototype, key, descriptor);
    }
    Feature({ icons: "https://a.example/a" })(Two);
    const lints = await lintServer({ features: [Two] });
    expect(lints.map(({ code, member }) => [code, member])).to.eql([["LINT_ICON_PORTABLE", "Two"]]);
  });
});
