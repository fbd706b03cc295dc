import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NO_REGID, regIdInteger } from '../../../../src/codec/regid.js';
import { keyIdUid, NULL_UID, publicKeyUid, regIdUid } from '../../../../src/codec/uid.js';
import { MAIN } from '../../../../src/config/networks/main.js';
import { REFERENCE_RULES } from '../../../../src/config/networks/reference.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import {
  CDP_PARAMETERS,
  cdpParameters,
  rangeOf,
  SYSTEM_PARAMETERS,
  systemParameters,
} from '../../../../src/config/system-parameters.js';
import { REGIDS } from '../../../../src/state/tables/accounts.js';
import { ASSETS } from '../../../../src/state/tables/assets.js';
import { CDP_PARAMS } from '../../../../src/state/tables/cdp-parameters.js';
import { PRODUCER_COUNT } from '../../../../src/state/tables/delegates.js';
import { DEX_OPERATORS } from '../../../../src/state/tables/dex-operators.js';
import { GENERATED_BY, putOrder, removeOrder } from '../../../../src/state/tables/orders.js';
import { FEED_PAIRS } from '../../../../src/state/tables/prices.js';
import { PROPOSALS } from '../../../../src/state/tables/proposals.js';
import { FOREIGN_CHAIN, SWAP_COINS, SWAP_INS } from '../../../../src/state/tables/swap-coins.js';
import { DISABLE, ENABLE } from '../../../../src/tx/enums.js';
import { PROPOSAL } from '../../../../src/tx/proposal-types.js';
import type { ProposalDraft } from '../../../../vm/native/governance/proposal-rules.js';
import { MAX_ASSET_SUPPLY } from '../../../../vm/native/governance/swap-terms.js';
import {
  DRAFTS,
  FED_ASSET,
  GovernanceLedger,
  ORDER,
  ORDER_ID,
  PEER_TXID,
  PLAIN_ASSET,
} from '../../../support/ledgers/governance-ledger.js';
import {
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  STRANGER_KEY_ID,
  STRANGER_KEYS,
} from '../../../support/ledgers/scratch-ledger.js';
import { readVectors } from '../../../support/vectors/vectors.js';

type Prepare = (ledger: GovernanceLedger) => void;

/** A request that is refused with code 16 unless another is named. */
type Row = readonly [
  what: string,
  draft: ProposalDraft,
  reason: string,
  options?: { prepare?: Prepare; code?: number },
];

const NOBODY = regIdUid({ height: 77, index: 7 });
const param = (code: number, value: bigint): ProposalDraft<typeof PROPOSAL.SYS_PARAM> => ({
  type: PROPOSAL.SYS_PARAM,
  params: [{ code, value }],
});
const cdpParam = (code: number, value: bigint): ProposalDraft<typeof PROPOSAL.CDP_PARAM> => ({
  ...DRAFTS[PROPOSAL.CDP_PARAM],
  params: [{ code, value }],
});
const many = Array.from({ length: 51 }, () => ({ code: SYSTEM_PARAMETERS.ASSET_ISSUE_FEE.code, value: 1n }));
const setCdp =
  (code: number, value: bigint): Prepare =>
  ({ state }) =>
    state.put(CDP_PARAMS, ['WICC', 'WUSD', code], value);
const addEthereum: Prepare = ({ state }) =>
  state.put(SWAP_COINS, 'ETH', { chain: FOREIGN_CHAIN.ethereum, enabled: true });
const pauseBitcoin: Prepare = ({ state }) =>
  state.put(SWAP_COINS, 'BTC', { chain: FOREIGN_CHAIN.bitcoin, enabled: false });
const dropMirror: Prepare = ({ state }) => state.delete(ASSETS, 'mBTC');

