import { isIP, isIPv4, isIPv6 } from 'node:net';

/** Stands for callers of unknown address, who had gone before the server looked. */
export const UNKNOWN_CALLER = 'unknown';

/**
 * Returns the IP address in an entry of `X-Forwarded-For`, to which some proxies add quotes, brackets, the port or
 * the zone. Null when there is none.
 */
export function addressIn(written: string): string | null {
  const bare = written.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(bare) ?? [];
  const [, v4] = /^([\d.]+):\d{1,5}$/.exec(bare) ?? [];
  const [address = ''] = (bracketed ?? v4 ?? bare).split('%');
  return isIP(address) === 0 ? null : address;
}

/**
 * Returns the key by which a caller is counted: a whole IPv4 address, or the first 64 bits of an IPv6 address,
 * because the owner of one address there has the whole network.
 * @param ips the addresses that a request has passed, first that of the connection, last the caller's. An entry that
 * is no address counts as the proxy that has passed it on.
 */
export function callerOf(ips: readonly (string | undefined)[]): string {
  const written = ips.flatMap((ip) => (ip === undefined ? [] : addressIn(ip.replace(/\/64$/, ''))));
  const address = written.findLast((one) => one !== null);
  if (address === undefined) return UNKNOWN_CALLER;
  return isIPv6(address) ? countedBy(groupsOf(address)) : address;
}

function countedBy(groups: readonly number[]): string {
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const tail = address.slice(address.lastIndexOf(':') + 1);
  const [a = 0, b = 0, c = 0, d = 0] = tail.split('.').map(Number);
  const inHex = isIPv4(tail)
    ? address.slice(0, -tail.length) + [a * 256 + b, c * 256 + d].map((part) => part.toString(16)).join(':')
    : address;
  const [before = [], after = []] = inHex.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const left = 8 - before.length - after.length;
  return [...before, ...Array<string>(left).fill('0'), ...after].map((group) => Number.parseInt(group, 16));
}
