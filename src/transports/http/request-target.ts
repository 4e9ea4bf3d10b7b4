const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)([^?#]*)/i;

/** The path of a request target, in origin-form or in absolute-form (RFC 9112 §3.2). */
export function pathOf(target: string): string {
  if (!target.startsWith("/")) return findAbsolute(target)?.path ?? target;
  const query = target.indexOf("?");
  return query < 0 ? target : target.slice(0, query);
}

/** The host that a target in absolute-form names; it stands above the `Host` field (RFC 9112 §3.2.2). */
export function findTargetHost(target: string): string | undefined {
  return target.startsWith("/") ? undefined : findAbsolute(target)?.host;
}

function findAbsolute(target: string): { readonly host: string; readonly path: string } | undefined {
  const [whole, host = "", path = ""] = ABSOLUTE_FORM.exec(target) ?? [];
  return whole === undefined ? undefined : { host, path: path === "" ? "/" : path };
}
