import { isIP } from 'node:net';

/** What a node was told about names and pages. Plain data: it passes between threads. */
export interface BrowserSettings {
  /** Names by which this node may be addressed, besides addresses and localhost (option rpcallowhost). */
  readonly hosts: readonly string[];
  /** Origins of pages that may use this node, such as `https://wallet.example` (option rpccorsdomain). */
  readonly origins: readonly string[];
}

/** The headers that matter; an absent one is an empty text. */
export interface BrowserHeaders {
  readonly host: string;
  readonly origin: string;
  /** What a browser says of where a request comes from, which no page can change. */
  readonly fetchSite: string;
  readonly contentType: string;
}

/** What to do with a request: go on, for a page of a named origin with headers for it; or refuse with a reason. */
export type BrowserVerdict =
  | { readonly named: boolean }
  | { readonly status: 403 | 415; readonly reason: string };

/** Values of Sec-Fetch-Site of requests by a page of this node, or by the user. */
const OWN_SITES: ReadonlySet<string> = new Set(['', 'same-origin', 'none']);
const JSON_TYPE = 'application/json';
/** What a form of a page can send besides text/plain, and no client of JSON-RPC does. */
const FORM_TYPES: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/**
 * Keeps pages in a browser away, which can send requests to every address that its user can reach, with a password that
 * the browser remembers: the name in `Host` has to be one of this node, so that no page makes its own name mean
 * this machine; the page in `Origin` has to be named; and forms are refused.
 */
export class BrowserRules {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;

  /** @throws RangeError for what is no name or no origin */
  constructor({ hosts, origins }: BrowserSettings) {
    this.#hosts = new Set(hosts.map(checkedHost));
    this.#origins = new Set(origins.map(checkedOrigin));
  }

  judge({ host, origin, fetchSite, contentType }: BrowserHeaders): BrowserVerdict {
    if (host !== '' && !this.#isOwn(host)) {
      return {
        status: 403,
        reason: 'the Host header has a name that is not of this node; -rpcallowhost=NAME allows it',
      };
    }
    const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
    if (origin !== '' && this.#origins.has(origin.toLowerCase())) {
      return type === JSON_TYPE || type === ''
        ? { named: true }
        : { status: 415, reason: `pages send Content-Type: ${JSON_TYPE}` };
    }
    const isOwnPage = origin === '' || isSameOrigin(origin, host);
    if (!isOwnPage || !OWN_SITES.has(fetchSite)) {
      return { status: 403, reason: 'a page of another site asks; -rpccorsdomain=ORIGIN allows one' };
    }
    if (type === 'multipart/form-data' || (origin !== '' && FORM_TYPES.has(type))) {
      return { status: 415, reason: `a form is no call: send Content-Type: ${JSON_TYPE}` };
    }
    return { named: false };
  }

  /** A page cannot make an address mean another machine, and the browser knows what localhost is. */
  #isOwn(header: string): boolean {
    const name = hostName(header);
    if (name === undefined) return false;
    return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || this.#hosts.has(name);
  }
}

/** The name or address of a Host header in lower case, without port, brackets and a dot at the end. */
function hostName(header: string): string | undefined {
  const match = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d*)?$/.exec(header.trim().toLowerCase());
  return (match?.[1] ?? match?.[2])?.replace(/\.$/, '');
}

/** Whether the page in `Origin` is one of the node that is addressed by `Host`. An empty text is no page. */
export function isSameOrigin(origin: string, host: string): boolean {
  return (
    host !== '' &&
    /^https?:\/\//i.test(origin) &&
    origin.slice(origin.indexOf('//') + 2).toLowerCase() === host.trim().toLowerCase()
  );
}

function checkedHost(text: string): string {
  const name = hostName(text);
  if (name === undefined || !/^[a-z0-9._-]+$/.test(name) || /:\d*$/.test(text)) {
    throw new RangeError(`rpcallowhost=${text} is not a name such as node.example, without a port`);
  }
  return name;
}

function checkedOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin === 'null' || origin !== text.toLowerCase()) {
    throw new RangeError(
      `rpccorsdomain=${text} is not the origin of a page, such as https://wallet.example or http://localhost:3000`,
    );
  }
  return origin;
}
