import { Buffer } from "node:buffer";
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { isIP } from "node:net";
import { ICON_FORMATS } from "./formats.js";
import { IconFault } from "./icon-fault.js";
import { isPublicAddress } from "./public-address.js";

/** What may be fetched, and how. */
export interface FetchRules {
  /** Bytes of the body. */
  readonly maxBytes: number;
  /** Ends everything: resolving, connecting, reading. */
  readonly signal: AbortSignal;
  /** Addresses that are dialed although they are not public; none without it. */
  readonly allowAddress?: ((address: string) => boolean) | undefined;
  /** Certificate authorities in PEM, instead of those Node trusts. */
  readonly ca?: string | undefined;
  /** The addresses of a name; the system's resolver without it. */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
}

/** A body and what its server calls it. */
export interface FetchedBytes {
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

const MAX_REDIRECTS = 3;
const MAX_ADDRESSES = 8;
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

/** All that is sent besides Host: no cookies, no credentials, no referrer (ICON-13), and nothing that is compressed. */
const HEADERS = {
  accept: ICON_FORMATS.map(({ mimeType }) => mimeType).join(", "),
  "accept-encoding": "identity",
};

/**
 * Fetches from one origin. Every hop is checked like the first: a redirect stays on the origin (ICON-10), every
 * address of the name must be public, and the address dialed is the one that was checked.
 * @throws {IconFault} `ERR_ICON_FETCH` or `ERR_ICON_BOUNDS`; and what the signal was aborted with.
 */
export async function fetchBytes(start: URL, rules: FetchRules): Promise<FetchedBytes> {
  let url = start;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await dial(url, rules);
    const { statusCode, headers } = response;
    if (!REDIRECTS.includes(statusCode)) return readBody(response, rules);
    response.destroy();
    url = followed(url, headers.location);
  }
  throw refused(`it redirects more than ${MAX_REDIRECTS} times`);
}

function followed(url: URL, location: string | undefined): URL {
  if (location === undefined || !URL.canParse(location, url.href)) throw refused("it redirects to nowhere");
  const next = new URL(location, url.href);
  if (next.origin !== url.origin) throw refused("it redirects to another origin");
  if (next.username !== "" || next.password !== "") throw refused("it redirects to a URL with credentials");
  return next;
}

/** A host without the brackets of IPv6. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

async function dial(url: URL, rules: FetchRules): Promise<IncomingMessage> {
  const hostname = bareHost(url);
  const addresses = isIP(hostname) > 0 ? [hostname] : await resolveName(hostname, rules);
  // One private address is enough to refuse: a name that has both is made to slip through.
  const hidden = addresses.find((address) => !isPublicAddress(address) && !rules.allowAddress?.(address));
  if (hidden !== undefined) throw refused("its host has an address that is not public");
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await connect(url, address, rules);
    } catch (error) {
      rules.signal.throwIfAborted();
      failure = error;
    }
  }
  throw new IconFault("ERR_ICON_FETCH", `its host does not answer${reasonOf(failure)}`, { cause: failure });
}

async function resolveName(hostname: string, rules: FetchRules): Promise<readonly string[]> {
  const { resolve = resolveBySystem, signal } = rules;
  const addresses = await unlessAborted(resolve(hostname), signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new IconFault("ERR_ICON_FETCH", `its host is not known${reasonOf(error)}`, { cause: error });
  });
  if (addresses.length === 0) throw refused("its host has no address");
  return addresses.slice(0, MAX_ADDRESSES);
}

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** The system's resolver cannot be stopped; it is left to itself. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Connects to an address and not to a name: between the check and the call a name could come to mean another. */
function connect(url: URL, address: string, { ca, signal }: FetchRules): Promise<IncomingMessage> {
  const hostname = bareHost(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: address,
      port: url.port === "" ? 443 : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: { ...HEADERS, host: url.host },
      agent: false,
      rejectUnauthorized: true, // whatever the environment says
      signal,
      ...(isIP(hostname) === 0 && { servername: hostname.replace(/\.$/, "") }),
      ...(ca !== undefined && { ca }),
    });
    // What is no answer, such as a switch of protocols, ends without an error.
    outgoing.once("response", resolve).once("error", reject).once("close", reject).end();
  });
}

async function readBody(response: IncomingMessage, { maxBytes, signal }: FetchRules): Promise<FetchedBytes> {
  try {
    const { statusCode, headers } = response;
    if (statusCode !== 200) throw refused(`its server answers with status ${statusCode}`);
    if (headers["content-encoding"] !== undefined) throw refused("it is compressed");
    if (Number(headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    return { bytes: await collect(response, maxBytes), contentType: headers["content-type"] };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof IconFault) throw error;
    throw new IconFault("ERR_ICON_FETCH", `it ended early${reasonOf(error)}`, { cause: error });
  } finally {
    response.destroy();
  }
}

async function collect(response: AsyncIterable<Buffer>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): IconFault {
  return new IconFault("ERR_ICON_BOUNDS", `its server sends more than ${maxBytes} bytes`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
}

function refused(detail: string): IconFault {
  return new IconFault("ERR_ICON_FETCH", detail);
}
