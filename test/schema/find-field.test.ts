import { expect } from "chai";
import { describe, it } from "mocha";
import { Field, input } from "./support.js";

class Row {
  @Field({ integer: true }) count!: number;
}
class Basket {
  @Field({ items: Row }) rows!: Row[];
  @Field({ type: Row, nullable: true }) properties!: Row | null;
}
class Tree {
  @Field({ items: () => Tree }) children!: Tree[];
}

describe("the property that a part of a schema was made from", () => {
  const find = (source: new () => object, ...steps: readonly string[]) => {
    const found = input(source).findField?.(steps);
    return found && [found.where.member, found.steps];
  };

  it("is the innermost on the way", () => {
    expect(find(Basket, "properties", "rows")).to.eql(["Basket.rows", 2]);
    expect(find(Basket, "properties", "rows", "items")).to.eql(["Basket.rows", 2]);
    expect(find(Basket, "properties", "rows", "items", "properties", "count")).to.eql(["Row.count", 5]);
  });

  it("is found where a property is called like a keyword, and behind alternatives", () => {
    expect(find(Basket, "properties", "properties")).to.eql(["Basket.properties", 2]);
    expect(find(Basket, "properties", "properties", "properties", "count")).to.eql(["Row.count", 4]);
  });

  it("is found in classes that contain themselves", () => {
    expect(find(Tree, "$defs", "Tree", "properties", "children")).to.eql(["Tree.children", 4]);
    expect(find(Tree, "properties", "children")).to.eql(["Tree.children", 2]);
  });

  it("is not there for the root, for what no class declares, and for other schemas", () => {
    expect(find(Basket)).to.equal(undefined);
    expect(find(Basket, "properties", "other")).to.equal(undefined);
    expect(find(Tree, "$defs", "Other", "properties", "children")).to.equal(undefined);
    expect(input({ type: "object" }).findField).to.equal(undefined);
  });

  it("is found where texts are repaired first", () => {
    expect(input(Basket, "json-strings").findField?.(["properties", "rows"])?.where.member).to.equal(
      "Basket.rows",
    );
  });
});
