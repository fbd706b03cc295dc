import { NO_REGID, type RegId, regIdText } from '../../../src/codec/regid.js';
import { NULL_UID, regIdUid } from '../../../src/codec/uid.js';
import type { NetworkParameters } from '../../../src/config/network.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../../src/config/networks/development-keys.js';
import { builtInGovernorRegId } from '../../../src/config/system-accounts.js';
import { CDP_PARAMETERS, SYSTEM_PARAMETERS } from '../../../src/config/system-parameters.js';
import { keyIdOf } from '../../../src/crypto/keys.js';
import type { ExecutedTransaction } from '../../../src/ledger/types.js';
import { REGIDS } from '../../../src/state/tables/accounts.js';
import { ASSET_TYPE } from '../../../src/state/tables/assets.js';
import { DEX_OPERATORS, type DexOperator } from '../../../src/state/tables/dex-operators.js';
import { GENERATED_BY, type Order, putOrder } from '../../../src/state/tables/orders.js';
import { PROPOSAL_APPROVALS, PROPOSALS } from '../../../src/state/tables/proposals.js';
import { FOREIGN_CHAIN, SWAP_COINS } from '../../../src/state/tables/swap-coins.js';
import { ENABLE, OPEN_PUBLIC, ORDER_BUY, ORDER_LIMIT } from '../../../src/tx/enums.js';
import { ASSET_PERMISSION } from '../../../src/tx/permissions.js';
import type { Proposal } from '../../../src/tx/proposal.js';
import { PROPOSAL } from '../../../src/tx/proposal-types.js';
import { TX } from '../../../src/tx/transactions.js';
import type { ProposalApproval } from '../../../src/tx/types/proposal-approval.js';
import type { ProposalRequest } from '../../../src/tx/types/proposal-request.js';
import type { ProposalDraft, ProposalType } from '../../../vm/native/governance/proposal-rules.js';
import { rulesOf } from '../../../vm/native/governance/proposals/index.js';
import {
  type Actor,
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  type Rejection,
  ScratchLedger,
  signatureOf,
} from './scratch-ledger.js';

const { TRANSFER, DEX_BASE, CDP_BCOIN, PRICE_FEED } = ASSET_PERMISSION;

/** An asset that prices may be fed of. */
export const FED_ASSET = 'FEDCOIN';
/** An asset that may be transferred and traded only. */
export const PLAIN_ASSET = 'PLAINCO';
/** An order of BOB that holds 0.3 stable coins. */
export const ORDER_ID = '11'.repeat(32);
const BITCOIN_ADDRESS = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
export const PEER_TXID = `0x${'ab'.repeat(32)}`;

/** A proposal of each type that can be carried out on a {@link GovernanceLedger}. */
export const DRAFTS: { readonly [T in ProposalType]: ProposalDraft<T> } = {
  [PROPOSAL.SYS_PARAM]: {
    type: PROPOSAL.SYS_PARAM,
    params: [{ code: SYSTEM_PARAMETERS.ASSET_ISSUE_FEE.code, value: 50_000_000_000n }],
  },
  [PROPOSAL.BPMC_LIST]: { type: PROPOSAL.BPMC_LIST, governorRegId: BOB.regId, operation: ENABLE },
  [PROPOSAL.BP_SIZE]: { type: PROPOSAL.BP_SIZE, totalBpsSize: 12, effectiveHeight: HEIGHT + 50 },
  [PROPOSAL.MINER_FEE]: {
    type: PROPOSAL.MINER_FEE,
    txType: TX.UCOIN_STAKE,
    feeSymbol: 'WICC',
    feeSawiAmount: 20_000n,
  },
  [PROPOSAL.COIN_TRANSFER]: {
    type: PROPOSAL.COIN_TRANSFER,
    amount: 100_000_000n,
    coinSymbol: 'WICC',
    fromUid: BOB.uid,
    toUid: CAROL.uid,
  },
  [PROPOSAL.ACCOUNT_PERM]: { type: PROPOSAL.ACCOUNT_PERM, accountUid: BOB.uid, proposedPermsSum: 1n },
  [PROPOSAL.ASSET_PERM]: {
    type: PROPOSAL.ASSET_PERM,
    assetSymbol: PLAIN_ASSET,
    proposedPermsSum: TRANSFER | DEX_BASE | CDP_BCOIN | PRICE_FEED,
  },
  [PROPOSAL.CDP_PARAM]: {
    type: PROPOSAL.CDP_PARAM,
    params: [{ code: CDP_PARAMETERS.CDP_INTEREST_PARAM_A.code, value: 3n }],
    bcoinSymbol: 'WICC',
    scoinSymbol: 'WUSD',
  },
  [PROPOSAL.DEX_OP]: { type: PROPOSAL.DEX_OP, dexId: 1, operation: ENABLE },
  [PROPOSAL.FEED_COINPAIR]: {
    type: PROPOSAL.FEED_COINPAIR,
    baseSymbol: FED_ASSET,
    quoteSymbol: 'USD',
    operation: ENABLE,
  },
  [PROPOSAL.AXC_IN]: {
    type: PROPOSAL.AXC_IN,
    peerChainTokenSymbol: 'BTC',
    peerChainAddr: BITCOIN_ADDRESS,
    peerChainTxid: PEER_TXID,
    selfChainUid: BOB.uid,
    swapAmount: 100_000_000n,
  },
  [PROPOSAL.AXC_OUT]: {
    type: PROPOSAL.AXC_OUT,
    selfChainUid: NULL_UID,
    selfChainTokenSymbol: 'mBTC',
    peerChainAddr: BITCOIN_ADDRESS,
    swapAmount: 10_000_000n,
    signatures: [],
  },
  [PROPOSAL.AXC_COIN]: {
    type: PROPOSAL.AXC_COIN,
    peerChainCoinSymbol: 'ETH',
    chain: FOREIGN_CHAIN.ethereum,
    operation: ENABLE,
  },
  [PROPOSAL.ASSET_ISSUE]: {
    type: PROPOSAL.ASSET_ISSUE,
    assetSymbol: 'DIACOIN',
    totalSupply: 1_000_000_000_000_000n,
    ownerRegId: BOB.regId,
  },
  [PROPOSAL.CANCEL_ORDER]: { type: PROPOSAL.CANCEL_ORDER, orderId: ORDER_ID },
};

