import { isObject } from "../protocol/json.js";

/** The lists a client may hear of. */
export const LISTS = ["tools", "prompts", "resources"] as const;

export type ListKind = (typeof LISTS)[number];

/** Something that is not as it was: what one of the lists shows, or what a read of one URI gives. */
export type Change =
  | { readonly kind: "list"; readonly list: ListKind }
  | { readonly kind: "resource"; readonly uri: string };

/** The same text for the same change: announced twice, it says no more than once. */
export function keyOf(change: Change): string {
  return change.kind === "list" ? change.list : `resource ${change.uri}`;
}

/** Whether something that another process sent is a change that this one knows. */
export function isChange(value: unknown): value is Change {
  if (!isObject(value)) return false;
  if (value.kind === "resource") return typeof value.uri === "string";
  return value.kind === "list" && LISTS.some((list) => list === value.list);
}
