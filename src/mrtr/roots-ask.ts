import { relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isRootsResult, type Root } from "../protocol/input-requests.js";
import { type Ask, Misfit } from "./ask.js";

/** The client says which folders and files this is about (ROOT-04). */
export function rootsAsk(): Ask<readonly Root[]> {
  return {
    method: "roots/list",
    params: undefined,
    needs: ["roots"],
    subject: ["roots"],
    read: (answer) => (isRootsResult(answer) ? answer.roots : new Misfit()),
  };
}

/**
 * Whether a path, or a `file:` URL, lies inside of one of the roots (ROOT-06). It compares names: a symbolic link
 * may lead out of a root, so resolve it first (`fs.realpath`) where that matters.
 *
 * @example if (!isInsideRoots(path, await ctx.roots("roots"))) throw new ToolError(`${path} is not among your folders`);
 */
export function isInsideRoots(path: string | URL, roots: readonly Root[]): boolean {
  const target = findPath(path);
  return target !== undefined && roots.some(({ uri }) => contains(findPath(new URL(uri)), target));
}

function contains(root: string | undefined, target: string): boolean {
  if (root === undefined) return false;
  const way = relative(root, target);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(root, way) === target;
}

/** Undefined for a URL that names no file of this machine. */
function findPath(path: string | URL): string | undefined {
  if (typeof path === "string" && !/^file:/i.test(path))
    return path.includes("\0") ? undefined : resolve(path);
  try {
    return resolve(fileURLToPath(path));
  } catch {
    return undefined;
  }
}
