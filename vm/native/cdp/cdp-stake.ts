import { tokenOf } from '../../../src/state/tables/accounts.js';
import { cdpParameter } from '../../../src/state/tables/cdp-parameters.js';
import { CDPS_BY_OWNER, type Cdp, cdpTotals } from '../../../src/state/tables/cdps.js';
import { ASSET_PERMISSION } from '../../../src/tx/permissions.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { GOVERNANCE_COIN, STABLE_COIN } from '../../../src/tx/symbols.js';
import { cdpStake, isNewCdp } from '../../../src/tx/types/cdp-stake.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { type Acting, actingAccount, actingSender } from './acting.js';
import { isCeilingReached, MAX_U64, minimumCollateral, stakeRatio } from './formulas.js';
import { chargedInterest, payInterest } from './interest.js';
import { requirePrice, requireUnlocked } from './pair-conditions.js';
import {
  addPosition,
  changePosition,
  isRoomFor,
  requireNotBefore,
  requireOwner,
  requirePosition,
} from './positions.js';

/** The collateral that an owner stakes, and what is minted for it. Amounts are in sawi. */
export interface StakeTerms {
  /** The position that grows, in display order; undefined opens a new one. */
  readonly cdpId: string | undefined;
  readonly bcoinSymbol: string;
  readonly amount: bigint;
  readonly scoinSymbol: string;
  readonly minted: bigint;
}

/** CDP_STAKE_TX (spec 05 §7.2). */
export const cdpStakeHandler = defineHandler(cdpStake, {
  summary: 'Pledges coins in a new or an open debt position, and borrows stable coins.',

  check({ assetsToStake, scoinSymbol }, context) {
    const [bcoinSymbol] = onlyAsset(assetsToStake);
    checkStakePair({ bcoinSymbol, scoinSymbol }, context);
  },

  execute(tx, context) {
    const [bcoinSymbol, amount] = onlyAsset(tx.assetsToStake);
    stakeIntoPosition(context, actingSender(context), {
      cdpId: isNewCdp(tx) ? undefined : tx.cdpTxid,
      bcoinSymbol,
      amount,
      scoinSymbol: tx.scoinSymbol,
      minted: tx.scoinsToMint,
    });
  },
});

/** The coin that is staked, and how much of it. @throws TransactionRejected `invalid-stake-asset` */
function onlyAsset(assets: ReadonlyMap<string, bigint>): readonly [symbol: string, amount: bigint] {
  const [asset, ...others] = assets;
  if (asset === undefined || others.length > 0) reject(REJECT.REJECT_INVALID, 'invalid-stake-asset');
  return asset;
}

/**
 * The checks of the two coins.
 * @throws TransactionRejected `invalid-CDP-SCoin-Symbol`, `invalid-CDP-BCoin-Symbol`
 */
export function checkStakePair(
  { bcoinSymbol, scoinSymbol }: Pick<StakeTerms, 'bcoinSymbol' | 'scoinSymbol'>,
  context: TransactionContext,
): void {
  if (scoinSymbol !== STABLE_COIN) reject(REJECT.REJECT_INVALID, 'invalid-CDP-SCoin-Symbol');
  const permissions = context.asset(bcoinSymbol)?.permsSum ?? 0n;
  const isSystemCoin = bcoinSymbol === GOVERNANCE_COIN || bcoinSymbol === STABLE_COIN;
  if (isSystemCoin || (permissions & ASSET_PERMISSION.CDP_BCOIN) === 0n) {
    reject(REJECT.REJECT_INVALID, 'invalid-CDP-BCoin-Symbol');
  }
}

/** Stakes for an account. The coins have been checked. @throws TransactionRejected */
export function stakeIntoPosition(context: TransactionContext, acting: Acting, terms: StakeTerms): void {
  const { amount, minted, scoinSymbol } = terms;
  const price = requirePrice(context, terms);
  requireUnlocked(context, terms, price, 'global-collateral-floor-reached');
  const ceiling = cdpParameter(context.state, terms, 'CDP_GLOBAL_COLLATERAL_CEILING_AMOUNT');
  if (isCeilingReached(cdpTotals(context.state, terms), amount, ceiling)) {
    reject(REJECT.REJECT_INVALID, 'global-collateral-ceiling-reached');
  }
  if (terms.cdpId === undefined) open(context, acting, terms, price);
  else extend(context, acting, terms, terms.cdpId, price);
  context.operate(
    {
      keyId: acting.keyId,
      operation: 'PLEDGE',
      symbol: terms.bcoinSymbol,
      amount,
      receiptType: RECEIPT.CDP_PLEDGED_ASSET_FROM_OWNER,
    },
    NOT_ENOUGH_COLLATERAL,
  );
  mint(context, acting.keyId, scoinSymbol, minted);
}

const NOT_ENOUGH_COLLATERAL = [REJECT.UPDATE_ACCOUNT_FAIL, 'bcoins-insufficient-error'] as const;