const ROWS: readonly Row[] = [
  // 12.1
  ['no parameter', { type: PROPOSAL.SYS_PARAM, params: [] }, 'invalid-params-size'],
  ['51 parameters', { type: PROPOSAL.SYS_PARAM, params: many }, 'invalid-params-size'],
  ['an unknown system parameter', param(4, 1n), 'params-error'],
  ['one that exists as a number only', param(111, 1n), 'params-error'],
  ['a value above the range', param(24, 5001n), 'params-range-error'],
  ['a value below the range', param(23, 99n), 'params-range-error'],
  ['a regid parameter for nobody', param(51, 0n), 'account-not-exist'],
  ['a regid parameter for an account that does not exist', param(29, 999n), 'account-not-exist'],
  ['a voting contract that does not exist', param(101, 1n << 40n), 'account-not-exist'],
  [
    'a bad parameter behind a good one',
    {
      type: PROPOSAL.SYS_PARAM,
      params: [
        { code: SYSTEM_PARAMETERS.ASSET_ISSUE_FEE.code, value: 1n },
        { code: CDP_PARAMETERS.CDP_START_COLLATERAL_RATIO.code, value: 1n },
      ],
    },
    'params-error',
  ],
  // 12.2
  ['no operation on the governors', { ...DRAFTS[PROPOSAL.BPMC_LIST], operation: 0 }, 'operate_type-illegal'],
  [
    'an unknown operation on the governors',
    { ...DRAFTS[PROPOSAL.BPMC_LIST], operation: 3 },
    'operate_type-illegal',
  ],
  ['a governor of no regid', { ...DRAFTS[PROPOSAL.BPMC_LIST], governorRegId: NO_REGID }, 'regid-not-matured'],
  [
    'a governor whose regid is 100 blocks old',
    { ...DRAFTS[PROPOSAL.BPMC_LIST], governorRegId: { height: HEIGHT - 100, index: 1 } },
    'regid-not-matured',
  ],
  [
    'a governor without an account',
    { ...DRAFTS[PROPOSAL.BPMC_LIST], governorRegId: { height: HEIGHT - 101, index: 1 } },
    'regid-not-found',
  ],
  [
    'removing who is no governor',
    { ...DRAFTS[PROPOSAL.BPMC_LIST], operation: DISABLE },
    'regid-not-governor',
  ],
  [
    'appointing the built-in governor',
    { ...DRAFTS[PROPOSAL.BPMC_LIST], governorRegId: { height: 1, index: 2 } },
    'regid-is-governor',
  ],
  // 12.3
  ['no producers', { ...DRAFTS[PROPOSAL.BP_SIZE], totalBpsSize: 0 }, 'bad-bp-count'],
  ['no producers, too soon', { type: PROPOSAL.BP_SIZE, totalBpsSize: 0, effectiveHeight: 0 }, 'bad-bp-count'],
  [
    'another number of producers too soon',
    { ...DRAFTS[PROPOSAL.BP_SIZE], effectiveHeight: HEIGHT + 49 },
    'bad-effective-height',
  ],
  // 12.4
  [
    'a fee in a coin that fees are not paid in',
    { ...DRAFTS[PROPOSAL.MINER_FEE], feeSymbol: 'WGRT' },
    'feesymbol-error',
  ],
  ['a fee of an unknown type', { ...DRAFTS[PROPOSAL.MINER_FEE], txType: 7 }, 'txtype-error'],
  ['a fee of no type', { ...DRAFTS[PROPOSAL.MINER_FEE], txType: 255 }, 'txtype-error'],
  ...[0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14, 15, 17, 24].map(
    (txType): Row => [
      `the fee of type ${txType}, which is fixed`,
      { ...DRAFTS[PROPOSAL.MINER_FEE], txType },
      'can-not-update',
    ],
  ),
  ['no fee', { ...DRAFTS[PROPOSAL.MINER_FEE], feeSawiAmount: 0n }, 'can-not-be-zero'],
  // 12.5
  [
    'a transfer from who proposes it',
    { ...DRAFTS[PROPOSAL.COIN_TRANSFER], fromUid: ALICE.uid },
    "tx_uid-can't-be-from_uid",
    { code: 33 },
  ],
  [
    'a transfer from who proposes it, named by key id',
    { ...DRAFTS[PROPOSAL.COIN_TRANSFER], amount: 0n, fromUid: keyIdUid(ALICE.keyId) },
    "tx_uid-can't-be-from_uid",
    { code: 33 },
  ],
  [
    'a transfer of dust',
    { ...DRAFTS[PROPOSAL.COIN_TRANSFER], amount: 9_999n },
    'invalid-coin-amount',
    { code: 33 },
  ],
  ['a transfer from nobody', { ...DRAFTS[PROPOSAL.COIN_TRANSFER], fromUid: NOBODY }, 'account-not-exist'],
  [
    'a transfer to a regid of nobody',
    { ...DRAFTS[PROPOSAL.COIN_TRANSFER], toUid: NOBODY },
    'account-not-exist',
    { code: 48 },
  ],
  [
    'a transfer to no uid',
    { ...DRAFTS[PROPOSAL.COIN_TRANSFER], toUid: NULL_UID },
    'account-not-exist',
    { code: 48 },
  ],
  // 12.6
  ['permissions of no uid', { ...DRAFTS[PROPOSAL.ACCOUNT_PERM], accountUid: NULL_UID }, 'account-uid-empty'],
  [
    'no permission at all, under the id of spec 05 §1, row 29',
    { ...DRAFTS[PROPOSAL.ACCOUNT_PERM], proposedPermsSum: 0n },
    'account-uid-empty',
  ],
  // 12.7
  [
    'permissions of an unknown asset',
    { ...DRAFTS[PROPOSAL.ASSET_PERM], assetSymbol: 'NOPE' },
    'asset-symbol-invalid',
  ],
  ...['WICC', 'WUSD', 'WGRT'].map(
    (assetSymbol): Row => [
      `permissions of ${assetSymbol}`,
      { ...DRAFTS[PROPOSAL.ASSET_PERM], assetSymbol },
      'asset-type-error',
    ],
  ),
  [
    'no permission of an asset',
    { ...DRAFTS[PROPOSAL.ASSET_PERM], proposedPermsSum: 0n },
    'asset-perms-invalid',
  ],
  // 12.8
  ['no CDP parameter', { ...DRAFTS[PROPOSAL.CDP_PARAM], params: [] }, 'params-empty'],
  ['51 CDP parameters', { ...DRAFTS[PROPOSAL.CDP_PARAM], params: many }, 'params-empty'],
  ['an unknown CDP parameter', cdpParam(12, 1n), 'params-error'],
  ['a CDP parameter out of range', cdpParam(11, 0n), 'params-range-error'],
  ['a start ratio that is not above the liquidation ratio', cdpParam(4, 15_000n), 'params-relation-error'],
  ['a liquidation ratio that is not above the forced one', cdpParam(5, 10_400n), 'params-relation-error'],
  ['a forced ratio that is not below the liquidation ratio', cdpParam(7, 15_000n), 'params-relation-error'],
  [
    'a liquidation ratio above a start ratio that was lowered before',
    cdpParam(5, 16_000n),
    'params-relation-error',
    { prepare: setCdp(4, 15_500n) },
  ],
  ['a discount that makes forced liquidation a loss', cdpParam(8, 9_600n), 'params-check-error'],
  ['no discount at all', cdpParam(8, 0n), 'params-check-error'],
  ['a forced ratio of nothing', cdpParam(7, 0n), 'params-check-error'],
  [
    'two changes that fit only together (spec 05 §1, row 23)',
    {
      ...DRAFTS[PROPOSAL.CDP_PARAM],
      params: [
        { code: CDP_PARAMETERS.CDP_START_LIQUIDATE_RATIO.code, value: 20_000n },
        { code: CDP_PARAMETERS.CDP_START_COLLATERAL_RATIO.code, value: 25_000n },
      ],
    },
    'params-relation-error',
  ],
  // 12.9
  [
    'the built-in operator',
    { ...DRAFTS[PROPOSAL.DEX_OP], dexId: 0, operation: 9 },
    "operator0-can't-be-switched",
  ],
  [
    'an unknown operation on an operator',
    { ...DRAFTS[PROPOSAL.DEX_OP], dexId: 9, operation: 3 },
    'operate-type-error',
  ],
  ['no operation on an operator', { ...DRAFTS[PROPOSAL.DEX_OP], operation: 0 }, 'operate-type-error'],
  ['an unknown operator', { ...DRAFTS[PROPOSAL.DEX_OP], dexId: 2 }, 'dexoperator-not-exist'],
  [
    'an operator that is in that state',
    { ...DRAFTS[PROPOSAL.DEX_OP], operation: DISABLE },
    'need-not-update',
  ],
  // 12.11
  ['no operation on a feed pair', { ...DRAFTS[PROPOSAL.FEED_COINPAIR], operation: 0 }, 'bad-op-type'],
  [
    'a feed pair of one coin',
    { ...DRAFTS[PROPOSAL.FEED_COINPAIR], baseSymbol: 'USD' },
    'same-base-quote-symbol',
  ],
  ['another quote', { ...DRAFTS[PROPOSAL.FEED_COINPAIR], quoteSymbol: 'USDT' }, 'unsupported-quote-symbol'],
  [
    'a feed pair of an unknown asset',
    { ...DRAFTS[PROPOSAL.FEED_COINPAIR], baseSymbol: 'NOPE' },
    'unsupported-base-symbol',
  ],
  [
    'a feed pair of an asset that has no permission',
    { ...DRAFTS[PROPOSAL.FEED_COINPAIR], baseSymbol: PLAIN_ASSET },
    'unsupported-base-symbol',
  ],
  [
    'removing the base coin’s price',
    { ...DRAFTS[PROPOSAL.FEED_COINPAIR], baseSymbol: 'WICC', operation: DISABLE },
    'hard-code-coin-pair',
  ],
  [
    'removing the governance coin’s price',
    { ...DRAFTS[PROPOSAL.FEED_COINPAIR], baseSymbol: 'WGRT', operation: DISABLE },
    'hard-code-coin-pair',
  ],
  [
    'a feed pair that is there',
    DRAFTS[PROPOSAL.FEED_COINPAIR],
    'symbol-exist',
    { prepare: ({ state }) => state.put(FEED_PAIRS, [FED_ASSET, 'USD'], true) },
  ],
  [
    'removing a feed pair that is not there',
    { ...DRAFTS[PROPOSAL.FEED_COINPAIR], operation: DISABLE },
    'symbol-not-exist',
  ],
  // 12.12
  [
    'swapping in an unknown coin',
    { ...DRAFTS[PROPOSAL.AXC_IN], peerChainTokenSymbol: 'ETH' },
    'axc-swap-pair-not-exist',
  ],
  [
    'swapping in a coin that is switched off',
    DRAFTS[PROPOSAL.AXC_IN],
    'axc-swap-pair-disable',
    { prepare: pauseBitcoin },
  ],
  [
    'a short Bitcoin address',
    { ...DRAFTS[PROPOSAL.AXC_IN], peerChainAddr: 'x'.repeat(25) },
    'peer_chain_addr-invalid',
  ],
  [
    'a long Bitcoin address',
    { ...DRAFTS[PROPOSAL.AXC_IN], peerChainAddr: 'x'.repeat(36) },
    'peer_chain_addr-invalid',
  ],
  [
    'a long Ethereum address',
    { ...DRAFTS[PROPOSAL.AXC_IN], peerChainTokenSymbol: 'ETH', peerChainAddr: 'x'.repeat(43) },
    'peer_chain_addr-invalid',
    { prepare: addEthereum },
  ],
  [
    'a Bitcoin transaction id of 64 characters',
    { ...DRAFTS[PROPOSAL.AXC_IN], peerChainTxid: 'x'.repeat(64) },
    'peer_chain_txid-invalid',
  ],
  [
    'an Ethereum transaction id of 67 characters',
    {
      ...DRAFTS[PROPOSAL.AXC_IN],
      peerChainTokenSymbol: 'ETH',
      peerChainAddr: `0x${'ab'.repeat(20)}`,
      peerChainTxid: 'x'.repeat(67),
    },
    'peer_chain_txid-invalid',
    { prepare: addEthereum },
  ],
  ['swapping in for no uid', { ...DRAFTS[PROPOSAL.AXC_IN], selfChainUid: NULL_UID }, 'self_chain_uid-empty'],
  ['swapping in for nobody', { ...DRAFTS[PROPOSAL.AXC_IN], selfChainUid: NOBODY }, 'account-not-exist'],
  ['swapping in dust', { ...DRAFTS[PROPOSAL.AXC_IN], swapAmount: 9_999n }, 'swap_amount-dust'],
  [
    'swapping in too much',
    { ...DRAFTS[PROPOSAL.AXC_IN], swapAmount: MAX_ASSET_SUPPLY + 1n },
    'swap-amount-too-large',
  ],
  [
    'swapping in twice for one payment',
    DRAFTS[PROPOSAL.AXC_IN],
    'get_swapin_mint-record-err',
    { prepare: ({ state }) => state.put(SWAP_INS, [1, PEER_TXID], 1n) },
  ],
  [
    'swapping in what nothing mirrors',
    DRAFTS[PROPOSAL.AXC_IN],
    'get-axc-dia-asset-err',
    { prepare: dropMirror },
  ],
  [
    'swapping in above the largest supply',
    { ...DRAFTS[PROPOSAL.AXC_IN], swapAmount: MAX_ASSET_SUPPLY - 99_999_999n },
    'total-supply-too-large',
  ],
  // 12.13
  [
    'swapping out an asset that mirrors nothing',
    { ...DRAFTS[PROPOSAL.AXC_OUT], selfChainTokenSymbol: 'WICC' },
    'self-chain-token-symbol-not-exist',
  ],
  [
    'swapping out an unknown mirror',
    { ...DRAFTS[PROPOSAL.AXC_OUT], selfChainTokenSymbol: 'mXYZ' },
    'self-chain-token-symbol-not-exist',
  ],
  [
    'swapping out a coin that is switched off',
    DRAFTS[PROPOSAL.AXC_OUT],
    'self-chain-token-symbol-disable',
    { prepare: pauseBitcoin },
  ],
  [
    'swapping out to a bad address',
    { ...DRAFTS[PROPOSAL.AXC_OUT], peerChainAddr: '1Boat' },
    'peer_chain_addr-invalid',
  ],
  [
    'swapping out more than one has',
    { ...DRAFTS[PROPOSAL.AXC_OUT], swapAmount: 100_000_001n },
    'balance-not-enough',
  ],
  ['swapping out dust', { ...DRAFTS[PROPOSAL.AXC_OUT], swapAmount: 9_999n }, 'swap_amount-dust'],
  [
    'swapping out too much',
    { ...DRAFTS[PROPOSAL.AXC_OUT], swapAmount: MAX_ASSET_SUPPLY + 1n },
    'swap-amount-too-large',
    { prepare: ledger => ledger.endow(ALICE.keyId, 'mBTC', 2n * MAX_ASSET_SUPPLY) },
  ],
  // 12.14
  ['no operation on a swap coin', { ...DRAFTS[PROPOSAL.AXC_COIN], operation: 0 }, 'op-type-error'],
  ['an unknown operation on a swap coin', { ...DRAFTS[PROPOSAL.AXC_COIN], operation: 3 }, 'op-type-error'],
  [
    'switching off an unknown swap coin',
    { ...DRAFTS[PROPOSAL.AXC_COIN], operation: DISABLE },
    'axc-coin-not-enabled',
  ],
  [
    'a swap coin whose mirror’s symbol is taken',
    DRAFTS[PROPOSAL.AXC_COIN],
    'asset-exist',
    { prepare: ledger => ledger.addAsset('mETH') },
  ],
  [
    'a swap coin on another chain than before',
    {
      type: PROPOSAL.AXC_COIN,
      peerChainCoinSymbol: 'BTC',
      chain: FOREIGN_CHAIN.ethereum,
      operation: DISABLE,
    },
    'peer-chain-type-unmatch',
  ],
  [
    'switching on a swap coin that is on',
    { type: PROPOSAL.AXC_COIN, peerChainCoinSymbol: 'BTC', chain: FOREIGN_CHAIN.bitcoin, operation: ENABLE },
    'repeated-op-type',
  ],
  [
    'switching off a swap coin that is off',
    { type: PROPOSAL.AXC_COIN, peerChainCoinSymbol: 'BTC', chain: FOREIGN_CHAIN.bitcoin, operation: DISABLE },
    'repeated-op-type',
    { prepare: pauseBitcoin },
  ],
  ['a swap coin on no chain', { ...DRAFTS[PROPOSAL.AXC_COIN], chain: 0 }, 'chain_type-error'],
  ['a swap coin on an unknown chain', { ...DRAFTS[PROPOSAL.AXC_COIN], chain: 4 }, 'chain_type-error'],
  [
    'a swap coin of seven characters',
    { ...DRAFTS[PROPOSAL.AXC_COIN], peerChainCoinSymbol: 'ABCDEFG' },
    'peer-coin-symbol-error',
  ],
  ['a swap coin of no character', { ...DRAFTS[PROPOSAL.AXC_COIN], peerChainCoinSymbol: '' }, 'bad-symbol'],
  [
    'a swap coin of other characters',
    { ...DRAFTS[PROPOSAL.AXC_COIN], peerChainCoinSymbol: 'A-B' },
    'bad-symbol',
  ],
  // 12.15
  ['an asset of one character', { ...DRAFTS[PROPOSAL.ASSET_ISSUE], assetSymbol: 'X' }, 'bad-symbol'],
  [
    'an asset of eight characters',
    { ...DRAFTS[PROPOSAL.ASSET_ISSUE], assetSymbol: 'ABCDEFGH' },
    'bad-symbol',
  ],
  ['an asset of other characters', { ...DRAFTS[PROPOSAL.ASSET_ISSUE], assetSymbol: 'AB#' }, 'bad-symbol'],
  [
    'an asset that looks like a mirror',
    { ...DRAFTS[PROPOSAL.ASSET_ISSUE], assetSymbol: 'mCOIN' },
    'bad-symbol',
  ],
  [
    'an asset with too large a supply',
    { ...DRAFTS[PROPOSAL.ASSET_ISSUE], totalSupply: MAX_ASSET_SUPPLY + 1n },
    'invalid-total-supply',
  ],
  ['an asset of nobody', { ...DRAFTS[PROPOSAL.ASSET_ISSUE], ownerRegId: NO_REGID }, 'account-not-exist'],
  ['an asset that exists', { ...DRAFTS[PROPOSAL.ASSET_ISSUE], assetSymbol: 'WICC' }, 'asset-exist'],
  // 12.16
  ['an order of no id', { type: PROPOSAL.CANCEL_ORDER, orderId: '00'.repeat(32) }, 'invalid-order-id'],
];

