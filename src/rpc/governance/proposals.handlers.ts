import type { ProposalDraft } from '../../../vm/native/governance/proposal-rules.js';
import { NULL_UID } from '../../codec/uid.js';
import { ASSETS } from '../../state/tables/assets.js';
import { ORDERS } from '../../state/tables/orders.js';
import { freeTextFrom } from '../../tx/free-text.js';
import { PROPOSAL } from '../../tx/proposal-types.js';
import { TX } from '../../tx/transactions.js';
import type { Money } from '../../tx/units.js';
import { RpcError } from '../declaration/errors.js';
import { type AfterTurn, implement } from '../declaration/method.js';
import type { NodeServices } from '../node/services.js';
import { WITH_WHAT_WAITS, whileWaiting } from '../node/while-waiting.js';
import { requireAccount, senderParameter, uidParameter } from '../submission/account-parameters.js';
import { requireCoin, requireNotZero } from '../submission/coins.js';
import { feeParameter } from '../submission/fees.js';
import { matureRegId, requireMatureRegId } from '../submission/mature-regid.js';
import { requireFunds } from '../submission/simulated-balance.js';
import { changedPermissions } from './permission-changes.js';
import type { methods } from './proposals.methods.js';
import { proposedCdpParameters, proposedSystemParameter, proposedValue } from './proposed-parameters.js';
import { requestProposal, submitRequest } from './request-proposal.js';

const MAX_PRODUCERS = 255;
/** The code of this one error, which is in no table (spec 02 §5.14). */
const NO_MATURE_OWNER = 100;

