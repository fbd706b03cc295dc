import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NO_REGID } from '../../../../src/codec/regid.js';
import { keyIdUid } from '../../../../src/codec/uid.js';
import { CDP_PARAMETERS, SYSTEM_PARAMETERS } from '../../../../src/config/system-parameters.js';
import { minimumFeeOf } from '../../../../src/ledger/fees.js';
import { tokenOf } from '../../../../src/state/tables/accounts.js';
import { ASSET_TYPE, ASSETS } from '../../../../src/state/tables/assets.js';
import { CDP_COLLATERALS, cdpCollateral, STAKING } from '../../../../src/state/tables/cdp-collaterals.js';
import { CDP_PARAMS, cdpInterestChanges, cdpParameter } from '../../../../src/state/tables/cdp-parameters.js';
import { LAST_VOTE_HEIGHT, PRODUCER_COUNT, producerCountAt } from '../../../../src/state/tables/delegates.js';
import { DEX_OPERATORS } from '../../../../src/state/tables/dex-operators.js';
import { ORDERS, ORDERS_BY_BLOCK } from '../../../../src/state/tables/orders.js';
import { GOVERNORS, systemParameter } from '../../../../src/state/tables/parameters.js';
import { FEED_PAIRS, MEDIAN_PRICES } from '../../../../src/state/tables/prices.js';
import { FOREIGN_CHAIN, SWAP_COINS, SWAP_INS } from '../../../../src/state/tables/swap-coins.js';
import { DISABLE, ORDER_SELL } from '../../../../src/tx/enums.js';
import { PROPOSAL } from '../../../../src/tx/proposal-types.js';
import { TX } from '../../../../src/tx/transactions.js';
import type { ProposalDraft, ProposalType } from '../../../../vm/native/governance/proposal-rules.js';
import { PROPOSAL_RULES } from '../../../../vm/native/governance/proposals/index.js';
import {
  DRAFTS,
  FED_ASSET,
  GovernanceLedger,
  ORDER,
  ORDER_ID,
  PEER_TXID,
  PLAIN_ASSET,
} from '../../../support/ledgers/governance-ledger.js';
import { ALICE, BOB, CAROL, HEIGHT, STRANGER_KEY_ID } from '../../../support/ledgers/scratch-ledger.js';

/** What is looked at, before and after a proposal of each type was carried out. */
interface Effect {
  readonly look: (ledger: GovernanceLedger) => unknown;
  readonly before: unknown;
  readonly after: unknown;
  /** Receipts of the last approval after that of its fee: type, operation, symbol, amount. */
  readonly receipts?: readonly (readonly [number, string, string, bigint])[];
}

const PAIR = { bcoinSymbol: 'WICC', scoinSymbol: 'WUSD' } as const;
const free = (ledger: GovernanceLedger, keyId: string, symbol = 'WICC') => ledger.free(keyId, symbol);
const supply = (ledger: GovernanceLedger, symbol: string) => ledger.state.get(ASSETS, symbol)?.totalSupply;

