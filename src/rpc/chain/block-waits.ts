import type { Chain } from '../../chain/chain.js';
import { callAfter } from '../../config/long-timer.js';
import { RPC_LIMITS } from '../../config/rpc-limits.js';
import { RpcError } from '../declaration/errors.js';
import type { Waiter } from '../declaration/method.js';

/** Calls that wait for blocks: a bounded number of them, and none of them keeps another call from its turn. */
export class BlockWaits {
  readonly #waiting = new Set<() => void>();
  readonly #unsubscribe: () => void;
  #isClosed = false;

  constructor(chain: Pick<Chain, 'subscribe'>) {
    const look = (): void => {
      for (const check of [...this.#waiting]) check();
    };
    this.#unsubscribe = chain.subscribe({ blockConnected: look, blockDisconnected: look });
  }

  /**
   * Waits until something is so, looking at it after each change of the chain.
   * @param waiter - whose going ends it
   * @returns whether it is so; false when the time is over, the client has gone, or the node is stopping
   * @throws RpcError -32002 where too many wait already
   */
  async until(isSo: () => boolean, seconds: number, waiter: Waiter): Promise<boolean> {
    if (isSo() || seconds <= 0 || this.#isClosed || waiter.isGone) return isSo();
    const { most } = RPC_LIMITS.waitingForBlocks;
    if (this.#waiting.size >= most) {
      throw new RpcError(
        'NODE_BUSY',
        `${most} calls wait for blocks already: try again later, or subscribe to events`,
      );
    }
    await new Promise<void>(resolve => {
      const end = (): void => {
        cancel();
        waiter.onLeave(undefined);
        this.#waiting.delete(check);
        resolve();
      };
      const check = (): void => {
        if (this.#isClosed || isSo()) end();
      };
      const cancel = callAfter(seconds * 1000, end);
      this.#waiting.add(check);
      waiter.onLeave(end);
    });
    return isSo();
  }

  /** Ends all waiting: the node is stopping. */
  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    for (const check of [...this.#waiting]) check();
  }
}
