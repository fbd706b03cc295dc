/** An answer of the server, whatever it is. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  /** What the header Retry-After says, where there is one. */
  readonly retryAfter?: string | undefined;
}

/** Sends the body of a request and reads the answer. @throws Error when none comes */
export type Transport = (body: string) => Promise<HttpAnswer>;

/** What is used of `fetch`, that of this process or of another library. */
export type FetchRequest = (
  url: string,
  request: { method: 'POST'; headers: Record<string, string>; body: string },
) => Promise<{ readonly status: number; text(): Promise<string> }>;

/**
 * Sends requests by `fetch`, of this process or of another library.
 *
 * @param url - URL of the node, such as `http://127.0.0.1:18901`
 * @param credentials - `user:password`, as in the node's cookie file
 */
export function fetchTransport(
  url: string,
  credentials: string,
  fetchRequest: FetchRequest = globalThis.fetch,
): Transport {
  const headers = {
    authorization: `Basic ${base64(credentials)}`,
    'content-type': 'application/json',
  };
  return async body => {
    const response = await fetchRequest(url, { method: 'POST', headers, body });
    return { status: response.status, body: await response.text() };
  };
}

/** Of the UTF-8 form of a text; browsers have no `Buffer`. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
