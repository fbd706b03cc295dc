import type { Chain } from '../chain/chain.js';
import { TRADES } from '../state/tables/dex-history.js';
import { DEX_OPERATORS } from '../state/tables/dex-operators.js';
import { ORDERS } from '../state/tables/orders.js';
import { pairOf } from './order-view.js';

/** What blocks have changed that matters to the matcher. */
export interface ChangedOrders {
  /** Ids of orders that are new, gone or partly dealt. */
  readonly ids: ReadonlySet<string>;
  /** Pairs that were traded. */
  readonly pairs: ReadonlySet<string>;
}

/** Follows the tip of a chain. Every order counts as changed at first, and after a block was taken back. */
export class ChainChanges {
  readonly #chain: Pick<Chain, 'tip' | 'undoOf'>;
  #height: number | undefined;

  constructor(chain: Pick<Chain, 'tip' | 'undoOf'>) {
    this.#chain = chain;
  }

  /** Lets everything count as changed. */
  reset(): void {
    this.#height = undefined;
  }

  /** What has changed since the last call, up to the tip; `everything` where it must all be read again. */
  next(): ChangedOrders | 'everything' {
    const from = this.#height;
    const to = this.#chain.tip.header.height;
    this.#height = to;
    if (from === undefined) return 'everything';
    const changes = { ids: new Set<string>(), pairs: new Set<string>() };
    for (let height = from + 1; height <= to; height++) {
      if (!this.#collect(height, changes)) return 'everything';
    }
    return changes;
  }

  /** @returns false where the changes of a block are unknown, or affect every order */
  #collect(height: number, { ids, pairs }: { ids: Set<string>; pairs: Set<string> }): boolean {
    const undo = this.#chain.undoOf(height);
    if (undo === undefined) return false;
    for (const { table, key } of undo) {
      switch (table.prefix) {
        case ORDERS.prefix:
          ids.add(ORDERS.key.decode(key));
          break;
        case TRADES.prefix: {
          const [assetSymbol, coinSymbol] = TRADES.key.decode(key);
          pairs.add(pairOf({ assetSymbol, coinSymbol }));
          break;
        }
        case DEX_OPERATORS.prefix:
          return false;
      }
    }
    return true;
  }
}