/** The operator that BOB owns, not activated. */
const OPERATOR: DexOperator = {
  owner: BOB.regId,
  feeReceiver: BOB.regId,
  name: 'bob-dex',
  portalUrl: '',
  openMode: OPEN_PUBLIC,
  makerFeeRatio: 0n,
  takerFeeRatio: 0n,
  sharedWith: [],
  activated: false,
  memo: new Uint8Array(),
};

export const ORDER: Order = {
  generatedBy: GENERATED_BY.user,
  orderType: ORDER_LIMIT,
  orderSide: ORDER_BUY,
  coinSymbol: 'WUSD',
  assetSymbol: 'WICC',
  coinAmount: 50_000_000n,
  assetAmount: 500_000_000n,
  price: 10_000_000n,
  dexId: 0,
  operatorParameters: undefined,
  position: { height: HEIGHT - 1, index: 2 },
  owner: BOB.regId,
  dealtCoinAmount: 20_000_000n,
  dealtAssetAmount: 200_000_000n,
  sourceType: 'user',
  sourceId: ORDER_ID,
};

/** A signature on another chain, as approvers of a swap give it. */
export const PEER_SIGNATURE = Buffer.alloc(64, 7);

/** A scratch ledger with something for every type of proposal to act on. */
export class GovernanceLedger extends ScratchLedger {
  /** G-2, with coins for fees. */
  readonly governor: Actor;
  /** The eleven active producers in the order of their regids. */
  readonly producers: readonly Actor[];
  #requests = 0n;

  constructor(overrides: Partial<NetworkParameters> = {}) {
    super(overrides);
    this.governor = this.actorAt(builtInGovernorRegId(this.network), DEVELOPMENT_PUBLIC_KEYS.governor);
    this.producers = DEVELOPMENT_PUBLIC_KEYS.delegates.map((key, i) =>
      this.actorAt({ height: 0, index: i + 2 }, key),
    );
    this.endow(this.governor.keyId, 'WICC', 100_000_000n);
    this.#addObjects();
  }

  /** The account that has a regid and a key; registers it where there is none. */
  actorAt(regId: RegId, publicKey: string): Actor {
    const keyId = keyIdOf(Buffer.from(publicKey, 'hex'));
    if (this.keyIdAt(regId) === undefined) {
      this.state.put(REGIDS, regId, keyId);
      this.alter(keyId, { regId, ownerKey: publicKey });
    }
    if (this.keyIdAt(regId) !== keyId) throw new Error(`${regIdText(regId)} has another key`);
    return { regId, uid: regIdUid(regId), keyId, publicKey };
  }

  /** Requests a proposal. @returns its id */
  propose(draft: ProposalDraft, height = HEIGHT, requester = ALICE): string {
    return this.execute(this.requestTx(draft, height, requester), height).prepared.txid;
  }

