import type { Proposal } from '../../../../src/tx/proposal.js';
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
  1: systemParameters,
  2: governorList,
  3: producerCount,
  4: minimumFee,
  5: coinTransfer,
  6: accountPermissions,
  7: assetPermissions,
  8: cdpParameters,
  9: dexOperatorSwitch,
  11: feedPair,
  12: swapIn,
  13: swapOut,
  14: swapCoin,
  15: assetIssue,
  16: cancelOrder,
};

/** The rules of every proposal type (spec 05 §12). */
export const PROPOSAL_RULES: Readonly<Record<ProposalType, AnyProposalRules>> = RULES;

/** The rules of a proposal. */
export function rulesOf({ type }: Proposal): AnyProposalRules {
  return PROPOSAL_RULES[type];
}
