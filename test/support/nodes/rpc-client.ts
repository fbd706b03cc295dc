import { CallError } from '../../../src/client/errors.js';
import { type Call, exchange, exchangeBatch } from '../../../src/client/exchange.js';
import { fetchTransport, type Transport } from '../../../src/client/transport.js';
import { stringifyJson } from '../../../src/codec/json.js';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';

export type { Call as RpcCall } from '../../../src/client/exchange.js';

/** An error as the interface answers it. */
export interface RpcFailure {
  readonly code: number;
  readonly message: string;
}

export type RpcReply<T> =
  | { readonly result: T; readonly error: null }
  | { readonly result: null; readonly error: RpcFailure };

/** A client of a node over HTTP that fails loudly. Answers keep every digit: integers above 2^53 are bigints. */
export class RpcClient {
  readonly transport: Transport;

  constructor(
    readonly endpoint: string,
    readonly credentials: string,
  ) {
    this.transport = fetchTransport(endpoint, credentials);
  }

  /** The result of a call. @throws Error with code and message when it fails */
  async call<T = JsonObject>(method: string, ...params: readonly Json[]): Promise<T> {
    try {
      return (await exchange(this.transport, { method, params })) as T;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      throw new Error(`${method} failed with ${error.code}: ${error.message}`, { cause: error });
    }
  }

  /** The error of a call that has to fail. */
  async fail(method: string, ...params: readonly Json[]): Promise<RpcFailure> {
    let result: Json;
    try {
      result = await exchange(this.transport, { method, params });
    } catch (error) {
      if (error instanceof CallError) return failureOf(error);
      throw error;
    }
    throw new Error(`${method} should have failed, but answered ${stringifyJson(result)}`);
  }

  /** The replies to calls that go out in one request, in their order. */
  async batch<T = JsonObject>(calls: readonly Call[]): Promise<RpcReply<T>[]> {
    const outcomes = await exchangeBatch(this.transport, calls);
    return outcomes.map(outcome =>
      'error' in outcome
        ? { result: null, error: failureOf(outcome.error) }
        : { result: outcome.result as T, error: null },
    );
  }
}

function failureOf({ code, message }: CallError): RpcFailure {
  return { code, message };
}
