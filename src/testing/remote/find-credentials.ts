import { join } from 'node:path';
import { cookiePath, readCookie } from '../../config/cookie.js';
import { loadOptions } from '../../config/load-options.js';
import { NETWORKS } from '../../config/networks/index.js';

/**
 * The credentials that nodes on this machine have left for their clients, most likely one first: of the network that the
 * options say, then of the others below the same data directory.
 *
 * @param dataDirectory - of the node; default: that of the options in the environment and the configuration file
 */
export function localCredentials(dataDirectory?: string): {
  readonly found: string[];
  readonly places: string[];
} {
  const switches = dataDirectory === undefined ? [] : [`-datadir=${dataDirectory}`];
  const { options } = loadOptions(switches, process.env);
  const { rpcuser, rpcpassword } = options;
  const directories = new Set([
    options.networkDirectory,
    ...[...NETWORKS.values()].map(({ directory }) => join(options.dataDirectory, directory)),
  ]);
  const cookies = [...directories].map(readCookie).filter(cookie => cookie !== undefined);
  const configured = rpcuser === '' && rpcpassword === '' ? [] : [`${rpcuser}:${rpcpassword}`];
  return { found: [...configured, ...cookies], places: [...directories].map(cookiePath) };
}

/** Whether a URL is of this machine, to which alone credentials of this machine are sent. */
export function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
