import type { BlockFailure } from '../chain/executed-block.js';
import type { FeedSource } from '../chain/feed-source.js';
import { type RegId, regIdText, sameRegId } from '../codec/regid.js';
import { regIdUid } from '../codec/uid.js';
import type { NetworkParameters } from '../config/network.js';
import type { PairPrice, TradingPair } from '../config/pair-options.js';
import type { BlockSigner, ProducerKeys } from '../consensus/solo/producer-keys.js';
import { minimumFeeOf } from '../ledger/fees.js';
import type { BlockExecution } from '../ledger/types.js';
import type { StateReader } from '../state/state.js';
import { ACCOUNTS, REGIDS } from '../state/tables/accounts.js';
import { PRICE_SAMPLES } from '../state/tables/prices.js';
import { requireWriting } from '../storage/read-only.js';
import { type PreparedTransaction, prepareTransaction, signedForm } from '../tx/envelope.js';
import { BASE_COIN } from '../tx/symbols.js';
import { TX } from '../tx/transactions.js';
import type { PriceFeed, PricePoint } from '../tx/types/price-feed.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { feedablePairs } from './feedable-pairs.js';

/** Prices in one feed at most (spec 05 §9.1). */
const MAX_PRICES = 100;

/** A price cannot be fed here; the message says why. */
export class PriceFeedError extends Error {
  override readonly name = 'PriceFeedError';
}

export interface PriceFeederParts {
  readonly network: NetworkParameters;
  readonly keys: ProducerKeys;
  /** Called with errors that prevent prices from being fed, each problem once in a row. */
  readonly onProblem: (problem: Error) => void;
}

/**
 * Feeds prices on a development chain, as the producers of a public chain do from outside: the
 * producer of each block reports them in it. The median follows after more than half of the blocks of
 * its window (spec 05 §9.2).
 */
export class PriceFeeder implements FeedSource {
  readonly #parts: PriceFeederParts;
  readonly #prices = new Map<string, PairPrice>();
  /** What kept a price out of the block that is being made. */
  #obstacle: string | undefined;
  #problem: string | undefined;

  constructor(parts: PriceFeederParts) {
    this.#parts = parts;
  }

  /** What is fed, in the order in which it was first set. */
  get prices(): readonly PairPrice[] {
    return [...this.#prices.values()];
  }

  /** What kept a price out of the newest block that was made; undefined if nothing did. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /**
   * Feeds a price from the next block on, in place of another of its pair.
   * @throws PriceFeedError on a network that is not for development, or when there are too many
   */
  set(price: PairPrice): void {
    requireWriting('the prices that are fed');
    const { name, development } = this.#parts.network;
    if (development === undefined) {
      throw new PriceFeedError(
        `a node feeds prices itself only on a development network such as regtest, not on ${name}: ` +
          'there, producers submit them (submitpricefeedtx)',
      );
    }
    const pair = pairText(price);
    if (!this.#prices.has(pair) && this.#prices.size === MAX_PRICES) {
      throw new PriceFeedError(`at most ${MAX_PRICES} prices can be fed at a time`);
    }
    this.#prices.set(pair, price);
  }

  /** Feeds the price of a pair no more. @returns whether it was fed */
  stop(pair: TradingPair): boolean {
    requireWriting('the prices that are fed');
    return this.#prices.delete(pairText(pair));
  }

  feedsFor({ context: { height, producer }, state }: BlockExecution): readonly PreparedTransaction[] {
    this.#obstacle = undefined;
    const pricePoints = this.#pointsFor(producer, height, state);
    if (pricePoints.length === 0) return [];
    const sign = this.#signerOf(producer, state);
    if (sign === undefined) {
      this.#obstacle = `the key of producer ${regIdText(producer)} is not among those of this node`;
      return [];
    }
    const { network } = this.#parts;
    const unsigned: PriceFeed = {
      type: TX.PRICE_FEED,
      version: 1,
      validHeight: height,
      txUid: regIdUid(producer),
      fees: minimumFeeOf(state, network, TX.PRICE_FEED, BASE_COIN) ?? 0n,
      feeSymbol: BASE_COIN,
      pricePoints,
      signature: new Uint8Array(),
    };
    const wireRules = wireRulesOf(network);
    const prepared = prepareTransaction(unsigned, wireRules);
    const tx = { ...unsigned, signature: sign(prepared.sighash) };
    return [signedForm(prepared, tx, wireRules)];
  }

  settled([refused]: readonly BlockFailure[]): void {
    const problem = refused === undefined ? this.#obstacle : `a price feed was refused: ${refused.reason}`;
    const isNew = problem !== undefined && problem !== this.#problem;
    this.#problem = problem;
    if (isNew) this.#parts.onProblem(new Error(problem));
  }

  #signerOf(producer: RegId, state: StateReader): BlockSigner | undefined {
    const keyId = state.get(REGIDS, producer);
    const account = keyId === undefined ? undefined : state.get(ACCOUNTS, keyId);
    return account && this.#parts.keys.ownSignerOf(account);
  }

  /** Prices that can be fed in a block, without those that its producer has fed there otherwise. */
  #pointsFor(producer: RegId, height: number, state: StateReader): readonly PricePoint[] {
    if (this.#prices.size === 0) return [];
    const feedable = new Set(feedablePairs(state).map(pairText));
    const fed = new Set(
      (state.get(PRICE_SAMPLES, height) ?? [])
        .filter(({ feeder }) => sameRegId(feeder, producer))
        .map(sample => pairText({ assetSymbol: sample.baseSymbol, coinSymbol: sample.quoteSymbol })),
    );
    const points: PricePoint[] = [];
    for (const [pair, { assetSymbol, coinSymbol, price }] of this.#prices) {
      if (!feedable.has(pair)) this.#obstacle = `${pair} is no pair whose price can be fed`;
      else if (!fed.has(pair)) points.push({ baseSymbol: assetSymbol, quoteSymbol: coinSymbol, price });
    }
    return points;
  }
}

/** A pair as it is written in options. */
export function pairText({ assetSymbol, coinSymbol }: TradingPair): string {
  return `${assetSymbol}:${coinSymbol}`;
}