export const handlers = implement<typeof methods, NodeServices>({
  submitparamgovernproposal({ sender: from, param_name, param_value, fee }, services) {
    const sender = senderParameter(services, from);
    const value = proposedValue(param_name, param_value);
    return requestProposal(services, sender, fee, () => ({
      type: PROPOSAL.SYS_PARAM,
      params: [proposedSystemParameter(param_name, value, services.network)],
    }));
  },

  submitcdpparamgovernproposal({ sender: from, params, bcoin_symbol, scoin_symbol, fee }, services) {
    const sender = senderParameter(services, from);
    return requestProposal(services, sender, fee, () => ({
      type: PROPOSAL.CDP_PARAM,
      params: proposedCdpParameters(params, services.network),
      bcoinSymbol: freeTextFrom(bcoin_symbol),
      scoinSymbol: freeTextFrom(scoin_symbol),
    }));
  },

  submitgovernorupdateproposal({ sender: from, governor, operate_type, fee }, services) {
    const sender = senderParameter(services, from);
    const governorRegId = requireMatureRegId(services, uidParameter(services, governor));
    return requestProposal(services, sender, fee, () => ({
      type: PROPOSAL.BPMC_LIST,
      governorRegId,
      operation: operate_type,
    }));
  },

  submittotalbpssizeupdateproposal({ sender: from, total_bps_size, effective_height, fee }, services) {
    const sender = senderParameter(services, from);
    if (total_bps_size < 1 || total_bps_size > MAX_PRODUCERS) {
      throw new RpcError('INVALID_PARAMETER', `the range of total_bps_size is (0,${MAX_PRODUCERS}]`);
    }
    return requestProposal(services, sender, fee, () => ({
      type: PROPOSAL.BP_SIZE,
      totalBpsSize: total_bps_size,
      effectiveHeight: effective_height,
    }));
  },

  submitminerfeeproposal: ({ sender, tx_type, min_fee, fee }, services) =>
    propose(services, sender, fee, {
      type: PROPOSAL.MINER_FEE,
      txType: tx_type,
      feeSymbol: freeTextFrom(min_fee.symbol),
      feeSawiAmount: min_fee.amount,
    }),

  submitcointransferproposal({ sender: from, from: payer, to, amount, fee: given }, services) {
    const { state } = services;
    const sender = senderParameter(services, from);
    const fromUid = uidParameter(services, payer);
    const toUid = uidParameter(services, to);
    const fee = feeParameter(services, given, TX.PROPOSAL_REQUEST);
    requireCoin(services, amount.symbol);
    requireNotZero(amount);
    requireFunds(state, fromUid, amount);
    requireFunds(state, sender, fee);
    const coins = { amount: amount.amount, coinSymbol: amount.symbol };
    return submitRequest(services, sender, fee, { type: PROPOSAL.COIN_TRANSFER, ...coins, fromUid, toUid });
  },

  submitaccountpermproposal({ sender: from, account, permissions, fee }, services) {
    const sender = senderParameter(services, from);
    const accountUid = uidParameter(services, account);
    return requestProposal(services, sender, fee, () => {
      const { permsSum } = requireAccount(services.state, accountUid);
      return {
        type: PROPOSAL.ACCOUNT_PERM,
        accountUid,
        proposedPermsSum: changedPermissions(permsSum, permissions),
      };
    });
  },

  submitassetpermproposal({ sender: from, asset_symbol, permissions, fee }, services) {
    const sender = senderParameter(services, from);
    const assetSymbol = freeTextFrom(asset_symbol);
    return requestProposal(services, sender, fee, () => {
      const asset = services.state.get(ASSETS, assetSymbol);
      if (asset === undefined) {
        throw new RpcError('INVALID_PARAMETER', `not find asset that named ${asset_symbol}`);
      }
      return {
        type: PROPOSAL.ASSET_PERM,
        assetSymbol,
        proposedPermsSum: changedPermissions(asset.permsSum, permissions),
      };
    });
  },

  submitfeedcoinpairproposal: ({ sender, base_symbol, quote_symbol, operate_type, fee }, services) =>
    propose(services, sender, fee, {
      type: PROPOSAL.FEED_COINPAIR,
      baseSymbol: freeTextFrom(base_symbol),
      quoteSymbol: freeTextFrom(quote_symbol),
      operation: operate_type,
    }),

  submitdexswitchproposal: ({ sender, dexid, operate_type, fee }, services) =>
    propose(services, sender, fee, { type: PROPOSAL.DEX_OP, dexId: dexid, operation: operate_type }),

  submitaxccoinproposal: ({ sender, peer_chain_coin_symbol, peer_chain_type, operate_type, fee }, services) =>
    propose(services, sender, fee, {
      type: PROPOSAL.AXC_COIN,
      peerChainCoinSymbol: freeTextFrom(peer_chain_coin_symbol),
      chain: peer_chain_type,
      operation: operate_type,
    }),

  submitaxcinproposal(args, services) {
    const sender = senderParameter(services, args.sender);
    const selfChainUid = uidParameter(services, args.self_chain_uid);
    return requestProposal(services, sender, args.fee, () => ({
      type: PROPOSAL.AXC_IN,
      peerChainTokenSymbol: freeTextFrom(args.peer_chain_token_symbol),
      peerChainAddr: freeTextFrom(args.peer_chain_addr),
      peerChainTxid: freeTextFrom(args.peer_chain_txid),
      selfChainUid,
      swapAmount: args.swap_amount,
    }));
  },

  submitaxcoutproposal: ({ sender, self_chain_token_symbol, peer_chain_addr, swap_amount, fee }, services) =>
    propose(services, sender, fee, {
      type: PROPOSAL.AXC_OUT,
      selfChainUid: NULL_UID,
      selfChainTokenSymbol: freeTextFrom(self_chain_token_symbol),
      peerChainAddr: freeTextFrom(peer_chain_addr),
      swapAmount: swap_amount,
      signatures: [],
    }),

  submitdiaissueproposal({ sender: from, asset_symbol, owner, total_supply, fee }, services) {
    const sender = senderParameter(services, from);
    const ownerRegId = matureRegId(services, uidParameter(services, owner));
    if (ownerRegId === undefined) {
      throw new RpcError(NO_MATURE_OWNER, 'owner regid not exist or immature');
    }
    return requestProposal(services, sender, fee, () => ({
      type: PROPOSAL.ASSET_ISSUE,
      assetSymbol: freeTextFrom(asset_symbol),
      totalSupply: total_supply,
      ownerRegId,
    }));
  },

  submitcancelorderproposal({ sender: from, order_id, fee }, services) {
    const sender = senderParameter(services, from);
    return requestProposal(services, sender, fee, () => {
      if (services.state.get(ORDERS, order_id) === undefined) {
        throw new RpcError(
          'DEX_ORDER_INACTIVE',
          'Order is inactive or not existed',
          whileWaiting(services, order_id, WITH_WHAT_WAITS),
        );
      }
      return { type: PROPOSAL.CANCEL_ORDER, orderId: order_id };
    });
  },
});

/** Proposes what needs no further check here. */
function propose(
  services: NodeServices,
  sender: string,
  fee: Money | undefined,
  draft: ProposalDraft,
): AfterTurn {
  return requestProposal(services, senderParameter(services, sender), fee, () => draft);
}
