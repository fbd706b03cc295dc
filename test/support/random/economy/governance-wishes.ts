import { type RegId, regIdText, sameRegId } from '../../../../src/codec/regid.js';
import { cdpParameters, rangeOf, systemParameters } from '../../../../src/config/system-parameters.js';
import type { StateReader } from '../../../../src/state/state.js';
import { ACCOUNTS, tokenOf } from '../../../../src/state/tables/accounts.js';
import { ACTIVE_DELEGATES } from '../../../../src/state/tables/delegates.js';
import { ORDERS } from '../../../../src/state/tables/orders.js';
import { FOREIGN_CHAIN } from '../../../../src/state/tables/swap-coins.js';
import { largestMinimumFee, scheduledFees } from '../../../../src/tx/minimum-fees.js';
import { ALL_PERMISSIONS, PERMISSION } from '../../../../src/tx/permissions.js';
import type { Proposal } from '../../../../src/tx/proposal.js';
import { PROPOSAL } from '../../../../src/tx/proposal-types.js';
import { TX } from '../../../../src/tx/transactions.js';
import { approvalsNeeded, type Electorate, governors } from '../../../../vm/native/governance/electorate.js';
import type { ProposalDraft } from '../../../../vm/native/governance/proposal-rules.js';
import { rulesOf } from '../../../../vm/native/governance/proposals/index.js';
import { minimumFeeOf } from '../../../../vm/native/minimum-fee.js';
import type { Actor } from '../../ledgers/scratch-ledger.js';
import { EDGES, edgy, edgyWithin, pick } from '../edges.js';
import type { SeededRandom } from '../seeded-random.js';
import { CLERK, COINS, FEE, GOVERNOR, NETWORK, PEOPLE, PRODUCERS, TOKEN } from './cast.js';
import { prepared, type Scene, type Wish } from './scene.js';

/** A proposal with whatever extreme its range allows, and the approvals that carry it out. */
export function governanceWishes(scene: Scene): readonly Wish[] {
  return proposalWishes(scene, draftFor(scene));
}

/** A proposal and as many approvals as it needs. */
export function proposalWishes(scene: Scene, draft: ProposalDraft): readonly Wish[] {
  const { state } = scene;
  const proposal = { ...draft, expiryBlockHeight: 0, approvalMinCount: 0 } as Proposal;
  const request = prepared({ ...scene.head(CLERK, feeOf(state, 70)), type: TX.PROPOSAL_REQUEST, proposal });
  const axcSignature = new Uint8Array(draft.type === PROPOSAL.AXC_OUT ? 65 : 0);
  const members = membersOf(rulesOf(proposal).electorate, state);
  const approvers = members.slice(0, approvalsNeeded(members.length, NETWORK.mended));
  return [
    [`propose ${draft.type}`, request.tx],
    ...approvers.map((approver): Wish => {
      const head = scene.head(approver, feeOf(state, 71));
      return [
        `approve ${draft.type}`,
        { ...head, type: TX.PROPOSAL_APPROVAL, proposalId: request.txid, axcSignature },
      ];
    }),
  ];
}

/** Those who may approve now and are able to. */
function membersOf(electorate: Electorate, state: StateReader): readonly Actor[] {
  const members =
    electorate === 'governors'
      ? governors(state, NETWORK)
      : (state.get(ACTIVE_DELEGATES, undefined) ?? []).map(({ regId }) => regId);
  return members.map(actorOf);
}

function actorOf(regId: RegId): Actor {
  const actor = [GOVERNOR, ...PRODUCERS, ...PEOPLE, CLERK].find(one => sameRegId(one.regId, regId));
  if (actor === undefined) throw new TypeError(`${regIdText(regId)} is not in the cast`);
  return actor;
}

/** The smallest fee of a type now, in sawi of the base coin. */
function feeOf(state: StateReader, type: number): bigint {
  return minimumFeeOf(state, NETWORK, type, 'WICC') ?? FEE;
}

type Draft = (scene: Scene) => ProposalDraft | undefined;

function draftFor(scene: Scene): ProposalDraft {
  return pick(scene.random, DRAFTS)(scene) ?? systemParameter(scene);
}

const DRAFTS: readonly Draft[] = [
  systemParameter,
  systemParameter,
  systemParameter,
  cdpParameter,
  cdpParameter,
  minimumFee,
  minimumFee,
  permissionsOfPeople,
  permissionsOfPeople,
  permissionsOfOfficials,
  permissionsOfAsset,
  coinTransfer,
  coinTransfer,
  governorList,
  producerCount,
  operatorSwitch,
  feedPair,
  swapCoin,
  swapIn,
  swapOut,
  assetIssue,
  cancelOrder,
];

function systemParameter({ random }: Scene): ProposalDraft {
  // Which account is the voting contract, the matcher or the gateway, stays as it is.
  const parameter = pick(
    random,
    systemParameters.filter(({ isRegId }) => isRegId !== true),
  );
  const value = edgyWithin(random, rangeOf(parameter, NETWORK.mended));
  return { type: PROPOSAL.SYS_PARAM, params: [{ code: parameter.code, value }] };
}

function cdpParameter({ random }: Scene): ProposalDraft {
  const parameter = pick(random, cdpParameters);
  const value = edgyWithin(random, rangeOf(parameter, NETWORK.mended));
  const params = [{ code: parameter.code, value }];
  return { type: PROPOSAL.CDP_PARAM, params, bcoinSymbol: 'WICC', scoinSymbol: 'WUSD' };
}

