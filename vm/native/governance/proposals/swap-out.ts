import type { Uid } from '../../../../src/codec/uid.js';
import { type Account, tokenOf } from '../../../../src/state/tables/accounts.js';
import { ASSETS } from '../../../../src/state/tables/assets.js';
import { peerSymbolOf, SWAP_COINS, type SwapCoin } from '../../../../src/state/tables/swap-coins.js';
import { PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import type { TransactionContext } from '../../../context.js';
import { requireWay } from '../../ways.js';
import { isForeignAddress } from '../foreign-chain.js';
import { defineProposalRules } from '../proposal-rules.js';
import { requireSwapAmount, SWAP_LIFETIME } from '../swap-terms.js';

/** GOV_AXC_OUT (13): spec 05 §12.13. The account that requests it pays. */
export const swapOut = defineProposalRules(PROPOSAL_TYPES.crossChainOut, {
  summary: 'Burns a mirrored asset of its requester, whom the approvers pay on the other chain.',
  electorate: 'governors',
  lifetime: SWAP_LIFETIME,

  check({ selfChainUid, selfChainTokenSymbol, peerChainAddr, swapAmount }, context, occasion) {
    const coin = swapCoinOf(selfChainTokenSymbol, context);
    if (coin === undefined) reject(REJECT.REJECT_INVALID, 'self-chain-token-symbol-not-exist');
    if (!coin.enabled) reject(REJECT.REJECT_INVALID, 'self-chain-token-symbol-disable');
    if (!isForeignAddress(coin.chain, peerChainAddr, context.network.mended)) {
      reject(REJECT.REJECT_INVALID, 'peer_chain_addr-invalid');
    }
    const payer = payerOf(occasion === 'request' ? context.prepared.tx.txUid : selfChainUid, context);
    requireWay(context, 'swapOut', payer, selfChainTokenSymbol);
    if (tokenOf(payer, selfChainTokenSymbol).free < swapAmount) {
      reject(REJECT.REJECT_INVALID, 'balance-not-enough');
    }
    requireSwapAmount(swapAmount);
  },

  complete: (proposal, context) => ({ ...proposal, selfChainUid: context.prepared.tx.txUid }),

  apply({ selfChainUid, selfChainTokenSymbol, swapAmount }, context) {
    context.operate(
      {
        keyId: payerOf(selfChainUid, context).keyId,
        operation: 'SUB_FREE',
        symbol: selfChainTokenSymbol,
        amount: swapAmount,
        receiptType: RECEIPT.AXC_BURN_COINS,
      },
      [REJECT.REJECT_INVALID, 'bad-operate-balance'],
    );
    const asset = context.asset(selfChainTokenSymbol);
    if (asset === undefined) reject(REJECT.REJECT_INVALID, 'get-axc-dia-asset-err');
    if (swapAmount > asset.totalSupply) {
      reject(REJECT.REJECT_INVALID, 'swap-amount-exceed-total-supply');
    }
    const totalSupply = asset.totalSupply - swapAmount;
    context.state.put(ASSETS, selfChainTokenSymbol, { ...asset, totalSupply });
  },
});

/** The coin that an asset mirrors, if it mirrors one. */
function swapCoinOf(symbol: string, { state }: TransactionContext): SwapCoin | undefined {
  const peerSymbol = peerSymbolOf(symbol);
  return peerSymbol === undefined ? undefined : state.get(SWAP_COINS, peerSymbol);
}

function payerOf(uid: Uid, context: TransactionContext): Account {
  return context.account(uid) ?? reject(REJECT.REJECT_INVALID, 'account-not-exist');
}
