import { CallError, NoReply } from '../../client/errors.js';
import { batchBody, batchOutcomes } from '../../client/exchange.js';
import type { Json, JsonObject } from '../../codec/json-value.js';
import { credentialsFor } from '../remote/find-credentials.js';
import { ForkError } from './fork-error.js';
import type { ForkOptions, ForkRead } from './fork-options.js';
import { SynchronousRequests } from './synchronous-requests.js';

const UNAUTHORIZED = 401;

/** What came of a call. */
export type ReadOutcome = { readonly result: Json } | { readonly error: CallError };

/** Calls methods of a node, each request waiting for its answer. Nothing is sent before the first call. */
export class NodeReader {
  readonly #options: ForkOptions;
  readonly #requests = new SynchronousRequests();
  /** The right ones, once one was. */
  #credentials: string | undefined;

  constructor(options: ForkOptions) {
    this.#options = options;
  }

  get url(): string {
    return this.#options.url;
  }

  /** @throws ForkError; Error for a node of another machine without credentials */
  outcomes(calls: readonly ForkRead[]): ReadOutcome[] {
    this.#options.onRequest?.(calls);
    const body = batchBody(calls as readonly { readonly method: string; readonly params: readonly Json[] }[]);
    if (this.#credentials !== undefined) return this.#sent(this.#credentials, body);
    const { found, failure } = credentialsFor(this.url, this.#options);
    for (const credentials of found) {
      try {
        const outcomes = this.#sent(credentials, body);
        this.#credentials = credentials;
        return outcomes;
      } catch (error) {
        const { cause } = error as Error;
        if (found.length === 1 && this.#options.credentials !== undefined) throw error;
        if (!(cause instanceof NoReply) || cause.status !== UNAUTHORIZED) throw error;
      }
    }
    throw new ForkError('no-answer', failure().message);
  }

  /** As {@link outcomes}, of calls that all succeed. @throws ForkError */
  results(calls: readonly ForkRead[]): JsonObject[] {
    return this.outcomes(calls).map(outcome => {
      if ('result' in outcome) return outcome.result as JsonObject;
      throw this.#failed(outcome.error);
    });
  }

  #sent(credentials: string, body: string): ReadOutcome[] {
    const sent = this.#requests.send({ url: this.url, credentials, body });
    if ('failure' in sent) throw new ForkError('no-answer', sent.failure);
    try {
      return batchOutcomes(sent.answer);
    } catch (cause) {
      if (!(cause instanceof NoReply) && !(cause instanceof CallError)) throw cause;
      throw new ForkError('no-answer', `${this.url}: ${cause.message}`, { cause });
    }
  }

  #failed(cause: CallError): ForkError {
    const problem = cause.errorName === 'INVALID_PARAMETER' ? 'not-kept' : 'no-answer';
    return new ForkError(problem, `${this.url}: ${cause.message}`, { cause });
  }
}
