import { isIPv6 } from 'node:net';
import { isLoopback } from '../declaration/caller.js';

/** An address and a port to listen on. */
export interface BindAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Where the server listens (spec 02 §1.2): the given places; else everywhere, if peers of other
 * machines are allowed; else on this machine only.
 *
 * @param rpcbind - entries `host` or `host:port`; an IPv6 host with a port is written `[host]:port`
 * @throws RangeError for an entry of another form
 */
export function bindAddresses(
  rpcbind: readonly string[],
  peersAllowed: boolean,
  defaultPort: number,
): readonly BindAddress[] {
  if (rpcbind.length > 0) return rpcbind.map(entry => parseBindAddress(entry, defaultPort));
  const hosts = peersAllowed ? ['::', '0.0.0.0'] : ['::1', '127.0.0.1'];
  return hosts.map(host => ({ host, port: defaultPort }));
}

function parseBindAddress(entry: string, defaultPort: number): BindAddress {
  if (isIPv6(entry)) return { host: entry, port: defaultPort };
  const match = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(entry);
  const host = match?.[1] ?? match?.[2];
  const port = match?.[3] === undefined ? defaultPort : Number(match[3]);
  if (host === undefined || port > 65_535) {
    throw new RangeError(`rpcbind=${entry} is not a host, host:port or [IPv6 host]:port`);
  }
  return { host, port };
}

/** Whether only programs on this machine can connect to an address. */
export function isOnThisMachine({ host }: BindAddress): boolean {
  return host === 'localhost' || isLoopback(host);
}
