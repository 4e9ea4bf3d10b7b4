/** Host and port, in one spelling: lower case, no trailing dot, IPv6 compressed and in brackets. */
export interface Authority {
  readonly host: string;
  /** Undefined where the scheme's own is meant. */
  readonly port: number | undefined;
}

/** What a browser says it is from. */
export interface Origin extends Authority {
  readonly scheme: string;
  /** `scheme://host:port` with the port spelled out, to compare by. */
  readonly key: string;
}

const NAME = /^([a-z0-9_-]+(?:\.[a-z0-9_-]+)*)\.?(?::(\d{1,5}))?$/i;
const IPV6 = /^(\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/([^/?#@\\\s]+)$/i;
const LOOPBACK_NAME = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;
const LOOPBACK_ADDRESS = /^(?:::1$|127\.|::ffff:127\.)/;
const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ["http", 80],
  ["https", 443],
]);

/** Reads the whole of a `Host` value (RFC 9110 §7.2); undefined for anything that is not one. */
export function findAuthority(text: string): Authority | undefined {
  const match = NAME.exec(text) ?? IPV6.exec(text);
  if (match?.[1] === undefined) return undefined;
  const port = match[2] === undefined ? undefined : Number(match[2]);
  const host = match[1].startsWith("[") ? compressed(match[1]) : match[1].toLowerCase();
  return host === undefined || (port !== undefined && port > 65_535) ? undefined : { host, port };
}

function compressed(host: string): string | undefined {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}

/** Reads an `Origin` value (RFC 6454 §7); undefined for `null`, a list, or a URL with more than an origin. */
export function findOrigin(text: string): Origin | undefined {
  const match = ORIGIN.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const authority = findAuthority(match[2]);
  if (authority === undefined) return undefined;
  const scheme = match[1].toLowerCase();
  const { host, port } = authority;
  return { scheme, host, port, key: `${scheme}://${host}:${effectivePort(scheme, port) ?? ""}` };
}

/** The port that is meant, for a scheme that has one of its own. */
export function effectivePort(scheme: string, port: number | undefined): number | undefined {
  return port ?? DEFAULT_PORTS.get(scheme);
}

/** True for the names of this machine that no DNS answer can take over. */
export function isLoopbackName(host: string): boolean {
  return LOOPBACK_NAME.test(host);
}

/** True for the local address of a connection that came over loopback. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && LOOPBACK_ADDRESS.test(address);
}