function open(context: TransactionContext, acting: Acting, terms: StakeTerms, price: bigint): void {
  const { state, block } = context;
  const { bcoinSymbol, scoinSymbol, amount, minted } = terms;
  if (amount === 0n || minted === 0n) reject(REJECT.REJECT_INVALID, 'invalid-amount');
  const owner = actingAccount(context, acting).regId;
  if (state.get(CDPS_BY_OWNER, [owner, bcoinSymbol, scoinSymbol]) !== undefined) {
    reject(REJECT.REJECT_INVALID, 'user-cdp-created');
  }
  requireStartRatio(context, terms, [stakeRatio(amount, minted, price)]);
  const position = { staked: amount, owed: minted };
  requireRoom(context, terms, position);
  addPosition(state, acting.objectId, {
    owner,
    height: block.height,
    bcoinSymbol,
    scoinSymbol,
    ...position,
  });
  const minimum = cdpParameter(state, terms, 'CDP_BCOINSTOSTAKE_AMOUNT_MIN_IN_SCOIN');
  if (amount < minimumCollateral(minimum, price)) {
    const detail = `${amount} sawi of collateral are in the position, at least ${minimumCollateral(minimum, price)} are needed`;
    reject(REJECT.REJECT_INVALID, 'total-staked-bcoins-too-small', detail);
  }
}

/** Adds to a position and settles its interest; where the owner has too little for that, it is lent to him. */
function extend(
  context: TransactionContext,
  acting: Acting,
  terms: StakeTerms,
  id: string,
  price: bigint,
): void {
  const { state, block, network } = context;
  const { scoinSymbol, amount, minted } = terms;
  const cdp = requirePosition(state, id);
  if (terms.bcoinSymbol !== cdp.bcoinSymbol) reject(REJECT.REJECT_INVALID, 'invalid-asset-symbol');
  const owner = actingAccount(context, acting);
  requireOwner(cdp, owner.regId);
  requireNotBefore(cdp, block.height);

  const interest = chargedInterest(context, cdp);
  const { free } = tokenOf(owner, scoinSymbol);
  const lent = interest > free ? interest - free : 0n;
  if (lent > 0n) mint(context, acting.keyId, scoinSymbol, lent);
  requireExtendedRatio(context, cdp, { ...terms, minted: minted + lent }, price);
  payInterest(context, { acting, cdpId: id, scoinSymbol, interest });
  const owed = network.mended.lentInterestIsOwed ? minted + lent : minted;
  requireRoom(context, cdp, { staked: amount, owed });
  changePosition(state, id, cdp, {
    ...cdp,
    height: block.height,
    staked: cdp.staked + amount,
    owed: cdp.owed + owed,
  });
}

/** What is added must be backed well enough, or else the whole position. */
function requireExtendedRatio(
  context: TransactionContext,
  { staked, owed }: Cdp,
  terms: StakeTerms,
  price: bigint,
): void {
  const { amount, minted } = terms;
  requireStartRatio(context, terms, [
    stakeRatio(amount, minted, price),
    stakeRatio(staked + amount, owed + minted, price),
  ]);
}

/** One of the ratios has to be as good as that of a new position. */
function requireStartRatio(
  { state }: TransactionContext,
  terms: StakeTerms,
  ratios: readonly bigint[],
): void {
  const start = cdpParameter(state, terms, 'CDP_START_COLLATERAL_RATIO');
  if (ratios.every(ratio => ratio < start)) {
    const [best = 0n] = [...ratios].sort((a, b) => (a > b ? -1 : 1));
    const detail = `the collateral is worth ${percent(best)} of the debt, at least ${percent(start)} are needed`;
    reject(REJECT.REJECT_INVALID, 'CDP-collateral-ratio-toosmall', detail);
  }
}

/** A ratio in ten-thousandths, as percent. */
function percent(ratio: bigint): string {
  return `${ratio / 100n}.${String(ratio % 100n).padStart(2, '0')} %`;
}

/** No account has as much as would not fit, so it is refused as a balance that does not suffice. */
function requireRoom(
  context: TransactionContext,
  pair: Pick<StakeTerms, 'bcoinSymbol' | 'scoinSymbol'>,
  added: { readonly staked: bigint; readonly owed: bigint },
): void {
  if (!isRoomFor(context.state, pair, added)) reject(...NOT_ENOUGH_COLLATERAL);
}

/** Creates stable coins for an account. @throws TransactionRejected `add-scoins-error` beyond 64 bits */
function mint(context: TransactionContext, keyId: string, symbol: string, amount: bigint): void {
  const refusal = [REJECT.UPDATE_ACCOUNT_FAIL, 'add-scoins-error'] as const;
  const { free } = tokenOf(context.accountByKeyId(keyId) ?? reject(...refusal), symbol);
  if (free + amount > MAX_U64) reject(...refusal);
  context.operate(
    { keyId, operation: 'ADD_FREE', symbol, amount, receiptType: RECEIPT.CDP_MINTED_SCOIN_TO_OWNER },
    refusal,
  );
}