function minimumFee({ random }: Scene): ProposalDraft {
  const governable = scheduledFees(NETWORK.minimumFees).filter(fee => fee.governable);
  const { type: txType } = pick(random, governable);
  const feeSawiAmount = edgyWithin(random, [1n, largestMinimumFee(txType)]);
  return { type: PROPOSAL.MINER_FEE, txType, feeSymbol: pick(random, ['WICC', 'WUSD']), feeSawiAmount };
}

function anyPermissions(random: SeededRandom): bigint {
  return pick(random, [ALL_PERMISSIONS, ALL_PERMISSIONS, ...Object.values(PERMISSION), 1024n, ...EDGES]);
}

function permissionsOfPeople({ random }: Scene): ProposalDraft {
  const accountUid = pick(random, PEOPLE).uid;
  return { type: PROPOSAL.ACCOUNT_PERM, accountUid, proposedPermsSum: anyPermissions(random) };
}

/** Of those whom governance itself depends on. */
function permissionsOfOfficials({ random }: Scene): ProposalDraft {
  const accountUid = pick(random, [GOVERNOR, GOVERNOR, GOVERNOR, ...PRODUCERS]).uid;
  return { type: PROPOSAL.ACCOUNT_PERM, accountUid, proposedPermsSum: anyPermissions(random) };
}

function permissionsOfAsset({ random }: Scene): ProposalDraft {
  const proposedPermsSum = pick(random, [1n, 2n, 3n, 3n, 31n, 31n, 31n, ...EDGES]);
  return { type: PROPOSAL.ASSET_PERM, assetSymbol: TOKEN, proposedPermsSum };
}

function coinTransfer(scene: Scene): ProposalDraft {
  const { random, relay, lua } = scene;
  const uids = [
    ...PEOPLE.map(({ uid }) => uid),
    ...[relay, lua].map(regId => ({ kind: 'regid', regId }) as const),
  ];
  const [fromUid, toUid] = [pick(random, uids), pick(random, uids)];
  return {
    type: PROPOSAL.COIN_TRANSFER,
    amount: edgy(random, 12),
    coinSymbol: pick(random, COINS),
    fromUid,
    toUid,
  };
}

function governorList({ random }: Scene): ProposalDraft {
  const governorRegId = pick(random, [GOVERNOR, ...PRODUCERS.slice(0, 4)]).regId;
  return { type: PROPOSAL.BPMC_LIST, governorRegId, operation: random.integer(0, 3) };
}

function producerCount({ random, height }: Scene): ProposalDraft {
  const totalBpsSize = pick(random, [0, 1, 2, 3, 10, 11, 11, 11, 12, 254, 255]);
  const effectiveHeight = pick(random, [height + 2, height + 3, 2 ** 31, 2 ** 32 - 1, 0]);
  return { type: PROPOSAL.BP_SIZE, totalBpsSize, effectiveHeight };
}

function operatorSwitch({ random }: Scene): ProposalDraft {
  return { type: PROPOSAL.DEX_OP, dexId: random.integer(0, 2), operation: random.integer(0, 3) };
}

function feedPair({ random }: Scene): ProposalDraft {
  const baseSymbol = pick(random, [TOKEN, TOKEN, 'WICC', 'WUSD']);
  return { type: PROPOSAL.FEED_COINPAIR, baseSymbol, quoteSymbol: 'USD', operation: random.integer(0, 3) };
}

const SWAPPED = ['ETH', 'BTC'] as const;

function swapCoin({ random }: Scene): ProposalDraft {
  const [peerChainCoinSymbol, chain] = pick(random, [
    ['ETH', FOREIGN_CHAIN.ethereum],
    ['BTC', FOREIGN_CHAIN.bitcoin],
  ] as const);
  return { type: PROPOSAL.AXC_COIN, peerChainCoinSymbol, chain, operation: random.integer(1, 2) };
}

function swapIn({ random }: Scene): ProposalDraft {
  const txid = `0x${random.integer(0, 20).toString(16).padStart(64, 'aB')}`;
  return {
    type: PROPOSAL.AXC_IN,
    peerChainTokenSymbol: 'ETH',
    peerChainAddr: `0x${'5'.repeat(40)}`,
    peerChainTxid: txid,
    selfChainUid: pick(random, [CLERK, ...PEOPLE]).uid,
    swapAmount: edgy(random, 14),
  };
}

/** The clerk proposes, so that it is his coins; he has what swaps have brought him, or nothing. */
function swapOut({ random, state }: Scene): ProposalDraft {
  const symbol = pick(random, SWAPPED);
  const selfChainTokenSymbol = `m${symbol}`;
  const clerk = state.get(ACCOUNTS, CLERK.keyId);
  const held = clerk === undefined ? 0n : tokenOf(clerk, selfChainTokenSymbol).free;
  return {
    type: PROPOSAL.AXC_OUT,
    selfChainUid: { kind: 'null' },
    selfChainTokenSymbol,
    peerChainAddr: symbol === 'ETH' ? `0x${'5'.repeat(40)}` : `1${'5'.repeat(30)}`,
    swapAmount: pick(random, [held, held / 2n, held + 1n, edgy(random, 14)]),
    signatures: [],
  };
}

function assetIssue({ random }: Scene): ProposalDraft {
  const assetSymbol = `ISSUED${pick(random, ['A', 'B', 'C'])}`;
  return {
    type: PROPOSAL.ASSET_ISSUE,
    assetSymbol,
    totalSupply: edgy(random, 18),
    ownerRegId: pick(random, PEOPLE).regId,
  };
}

function cancelOrder({ random, state }: Scene): ProposalDraft | undefined {
  const orders = [...state.iterate(ORDERS)];
  return orders.length === 0 ? undefined : { type: PROPOSAL.CANCEL_ORDER, orderId: pick(random, orders)[0] };
}
