import type { Proposal } from '../../../../src/tx/proposal.js';
import { PROPOSAL } from '../../../../src/tx/proposal-types.js';
import type { AnyProposalRules, ProposalRules, ProposalType } from '../proposal-rules.js';
import { accountPermissions } from './account-permissions.js';
import { assetIssue } from './asset-issue.js';
import { assetPermissions } from './asset-permissions.js';
import { cancelOrder } from './cancel-order.js';
import { cdpParameters } from './cdp-parameters.js';
import { coinTransfer } from './coin-transfer.js';
import { dexOperatorSwitch } from './dex-operator-switch.js';
import { feedPair } from './feed-pair.js';
import { governorList } from './governor-list.js';
import { minimumFee } from './minimum-fee.js';
import { producerCount } from './producer-count.js';
import { swapCoin } from './swap-coin.js';
import { swapIn } from './swap-in.js';
import { swapOut } from './swap-out.js';
import { systemParameters } from './system-parameters.js';

const RULES: { readonly [T in ProposalType]: ProposalRules<T> } = {
  [PROPOSAL.SYS_PARAM]: systemParameters,
  [PROPOSAL.BPMC_LIST]: governorList,
  [PROPOSAL.BP_SIZE]: producerCount,
  [PROPOSAL.MINER_FEE]: minimumFee,
  [PROPOSAL.COIN_TRANSFER]: coinTransfer,
  [PROPOSAL.ACCOUNT_PERM]: accountPermissions,
  [PROPOSAL.ASSET_PERM]: assetPermissions,
  [PROPOSAL.CDP_PARAM]: cdpParameters,
  [PROPOSAL.DEX_OP]: dexOperatorSwitch,
  [PROPOSAL.FEED_COINPAIR]: feedPair,
  [PROPOSAL.AXC_IN]: swapIn,
  [PROPOSAL.AXC_OUT]: swapOut,
  [PROPOSAL.AXC_COIN]: swapCoin,
  [PROPOSAL.ASSET_ISSUE]: assetIssue,
  [PROPOSAL.CANCEL_ORDER]: cancelOrder,
};

/** The rules of every proposal type (spec 05 §12). */
export const PROPOSAL_RULES: Readonly<Record<ProposalType, AnyProposalRules>> = RULES;

/** The rules of a proposal. */
export function rulesOf({ type }: Proposal): AnyProposalRules {
  return PROPOSAL_RULES[type];
}
