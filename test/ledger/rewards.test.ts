import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdUid } from '../../src/codec/uid.js';
import { REPLAY } from '../../src/config/networks/replay.js';
import {
  accrueInflatedReward,
  buildReward,
  checkReward,
  matureReward,
  recordReward,
} from '../../src/ledger/rewards.js';
import { INFLATED_REWARD, PENDING_REWARDS } from '../../src/state/tables/rewards.js';
import { prepareTransaction } from '../../src/tx/envelope.js';
import { REJECT } from '../../src/tx/reject.js';
import { TX } from '../../src/tx/transactions.js';
import type { UcoinBlockReward } from '../../src/tx/types/ucoin-block-reward.js';
import { ALICE, HEIGHT, rejectionOf, ScratchLedger } from '../support/ledgers/scratch-ledger.js';

const PRODUCER = { height: 0, index: 2 };
/** 2.1 million coins of votes among eleven producers. */
const SUBSIDY = 10_987_442n;
const FEES = new Map([['WICC', 700n]]);
const STARTED = { startHeight: 200, newRewards: 5n, totalMinted: 0n, lastMinted: 0n, lastMintedHeight: 0 };

function rewardTx(ledger: ScratchLedger, changes: Partial<UcoinBlockReward> = {}) {
  const reward: UcoinBlockReward = {
    type: TX.UCOIN_BLOCK_REWARD,
    version: 1,
    validHeight: HEIGHT,
    txUid: regIdUid(PRODUCER),
    rewardFees: new Map([
      ['WICC', 700n],
      ['WUSD', 0n],
    ]),
    inflatedBcoins: SUBSIDY,
    ...changes,
  };
  return ledger.prepare(reward);
}

test('the reward names both fee coins, zero or not, and the subsidy of the producer’s votes', () => {
  const ledger = new ScratchLedger();
  const built = buildReward(ledger.network, ledger.state, ledger.contextAt(HEIGHT), FEES);
  assert.is(built.txid, rewardTx(ledger).txid);
});

test('below R2 the reward is of type 1 and has no subsidy', () => {
  const ledger = new ScratchLedger();
  const { tx } = buildReward(REPLAY, ledger.state, { ...ledger.contextAt(1), height: 1 }, FEES);
  assert.equal(tx, {
    type: TX.BLOCK_REWARD,
    version: 1,
    validHeight: 1,
    txUid: regIdUid(PRODUCER),
    rewardFees: 700n,
  });
});

test('a producer without votes has no subsidy', () => {
  const ledger = new ScratchLedger();
  const block = { ...ledger.contextAt(HEIGHT), producer: ALICE.regId };
  const { tx } = buildReward(ledger.network, ledger.state, block, FEES);
  assert.is(tx.type === TX.UCOIN_BLOCK_REWARD && tx.inflatedBcoins, 0n);
});

test('once the voting contract mints rewards, blocks have no subsidy and add to what it may mint', () => {
  const ledger = new ScratchLedger();
  accrueInflatedReward(ledger.network, ledger.state);
  assert.is(ledger.state.get(INFLATED_REWARD, undefined), undefined);
  ledger.state.put(INFLATED_REWARD, undefined, STARTED);
  const { tx } = buildReward(ledger.network, ledger.state, ledger.contextAt(HEIGHT), FEES);
  assert.is(tx.type === TX.UCOIN_BLOCK_REWARD && tx.inflatedBcoins, 0n);
  accrueInflatedReward(ledger.network, ledger.state);
  ledger.setParameter('BLOCK_INFLATED_REWARD_AMOUNT', 3n);
  accrueInflatedReward(ledger.network, ledger.state);
  assert.is(ledger.state.get(INFLATED_REWARD, undefined)?.newRewards, 20_000_008n);
});

