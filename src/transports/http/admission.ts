import { BlazonError } from "../../errors/blazon-error.js";
import { Refusal } from "../../errors/refusal.js";
import {
  type Authority,
  effectivePort,
  findAuthority,
  findOrigin,
  isLoopbackName,
  type Origin,
} from "./authority.js";

/** What row 2 of the ladder looks at. */
export interface Arrival {
  /** The `Host` value; undefined where it is missing or repeated. */
  readonly host: string | undefined;
  /** The `Origin` value; undefined where it is missing. */
  readonly origin: string | undefined;
  readonly scheme: "http" | "https";
  /** Whether the connection came in over a loopback address. */
  readonly loopback: boolean;
}

interface AdmissionOptions {
  readonly hosts?: readonly string[] | "any";
  readonly origins?: readonly string[] | "any";
  readonly publicUrl: URL | undefined;
}

/** Which hosts and origins are served: the protection of a server from a browser's other tabs. */
export class Admission {
  readonly #hosts: ReadonlySet<string> | "any" | "loopback";
  readonly #origins: ReadonlySet<string> | "any";
  /** Nearly every request names the host of the one before it. */
  #lastHost: string | undefined;

  constructor({ hosts, origins, publicUrl }: AdmissionOptions) {
    const own = publicUrl === undefined ? [] : [publicUrl];
    const names = parseList("hosts", hosts, parseHost);
    if (names?.length === 0 && publicUrl === undefined) throw hostsEmpty();
    const sources = parseList("origins", origins, parseOrigin);
    if (names === "any" || (names === undefined && publicUrl === undefined))
      this.#hosts = names ?? "loopback";
    else this.#hosts = new Set([...(names ?? []), ...own.map((url) => parseHost(url.host))]);
    if (sources === "any") this.#origins = sources;
    else this.#origins = new Set([...(sources ?? []), ...own.map((url) => parseOrigin(url.origin))]);
  }

  /** Refuses a host or an origin that is not served (HTTP-02, HTTP-03). */
  check(arrival: Arrival): Refusal | undefined {
    return this.checkHost(arrival) ?? this.#checkOrigin(arrival);
  }

  /** The half of it that is for what any origin may read. */
  checkHost({ host, loopback }: Pick<Arrival, "host" | "loopback">): Refusal | undefined {
    const isForeign = this.#checksHost(loopback) && !this.#servesHost(host);
    return isForeign ? new Refusal("ERR_HTTP_HOST") : undefined;
  }

  #checkOrigin({ host, origin, scheme, loopback }: Arrival): Refusal | undefined {
    if (origin === undefined || this.#origins === "any") return undefined;
    const from = findOrigin(origin);
    const isOwn = from !== undefined && this.#checksHost(loopback) && isSameOrigin(from, host, scheme);
    const served = isOwn || (from !== undefined && this.#origins.has(from.key));
    return served ? undefined : new Refusal("ERR_HTTP_ORIGIN");
  }

  #checksHost(loopback: boolean): boolean {
    return this.#hosts === "loopback" ? loopback : this.#hosts !== "any";
  }

  #servesHost(host: string | undefined): boolean {
    if (host === undefined) return false;
    if (host === this.#lastHost) return true;
    const authority = findAuthority(host);
    const served = authority !== undefined && this.#serves(authority);
    if (served) this.#lastHost = host;
    return served;
  }

  #serves({ host, port }: Authority): boolean {
    if (typeof this.#hosts === "string") return isLoopbackName(host);
    return this.#hosts.has(host) || this.#hosts.has(`${host}:${port}`);
  }
}

/**
 * True for a page of this very server. It counts only for a host that was checked: a rebound name is its
 * own origin too. The names of this machine are one host.
 */
function isSameOrigin(from: Origin, host: string | undefined, scheme: "http" | "https"): boolean {
  const to = host === undefined ? undefined : findAuthority(host);
  if (to === undefined || from.scheme !== scheme) return false;
  if (effectivePort(scheme, from.port) !== effectivePort(scheme, to.port)) return false;
  return from.host === to.host || (isLoopbackName(from.host) && isLoopbackName(to.host));
}

function parseList(
  option: string,
  list: unknown,
  parse: (text: string) => string,
): string[] | "any" | undefined {
  if (list === undefined || list === "any") return list;
  if (Array.isArray(list)) return list.map((entry) => parse(String(entry)));
  throw new BlazonError("ERR_OPTION_INVALID", {
    option,
    detail: "is not a list",
    fix: 'Give an array of strings, or "any" to serve all of them',
  });
}

function hostsEmpty(): BlazonError {
  return new BlazonError("ERR_OPTION_INVALID", {
    option: "hosts",
    detail: "is empty, so that nothing would be served",
    fix: 'Name the hosts that are served, or say "any"',
  });
}

function parseHost(text: string): string {
  const authority = findAuthority(text);
  if (authority !== undefined)
    return authority.port === undefined ? authority.host : `${authority.host}:${authority.port}`;
  throw new BlazonError("ERR_OPTION_INVALID", {
    option: "hosts",
    detail: `has ${JSON.stringify(text)}, which is not a host`,
    fix: 'Give hosts without a scheme or path, such as "api.example.com" or "[::1]:3000"',
  });
}

function parseOrigin(text: string): string {
  const origin = findOrigin(text);
  if (origin !== undefined) return origin.key;
  throw new BlazonError("ERR_OPTION_INVALID", {
    option: "origins",
    detail: `has ${JSON.stringify(text)}, which is not an origin`,
    fix: 'Give scheme and host, with the port where it is not the usual one, such as "https://app.example.com"',
  });
}
