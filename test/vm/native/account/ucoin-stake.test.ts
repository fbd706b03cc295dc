import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EMPTY_TOKEN, tokenOf } from '../../../../src/state/tables/accounts.js';
import { balanceOperationCode } from '../../../../src/tx/balance-operation.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import type { UcoinStake } from '../../../../src/tx/types/ucoin-stake.js';
import { stakeTx } from '../../../support/ledgers/sample-transactions.js';
import { ALICE, type Rejection, ScratchLedger } from '../../../support/ledgers/scratch-ledger.js';

const COIN = 100_000_000n;
const MILLION = 1_000_000n * COIN;
const UNSTAKE = balanceOperationCode('UNSTAKE');

/** The checks of spec 07 §14.5 in their order. */
const RULES: readonly (readonly [rule: string, changes: Partial<UcoinStake>, rejection: Rejection])[] = [
  [
    '0 is no direction',
    { stakeType: balanceOperationCode('NULL_OP') },
    { code: 16, reason: 'bad-stake-type' },
  ],
  [
    'another balance operation is no direction',
    { stakeType: balanceOperationCode('FREEZE') },
    { code: 16, reason: 'bad-stake-type' },
  ],
  ['the coin exists', { coinSymbol: 'NOCOIN' }, { code: 16, reason: 'bad-coin-symbol' }],
  ['the amount is not zero', { coinAmount: 0n }, { code: 16, reason: 'bad-tx-coins-outofrange' }],
  [
    'the amount is one that the coin can have',
    { coinAmount: 210_000_000n * COIN + 1n },
    { code: 16, reason: 'bad-tx-coins-outofrange' },
  ],
  [
    'the sender has free coins to stake, after the fee',
    { coinAmount: MILLION - 9_999n },
    { code: 50, reason: 'insufficient-coin-amount' },
  ],
  [
    'the sender has staked coins to take back',
    { stakeType: UNSTAKE, coinAmount: 1n },
    { code: 50, reason: 'insufficient-coin-amount' },
  ],
];

for (const [rule, changes, rejection] of RULES) {
  test(`${rule}: ${rejection.reason} (${rejection.code})`, () => {
    assert.equal(new ScratchLedger().rejection(stakeTx(changes)), rejection);
  });
}

test('staked coins are no longer free, and are free at once when they are taken back', () => {
  const ledger = new ScratchLedger();
  const balance = () => tokenOf(ledger.account(ALICE.keyId)!, 'WICC');
  const { receipts } = ledger.execute(stakeTx({ coinAmount: 5n }));
  assert.equal(balance(), { ...EMPTY_TOKEN, free: MILLION - 10_000n - 5n, staked: 5n });
  assert.equal(
    receipts.slice(1).map(({ type, operation, amount }) => [type, operation, amount]),
    [[RECEIPT.COIN_STAKE, 'STAKE', 5n]],
  );
  ledger.execute(stakeTx({ stakeType: UNSTAKE, coinAmount: 5n }));
  assert.equal(balance(), { ...EMPTY_TOKEN, free: MILLION - 20_000n });
});

test.run();
