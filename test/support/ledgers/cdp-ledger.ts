import { ZERO_HASH } from '../../../src/codec/codec.js';
import { NULL_UID } from '../../../src/codec/uid.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import { reserveRegId } from '../../../src/config/system-accounts.js';
import { CDP_PARAMETERS, type CdpParameterName } from '../../../src/config/system-parameters.js';
import type { ExecutedTransaction } from '../../../src/ledger/types.js';
import { EMPTY_TOKEN, newAccount, type Token, tokenOf } from '../../../src/state/tables/accounts.js';
import { CDP_PARAMS } from '../../../src/state/tables/cdp-parameters.js';
import { CDPS, type Cdp } from '../../../src/state/tables/cdps.js';
import { ORDERS, type Order } from '../../../src/state/tables/orders.js';
import { MEDIAN_PRICES } from '../../../src/state/tables/prices.js';
import { TX } from '../../../src/tx/transactions.js';
import type { CdpLiquidate } from '../../../src/tx/types/cdp-liquidate.js';
import type { CdpRedeem } from '../../../src/tx/types/cdp-redeem.js';
import type { CdpSettleInterest } from '../../../src/tx/types/cdp-settle-interest.js';
import type { CdpStake } from '../../../src/tx/types/cdp-stake.js';
import { addPosition } from '../../../vm/native/cdp/positions.js';
import { type Actor, ALICE, HEIGHT, ScratchLedger, signatureOf } from './scratch-ledger.js';

export const WICC_WUSD = { bcoinSymbol: 'WICC', scoinSymbol: 'WUSD' } as const;

const FEE = { feeSymbol: 'WICC', fees: 1_000_000n } as const;

/** A scratch ledger with prices, and short ways to make debt positions and what is done to them. */
export class CdpLedger extends ScratchLedger {
  readonly reserve: string;

  constructor(overrides: Partial<NetworkParameters> = {}) {
    super(overrides);
    this.reserve = this.keyIdAt(reserveRegId(this.network))!;
    this.setPrices({ WICC: 25_000_000n, WGRT: 1_000_000n });
  }

  /** Sets all median prices times 10^8 by coin, as if fed at a height. */
  setPrices(prices: Readonly<Record<string, bigint>>, lastFeedHeight = HEIGHT): void {
    const list = Object.entries(prices).map(([baseSymbol, price]) => ({
      baseSymbol,
      quoteSymbol: 'USD',
      price,
      lastFeedHeight,
    }));
    this.state.put(
      MEDIAN_PRICES,
      undefined,
      list.sort((a, b) => (a.baseSymbol < b.baseSymbol ? -1 : 1)),
    );
  }

  setCdpParameter(name: CdpParameterName, value: bigint, bcoinSymbol = 'WICC'): void {
    this.state.put(CDP_PARAMS, [bcoinSymbol, 'WUSD', CDP_PARAMETERS[name].code], value);
  }

  /** Gives an account balances of a coin that it keeps beside its others. */
  setToken(keyId: string, symbol: string, token: Partial<Token>): void {
    const tokens = new Map(this.account(keyId)?.tokens);
    tokens.set(symbol, { ...EMPTY_TOKEN, ...token });
    this.alter(keyId, { tokens });
  }

  token(keyId: string, symbol: string): Token {
    return tokenOf(this.account(keyId) ?? newAccount(keyId), symbol);
  }

  /** Writes an open position directly into the state, its collateral pledged. */
  place(id: string, owner: Actor, { staked, owed, height = HEIGHT, bcoinSymbol = 'WICC' }: PlacedCdp): Cdp {
    const cdp = { owner: owner.regId, height, bcoinSymbol, scoinSymbol: 'WUSD', staked, owed };
    addPosition(this.state, id, cdp);
    const { pledged, ...others } = this.token(owner.keyId, bcoinSymbol);
    this.setToken(owner.keyId, bcoinSymbol, { ...others, pledged: pledged + staked });
    return cdp;
  }

  cdp(id: string): Cdp | undefined {
    return this.state.get(CDPS, id);
  }

  /** The open orders of the system by id. */
  orders(): ReadonlyMap<string, Order> {
    return new Map(this.state.iterate(ORDERS));
  }

  /** A stake of 1000 WICC for 100 WUSD in a new position. */
  stakeTx(changes: Partial<CdpStake> = {}, sender = ALICE, height = HEIGHT): CdpStake {
    return {
      type: TX.CDP_STAKE,
      ...this.#head(sender, height),
      cdpTxid: ZERO_HASH,
      assetsToStake: new Map([['WICC', 100_000_000_000n]]),
      scoinSymbol: 'WUSD',
      scoinsToMint: 10_000_000_000n,
      ...changes,
    };
  }

  redeemTx(changes: Partial<CdpRedeem>, sender = ALICE, height = HEIGHT): CdpRedeem {
    return {
      type: TX.CDP_REDEEM,
      ...this.#head(sender, height),
      cdpTxid: ZERO_HASH,
      scoinsToRepay: 0n,
      assetsToRedeem: new Map([['WICC', 0n]]),
      ...changes,
    };
  }

  liquidateTx(changes: Partial<CdpLiquidate>, sender: Actor, height = HEIGHT): CdpLiquidate {
    return {
      type: TX.CDP_LIQUIDATE,
      ...this.#head(sender, height),
      cdpTxid: ZERO_HASH,
      liquidateAssetSymbol: '',
      scoinsToLiquidate: 1_000_000_000n,
      ...changes,
    };
  }

  settleTx(cdpList: readonly string[], height = HEIGHT): CdpSettleInterest {
    return {
      type: TX.CDP_FORCE_SETTLE_INTEREST,
      version: 1,
      validHeight: height,
      txUid: NULL_UID,
      fees: 0n,
      cdpList,
      signature: new Uint8Array(),
    };
  }

  /** Executes the median transaction of a block at a height, in which nothing was fed. */
  executeMedian(height = HEIGHT): ExecutedTransaction {
    const block = this.begin(height);
    const executed = block.execute(block.medianTransaction()!);
    block.state.merge();
    return executed;
  }

  #head({ uid, publicKey }: Actor, height: number) {
    return {
      version: 1,
      validHeight: height - 1,
      txUid: uid,
      ...FEE,
      signature: signatureOf(publicKey),
    } as const;
  }
}

/** A position as tests place it. */
export interface PlacedCdp {
  readonly staked: bigint;
  readonly owed: bigint;
  /** From which interest runs; default: that of the tests. */
  readonly height?: number;
  readonly bcoinSymbol?: string;
}

/** An id that is easy to tell apart: one digit, repeated. */
export function idOf(digit: string): string {
  return digit.repeat(64);
}
