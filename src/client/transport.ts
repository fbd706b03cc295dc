/** An answer of the server, whatever it is. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  /** What the header Retry-After says, where there is one. */
  readonly retryAfter?: string | undefined;
}

/** Sends the body of a request and reads the answer. @throws Error when none comes */
export type Transport = (body: string) => Promise<HttpAnswer>;

/**
 * Sends requests by `fetch`, of this process or of another library.
 *
 * @param url - URL of the node, such as `http://127.0.0.1:18901`
 * @param credentials - `user:password`, as in the node's cookie file
 */
export function fetchTransport(
  url: string,
  credentials: string,
  fetchRequest: typeof globalThis.fetch = globalThis.fetch,
): Transport {
  const headers = {
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    'content-type': 'application/json',
  };
  return async body => {
    const response = await fetchRequest(url, { method: 'POST', headers, body });
    return { status: response.status, body: await response.text() };
  };
}