test('each wrong amount is refused, and the wrong type', () => {
  const ledger = new ScratchLedger();
  const check = (changes: Partial<UcoinBlockReward>) =>
    checkReward(ledger.network, ledger.state, ledger.contextAt(HEIGHT), FEES, rewardTx(ledger, changes));
  check({});
  const wrong: readonly [string, Partial<UcoinBlockReward>][] = [
    ['too much subsidy', { inflatedBcoins: SUBSIDY + 1n }],
    ['too little subsidy', { inflatedBcoins: 0n }],
    [
      'other fees',
      {
        rewardFees: new Map([
          ['WICC', 701n],
          ['WUSD', 0n],
        ]),
      },
    ],
    ['a coin left out', { rewardFees: new Map([['WICC', 700n]]) }],
    [
      'a coin too many',
      {
        rewardFees: new Map([
          ['WICC', 700n],
          ['WUSD', 0n],
          ['WGRT', 0n],
        ]),
      },
    ],
    [
      'another coin',
      {
        rewardFees: new Map([
          ['WICC', 700n],
          ['WGRT', 0n],
        ]),
      },
    ],
  ];
  for (const [what, changes] of wrong) {
    assert.equal(
      rejectionOf(() => check(changes)),
      { code: REJECT.REJECT_INVALID, reason: 'bad-reward-amount' },
      what,
    );
  }
  const old = ledger.prepare({
    type: TX.BLOCK_REWARD,
    version: 1,
    validHeight: HEIGHT,
    txUid: regIdUid(PRODUCER),
    rewardFees: 700n,
  });
  assert.equal(
    rejectionOf(() => checkReward(ledger.network, ledger.state, ledger.contextAt(HEIGHT), FEES, old)),
    { code: REJECT.REJECT_INVALID, reason: 'bad-reward-tx' },
  );
});

test('a reward is paid a hundred blocks later, with receipts 101 of each coin and 103, zeros included', () => {
  const ledger = new ScratchLedger();
  const reward = rewardTx(ledger);
  recordReward(ledger.state, HEIGHT, reward);
  const keyId = ledger.keyIdAt(PRODUCER)!;
  const before = ledger.free(keyId, 'WICC');
  assert.is(matureReward(ledger.network, ledger.state, HEIGHT + 99), undefined);
  const matured = matureReward(ledger.network, ledger.state, HEIGHT + 100);
  assert.is(matured?.txid, reward.txid);
  assert.equal(
    matured?.receipts.map(({ type, operation, from, to, coinSymbol, amount }) => [
      type,
      operation,
      from.kind,
      to.kind === 'keyid' && to.keyId === keyId,
      coinSymbol,
      amount,
    ]),
    [
      [101, 'ADD_FREE', 'null', true, 'WICC', 700n],
      [101, 'ADD_FREE', 'null', true, 'WUSD', 0n],
      [103, 'ADD_FREE', 'null', true, 'WICC', SUBSIDY],
    ],
  );
  assert.is(ledger.free(keyId, 'WICC'), before + 700n + SUBSIDY);
  assert.is(ledger.state.get(PENDING_REWARDS, HEIGHT), undefined);
  assert.is(matureReward(ledger.network, ledger.state, HEIGHT + 100), undefined, 'it is paid once');
});

test('a reward of type 1 is paid with one receipt 101, as that of block 1 was at height 101', () => {
  const ledger = new ScratchLedger();
  assert.equal(
    matureReward(ledger.network, ledger.state, 101)?.receipts.map(({ type, amount }) => [type, amount]),
    [[101, 0n]],
  );
});

test('the reward of block 0 is never paid', () => {
  const ledger = new ScratchLedger();
  assert.is(ledger.state.get(PENDING_REWARDS, 0), undefined);
  assert.is(matureReward(ledger.network, ledger.state, 100), undefined);
});

test('only a reward can be recorded as one', () => {
  const ledger = new ScratchLedger();
  const median = prepareTransaction(
    { type: TX.PRICE_MEDIAN, version: 1, validHeight: 1, txUid: { kind: 'null' }, medianPrices: [] },
    { varintPricesFrom: 0 },
  );
  assert.throws(() => recordReward(ledger.state, HEIGHT, median), /type 17 is no reward/);
});

test.run();
