import type { AnyClass } from "../metadata/types.js";
import modules from "./lazy-modules.cjs";

/** Which way a value goes: into an instance, or out of one. */
export type Direction = "input" | "output";

/** A function of class-transformer's `@Transform`, as that library calls it. */
export type Transform = (value: unknown, key: string, source: object) => unknown;

/** What class-transformer's decorators say of one property. */
export interface TransformerHints {
  /** The class `@Type` names. */
  readonly type: AnyClass | undefined;
  readonly transforms: readonly Transform[];
  /** True for `@Exclude` and for `@Expose` under another name, which contradict a declared field. */
  readonly contradicts: boolean;
}

const TYPE_NUMBER = { input: 0, output: 1 } as const;

/** The part of class-transformer's storage that is read. */
interface TransformerStorage {
  findTypeMetadata(target: AnyClass, key: string): { typeFunction?(): unknown } | undefined;
  findTransformMetadatas(
    target: AnyClass,
    key: string,
    type: number,
  ): readonly { transformFn(parameters: object): unknown }[];
  findExcludeMetadata(target: AnyClass, key: string): object | undefined;
  findExposeMetadata(target: AnyClass, key: string): { options?: { name?: string } } | undefined;
}

/** What class-transformer was told of a property; empty where it is not in use. */
export function transformerHints(dto: AnyClass, key: string, direction: Direction): TransformerHints {
  const storage = modules.findTransformerStorage() as TransformerStorage | undefined; // the shape of 0.5, its last version
  if (storage === undefined) return { type: undefined, transforms: [], contradicts: false };
  const type = storage.findTypeMetadata(dto, key)?.typeFunction?.();
  const exposedAs = storage.findExposeMetadata(dto, key)?.options?.name ?? key;
  return {
    type: typeof type === "function" ? (type as AnyClass) : undefined, // @Type takes a function that gives a class
    transforms: transformsOf(storage, dto, key, TYPE_NUMBER[direction]),
    contradicts: storage.findExcludeMetadata(dto, key) !== undefined || exposedAs !== key,
  };
}

function transformsOf(
  storage: TransformerStorage,
  dto: AnyClass,
  key: string,
  type: number,
): readonly Transform[] {
  return storage.findTransformMetadatas(dto, key, type).map(({ transformFn }): Transform => {
    return (value, name, obj) => transformFn({ value, key: name, obj, type, options: {} });
  });
}
