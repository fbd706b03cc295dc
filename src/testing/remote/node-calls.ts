import { setTimeout as delay } from 'node:timers/promises';
import { NoReply } from '../../client/errors.js';
import { exchange } from '../../client/exchange.js';
import { fetchTransport, type Transport } from '../../client/transport.js';
import { isJsonObject, type Json, type JsonObject } from '../../codec/json-value.js';
import { coins } from '../coins.js';
import { credentialsFor } from './find-credentials.js';

/** How to reach a node. */
export interface ConnectOptions {
  /** `user:password`; default, for a node on this machine: what it has left in its file `.cookie`. */
  readonly credentials?: string | undefined;
  /** Data directory in which that file is looked for; default: as `coind` itself finds it. */
  readonly datadir?: string | undefined;
  /** Seconds that a call waits for its block; default: 60. */
  readonly patience?: number | undefined;
}

const UNAUTHORIZED = 401;
const DEFAULT_PATIENCE = 60;
/** Milliseconds between two looks whether a transaction is in a block. */
const PAUSE = 100;

/** Calls methods of a node, without loss. */
export class NodeCalls {
  /**
   * @param url - for messages
   * @param patience - seconds that a call waits for its block
   */
  constructor(
    readonly url: string,
    readonly transport: Transport,
    readonly patience: number = DEFAULT_PATIENCE,
  ) {}

  /** @throws CallError, NoReply, NodeUnreachable */
  call(method: string, ...params: readonly Json[]): Promise<Json> {
    return exchange(this.transport, { method, params });
  }

  /** As {@link call}, of a method that answers an object. */
  async object(method: string, ...params: readonly Json[]): Promise<JsonObject> {
    const answer = await this.call(method, ...params);
    if (isJsonObject(answer)) return answer;
    throw new TypeError(`${method} answered no object`);
  }

  /** A transaction when it is in a block. @throws Error that names it, where it takes too long */
  async confirmed(txid: string): Promise<JsonObject> {
    const end = performance.now() + this.patience * 1000;
    for (;;) {
      const detail = await this.object('gettxdetail', txid);
      if (detail.confirmed_height !== undefined) return detail;
      if (performance.now() > end) {
        throw new Error(
          `transaction ${txid} is in no block after ${this.patience} s; it may still come into one`,
        );
      }
      await delay(PAUSE);
    }
  }
}

/**
 * Finds out how to call a node.
 * @throws Error that says where credentials were looked for; NoReply where they are refused
 */
export async function reachNode(
  url: string,
  { credentials, datadir, patience }: ConnectOptions,
): Promise<{ readonly calls: NodeCalls; readonly credentials: string }> {
  const tryAs = async (given: string) => {
    const calls = new NodeCalls(url, fetchTransport(url, given), patience);
    await calls.call('getblockcount');
    return { calls, credentials: given };
  };
  if (credentials !== undefined) return tryAs(credentials);
  const { found, failure } = credentialsFor(url, { datadir });
  for (const each of found) {
    try {
      return await tryAs(each);
    } catch (error) {
      if (!(error instanceof NoReply) || error.status !== UNAUTHORIZED) throw error;
    }
  }
  throw failure();
}

/** An amount of an answer in sawi: nodes may show amounts in coins, as texts. */
export function sawi(amount: Json | undefined): bigint {
  if (typeof amount === 'bigint' || typeof amount === 'number') return BigInt(amount);
  if (typeof amount === 'string') return coins(amount);
  return 0n;
}
