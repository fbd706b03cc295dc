import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PENDING_REWARDS } from '../../src/state/tables/rewards.js';
import type { UcoinBlockReward } from '../../src/tx/types/ucoin-block-reward.js';
import { stakeTx, transferTo, transferTx } from '../support/ledgers/sample-transactions.js';
import { ALICE, BOB, HEIGHT, rejectionOf, ScratchLedger } from '../support/ledgers/scratch-ledger.js';

test('transactions stand behind the reward in the order in which they were executed', () => {
  const ledger = new ScratchLedger();
  const block = ledger.begin();
  assert.is(block.execute(ledger.prepare(transferTx())).index, 1);
  assert.is(block.execute(ledger.prepare(stakeTx())).index, 2);
  const reward = block.rewardTransaction();
  assert.equal(
    block.end(reward).executed.map(({ prepared, index }) => [prepared.tx.type, index]),
    [
      [13, 0],
      [11, 1],
      [8, 2],
    ],
  );
});

test('a refused transaction leaves state, fuel and the next index as they were', () => {
  const ledger = new ScratchLedger();
  const block = ledger.begin();
  block.execute(ledger.prepare(transferTx()));
  const before = block.state.changes();
  // The fee and the first transfer have taken effect when the second one fails.
  const transfers = [transferTo(BOB.uid), transferTo(BOB.uid, 'WUSD', 10_000n)];
  assert.throws(() => block.execute(ledger.prepare(transferTx({ transfers, fees: 20_000n }))));
  assert.equal(block.state.changes(), before);
  assert.is(block.fuel, 0n);
  assert.is(block.execute(ledger.prepare(stakeTx())).index, 2);
});

test('the state below a block is not touched before the block is merged', () => {
  const ledger = new ScratchLedger();
  const before = ledger.free(BOB.keyId, 'WICC');
  const block = ledger.begin();
  block.execute(ledger.prepare(transferTx()));
  assert.is(ledger.free(BOB.keyId, 'WICC'), before);
});

test('a transaction of one of the last blocks is refused: tx-duplicated (16)', () => {
  const ledger = new ScratchLedger();
  ledger.recent.add(ledger.prepare(transferTx()).txid);
  assert.equal(ledger.rejection(transferTx()), { code: 16, reason: 'tx-duplicated' });
});

test('a transaction that the block has already is refused: tx-duplicated (16)', () => {
  const ledger = new ScratchLedger();
  const block = ledger.begin();
  block.execute(ledger.prepare(transferTx()));
  assert.equal(
    rejectionOf(() => block.execute(ledger.prepare(transferTx()))),
    { code: 16, reason: 'tx-duplicated' },
  );
});

test('valid_height is at most 250 away from the height of the parent: tx-invalid-height (16)', () => {
  const ledger = new ScratchLedger();
  const parent = HEIGHT - 1;
  for (const validHeight of [parent - 251, parent + 251]) {
    assert.equal(ledger.rejection(transferTx({ validHeight })), { code: 16, reason: 'tx-invalid-height' });
  }
  for (const validHeight of [parent - 250, parent + 250]) ledger.execute(transferTx({ validHeight }));
});

test('the reward is the sum of the fees by coin', () => {
  const ledger = new ScratchLedger();
  ledger.endow(ALICE.keyId, 'WUSD', 20_000n);
  const block = ledger.begin();
  block.execute(ledger.prepare(transferTx({ fees: 10_001n })));
  block.execute(ledger.prepare(transferTx({ fees: 10_020n })));
  block.execute(ledger.prepare(transferTx({ fees: 10_300n, feeSymbol: 'WUSD' })));
  const { tx } = block.rewardTransaction();
  assert.is(tx.type, 13);
  assert.equal(
    [...(tx as UcoinBlockReward).rewardFees],
    [
      ['WICC', 20_021n],
      ['WUSD', 10_300n],
    ],
  );
});

test('a reward of other amounts is refused: bad-reward-amount (16)', () => {
  const ledger = new ScratchLedger();
  const block = ledger.begin();
  block.execute(ledger.prepare(transferTx()));
  const tx = block.rewardTransaction().tx as UcoinBlockReward;
  const wrong = [
    { ...tx, rewardFees: new Map([...tx.rewardFees, ['WICC', 10_001n] as const]) },
    { ...tx, rewardFees: new Map([['WICC', 10_000n] as const]) },
    { ...tx, inflatedBcoins: tx.inflatedBcoins + 1n },
  ];
  for (const reward of wrong) {
    assert.equal(
      rejectionOf(() => block.end(ledger.prepare(reward))),
      { code: 16, reason: 'bad-reward-amount' },
    );
  }
});

test("a reward that is not the producer's, or of another version, is refused: bad-reward-tx (16)", () => {
  const ledger = new ScratchLedger();
  const block = ledger.begin();
  const tx = block.rewardTransaction().tx as UcoinBlockReward;
  for (const reward of [
    { ...tx, txUid: ALICE.uid },
    { ...tx, version: 2 },
  ]) {
    assert.equal(
      rejectionOf(() => block.end(ledger.prepare(reward))),
      { code: 16, reason: 'bad-reward-tx' },
    );
  }
});

test('the reward is recorded and not paid yet', () => {
  const ledger = new ScratchLedger();
  const block = ledger.begin();
  block.execute(ledger.prepare(transferTx()));
  const reward = block.rewardTransaction();
  const { executed } = block.end(reward);
  assert.equal(executed[0]!.receipts, []);
  assert.is(block.state.get(PENDING_REWARDS, HEIGHT)?.txid, reward.txid);
});

test.run();
