import { cdpParameter } from '../../../src/state/tables/cdp-parameters.js';
import { RECEIPT } from '../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { cdpSettleInterest } from '../../../src/tx/types/cdp-settle-interest.js';
import type { TransactionContext } from '../../context.js';
import { defineHandler } from '../handler.js';
import { isSettlementDue } from './formulas.js';
import { chargedInterest, payInterest } from './interest.js';
import { requirePrice, requireUnlocked } from './pair-conditions.js';
import { changePosition, isRoomFor, requirePosition } from './positions.js';
import { settlementOrderId } from './system-order-id.js';

/** Most positions of one settlement (spec 05 §7.5, decision D38). */
export const MAX_SETTLED_CDPS = 100;

/** CDP_FORCE_SETTLE_INTEREST_TX (spec 05 §7.5). */
export const cdpSettleInterestHandler = defineHandler(cdpSettleInterest, {
  summary: 'Turns the interest of positions into debt when it is due; made by the producer of a block.',

  check({ cdpList, txUid, fees, signature }) {
    if (cdpList.length === 0 || cdpList.length > MAX_SETTLED_CDPS) {
      reject(REJECT.REJECT_INVALID, 'invalid-cdp-list-size');
    }
    if (txUid.kind !== 'null') reject(REJECT.REJECT_INVALID, 'invalid-txUid');
    if (signature.length > 0) reject(REJECT.REJECT_INVALID, 'invalid-signature');
    // It is paid by no account and covered by no hash: any amount here would be created for the
    // producer (spec 05 §1, row 8).
    if (fees !== 0n) reject(REJECT.REJECT_INVALID, 'bad-tx-fee');
  },

  execute({ cdpList }, context) {
    const settled = new Set<string>();
    for (const id of cdpList) {
      if (settled.has(id)) reject(REJECT.REJECT_INVALID, 'duplicated-cdp');
      settled.add(id);
      settle(context, id);
    }
  },
});

/** Lends the owner the interest that is due and collects it at once. */
function settle(context: TransactionContext, id: string): void {
  const { state, block, network, prepared } = context;
  const cdp = requirePosition(state, id);
  requireUnlocked(context, cdp, requirePrice(context, cdp), 'global-cdp-lock-is-on');
  const cycle = cdpParameter(state, cdp, 'CDP_CONVERT_INTEREST_TO_DEBT_DAYS');
  if (!isSettlementDue(cdp.height, block.height, cycle, network.blocksPerDay)) {
    reject(REJECT.UPDATE_ACCOUNT_FAIL, 'not-reach-sttlement-cycle');
  }
  const owner = context.accountByRegId(cdp.owner);
  if (owner === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
  const interest = chargedInterest(context, cdp);
  if (!isRoomFor(state, cdp, { staked: 0n, owed: interest })) {
    reject(REJECT.READ_SYS_PARAM_FAIL, 'save-changed-cdp-failed');
  }
  context.operate(
    {
      keyId: owner.keyId,
      operation: 'ADD_FREE',
      symbol: cdp.scoinSymbol,
      amount: interest,
      receiptType: RECEIPT.CDP_MINTED_SCOIN_TO_OWNER,
    },
    [REJECT.UPDATE_ACCOUNT_FAIL, 'add-scoins-error'],
  );
  payInterest(context, {
    acting: { keyId: owner.keyId, objectId: settlementOrderId(prepared.txid, id) },
    cdpId: id,
    scoinSymbol: cdp.scoinSymbol,
    interest,
  });
  changePosition(state, id, cdp, { ...cdp, height: block.height, owed: cdp.owed + interest });
}