for (const [what, draft, reason, { prepare, code = 16 } = {}] of ROWS) {
  test(`proposal ${draft.type}: ${what} is refused (${code} ${reason})`, () => {
    const ledger = new GovernanceLedger();
    prepare?.(ledger);
    assert.equal(ledger.requestRejection(draft), { code, reason });
  });
}

/** What makes a good proposal fail when its last approval would carry it out. */
const SPOILED: readonly (readonly [what: string, draft: ProposalDraft, spoil: Prepare])[] = [
  [
    'the account of a regid parameter',
    param(51, regIdInteger(BOB.regId)),
    ({ state }) => state.delete(REGIDS, BOB.regId),
  ],
  ['the account of a governor', DRAFTS[PROPOSAL.BPMC_LIST], ({ state }) => state.delete(REGIDS, BOB.regId)],
  [
    'the coins of a transfer',
    DRAFTS[PROPOSAL.COIN_TRANSFER],
    ledger => ledger.endow(BOB.keyId, 'WICC', 99_999_999n),
  ],
  [
    'the account of permissions',
    DRAFTS[PROPOSAL.ACCOUNT_PERM],
    ({ state }) => state.delete(REGIDS, BOB.regId),
  ],
  ['the asset of permissions', DRAFTS[PROPOSAL.ASSET_PERM], ({ state }) => state.delete(ASSETS, PLAIN_ASSET)],
  ['the fitting other CDP parameter', cdpParam(5, 18_000n), setCdp(4, 18_000n)],
  ['the operator', DRAFTS[PROPOSAL.DEX_OP], ({ state }) => state.delete(DEX_OPERATORS, 1)],
  [
    'the permission of an asset to be fed',
    DRAFTS[PROPOSAL.FEED_COINPAIR],
    ({ state }) => state.delete(ASSETS, FED_ASSET),
  ],
  [
    'the payment that was not minted for yet',
    DRAFTS[PROPOSAL.AXC_IN],
    ({ state }) => state.put(SWAP_INS, [1, PEER_TXID], 1n),
  ],
  ['the gateway', DRAFTS[PROPOSAL.AXC_IN], ({ state }) => state.delete(REGIDS, { height: 0, index: 8 })],
  [
    'the balance of a swap out',
    DRAFTS[PROPOSAL.AXC_OUT],
    ledger => ledger.endow(ALICE.keyId, 'mBTC', 9_999_999n),
  ],
  [
    'the supply of a swap out',
    DRAFTS[PROPOSAL.AXC_OUT],
    ({ state }) => state.put(ASSETS, 'mBTC', { ...state.get(ASSETS, 'mBTC')!, totalSupply: 1n }),
  ],
  ['the mirror of a swap out', DRAFTS[PROPOSAL.AXC_OUT], dropMirror],
  ['the free symbol of a mirror', DRAFTS[PROPOSAL.AXC_COIN], ledger => ledger.addAsset('mETH')],
  ['the free symbol of an asset', DRAFTS[PROPOSAL.ASSET_ISSUE], ledger => ledger.addAsset('DIACOIN')],
  ['the order', DRAFTS[PROPOSAL.CANCEL_ORDER], ({ state }) => removeOrder(state, ORDER_ID, ORDER)],
  [
    'the user as maker of an order',
    DRAFTS[PROPOSAL.CANCEL_ORDER],
    ({ state }) => putOrder(state, ORDER_ID, { ...ORDER, generatedBy: GENERATED_BY.system }),
  ],
  ['the owner of an order', DRAFTS[PROPOSAL.CANCEL_ORDER], ({ state }) => state.delete(REGIDS, BOB.regId)],
  [
    'the side of an order',
    DRAFTS[PROPOSAL.CANCEL_ORDER],
    ({ state }) => putOrder(state, ORDER_ID, { ...ORDER, orderSide: 3 }),
  ],
  [
    'the frozen coins of an order',
    DRAFTS[PROPOSAL.CANCEL_ORDER],
    ledger => ledger.endow(BOB.keyId, 'WUSD', 30_000_000n),
  ],
];

