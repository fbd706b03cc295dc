import { BlockList, isIP } from 'node:net';
import type { Role } from './touches.js';

/** Who calls a method. Plain data: it passes between threads. */
export interface Caller {
  /** The address that the request came from; undefined for one that did not come over the network. */
  readonly address: string | undefined;
  /** Whether somebody between has passed the request on: then the address is not that of who asks. */
  readonly forwarded: boolean;
  /** The user whose password the request had. */
  readonly user: string;
  readonly role: Role;
  /** The only methods that this user may call, by any of their names; undefined where all of the role are allowed. */
  readonly methods?: readonly string[] | undefined;
}

/** The node itself, and programs that it is part of. */
export const OWN_PROCESS: Caller = { address: undefined, forwarded: false, user: '', role: 'dev' };

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Whether a request was made on this machine. A proxy on this machine passes on requests of others. */
export function isLocal({ address, forwarded }: Caller): boolean {
  return address === undefined || (!forwarded && isLoopback(address));
}

/** Whether an address is one that this machine has for itself. */
export function isLoopback(address: string): boolean {
  const plain = MAPPED_IPV4.exec(address)?.[1] ?? address;
  const family = isIP(plain);
  return family !== 0 && LOOPBACK.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}