const EFFECTS: { readonly [T in ProposalType]: Effect } = {
  [PROPOSAL.SYS_PARAM]: {
    look: ({ state }) => systemParameter(state, 'ASSET_ISSUE_FEE'),
    before: 55_000_000_000n,
    after: 50_000_000_000n,
  },
  [PROPOSAL.BPMC_LIST]: {
    look: ({ state }) => state.get(GOVERNORS, BOB.regId),
    before: undefined,
    after: true,
  },
  [PROPOSAL.BP_SIZE]: {
    look: ({ state }) => [producerCountAt(state, HEIGHT + 49), producerCountAt(state, HEIGHT + 50)],
    before: [11, 11],
    after: [11, 12],
  },
  [PROPOSAL.MINER_FEE]: {
    look: ({ state, network }) =>
      ['WICC', 'WUSD'].map(symbol => minimumFeeOf(state, network, TX.UCOIN_STAKE, symbol)),
    before: [10_000n, 10_000n],
    after: [20_000n, 10_000n],
  },
  [PROPOSAL.COIN_TRANSFER]: {
    look: ledger => [free(ledger, BOB.keyId), free(ledger, CAROL.keyId)],
    before: [100_000_000_000_000n, 100_000_000_000_000n],
    after: [99_999_900_000_000n, 100_000_100_000_000n],
    receipts: [[208, 'SUB_FREE', 'WICC', 100_000_000n]],
  },
  [PROPOSAL.ACCOUNT_PERM]: {
    look: ledger => ledger.account(BOB.keyId)!.permsSum,
    before: 2n ** 64n - 1n,
    after: 1n,
  },
  [PROPOSAL.ASSET_PERM]: {
    look: ({ state }) => [state.get(ASSETS, PLAIN_ASSET)!.permsSum, cdpCollateral(state, PLAIN_ASSET)],
    before: [3n, undefined],
    after: [27n, { staking: STAKING.on, activatedAt: { height: HEIGHT, index: 1 } }],
  },
  [PROPOSAL.CDP_PARAM]: {
    look: ({ state }) => [cdpParameter(state, PAIR, 'CDP_INTEREST_PARAM_A'), cdpInterestChanges(state, PAIR)],
    before: [2n, []],
    after: [3n, [{ height: HEIGHT, a: 3n, b: 1n }]],
  },
  [PROPOSAL.DEX_OP]: {
    look: ({ state }) => state.get(DEX_OPERATORS, 1)!.activated,
    before: false,
    after: true,
  },
  [PROPOSAL.FEED_COINPAIR]: {
    look: ({ state }) => state.get(FEED_PAIRS, [FED_ASSET, 'USD']),
    before: undefined,
    after: true,
  },
  [PROPOSAL.AXC_IN]: {
    look: ledger => [
      free(ledger, BOB.keyId, 'mBTC'),
      free(ledger, ledger.governor.keyId, 'mBTC'),
      supply(ledger, 'mBTC'),
      ledger.state.get(SWAP_INS, [1, PEER_TXID]),
    ],
    before: [0n, 0n, 100_000_000n, undefined],
    after: [99_800_000n, 50_000n, 200_000_000n, 99_800_000n],
    receipts: [
      [803, 'ADD_FREE', 'mBTC', 50_000n],
      [804, 'ADD_FREE', 'mBTC', 150_000n],
      [801, 'ADD_FREE', 'mBTC', 99_800_000n],
    ],
  },
  [PROPOSAL.AXC_OUT]: {
    look: ledger => [free(ledger, ALICE.keyId, 'mBTC'), supply(ledger, 'mBTC')],
    before: [100_000_000n, 100_000_000n],
    after: [90_000_000n, 90_000_000n],
    receipts: [[802, 'SUB_FREE', 'mBTC', 10_000_000n]],
  },
  [PROPOSAL.AXC_COIN]: {
    look: ({ state }) => [state.get(SWAP_COINS, 'ETH'), state.get(ASSETS, 'mETH')],
    before: [undefined, undefined],
    after: [
      { chain: FOREIGN_CHAIN.ethereum, enabled: true },
      {
        symbol: 'mETH',
        name: 'mETH',
        type: ASSET_TYPE.delegated,
        permsSum: 3n,
        owner: NO_REGID,
        totalSupply: 0n,
        mintable: false,
        icon: '',
      },
    ],
  },
  [PROPOSAL.ASSET_ISSUE]: {
    look: ledger => [ledger.state.get(ASSETS, 'DIACOIN'), free(ledger, BOB.keyId, 'DIACOIN')],
    before: [undefined, 0n],
    after: [
      {
        symbol: 'DIACOIN',
        name: 'DIACOIN',
        type: ASSET_TYPE.delegated,
        permsSum: 3n,
        owner: BOB.regId,
        totalSupply: 1_000_000_000_000_000n,
        mintable: true,
        icon: '',
      },
      1_000_000_000_000_000n,
    ],
    receipts: [[705, 'ADD_FREE', 'DIACOIN', 1_000_000_000_000_000n]],
  },
  [PROPOSAL.CANCEL_ORDER]: {
    look: ledger => [
      ledger.state.get(ORDERS, ORDER_ID) !== undefined,
      [...ledger.state.iterate(ORDERS_BY_BLOCK)].length,
      tokenOf(ledger.account(BOB.keyId)!, 'WUSD'),
    ],
    before: [true, 1, { free: 0n, frozen: 30_000_000n, staked: 0n, voted: 0n, pledged: 0n }],
    after: [false, 0, { free: 30_000_000n, frozen: 0n, staked: 0n, voted: 0n, pledged: 0n }],
    receipts: [[505, 'UNFREEZE', 'WUSD', 30_000_000n]],
  },
};