for (const [what, draft, spoil] of SPOILED) {
  test(`proposal ${draft.type} is not carried out when it has lost ${what} (49 proposal-execute-error)`, () => {
    const rejection = new GovernanceLedger().lastApprovalRejection(draft, spoil);
    assert.equal(rejection, { code: 49, reason: 'proposal-execute-error' });
  });
}

test('a producer count may be approved when its height is near or past', () => {
  const ledger = new GovernanceLedger();
  const id = ledger.propose(DRAFTS[PROPOSAL.BP_SIZE]);
  for (const producer of ledger.producers.slice(0, 8)) ledger.approve(id, producer, HEIGHT + 200);
  assert.is(ledger.state.get(PRODUCER_COUNT, undefined)!.next, 12);
});

test('the account that a transfer takes coins from may give the last approval', () => {
  const ledger = new GovernanceLedger();
  ledger.carryOut({ ...DRAFTS[PROPOSAL.COIN_TRANSFER], fromUid: ledger.producers[7]!.uid });
  assert.is(ledger.free(CAROL.keyId, 'WICC'), 100_000_100_000_000n);
});

test('the parameters of the newest rules cannot be proposed before them (16 unsupport-sys-param)', () => {
  const ledger = new GovernanceLedger({ forks: { systemGenesis: 1, r2: 2, r3: 2, r3_5: HEIGHT + 1 } });
  for (const draft of [param(101, regIdInteger(BOB.regId)), param(102, 1n)]) {
    assert.equal(ledger.requestRejection(draft), { code: 16, reason: 'unsupport-sys-param' });
  }
  ledger.propose(param(102, 1n), HEIGHT + 1);
});

