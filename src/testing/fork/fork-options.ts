import type { DevnetOptions } from '../devnet.js';
import type { ConnectOptions } from '../remote/index.js';

/** Which chain is forked, and where. */
export interface ForkOptions
  extends Pick<ConnectOptions, 'credentials' | 'datadir'>,
    Pick<DevnetOptions, 'luaJit'> {
  /** The node, such as `http://127.0.0.1:18901`; a user who may only read is enough. */
  readonly url: string;
  /** The block after which the fork begins; default: the newest one. The node must have the state of then. */
  readonly height?: number | undefined;
  /** The hash that the block must have, 64 hex digits; default: what the node, or the cache, has. */
  readonly hash?: string | undefined;
  /**
   * A folder, made where it is missing, relative to the working directory, in which what was read is kept: what is there
   * is not asked for again. Default: nothing is kept.
   */
  readonly cache?: string | undefined;
  /** Is called for every request to the node, with the methods and parameters of its calls. */
  readonly onRequest?: ((calls: readonly ForkRead[]) => void) | undefined;
}

/** A call of a method of the node. */
export interface ForkRead {
  readonly method: string;
  readonly params: readonly unknown[];
}
