import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { executeChecked } from '../../src/ledger/execute-transaction.js';
import type { ExecutedTransaction } from '../../src/ledger/types.js';
import type { Transaction } from '../../src/tx/transactions.js';
import { BlockWork } from '../../vm/block-work.js';
import { TransactionContext } from '../../vm/context.js';
import { transferTx } from '../support/ledgers/sample-transactions.js';
import { HEIGHT, rejectionOf, ScratchLedger } from '../support/ledgers/scratch-ledger.js';

const MAX_BLOCK_FUEL = 600_562_500n;
const MAX_BLOCK_WORK = 1_500_000_000;

/** Executes a transaction whose contract burns fuel and does nothing else, at fuel rate 100. */
function burning(
  fuel: bigint,
  { blockFuel = 0n, work = 0, blockWork = 0, tx = transferTx() as Transaction } = {},
): ExecutedTransaction {
  const ledger = new ScratchLedger();
  const context = new TransactionContext({
    network: ledger.network,
    block: ledger.contextAt(HEIGHT),
    state: ledger.state.child(),
    prepared: ledger.prepare(tx),
    index: 1,
    signatures: { isValid: () => true },
  });
  const contract = {
    type: tx.type,
    summary: 'Burns fuel.',
    check() {},
    execute() {
      context.fuel = fuel;
      context.work = work;
      context.trace = { burned: fuel };
    },
  };
  const block = new BlockWork();
  block.add({ own: blockWork, code: new Map() });
  return executeChecked(context, contract, blockFuel, block);
}

test('fuel is paid by the hundred at the fuel rate of the block', () => {
  const { fuel, fuelFee, trace } = burning(9_901n);
  assert.is(fuel, 9_901n);
  assert.is(fuelFee, 10_000n);
  assert.equal(trace, { burned: 9_901n });
});

test('fuel that costs more than the fee is refused: fee-too-small-for-burned-fuel (16)', () => {
  assert.equal(
    rejectionOf(() => burning(10_001n)),
    { code: 16, reason: 'fee-too-small-for-burned-fuel' },
  );
});

test('the fuel of a block has a limit, which may be reached: exceed-max-fuel (16)', () => {
  assert.is(burning(100n, { blockFuel: MAX_BLOCK_FUEL - 100n }).fuel, 100n);
  assert.equal(
    rejectionOf(() => burning(101n, { blockFuel: MAX_BLOCK_FUEL - 100n })),
    { code: 16, reason: 'exceed-max-fuel' },
  );
});

test('the work of a block has a limit, which may be reached: exceed-max-work (16)', () => {
  assert.is(burning(0n, { work: 100, blockWork: MAX_BLOCK_WORK - 100 }).work.own, 100);
  assert.equal(
    rejectionOf(() => burning(0n, { work: 101, blockWork: MAX_BLOCK_WORK - 100 })),
    { code: 16, reason: 'exceed-max-work' },
  );
});

test('a transaction without a fee leaves no receipt of one', () => {
  assert.equal(burning(0n, { tx: transferTx({ fees: 0n }) }).receipts, []);
});

test('a transaction without a trace has none', () => {
  const ledger = new ScratchLedger();
  assert.is('trace' in ledger.execute(transferTx()), false);
});

test.run();
