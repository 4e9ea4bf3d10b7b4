import { BlazonError } from "../errors/blazon-error.js";
import type { Problems, Where } from "../errors/boot-error.js";
import { findNearest } from "../errors/did-you-mean.js";
import { describe } from "../errors/option-rules.js";
import type { FeatureDefinition, MemberDefinition } from "../metadata/definition.js";
import { nameOf } from "../metadata/lineage.js";
import { readFeature } from "../metadata/read-feature.js";
import type { Class } from "../metadata/types.js";

/** What an update of the catalog does; every method gives the transaction back. */
export interface CatalogTransaction {
  /** A class as `features` of `createServer` takes them; it stands last. */
  addFeature(feature: Class): CatalogTransaction;
  /** Everything that a class offers. Its instance lives on with the server. */
  removeFeature(feature: Class): CatalogTransaction;
  removeTool(name: string): CatalogTransaction;
  /** A resource by its URI, or a template by its text, with what completes its arguments. */
  removeResource(uri: string): CatalogTransaction;
  /** A prompt, with what completes its arguments. */
  removePrompt(name: string): CatalogTransaction;
}

const UPDATE: Where = { member: "catalog.update", place: undefined };

/** The catalog as a transaction leaves it; what cannot be done is a problem. */
export class CatalogDraft implements CatalogTransaction {
  readonly added: FeatureDefinition[] = [];
  readonly #problems: Problems;
  #features: readonly FeatureDefinition[];
  #isFinished = false;

  constructor(features: readonly FeatureDefinition[], problems: Problems) {
    this.#features = features;
    this.#problems = problems;
  }

  addFeature(feature: Class): this {
    this.#assertOpen();
    const definition = readFeature(feature, this.#problems);
    this.added.push(definition);
    this.#features = [...this.#features, definition];
    return this;
  }

  removeFeature(feature: Class): this {
    this.#assertOpen();
    const rest = this.#features.filter(({ owner }) => owner !== feature);
    if (rest.length === this.#features.length) {
      const name = typeof feature === "function" ? nameOf(feature) : describe(feature);
      this.#refuse(`There is no feature ${name} to remove`, "Give a class that the catalog has");
    }
    this.#features = rest;
    this.#forget((definition) => rest.includes(definition));
    return this;
  }

  removeTool(name: string): this {
    return this.#remove("tool", name, (member) => (member.kind === "tool" ? member.name : undefined));
  }

  removeResource(uri: string): this {
    return this.#remove("resource", uri, (member) => (member.kind === "resource" ? member.uri : undefined));
  }

  removePrompt(name: string): this {
    return this.#remove("prompt", name, (member) => (member.kind === "prompt" ? member.name : undefined));
  }

  /** Nothing is taken any more: what somebody does with the transaction later would be lost in silence. */
  finish(): readonly FeatureDefinition[] {
    this.#isFinished = true;
    return this.#features;
  }

  #remove(
    kind: "tool" | "resource" | "prompt",
    name: string,
    nameOfMember: (member: MemberDefinition) => string | undefined,
  ): this {
    this.#assertOpen();
    const names = this.#features.flatMap(({ members }) =>
      members.flatMap((member) => nameOfMember(member) ?? []),
    );
    if (!names.includes(name)) {
      const nearest = typeof name === "string" ? findNearest(name, names) : undefined;
      const fix = nearest === undefined ? `Name a ${kind} that the catalog has` : `Did you mean ${nearest}?`;
      this.#refuse(`There is no ${kind} ${describe(name)} to remove`, fix);
      return this;
    }
    const isGone = (member: MemberDefinition): boolean =>
      nameOfMember(member) === name ||
      (member.kind === "complete" && completes(member.target, kind) === name);
    this.#features = this.#features.flatMap((feature) => {
      const members = feature.members.filter((member) => !isGone(member));
      if (members.length === feature.members.length) return [feature];
      const left = { ...feature, members };
      this.#replace(feature, left);
      return members.some(({ kind: each }) => each !== "complete") ? [left] : [];
    });
    return this;
  }

  /** What was added and changed in one transaction is added as it is in the end. */
  #replace(feature: FeatureDefinition, by: FeatureDefinition): void {
    const index = this.added.indexOf(feature);
    if (index >= 0) this.added[index] = by;
  }

  #forget(isThere: (definition: FeatureDefinition) => boolean): void {
    for (const definition of [...this.added]) {
      if (!isThere(definition)) this.added.splice(this.added.indexOf(definition), 1);
    }
  }

  #refuse(detail: string, fix: string): void {
    this.#problems.add("ERR_CATALOG_CHANGE", UPDATE, { detail, fix });
  }

  #assertOpen(): void {
    if (this.#isFinished) {
      throw new BlazonError("ERR_CATALOG_CHANGE", {
        detail: "The transaction is used after its update",
        fix: "Do it inside of catalog.update(), and return a promise where it takes time",
      });
    }
  }
}

function completes(
  target: { readonly prompt?: string; readonly resource?: string },
  kind: string,
): string | undefined {
  return kind === "prompt" ? target.prompt : kind === "resource" ? target.resource : undefined;
}