for (const [whose, mended] of [
  ['our networks', REGTEST.mended],
  ['the reference', { ...REGTEST.mended, ...REFERENCE_RULES }],
] as const) {
  test(`by the rules of ${whose} each bound of each parameter can be proposed, and what lies beyond it not`, () => {
    const ledger = new GovernanceLedger({ mended });
    const outside = ([low, high]: readonly [bigint, bigint]) =>
      [low - 1n, high + 1n].filter(v => v >= 0n && v < 2n ** 64n);
    for (const parameter of systemParameters.filter(({ isRegId }) => isRegId !== true)) {
      const range = rangeOf(parameter, mended);
      for (const value of range) ledger.propose(param(parameter.code, value));
      for (const value of outside(range)) {
        const refusal = ledger.requestRejection(param(parameter.code, value));
        assert.equal(refusal, { code: 16, reason: 'params-range-error' });
      }
    }
    for (const parameter of cdpParameters) {
      for (const value of outside(rangeOf(parameter, mended))) {
        const refusal = ledger.requestRejection(cdpParam(parameter.code, value));
        assert.equal(refusal, { code: 16, reason: 'params-range-error' });
      }
    }
  });
}

test('fifty parameters fit one proposal', () => {
  const ledger = new GovernanceLedger();
  const id = ledger.propose({ type: PROPOSAL.SYS_PARAM, params: many.slice(1) });
  const kept = ledger.state.get(PROPOSALS, id);
  assert.is(kept?.type === PROPOSAL.SYS_PARAM && kept.params.length, 50);
});