for (const rules of Object.values(PROPOSAL_RULES)) {
  const { type } = rules;
  const { look, before, after, receipts = [] } = EFFECTS[type];
  test(`proposal ${type}, carried out: ${rules.summary}`, () => {
    const ledger = new GovernanceLedger();
    const draft: ProposalDraft = DRAFTS[type];
    assert.equal(look(ledger), before);
    const id = ledger.propose(draft);
    assert.equal(look(ledger), before, 'a request alone changes nothing');
    const executed = ledger.approversOf(draft).map(approver => ledger.approve(id, approver));
    assert.equal(look(ledger), after);
    assert.equal(
      executed
        .at(-1)!
        .receipts.slice(1)
        .map(r => [r.type, r.operation, r.coinSymbol, r.amount]),
      receipts,
    );
  });
}

test('a change of the least votes counts as a vote, so that the votes are counted again', () => {
  const ledger = new GovernanceLedger();
  ledger.carryOut(DRAFTS[PROPOSAL.SYS_PARAM]);
  assert.is.not(ledger.state.get(LAST_VOTE_HEIGHT, undefined), HEIGHT);
  ledger.carryOut({
    type: PROPOSAL.SYS_PARAM,
    params: [{ code: SYSTEM_PARAMETERS.BP_DELEGATE_VOTE_MIN.code, value: 1n }],
  });
  assert.is(ledger.state.get(LAST_VOTE_HEIGHT, undefined), HEIGHT);
});

test('a parameter set to zero reads as its default (spec 05 §1, row 10)', () => {
  const ledger = new GovernanceLedger();
  ledger.carryOut({
    type: PROPOSAL.SYS_PARAM,
    params: [{ code: SYSTEM_PARAMETERS.AXC_SWAP_FEE_RATIO.code, value: 0n }],
  });
  assert.is(systemParameter(ledger.state, 'AXC_SWAP_FEE_RATIO'), 20n);
});

test('the interest history keeps a zero, and a later change of the other parameter writes the default (spec 05 §1, row 10)', () => {
  const ledger = new GovernanceLedger();
  ledger.carryOut(
    {
      ...DRAFTS[PROPOSAL.CDP_PARAM],
      params: [{ code: CDP_PARAMETERS.CDP_INTEREST_PARAM_A.code, value: 0n }],
    },
    HEIGHT,
  );
  ledger.carryOut(
    {
      ...DRAFTS[PROPOSAL.CDP_PARAM],
      params: [{ code: CDP_PARAMETERS.CDP_INTEREST_PARAM_B.code, value: 5n }],
    },
    HEIGHT + 10,
  );
  assert.equal(cdpInterestChanges(ledger.state, PAIR), [
    { height: HEIGHT, a: 0n, b: 1n },
    { height: HEIGHT + 10, a: 2n, b: 5n },
  ]);
  assert.is(cdpParameter(ledger.state, PAIR, 'CDP_INTEREST_PARAM_A'), 2n);
});

test('one proposal that changes both interest parameters leaves one entry with both', () => {
  const ledger = new GovernanceLedger();
  const params = [
    { code: CDP_PARAMETERS.CDP_INTEREST_PARAM_B.code, value: 7n },
    { code: CDP_PARAMETERS.CDP_INTEREST_PARAM_A.code, value: 4n },
    { code: CDP_PARAMETERS.CDP_CONVERT_INTEREST_TO_DEBT_DAYS.code, value: 90n },
  ];
  ledger.carryOut({ ...DRAFTS[PROPOSAL.CDP_PARAM], params });
  assert.equal(cdpInterestChanges(ledger.state, PAIR), [{ height: HEIGHT, a: 4n, b: 7n }]);
  assert.is(cdpParameter(ledger.state, PAIR, 'CDP_CONVERT_INTEREST_TO_DEBT_DAYS'), 90n);
});

