import { settlerRegId } from '../../vm/native/dex/dex-settle.js';
import type { Chain } from '../chain/chain.js';
import type { Mempool } from '../chain/mempool.js';
import type { RegId } from '../codec/regid.js';
import type { Consensus } from '../consensus/consensus.js';
import { BlockNotMade, ProductionError } from '../consensus/errors.js';
import { REGIDS } from '../state/tables/accounts.js';
import { ORDERS } from '../state/tables/orders.js';
import { requireWriting } from '../storage/read-only.js';
import type { WireRules } from '../tx/definition.js';
import { TransactionRejected } from '../tx/reject.js';
import { TX } from '../tx/transactions.js';
import type { DealItem } from '../tx/types/dex-settle.js';
import type { Wallet } from '../wallet/wallet.js';
import { ChainChanges } from './chain-changes.js';
import { Commitments } from './commitments.js';
import { Matching } from './matching.js';
import { match } from './order-books.js';
import { type OrderView, viewOf } from './order-view.js';
import { type RefusedDeal, RefusedDeals } from './refused-deals.js';
import {
  DEFAULT_MATCHER_SETTINGS,
  isConfirmed,
  isServed,
  type MatcherSettings,
  matchRules,
} from './settings.js';
import { dealsThatFit, settlementOf } from './settlement.js';

/** Blocks after which a settlement that is in none is given up. */
const PATIENCE = 10;

/** Refusals that no other choice of deals would avoid. */
const NOT_ABOUT_DEALS: ReadonlySet<string> = new Set([
  'sub-account-fees-failed',
  'unauthorized-settle-account',
  'account-lacks-perm',
  'bad-tx-sign',
  'tx-invalid-height',
]);

/** What the matcher works with. */
export interface MatcherParts {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly consensus: Pick<Consensus, 'submit' | 'catchingUp'>;
  readonly wallet: Wallet;
  readonly wireRules: WireRules;
  readonly settings?: Partial<MatcherSettings>;
  /** Called with errors, each problem once in a row. */
  readonly onProblem: (problem: Error) => void;
}

/** What a caller can query about the matcher. */
export interface MatcherStatus {
  readonly enabled: boolean;
  readonly settler: RegId;
  /** Orders in the books. */
  readonly openOrders: number;
  /** Settlements that are in no block yet. */
  readonly inFlight: number;
  /** Deals that wait to be handed in. */
  readonly waiting: number;
  /** Height of the tip in the last round. */
  readonly lastHeight: number;
  /** Deals that were handed in and taken. */
  readonly itemsTotal: number;
  readonly lastError: string | undefined;
  /** The newest deals that were refused, the last one first. */
  readonly refusedDeals: readonly RefusedDeal[];
  /** Deals that were refused since the node started. */
  readonly refusedTotal: number;
}

/** The settler's account with its key. */
interface Settler {
  readonly regId: RegId;
  readonly keyId: string;
}

/**
 * Matches the orders of the exchange and settles the deals, on a node whose wallet holds the
 * settler's key (spec 06 §16.6). It only reads blocks that are on the disk; what it keeps in memory
 * can be rebuilt from the chain and the memory pool at any time.
 */
export class Matcher {
  readonly #parts: MatcherParts;
  readonly #settings: MatcherSettings;
  readonly #changes: ChainChanges;
  readonly #commitments = new Commitments();
  readonly #matching: Matching;
  readonly #refused = new RefusedDeals();
  /** Height of the tip at which settlements were refused for a reason that is not in their deals. */
  #restingAt: number | undefined;
  #unsubscribe: (() => void) | undefined;
  #working: Promise<void> | undefined;
  #isDue = false;
  #lastHeight = 0;
  #handedIn = 0;
  #itemsTotal = 0;
  #lastError: string | undefined;

  constructor(parts: MatcherParts) {
    this.#parts = parts;
    this.#settings = { ...DEFAULT_MATCHER_SETTINGS, ...parts.settings };
    this.#changes = new ChainChanges(parts.chain);
    this.#matching = new Matching(parts.chain.ledger.network, this.#commitments, this.#settings);
  }

