import type { AddressInfo } from 'node:net';
import type { MessagePort } from 'node:worker_threads';
import type { AccessOptions } from '../dispatch/access.js';
import type { BindAddress } from './bind-address.js';
import type { HttpAnswer } from './http-app.js';
import type { RpcRequest } from './rpc-request.js';
import type { ServerSettings } from './server.js';

/** What the serving thread has to know before it listens. */
export interface ThreadSettings extends ServerSettings {
  /** Peers besides this machine: entries of the option rpcallowip. */
  readonly allowed: readonly string[];
  readonly access: AccessOptions;
  /** Names of methods that a thread for reading can answer; none where there is no such thread. */
  readonly reads: readonly string[];
  /** Of the figures that the thread of the node keeps up to date. */
  readonly figures: SharedArrayBuffer;
  /** Where the events of the chain come from; without it none are served. */
  readonly eventsPort: MessagePort | undefined;
}

/** An answer of the node, or what became of a request instead. */
export type ThreadAnswer =
  | HttpAnswer
  /** A failure of the node, with its text. */
  | { readonly failure: string };

/** To the serving thread. */
export type ToServer =
  | { readonly type: 'serve'; readonly settings: ThreadSettings }
  | { readonly type: 'answer'; readonly id: number; readonly answer: ThreadAnswer }
  /** A thread that reads can be asked at this port. */
  | { readonly type: 'reader'; readonly port: MessagePort }
  | { readonly type: 'refuse' }
  /** The wallet was locked: requests that had secrets are to be overwritten. */
  | { readonly type: 'clearMemory' }
  | { readonly type: 'stop' };

/** Requests of clients. */
export type ToNode =
  | { readonly type: 'request'; readonly id: number; readonly request: RpcRequest }
  /** The client of a request has gone. */
  | { readonly type: 'gone'; readonly id: number };

/** From the serving thread. */
export type FromServer =
  | ToNode
  /** Enough is read that a thread for it is worth while. */
  | { readonly type: 'readerWanted' }
  | { readonly type: 'wrongPassword'; readonly address: string; readonly inARow: number }
  | { readonly type: 'listening'; readonly addresses: readonly AddressInfo[] }
  | { readonly type: 'notListening'; readonly reason: Error }
  | { readonly type: 'unbound'; readonly address: BindAddress; readonly reason: Error }
  | { readonly type: 'failure'; readonly reason: Error };