test('CDP parameters belong to their pair; a pair need not exist (spec 05 §1, row 23)', () => {
  const ledger = new GovernanceLedger();
  ledger.carryOut({ ...DRAFTS[PROPOSAL.CDP_PARAM], bcoinSymbol: 'NO\0PE', scoinSymbol: '' });
  const odd = { bcoinSymbol: 'NO\0PE', scoinSymbol: '' };
  assert.is(cdpParameter(ledger.state, odd, 'CDP_INTEREST_PARAM_A'), 3n);
  assert.is(cdpParameter(ledger.state, PAIR, 'CDP_INTEREST_PARAM_A'), 2n);
  assert.equal(cdpInterestChanges(ledger.state, odd), [{ height: HEIGHT, a: 3n, b: 1n }]);
  assert.equal(cdpInterestChanges(ledger.state, PAIR), []);
  assert.is([...ledger.state.iterate(CDP_PARAMS)].length, 1);
});

test('the number of producers that is current stays so until the new one takes effect', () => {
  const ledger = new GovernanceLedger();
  ledger.carryOut({ type: PROPOSAL.BP_SIZE, totalBpsSize: 20, effectiveHeight: HEIGHT + 60 });
  ledger.carryOut({ type: PROPOSAL.BP_SIZE, totalBpsSize: 5, effectiveHeight: HEIGHT + 150 }, HEIGHT + 100);
  const counts = [HEIGHT, HEIGHT + 100, HEIGHT + 149, HEIGHT + 150].map(h =>
    producerCountAt(ledger.state, h),
  );
  assert.equal(counts, [20, 20, 20, 5]);
  assert.equal(ledger.state.get(PRODUCER_COUNT, undefined)!.current, 20);
});

test('coins can be sent to a key that has no account yet; it gets one without a regid', () => {
  const ledger = new GovernanceLedger();
  ledger.carryOut({ ...DRAFTS[PROPOSAL.COIN_TRANSFER], toUid: keyIdUid(STRANGER_KEY_ID) });
  assert.is(ledger.free(STRANGER_KEY_ID, 'WICC'), 100_000_000n);
  assert.equal(ledger.account(STRANGER_KEY_ID)!.regId, NO_REGID);
});

test('a collateral keeps the place where it was first activated, whatever happens later', () => {
  const ledger = new GovernanceLedger();
  const switchTo = (permissions: bigint, height: number) =>
    ledger.carryOut(
      { type: PROPOSAL.ASSET_PERM, assetSymbol: PLAIN_ASSET, proposedPermsSum: permissions },
      height,
    );
  switchTo(7n, HEIGHT);
  assert.is(ledger.state.get(CDP_COLLATERALS, PLAIN_ASSET), undefined, 'bit 3 has not changed');
  switchTo(15n, HEIGHT + 1);
  switchTo(3n, HEIGHT + 2);
  const activatedAt = { height: HEIGHT + 1, index: 1 };
  assert.equal(ledger.state.get(CDP_COLLATERALS, PLAIN_ASSET), { staking: STAKING.off, activatedAt });
  switchTo(11n, HEIGHT + 3);
  assert.equal(ledger.state.get(CDP_COLLATERALS, PLAIN_ASSET), { staking: STAKING.on, activatedAt });
});

test('the base coin is always a collateral, the other native coins never', () => {
  const { state } = new GovernanceLedger();
  assert.equal(cdpCollateral(state, 'WICC'), { staking: STAKING.on, activatedAt: { height: 0, index: 1 } });
  for (const symbol of ['WUSD', 'WGRT']) assert.is(cdpCollateral(state, symbol), undefined);
});

test('a pair that is taken off the list loses its price with the next median (spec 05 §9.2)', () => {
  const ledger = new GovernanceLedger();
  ledger.carryOut(DRAFTS[PROPOSAL.FEED_COINPAIR]);
  const price = { baseSymbol: FED_ASSET, quoteSymbol: 'USD', price: 5n, lastFeedHeight: HEIGHT };
  ledger.state.put(MEDIAN_PRICES, undefined, [price]);
  ledger.carryOut({ ...DRAFTS[PROPOSAL.FEED_COINPAIR], operation: DISABLE });
  const block = ledger.begin(HEIGHT + 1);
  block.execute(block.medianTransaction()!);
  assert.equal(block.state.get(MEDIAN_PRICES, undefined), []);
});

