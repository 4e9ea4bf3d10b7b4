/** The stateless revision this server speaks. */
export const REVISION = "2026-07-28";

/** Every modern revision served, newest first; compared for equality, never for order (VER-14, T-67). */
export const SUPPORTED_REVISIONS: readonly string[] = [REVISION];

/** Whether a header names a revision without sessions. */
export function isStateless(version: unknown): boolean {
  return typeof version === "string" && SUPPORTED_REVISIONS.includes(version);
}
