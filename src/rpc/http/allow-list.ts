import { BlockList, isIP, isIPv4 } from 'node:net';
import { LRUCache } from 'lru-cache';

const ALL_IPV4 = '0.0.0.0/0';
/** How the documentation of older nodes writes "any address" (spec 02 O34). */
const OLD_ALL_IPV4 = '*.*.*.*';
/** Addresses whose verdict is remembered. */
const MOST_KNOWN = 1000;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The peers that may talk to this node: those of this machine, and the ones an operator names. */
export class AllowList {
  readonly #list = new BlockList();
  /** Of addresses that were asked about: a look at the list takes longer than the rest of a short request's way. */
  readonly #known = new LRUCache<string, boolean>({ max: MOST_KNOWN });

  /**
   * @param entries - each a single address, `address/netmask` or `address/prefix length`
   * @throws RangeError for anything else
   */
  constructor(entries: readonly string[]) {
    this.#list.addSubnet('127.0.0.0', 8, 'ipv4');
    this.#list.addAddress('::1', 'ipv6');
    for (const entry of entries) this.#add(entry);
  }

  /** Whether a peer may talk to this node. */
  allows(address: string): boolean {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    const plain = MAPPED_IPV4.exec(address)?.[1] ?? address;
    const isAllowed = this.#list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6');
    this.#known.set(address, isAllowed);
    return isAllowed;
  }

  #add(entry: string): void {
    const [address = '', range, ...rest] = (entry === OLD_ALL_IPV4 ? ALL_IPV4 : entry).split('/');
    const family = isIP(address);
    const bits = family === 4 ? 32 : 128;
    const prefix = range === undefined ? bits : prefixLength(range);
    if (family === 0 || rest.length > 0 || prefix === undefined || prefix > bits) {
      throw new RangeError(
        `rpcallowip=${entry} is not an address such as 10.0.0.5, a network such as 10.0.0.0/8 or 10.0.0.0/255.0.0.0`,
      );
    }
    this.#list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
}

/** The prefix length that a number or a netmask of leading ones means. */
function prefixLength(range: string): number | undefined {
  if (/^\d{1,3}$/.test(range)) return Number(range);
  if (!isIPv4(range)) return undefined;
  const ones = range
    .split('.')
    .map(part => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return /^1*0*$/.test(ones) ? ones.replace(/0+$/, '').length : undefined;
}
