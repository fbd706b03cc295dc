import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Groups of 16 bits in the first half of an IPv6 address, which is what a customer of a provider has at least. */
const NETWORK_GROUPS = 4;

/** What counts as one address where something is bounded by address: for IPv6, its network of 64 bits. */
export function addressGroup(address: string): string {
  const plain = MAPPED_IPV4.exec(address)?.[1] ?? address;
  if (!isIPv6(plain) || plain === '::1') return plain;
  const [front = '', back = ''] = (plain.split('%')[0] ?? '').split('::');
  const before = front === '' ? [] : front.split(':');
  const behind = back === '' ? [] : back.split(':');
  const groups = plain.includes('::')
    ? [...before, ...new Array<string>(Math.max(0, 8 - before.length - behind.length)).fill('0'), ...behind]
    : before;
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