interface CountCase {
  readonly id: string;
  readonly group: string;
  readonly inputs: { readonly height: number; readonly effective_height: number; readonly network: string };
  readonly expected: { readonly ok: boolean };
}

test('the worked examples of a change of the number of producers hold', () => {
  const cases = readVectors<{ cases: CountCase[] }>('governance-examples').cases.filter(
    ({ group }) => group === 'bp-size',
  );
  assert.is(cases.length, 4);
  for (const { id, inputs, expected } of cases) {
    const { producerCountDelay } = inputs.network === 'main' ? MAIN : REGTEST;
    const ledger = new GovernanceLedger({ producerCountDelay });
    const tx = ledger.requestTx(
      { ...DRAFTS[PROPOSAL.BP_SIZE], effectiveHeight: inputs.effective_height },
      inputs.height,
    );
    if (expected.ok) ledger.execute(tx, inputs.height);
    else {
      const refusal = ledger.rejection(tx, inputs.height);
      assert.equal(refusal, { code: 16, reason: 'bad-effective-height' }, id);
    }
  }
});

test('coins may go to a key id that is not on chain, by whichever form the key has', () => {
  const ledger = new GovernanceLedger();
  for (const toUid of [keyIdUid(STRANGER_KEY_ID), publicKeyUid(STRANGER_KEYS[0])]) {
    const id = ledger.propose({ ...DRAFTS[PROPOSAL.COIN_TRANSFER], toUid });
    const kept = ledger.state.get(PROPOSALS, id);
    assert.equal(kept?.type === PROPOSAL.COIN_TRANSFER && kept.toUid, toUid);
  }
});

test.run();
