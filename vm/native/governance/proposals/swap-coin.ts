import { NO_REGID } from '../../../../src/codec/regid.js';
import { ASSET_TYPE, ASSETS } from '../../../../src/state/tables/assets.js';
import { mirrorSymbol, SWAP_COINS } from '../../../../src/state/tables/swap-coins.js';
import { ENABLE, isOperation } from '../../../../src/tx/enums.js';
import { type PROPOSAL, PROPOSAL_TYPES } from '../../../../src/tx/proposal-types.js';
import { REJECT, reject } from '../../../../src/tx/reject.js';
import type { TransactionContext } from '../../../context.js';
import { DELEGATED_ASSET_PERMISSIONS, isDelegatedAssetSymbol } from '../delegated-asset.js';
import { isForeignChain } from '../foreign-chain.js';
import { defineProposalRules, type ProposalOfType } from '../proposal-rules.js';

const MAX_PEER_SYMBOL_LENGTH = 6;

/** GOV_AXC_COIN (14): spec 05 §12.14. */
export const swapCoin = defineProposalRules(PROPOSAL_TYPES.crossChainCoin, {
  summary: 'Lets a coin of another chain be swapped, with a new asset that mirrors it, or not.',
  electorate: 'governors',

  check(proposal, context) {
    const { peerChainCoinSymbol, chain, operation } = proposal;
    if (!isOperation(operation)) reject(REJECT.REJECT_INVALID, 'op-type-error');
    checkAgainstKnown(proposal, context);
    if (!isForeignChain(chain)) reject(REJECT.REJECT_INVALID, 'chain_type-error');
    if (peerChainCoinSymbol.length > MAX_PEER_SYMBOL_LENGTH) {
      reject(REJECT.REJECT_INVALID, 'peer-coin-symbol-error');
    }
    if (!isDelegatedAssetSymbol(mirrorSymbol(peerChainCoinSymbol), context.network.mended)) {
      reject(REJECT.REJECT_INVALID, 'bad-symbol');
    }
  },

  apply({ peerChainCoinSymbol, chain, operation }, { state }) {
    if (state.get(SWAP_COINS, peerChainCoinSymbol) === undefined) {
      const symbol = mirrorSymbol(peerChainCoinSymbol);
      state.put(ASSETS, symbol, {
        symbol,
        name: symbol,
        type: ASSET_TYPE.delegated,
        permsSum: DELEGATED_ASSET_PERMISSIONS,
        owner: NO_REGID,
        totalSupply: 0n,
        mintable: false,
        icon: '',
      });
    }
    state.put(SWAP_COINS, peerChainCoinSymbol, { chain, enabled: operation === ENABLE });
  },
});

function checkAgainstKnown(
  { peerChainCoinSymbol, chain, operation }: ProposalOfType<typeof PROPOSAL.AXC_COIN>,
  context: TransactionContext,
): void {
  const known = context.state.get(SWAP_COINS, peerChainCoinSymbol);
  if (known === undefined) {
    if (operation !== ENABLE) reject(REJECT.REJECT_INVALID, 'axc-coin-not-enabled');
    if (context.asset(mirrorSymbol(peerChainCoinSymbol)) !== undefined) {
      reject(REJECT.REJECT_INVALID, 'asset-exist');
    }
    return;
  }
  if (known.chain !== chain) reject(REJECT.REJECT_INVALID, 'peer-chain-type-unmatch');
  if (known.enabled === (operation === ENABLE)) reject(REJECT.REJECT_INVALID, 'repeated-op-type');
}
