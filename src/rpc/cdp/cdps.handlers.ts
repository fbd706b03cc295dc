import { ZERO_HASH } from '../../codec/codec.js';
import { uidText } from '../../codec/uid.js';
import { CDPS, type Cdp, CLOSED_CDPS, cdpClosedBy } from '../../state/tables/cdps.js';
import { TX } from '../../tx/transactions.js';
import { parseUid } from '../../tx/uid-text.js';
import { RpcError } from '../declaration/errors.js';
import { implement } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { WITH_WHAT_WAITS, whileWaiting } from '../node/while-waiting.js';
import { accountOf, requireAccount, senderParameter } from '../submission/account-parameters.js';
import { accountTextProblem } from '../submission/account-text.js';
import { feeParameter } from '../submission/fees.js';
import { signAndSubmit, standardFields, UNSIGNED } from '../submission/submit.js';
import { cdpDetailJson, cdpsOfAccountJson } from './cdp.results.js';
import type { methods } from './cdps.methods.js';

export const handlers = implement<typeof methods, NodeServices>({
  submitcdpstaketx({ addr, stake_combo_money: stake, mint_combo_money: mint, cdp_id, fee: given }, services) {
    const sender = senderParameter(services, addr);
    const fee = feeParameter(services, given, TX.CDP_STAKE);
    const cdpTxid = cdp_id ?? ZERO_HASH;
    if (cdpTxid === ZERO_HASH && stake.amount === 0n) throw invalid('stake_amount is zero!');
    if (cdpTxid === ZERO_HASH && mint.amount === 0n) throw invalid('mint_amount is zero!');
    requireAccount(services.state, sender);
    return signAndSubmit(services, {
      type: TX.CDP_STAKE,
      ...standardFields(services, sender, fee),
      cdpTxid,
      assetsToStake: new Map([[stake.symbol, stake.amount]]),
      scoinSymbol: mint.symbol,
      scoinsToMint: mint.amount,
      ...UNSIGNED,
    });
  },

  submitcdpredeemtx({ addr, cdp_id, repay_amount, redeem_amount, fee: given }, services) {
    const sender = senderParameter(services, addr);
    const fee = feeParameter(services, given, TX.CDP_REDEEM);
    requireAccount(services.state, sender);
    const cdp = requireCdp(services, cdp_id, 'INVALID_PARAMS');
    return signAndSubmit(services, {
      type: TX.CDP_REDEEM,
      ...standardFields(services, sender, fee),
      cdpTxid: cdp_id,
      scoinsToRepay: repay_amount,
      assetsToRedeem: new Map([[cdp.bcoinSymbol, redeem_amount]]),
      ...UNSIGNED,
    });
  },

  submitcdpliquidatetx({ addr, cdp_id, liquidate_amount, fee: given }, services) {
    const sender = senderParameter(services, addr);
    const fee = feeParameter(services, given, TX.CDP_LIQUIDATE);
    requireAccount(services.state, sender);
    return signAndSubmit(services, {
      type: TX.CDP_LIQUIDATE,
      ...standardFields(services, sender, fee),
      cdpTxid: cdp_id,
      liquidateAssetSymbol: '',
      scoinsToLiquidate: liquidate_amount,
      ...UNSIGNED,
    });
  },

  getcdp({ cdp_id }, services) {
    const cdp = requireCdp(services, cdp_id, 'INVALID_ADDRESS_OR_KEY');
    return { height: services.tipHeight, cdp: cdpDetailJson(services, cdp_id, cdp) };
  },

  getusercdp({ addr }, services) {
    const uid = parseUid(addr, services.network.addressVersion);
    if (uid === undefined) {
      throw new RpcError('INVALID_ADDRESS_OR_KEY', `Invalid addr: ${accountTextProblem(addr)}`);
    }
    const account = accountOf(services.state, uid);
    if (account === undefined) {
      throw new RpcError('INVALID_ADDRESS_OR_KEY', `The account not exists! userId=${uidText(uid)}`);
    }
    return { height: services.tipHeight, user_cdps: cdpsOfAccountJson(services, account) };
  },

  getclosedcdp({ cdp_id_or_txid: given }, { state }) {
    const byId = state.get(CLOSED_CDPS, given);
    if (byId !== undefined) {
      return { cdp_id: given, cdp_close_txid: byId.txid, cdp_close_type: byId.type };
    }
    const id = cdpClosedBy(state, given);
    const closed = id === undefined ? undefined : state.get(CLOSED_CDPS, id);
    if (id === undefined || closed === undefined) {
      throw new RpcError('INVALID_ADDRESS_OR_KEY', `Closed CDP (${given}) does not exist!`);
    }
    return { cdp_id: id, cdp_close_txid: given, cdp_close_type: closed.type };
  },
});

/** An open position. @throws RpcError with the code that the method has for an unknown one */
function requireCdp(
  services: Pick<NodeServices, 'state' | 'mempool'>,
  id: string,
  error: 'INVALID_PARAMS' | 'INVALID_ADDRESS_OR_KEY',
): Cdp {
  const cdp = services.state.get(CDPS, id);
  if (cdp !== undefined) return cdp;
  throw new RpcError(error, `CDP (${id}) does not exist!`, whileWaiting(services, id, WITH_WHAT_WAITS));
}

function invalid(message: string): RpcError {
  return new RpcError('INVALID_PARAMETER', message);
}
