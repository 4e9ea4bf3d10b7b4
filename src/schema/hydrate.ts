import type { Class } from "../metadata/types.js";
import { parseDateTime } from "./date-time.js";
import type { DtoShape, FieldShape, TypeShape } from "./shape.js";

/** Builds the handler's value from one that has been validated. */
export type Build = (raw: unknown) => unknown;

type Fields = Record<string, unknown>;

/**
 * Compiles the hydrator of a DTO. It constructs the class, so that defaults survive, and copies declared
 * fields that are present; the raw value is not touched, and nothing else of it gets through.
 */
export function compileHydrator(root: DtoShape): Build {
  return new HydratorCompiler().object(root);
}

class HydratorCompiler {
  readonly #built = new Map<DtoShape, Build>();

  object(shape: DtoShape): Build {
    const known = this.#built.get(shape);
    if (known !== undefined) return known;
    const Dto = shape.owner as Class<Fields>; // boot refused a class that cannot be constructed
    const steps: Step[] = [];
    const build: Build = (raw) => {
      const instance = new Dto();
      for (const step of steps) copy(raw as Fields, instance, step); // the validator saw an object
      return instance;
    };
    this.#built.set(shape, build);
    steps.push(...shape.fields.map((field) => this.#step(field)));
    return build;
  }

  #step({ key, type, fallback, transforms }: FieldShape): Step {
    const base = this.#build(type);
    const build = transforms.reduce<FieldBuild>(
      (inner, transform) => (raw, source) => transform(inner(raw, source), key, source),
      base ?? same,
    );
    return { key, build: base === undefined && transforms.length === 0 ? undefined : build, fallback };
  }

  /** Undefined for what is copied as it is. */
  #build(type: TypeShape): Build | undefined {
    if (type.kind === "value") return undefined;
    const build = this.#present(type);
    return (raw) => (raw === null ? null : build(raw));
  }

  #present(type: Exclude<TypeShape, { kind: "value" }>): Build {
    if (type.kind === "date") return (raw) => (typeof raw === "string" ? parseDateTime(raw) : raw);
    if (type.kind === "dto") return this.object(type.dto);
    const element = this.#build(type.items) ?? same;
    return (raw) => (Array.isArray(raw) ? raw.map((item: unknown) => element(item)) : raw);
  }
}

type FieldBuild = (raw: unknown, source: Fields) => unknown;

interface Step {
  readonly key: string;
  /** Undefined for most fields: the value is taken as it is. */
  readonly build: FieldBuild | undefined;
  readonly fallback: unknown;
}

const same: Build = (raw) => raw;

function copy(raw: Fields, instance: Fields, { key, build, fallback }: Step): void {
  if (Object.hasOwn(raw, key)) {
    const value = raw[key];
    instance[key] = build === undefined ? value : build(value, raw);
  } else if (fallback !== undefined) {
    instance[key] = structuredClone(fallback); // each request has its own
  }
}
