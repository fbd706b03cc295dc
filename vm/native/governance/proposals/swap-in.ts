import type { RegId } from '../../../../src/codec/regid.js';
import { regIdFromInteger } from '../../../../src/codec/regid.js';
import { ASSETS } from '../../../../src/state/tables/assets.js';
import {
  mirrorSymbol,
  SWAP_COINS,
  SWAP_INS,
  type SwapCoin,
} from '../../../../src/state/tables/swap-coins.js';
import { type PROPOSAL, PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import type { Refusal, TransactionContext } from '../../../context.js';
import { canonicalTxid, isForeignAddress, isForeignTxid } from '../foreign-chain.js';
import { defineProposalRules, type ProposalOfType } from '../proposal-rules.js';
import { MAX_ASSET_SUPPLY, requireSwapAmount, SWAP_LIFETIME, swapShares } from '../swap-terms.js';

/** GOV_AXC_IN (12): spec 05 §12.12. */
export const swapIn = defineProposalRules(PROPOSAL_TYPES.crossChainIn, {
  summary: 'Mints the mirrored asset for coins that were paid in on another chain.',
  electorate: 'governors',
  lifetime: SWAP_LIFETIME,

  check(proposal, context) {
    const { peerChainTokenSymbol, peerChainTxid, selfChainUid, swapAmount } = proposal;
    const { chain } = checkForeignSide(proposal, context);
    if (selfChainUid.kind === 'null') reject(REJECT.REJECT_INVALID, 'self_chain_uid-empty');
    if (context.account(selfChainUid) === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
    requireSwapAmount(swapAmount);
    if (
      context.state.get(SWAP_INS, [chain, canonicalTxid(peerChainTxid, context.network.mended)]) !== undefined
    ) {
      reject(REJECT.REJECT_INVALID, 'get_swapin_mint-record-err');
    }
    const asset = context.asset(mirrorSymbol(peerChainTokenSymbol));
    if (asset === undefined) reject(REJECT.REJECT_INVALID, 'get-axc-dia-asset-err');
    if (asset.totalSupply + swapAmount > MAX_ASSET_SUPPLY) {
      reject(REJECT.REJECT_INVALID, 'total-supply-too-large');
    }
  },

  apply(proposal, context, approvers) {
    const { peerChainTokenSymbol, peerChainTxid, swapAmount } = proposal;
    const coin = context.state.get(SWAP_COINS, peerChainTokenSymbol);
    if (coin === undefined) reject(REJECT.REJECT_INVALID, 'find-swapcoinpair-error');
    const minted = payShares(proposal, context, approvers);
    context.state.put(SWAP_INS, [coin.chain, canonicalTxid(peerChainTxid, context.network.mended)], minted);
    addSupply(mirrorSymbol(peerChainTokenSymbol), swapAmount, context);
  },
});

function checkForeignSide(
  { peerChainTokenSymbol, peerChainAddr, peerChainTxid }: ProposalOfType<typeof PROPOSAL.AXC_IN>,
  { state, network }: TransactionContext,
): SwapCoin {
  const coin = state.get(SWAP_COINS, peerChainTokenSymbol);
  if (coin === undefined) reject(REJECT.REJECT_INVALID, 'axc-swap-pair-not-exist');
  if (!coin.enabled) reject(REJECT.REJECT_INVALID, 'axc-swap-pair-disable');
  if (!isForeignAddress(coin.chain, peerChainAddr, network.mended))
    reject(REJECT.REJECT_INVALID, 'peer_chain_addr-invalid');
  if (!isForeignTxid(coin.chain, peerChainTxid, network.mended))
    reject(REJECT.REJECT_INVALID, 'peer_chain_txid-invalid');
  return coin;
}

const FEE_REFUSED: Refusal = [REJECT.REJECT_INVALID, 'bad-process-swapfee'];
const MINT_REFUSED: Refusal = [REJECT.REJECT_INVALID, 'bad-operate-balance'];

/** Creates the coins: those of the approvers, of the gateway, of the user. @returns what the user got, in sawi */
function payShares(
  { peerChainTokenSymbol, selfChainUid, swapAmount }: ProposalOfType<typeof PROPOSAL.AXC_IN>,
  context: TransactionContext,
  approvers: readonly RegId[],
): bigint {
  const shares = swapShares(swapAmount, context.parameter('AXC_SWAP_FEE_RATIO'), approvers.length);
  const symbol = mirrorSymbol(peerChainTokenSymbol);
  const mint = (keyId: string, amount: bigint, receiptType: number, refusal: Refusal) =>
    context.operate({ keyId, operation: 'ADD_FREE', symbol, amount, receiptType }, refusal);

  for (const approver of approvers) {
    const account = context.accountByRegId(approver);
    if (account === undefined) reject(REJECT.REJECT_INVALID, 'bad-get-bp-governors');
    mint(account.keyId, shares.perApprover, RECEIPT.AXC_REWARD_FEE_TO_GOVERNOR, FEE_REFUSED);
  }
  const gateway = context.accountByRegId(regIdFromInteger(context.parameter('AXC_SWAP_GATEWAY_REGID')));
  if (gateway === undefined) reject(REJECT.REJECT_INVALID, 'bad-get-gw-account');
  mint(gateway.keyId, shares.gateway, RECEIPT.AXC_REWARD_FEE_TO_GW, FEE_REFUSED);
  const user = context.account(selfChainUid);
  if (user === undefined) reject(REJECT.REJECT_INVALID, 'account-not-exist');
  mint(user.keyId, shares.user, RECEIPT.AXC_MINT_COINS, MINT_REFUSED);
  return shares.user;
}

function addSupply(symbol: string, amount: bigint, { state }: TransactionContext): void {
  const asset = state.get(ASSETS, symbol);
  if (asset === undefined) reject(REJECT.REJECT_INVALID, 'get-axc-dia-asset-err');
  state.put(ASSETS, symbol, { ...asset, totalSupply: asset.totalSupply + amount });
}
