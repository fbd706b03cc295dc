import { callAfter } from '../config/long-timer.js';
import { NodeUnreachable } from './errors.js';

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
  request: { method: 'POST'; headers: Record<string, string>; body: string; signal?: AbortSignal },
) => Promise<{ readonly status: number; text(): Promise<string> }>;

/** As long as the command line waits (`-rpcclienttimeout`). */
export const ANSWER_MILLISECONDS = 900_000;

/**
 * Sends requests by `fetch`, of this process or of another library. Where no answer comes, it throws NodeUnreachable.
 *
 * @param url - URL of the node, such as `http://127.0.0.1:18901`
 * @param credentials - `user:password`, as in the node's cookie file
 * @param timeout - milliseconds until an answer has to be here
 */
export function fetchTransport(
  url: string,
  credentials: string,
  fetchRequest: FetchRequest = globalThis.fetch,
  timeout: number = ANSWER_MILLISECONDS,
): Transport {
  const headers = {
    authorization: `Basic ${base64(credentials)}`,
    'content-type': 'application/json',
  };
  return async body => {
    const late = new AbortController();
    const cancel = callAfter(timeout, () => late.abort(new Error(`none within ${timeout} ms`)));
    try {
      const { signal } = late;
      const response = await fetchRequest(url, { method: 'POST', headers, body, signal });
      return { status: response.status, body: await response.text() };
    } catch (cause) {
      throw new NodeUnreachable(`nothing answers at ${url}: ${reasonOf(cause)}`, { cause });
    } finally {
      cancel();
    }
  };
}

/** `fetch` says why in the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  // Of several addresses that were tried there is a code, and no text.
  return cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
}

/** Of the UTF-8 form of a text; browsers have no `Buffer`. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