test('an operation above 2 on a feed pair removes it, and need not find it (spec 05 §12.11)', () => {
  const ledger = new GovernanceLedger();
  ledger.carryOut({ ...DRAFTS[PROPOSAL.FEED_COINPAIR], operation: 3 });
  ledger.carryOut(DRAFTS[PROPOSAL.FEED_COINPAIR]);
  ledger.carryOut({ ...DRAFTS[PROPOSAL.FEED_COINPAIR], operation: 255 });
  assert.is(ledger.state.get(FEED_PAIRS, [FED_ASSET, 'USD']), undefined);
});

test('a coin of another chain can be switched off and on again, with the same asset', () => {
  const ledger = new GovernanceLedger();
  ledger.carryOut(DRAFTS[PROPOSAL.AXC_COIN]);
  const asset = ledger.state.get(ASSETS, 'mETH')!;
  ledger.state.put(ASSETS, 'mETH', { ...asset, totalSupply: 5n });
  ledger.carryOut({ ...DRAFTS[PROPOSAL.AXC_COIN], operation: DISABLE });
  assert.equal(ledger.state.get(SWAP_COINS, 'ETH'), { chain: FOREIGN_CHAIN.ethereum, enabled: false });
  ledger.carryOut(DRAFTS[PROPOSAL.AXC_COIN]);
  assert.equal(ledger.state.get(SWAP_COINS, 'ETH'), { chain: FOREIGN_CHAIN.ethereum, enabled: true });
  assert.is(ledger.state.get(ASSETS, 'mETH')!.totalSupply, 5n);
});

test("a cancelled seller's order gives back the rest of the asset", () => {
  const ledger = new GovernanceLedger();
  const orderId = '22'.repeat(32);
  const sale = { ...ORDER, orderSide: ORDER_SELL, coinAmount: 0n, dealtAssetAmount: 100_000_000n };
  ledger.addOrder(orderId, sale, 400_000_000n);
  const { receipts } = ledger.carryOut({ type: PROPOSAL.CANCEL_ORDER, orderId });
  const { type, operation, coinSymbol, amount } = receipts[1]!;
  assert.equal([type, operation, coinSymbol, amount], [506, 'UNFREEZE', 'WICC', 400_000_000n]);
  assert.is(tokenOf(ledger.account(BOB.keyId)!, 'WICC').frozen, 0n);
  assert.is(ledger.state.get(ORDERS, orderId), undefined);
});

test('what several approvers of a swap get is minted once each, and the rest is the gateway’s', () => {
  const ledger = new GovernanceLedger();
  for (const { regId } of [ALICE, CAROL]) ledger.state.put(GOVERNORS, regId, true);
  const id = ledger.propose(DRAFTS[PROPOSAL.AXC_IN]);
  ledger.approve(id, ALICE);
  const { receipts } = ledger.approve(id, CAROL);
  const amounts = receipts.slice(1).map(receipt => [receipt.type, receipt.amount]);
  assert.equal(amounts, [
    [803, 40_000n],
    [803, 40_000n],
    [804, 120_000n],
    [801, 99_800_000n],
  ]);
  const gateway = ledger.keyIdAt({ height: 0, index: 8 })!;
  assert.is(ledger.free(gateway, 'mBTC'), 120_000n);
});

test('a payment on another chain is minted once, however its id is spelled', () => {
  const ledger = new GovernanceLedger();
  const spelled = (txid: string) => ({ ...DRAFTS[12], peerChainTxid: txid });
  const mixed = `0x${'aB'.repeat(32)}`;
  const waiting = ledger.propose(spelled(mixed));
  ledger.carryOut(spelled(PEER_TXID));
  const upper = `0x${'AB'.repeat(32)}`;
  assert.is(ledger.requestRejection(spelled(upper)).reason, 'get_swapin_mint-record-err');
  assert.is(ledger.approvalRejection(waiting, ledger.governor).reason, 'proposal-execute-error');
});

test.run();
