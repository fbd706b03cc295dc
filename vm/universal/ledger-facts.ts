import { regIdInteger } from '../../src/codec/regid.js';
import { ACTIVE_DELEGATES } from '../../src/state/tables/delegates.js';
import { MEDIAN_PRICES } from '../../src/state/tables/prices.js';
import type { TransactionContext } from '../context.js';

/** What contracts ask of the ledger again and again and no action changes; each is looked up once in a transaction. */
export class LedgerFacts {
  readonly #state: TransactionContext['state'];
  #producers: readonly bigint[] | undefined;
  #prices: ReadonlyMap<string, bigint> | undefined;

  constructor({ state }: Pick<TransactionContext, 'state'>) {
    this.#state = state;
  }

  /** Regids of the active producers in integer form, in the order of their list. */
  producers(): readonly bigint[] {
    this.#producers ??= (this.#state.get(ACTIVE_DELEGATES, undefined) ?? []).map(({ regId }) =>
      regIdInteger(regId),
    );
    return this.#producers;
  }

  /** The median price of a coin in another, times 10^8; undefined where there is none. */
  price(baseCoin: string, quoteCoin: string): bigint | undefined {
    this.#prices ??= new Map(
      // Of two prices of one pair the first one counts.
      [...(this.#state.get(MEDIAN_PRICES, undefined) ?? [])]
        .reverse()
        .map(({ baseSymbol, quoteSymbol, price }) => [`${baseSymbol}/${quoteSymbol}`, price]),
    );
    return this.#prices.get(`${baseCoin}/${quoteCoin}`);
  }
}
