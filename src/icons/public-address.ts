import { BlockList, isIP } from "node:net";

/** IPv4 that is no public host: IANA's special-purpose registry, and multicast. */
const SPECIAL_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** Within global unicast: protocol assignments (Teredo is one), documentation, 6to4. They hide or embed addresses. */
const SPECIAL_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, "ipv6");

/** All of IPv6 that can be a public host. Mapped, compatible, translated, local and multicast addresses lie outside. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

/**
 * True for an address in canonical form that a public host can have; anything else is refused, names and addresses of
 * one link (`%eth0`) included.
 */
export function isPublicAddress(address: string): boolean {
  const version = address.includes("%") ? 0 : isIP(address);
  if (version === 4) return !special.check(address, "ipv4");
  return version === 6 && globalUnicast.check(address, "ipv6") && !special.check(address, "ipv6");
}
