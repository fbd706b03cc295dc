import type { MessagePort } from 'node:worker_threads';
import type { Options } from '../../config/load-options.js';
import type { NetworkParameters } from '../../config/network.js';
import type { SharedDatabase } from '../../storage/key-value-store.js';
import type { AddressChange } from '../../wallet/entries.js';
import type { AccessOptions } from '../dispatch/access.js';
import type { AnsweredCall } from '../dispatch/dispatch.js';
import type { HttpAnswer } from '../http/http-app.js';
import type { RpcRequest } from '../http/rpc-request.js';
import type { NodeStatus } from './node-status.js';

/** What a thread that reads has to know before it can answer. */
export interface ReadingSettings {
  readonly database: SharedDatabase;
  /** Directory of the log of blocks; undefined where the database has the blocks. */
  readonly blocks: string | undefined;
  readonly options: Options;
  readonly network: NetworkParameters;
  readonly access: AccessOptions;
  /** Most calls that wait for their turn. */
  readonly mostWaiting: number;
  readonly programVersion: string;
  /** Of the figures that all threads see. */
  readonly figures: SharedArrayBuffer;
  /** Addresses of the wallet, and those that are impersonated. */
  readonly addresses: readonly AddressChange[];
  readonly status: NodeStatus;
}

/** What the thread is given when it is started. */
export interface ReadingThreadData {
  readonly settings: ReadingSettings;
  /** Where the thread that serves asks. */
  readonly requests: MessagePort;
}

/** From the thread of the node to the one that reads. */
export type ToReader =
  | { readonly type: 'addresses'; readonly changes: readonly AddressChange[] }
  | { readonly type: 'status'; readonly status: NodeStatus }
  | { readonly type: 'stop' };

/** From the thread that reads to that of the node. */
export type FromReader =
  /** Calls that were answered. */
  | { readonly type: 'calls'; readonly calls: readonly AnsweredCall[] }
  /** Something failed that the node was left to answer. */
  | { readonly type: 'failure'; readonly reason: Error };

/** From the thread that serves to the one that reads. */
export type ReadRequest =
  | { readonly type: 'request'; readonly id: number; readonly request: RpcRequest }
  /** The client of a request has gone. */
  | { readonly type: 'gone'; readonly id: number };

/** From the thread that reads to the one that serves. */
export type ReadAnswer =
  /** It can be asked from now on. */
  | { readonly type: 'ready' }
  /** Without an answer, only the node can give one. */
  | { readonly type: 'answer'; readonly id: number; readonly answer: HttpAnswer | undefined };
