import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clearPermissionsTx, transferTx } from '../../../support/ledgers/sample-transactions.js';
import { ALICE, ScratchLedger } from '../../../support/ledgers/scratch-ledger.js';

test('the sender loses every permission, keeps its coins, and can send nothing any more', () => {
  const ledger = new ScratchLedger();
  const before = ledger.free(ALICE.keyId, 'WICC');
  const { receipts } = ledger.execute(clearPermissionsTx());
  assert.is(ledger.account(ALICE.keyId)!.permsSum, 0n);
  assert.is(ledger.free(ALICE.keyId, 'WICC'), before - 10_000n);
  assert.is(receipts.length, 1);
  assert.equal(ledger.rejection(transferTx()), { code: 48, reason: 'bad-tx-sign' });
});

test.run();