  /** The deals of all open orders at the tip, as if none had been dealt or promised yet. */
  simulate(): readonly DealItem[] {
    const { state, tip, ledger } = this.#parts.chain;
    const views: OrderView[] = [];
    for (const [id, order] of state.iterate(ORDERS)) {
      const view = viewOf(state, ledger.network, id, order);
      if (view === undefined || !isServed(this.#settings, view)) continue;
      if (isConfirmed(this.#settings, view, tip.header.height)) views.push(view);
    }
    return match(views, matchRules(this.#settings, state));
  }

  get status(): MatcherStatus {
    const { chain } = this.#parts;
    return {
      enabled: this.#unsubscribe !== undefined,
      settler: settlerRegId(chain.state, chain.ledger.network),
      openOrders: this.#matching.openOrders,
      inFlight: this.#commitments.inFlight.size,
      waiting: this.#commitments.waiting,
      lastHeight: this.#lastHeight,
      itemsTotal: this.#itemsTotal,
      lastError: this.#lastError,
      refusedDeals: this.#refused.newest,
      refusedTotal: this.#refused.total,
    };
  }

  /** Begins to match, at once and after every block. */
  enable(): void {
    requireWriting('the matcher');
    if (this.#unsubscribe !== undefined) return;
    const { chain, mempool } = this.#parts;
    const stopFollowing = [
      chain.subscribe({
        blockConnected: () => this.#wake(),
        blockDisconnected: () => {
          this.#changes.reset();
          this.#wake();
        },
      }),
      mempool.subscribe({
        transactionRemoved: ({ entry }) => {
          if (this.#commitments.inFlight.has(entry.prepared.txid)) this.#wake();
        },
      }),
    ];
    this.#unsubscribe = () => {
      for (const stop of stopFollowing) stop();
    };
    this.#changes.reset();
    this.#wake();
  }

  /** Starts no further round. Resolves when the current round has ended. */
  async disable(): Promise<void> {
    requireWriting('the matcher');
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    await this.#working;
  }

  /** Resolves when there is nothing to do before the next block. */
  async idle(): Promise<void> {
    while (this.#working !== undefined) await this.#working;
  }

  #wake(): void {
    this.#isDue = true;
    this.#working ??= this.#work();
  }

  async #work(): Promise<void> {
    // The caller that wakes the matcher is in the middle of something; rounds run after that.
    await Promise.resolve();
    while (this.#isDue && this.#unsubscribe !== undefined) {
      this.#isDue = false;
      try {
        await this.#round();
      } catch (error) {
        this.#changes.reset();
        this.#report(asError(error));
      }
    }
    this.#working = undefined;
  }

  async #round(): Promise<void> {
    const { chain, consensus } = this.#parts;
    await chain.ready();
    const settler = this.#settler();
    if (settler === undefined || consensus.catchingUp()) return;
    const tipHeight = chain.tip.header.height;
    if (tipHeight !== this.#lastHeight) this.#handedIn = 0;
    this.#lastHeight = tipHeight;
    this.#updateInFlight(tipHeight);
    const changes = this.#changes.next();
    const withheld = this.#withheld(tipHeight);
    this.#matching.next({ state: chain.state, tipHeight, changes, withheld });
    if (this.#restingAt !== tipHeight) await this.#handIn(settler, tipHeight);
  }

  /** The account that settles, if the wallet can sign for it. */
  #settler(): Settler | undefined {
    const { chain, wallet } = this.#parts;
    const regId = settlerRegId(chain.state, chain.ledger.network);
    const keyId = chain.state.get(REGIDS, regId);
    if (keyId === undefined || !wallet.has(keyId)) {
      this.#report(
        new Error(
          `the matcher rests: the key of the settler ${regId.height}-${regId.index} is not in the wallet`,
        ),
      );
      return undefined;
    }
    if (wallet.isLocked) {
      this.#report(new Error('the matcher rests: the wallet is locked'));
      return undefined;
    }
    return { regId, keyId };
  }

  /** Lets go of settlements that are in a block or have no chance to get into one, and notes those of others. */
  #updateInFlight(tipHeight: number): void {
    const { chain, mempool } = this.#parts;
    const isSettled = chain.head.hash === chain.tip.hash;
    for (const [txid, { height, items }] of [...this.#commitments.inFlight]) {
      const isConfirmed = chain.blocks.transactionLocation(txid) !== undefined;
      if (isConfirmed) {
        this.#itemsTotal += items.length;
        this.#refused.settled(items);
      }
      const isLost = !mempool.has(txid) && (isSettled || tipHeight - height > PATIENCE);
      if (isConfirmed || isLost) this.#commitments.land(txid);
      else if (tipHeight - height > PATIENCE && mempool.drop(txid)) this.#commitments.land(txid);
    }
    for (const { prepared, height } of mempool.entries()) {
      const { tx, txid } = prepared;
      if (tx.type === TX.DEX_TRADE_SETTLE && !this.#commitments.inFlight.has(txid)) {
        this.#commitments.launch(txid, tx.dealItems, height);
      }
    }
  }

  #withheld(tipHeight: number): ReadonlySet<string> {
    const { chain, mempool } = this.#parts;
    this.#refused.forgetUnless(id => chain.state.get(ORDERS, id) !== undefined);
    const withheld = new Set(this.#refused.leftAloneAt(tipHeight));
    for (const { prepared } of mempool.entries()) {
      if (prepared.tx.type === TX.DEX_CANCEL_ORDER) withheld.add(prepared.tx.orderId);
    }
    return withheld;
  }

  /** Hands in as many settlements as one block should have. */
  async #handIn(settler: Settler, tipHeight: number): Promise<void> {
    const { maxItems, maxBytes, maxTransactionsPerBlock } = this.#settings;
    const batchSize = Math.min(maxItems, dealsThatFit(maxBytes));
    const batches: Promise<void>[] = [];
    while (this.#commitments.waiting > 0 && this.#handedIn < maxTransactionsPerBlock) {
      batches.push(this.#submit(this.#commitments.nextBatch(batchSize), settler, tipHeight));
    }
    await Promise.all(batches);
  }

  /** Submits deals; if they are refused, each half of them, so that one bad deal costs only itself. */
  async #submit(items: readonly DealItem[], settler: Settler, tipHeight: number): Promise<void> {
    const { chain, wallet, wireRules, consensus } = this.#parts;
    const prepared = settlementOf(items, {
      network: chain.ledger.network,
      state: chain.state,
      wireRules,
      settler: settler.regId,
      validHeight: tipHeight,
      sign: hash => wallet.sign(hash, settler.keyId),
    });
    this.#handedIn++;
    this.#commitments.launch(prepared.txid, items, tipHeight);
    try {
      await consensus.submit(prepared);
      this.#lastError = undefined;
    } catch (error) {
      // It is in the pool and can still get into a block.
      if (error instanceof BlockNotMade) return this.#report(error);
      this.#commitments.land(prepared.txid);
      if (error instanceof ProductionError) throw error;
      await this.#resubmit(items, asError(error), settler, tipHeight);
    }
  }

  /** A fault of the program counts as a refusal: it must not keep the other deals waiting either. */
  async #resubmit(
    items: readonly DealItem[],
    refusal: Error,
    settler: Settler,
    tipHeight: number,
  ): Promise<void> {
    const reason = refusal instanceof TransactionRejected ? refusal.reason : refusal.message;
    if (NOT_ABOUT_DEALS.has(reason)) {
      this.#restingAt = tipHeight;
      this.#commitments.add(items);
      const message = `a settlement of ${items.length} deals was refused: ${reason}`;
      return this.#report(new Error(message, { cause: refusal }));
    }
    if (items.length > 1) {
      const half = Math.ceil(items.length / 2);
      await this.#submit(items.slice(0, half), settler, tipHeight);
      await this.#submit(items.slice(half), settler, tipHeight);
      return;
    }
    const { buyOrderId, sellOrderId, leftAlone, until } = this.#refused.refuse(items[0]!, reason, tipHeight);
    this.#report(
      new Error(
        `the deal of buy order ${buyOrderId} with sell order ${sellOrderId} was refused: ${reason}; ` +
          `order ${leftAlone} is left alone up to height ${until}`,
        { cause: refusal },
      ),
    );
  }

  /** The same problem is reported once, however many rounds it lasts. */
  #report(problem: Error): void {
    if (problem.message === this.#lastError) return;
    this.#lastError = problem.message;
    this.#parts.onProblem(problem);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
