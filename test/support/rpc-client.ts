import { parseJson, stringifyJson } from '../../src/codec/json.js';
import type { Json, JsonObject } from '../../src/codec/json-value.js';

/** An error as the interface answers it. */
export interface RpcFailure {
  readonly code: number;
  readonly message: string;
}

/** A call of a batch. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly Json[];
}

export type RpcReply<T> =
  | { readonly result: T; readonly error: null }
  | { readonly result: null; readonly error: RpcFailure };

/** A client of a node over HTTP that fails loudly. Answers keep every digit: integers above 2^53 are bigints. */
export class RpcClient {
  constructor(
    readonly endpoint: string,
    readonly credentials: string,
  ) {}

  /** The result of a call. @throws Error with code and message when it fails */
  async call<T = JsonObject>(method: string, ...params: readonly Json[]): Promise<T> {
    const { result, error } = await this.#send<RpcReply<T>>({ method, params });
    if (error) throw new Error(`${method} failed with ${error.code}: ${error.message}`);
    return result as T;
  }

  /** The error of a call that has to fail. */
  async fail(method: string, ...params: readonly Json[]): Promise<RpcFailure> {
    const { result, error } = await this.#send<RpcReply<Json>>({ method, params });
    if (error) return { code: Number(error.code), message: error.message };
    throw new Error(`${method} should have failed, but answered ${stringifyJson(result)}`);
  }

  /** The replies to calls that go out in one request, in their order. */
  batch<T = JsonObject>(calls: readonly RpcCall[]): Promise<RpcReply<T>[]> {
    return this.#send(calls);
  }

  async #send<T>(request: RpcCall | readonly RpcCall[]): Promise<T> {
    const numbered = Array.isArray(request)
      ? request.map((call: RpcCall, id) => ({ jsonrpc: '2.0', id, ...call }))
      : { jsonrpc: '2.0', id: 1, ...(request as RpcCall) };
    const response = await fetch(this.endpoint, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(this.credentials).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: stringifyJson(numbered as unknown as Json),
    });
    return parseJson(await response.text()) as T;
  }
}