  /** A request whose id is unlike that of every other one. */
  requestTx(draft: ProposalDraft, height = HEIGHT, requester = ALICE): ProposalRequest {
    this.#requests++;
    return {
      type: TX.PROPOSAL_REQUEST,
      version: 1,
      validHeight: height - 1,
      txUid: requester.uid,
      fees: 10_000n + this.#requests,
      feeSymbol: 'WICC',
      proposal: { ...draft, expiryBlockHeight: 0, approvalMinCount: 0 } as Proposal,
      signature: signatureOf(requester.publicKey),
    };
  }

  approvalTx(proposalId: string, approver: Actor, changes: Partial<ProposalApproval> = {}): ProposalApproval {
    return {
      type: TX.PROPOSAL_APPROVAL,
      version: 1,
      validHeight: HEIGHT - 1,
      txUid: approver.uid,
      feeSymbol: 'WICC',
      fees: 10_000n,
      proposalId,
      axcSignature: PEER_SIGNATURE,
      signature: signatureOf(approver.publicKey),
      ...changes,
    };
  }

  approve(proposalId: string, approver: Actor, height = HEIGHT): ExecutedTransaction {
    return this.execute(this.approvalTx(proposalId, approver, { validHeight: height - 1 }), height);
  }

  approvalRejection(proposalId: string, approver: Actor, height = HEIGHT): Rejection {
    return this.rejection(this.approvalTx(proposalId, approver, { validHeight: height - 1 }), height);
  }

  /** Those whose approvals carry a proposal out that is made while the governor is the built-in one. */
  approversOf(draft: ProposalDraft): readonly Actor[] {
    const { electorate } = rulesOf(draft as Proposal);
    return electorate === 'governors' ? [this.governor] : this.producers.slice(0, 8);
  }

  /** Requests a proposal and has it approved. @returns the last approval, which carries it out */
  carryOut(draft: ProposalDraft, height = HEIGHT): ExecutedTransaction {
    const id = this.propose(draft, height);
    const executed = this.approversOf(draft).map(approver => this.approve(id, approver, height));
    return executed.at(-1)!;
  }

  /** How a request is refused. */
  requestRejection(draft: ProposalDraft, requester = ALICE): Rejection {
    return this.rejection(this.requestTx(draft, HEIGHT, requester));
  }

  /** How the last approval is refused of a proposal that was good when it was made. */
  lastApprovalRejection(draft: ProposalDraft, spoil: (ledger: this) => void): Rejection {
    const id = this.propose(draft);
    const approvers = this.approversOf(draft);
    for (const approver of approvers.slice(0, -1)) this.approve(id, approver);
    spoil(this);
    return this.approvalRejection(id, approvers.at(-1)!);
  }

  proposal(id: string): Proposal | undefined {
    return this.state.get(PROPOSALS, id);
  }

  /** Regids of the approvers of a proposal. */
  approvals(id: string): readonly string[] {
    return (this.state.get(PROPOSAL_APPROVALS, id) ?? []).map(regIdText);
  }

  #addObjects(): void {
    const plain = { type: ASSET_TYPE.userIssued, owner: ALICE.regId, totalSupply: 0n };
    this.addAsset(PLAIN_ASSET, { ...plain, permsSum: TRANSFER | DEX_BASE });
    this.addAsset(FED_ASSET, { ...plain, permsSum: TRANSFER | DEX_BASE | PRICE_FEED });
    this.addAsset('mBTC', {
      type: ASSET_TYPE.delegated,
      owner: NO_REGID,
      permsSum: TRANSFER | DEX_BASE,
      totalSupply: 100_000_000n,
    });
    this.endow(ALICE.keyId, 'mBTC', 100_000_000n);
    this.state.put(SWAP_COINS, 'BTC', { chain: FOREIGN_CHAIN.bitcoin, enabled: true });
    this.state.put(DEX_OPERATORS, 1, OPERATOR);
    this.addOrder(ORDER_ID, ORDER, 30_000_000n);
  }

  /** Adds an order of BOB, and the coins of it that are still frozen. */
  addOrder(id: string, order: Order, frozen: bigint): void {
    const symbol = order.orderSide === ORDER_BUY ? order.coinSymbol : order.assetSymbol;
    const tokens = new Map(this.account(BOB.keyId)?.tokens);
    const before = tokens.get(symbol) ?? { free: 0n, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n };
    tokens.set(symbol, { ...before, frozen: before.frozen + frozen });
    this.alter(BOB.keyId, { tokens });
    putOrder(this.state, id, order);
  }
}
