import { isIPv6 } from 'node:net';

/**
 * What a caller is counted by: an IPv4 address as it is, the first 64 bits of an IPv6 address, as anyone who has one
 * address there has the whole network.
 */
export function callerOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  // An IPv4 tail replaces the last two groups, which are not used.
  const [head = '', tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const left = Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(tail === undefined ? 0 : left).fill('0'), ...after];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
