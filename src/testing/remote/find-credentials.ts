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
function localCredentials(dataDirectory?: string): {
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

/**
 * The credentials with which a node may be reached, most likely ones first.
 * @returns with them the error to be thrown where none of them is right
 * @throws Error for a node of another machine without `credentials`
 */
export function credentialsFor(
  url: string,
  {
    credentials,
    datadir,
  }: { readonly credentials?: string | undefined; readonly datadir?: string | undefined },
): { readonly found: readonly string[]; readonly failure: () => Error } {
  const { found, places } =
    credentials === undefined ? ofThisMachine(url, datadir) : { found: [credentials], places: [] };
  const failure = (): Error =>
    new Error(
      `${found.length === 0 ? 'there are no credentials' : 'none of the credentials that were found is right'} for ${url}: ` +
        `a running node leaves them in ${places.join(' or ')}; give its \`datadir\`, or \`credentials\``,
    );
  return { found, failure };
}

function ofThisMachine(url: string, datadir: string | undefined) {
  if (isLoopback(url)) return localCredentials(datadir);
  throw new Error(
    `${url} is another machine: give \`credentials\`, "user:password" as its configuration has them`,
  );
}

/** Whether a URL is of this machine, to which alone credentials of this machine are sent. */
function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
