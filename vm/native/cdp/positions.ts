import { type RegId, sameRegId } from '../../../src/codec/regid.js';
import type { StateReader, StateWriter } from '../../../src/state/state.js';
import type { CdpPair } from '../../../src/state/tables/cdp-parameters.js';
import {
  CDP_TOTALS,
  CDPS,
  CDPS_BY_HEIGHT,
  CDPS_BY_OWNER,
  CDPS_BY_RATIO,
  CDPS_CLOSED_BY,
  type Cdp,
  type CdpCloseType,
  type CdpRatioKey,
  CLOSED_CDPS,
  cdpTotals,
} from '../../../src/state/tables/cdps.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { type Holdings, indexRatio, MAX_U64 } from './formulas.js';

/*
 * A position is in five tables at once. All changes of positions are made here.
 */

/** An open position. @throws TransactionRejected `cdp-not-exist` */
export function requirePosition(state: StateReader, id: string): Cdp {
  const cdp = state.get(CDPS, id);
  if (cdp === undefined) reject(REJECT.REJECT_INVALID, 'cdp-not-exist');
  return cdp;
}

/** @throws TransactionRejected `permission-denied` for any account but the owner */
export function requireOwner(cdp: Cdp, regId: RegId): void {
  if (!sameRegId(cdp.owner, regId)) reject(REJECT.REJECT_INVALID, 'permission-denied');
}

/** Interest never runs backwards. @throws TransactionRejected `height-error` */
export function requireNotBefore(cdp: Cdp, height: number): void {
  if (height < cdp.height) reject(REJECT.UPDATE_ACCOUNT_FAIL, 'height-error');
}

/** Whether more collateral and debt still fit 64 bits, in every sum that they enter (spec 05 §1, row 5). */
export function isRoomFor(state: StateReader, pair: CdpPair, added: Holdings): boolean {
  const { staked, owed } = cdpTotals(state, pair);
  return staked + added.staked <= MAX_U64 && owed + added.owed <= MAX_U64;
}

/** Adds a position, which its owner does not have of this pair yet. */
export function addPosition(state: StateWriter, id: string, cdp: Cdp): void {
  state.put(CDPS_BY_OWNER, ownerKeyOf(cdp), id);
  enter(state, id, cdp);
}

/** Replaces a position by what it is now; the pair and the owner stay. */
export function changePosition(state: StateWriter, id: string, before: Cdp, after: Cdp): void {
  leave(state, id, before);
  enter(state, id, after);
}

/**
 * Removes a position from the open ones.
 * @param txid - of the transaction that closes it, in display order
 */
export function closePosition(
  state: StateWriter,
  id: string,
  cdp: Cdp,
  type: CdpCloseType,
  txid: string,
): void {
  leave(state, id, cdp);
  state.delete(CDPS, id);
  state.delete(CDPS_BY_OWNER, ownerKeyOf(cdp));
  state.put(CLOSED_CDPS, id, { txid, type });
  if (type !== 'force_liquidate') state.put(CDPS_CLOSED_BY, [txid, id], true);
}

function enter(state: StateWriter, id: string, cdp: Cdp): void {
  state.put(CDPS, id, cdp);
  state.put(CDPS_BY_RATIO, ratioKeyOf(id, cdp), true);
  state.put(CDPS_BY_HEIGHT, [cdp.bcoinSymbol, cdp.scoinSymbol, cdp.height, id], true);
  changeTotals(state, cdp, { staked: cdp.staked, owed: cdp.owed });
}

/** Undoes `enter`, but for the position itself. */
function leave(state: StateWriter, id: string, cdp: Cdp): void {
  state.delete(CDPS_BY_RATIO, ratioKeyOf(id, cdp));
  state.delete(CDPS_BY_HEIGHT, [cdp.bcoinSymbol, cdp.scoinSymbol, cdp.height, id]);
  changeTotals(state, cdp, { staked: -cdp.staked, owed: -cdp.owed });
}

function changeTotals(state: StateWriter, pair: CdpPair, change: Holdings): void {
  const { staked, owed } = cdpTotals(state, pair);
  const { bcoinSymbol, scoinSymbol } = pair;
  const changed = { staked: staked + change.staked, owed: owed + change.owed };
  state.put(CDP_TOTALS, [bcoinSymbol, scoinSymbol], changed);
}

function ownerKeyOf({ owner, bcoinSymbol, scoinSymbol }: Cdp): readonly [RegId, string, string] {
  return [owner, bcoinSymbol, scoinSymbol];
}

function ratioKeyOf(id: string, cdp: Cdp): CdpRatioKey {
  return [cdp.bcoinSymbol, cdp.scoinSymbol, indexRatio(cdp), cdp.height, id];
}
