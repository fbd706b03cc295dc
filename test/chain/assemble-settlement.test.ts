import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assemble } from '../../src/chain/assemble.js';
import { putOrder } from '../../src/state/tables/orders.js';
import { settlementOrderId } from '../../vm/native/cdp/system-order-id.js';
import { CdpLedger, idOf } from '../support/ledgers/cdp-ledger.js';
import { ORDER } from '../support/ledgers/governance-ledger.js';
import { ALICE, HEIGHT } from '../support/ledgers/scratch-ledger.js';

const CDP_ID = idOf('c');

/** A position whose interest is due after thirty days, each of a block. */
function prepared(): CdpLedger {
  const ledger = new CdpLedger({ blocksPerDay: 1 });
  ledger.place(CDP_ID, ALICE, { staked: 10n ** 11n, owed: 10n ** 10n, height: HEIGHT - 30 });
  return ledger;
}

test('a block settles the interest that is due right after its median prices', async () => {
  const { outcome, failures } = await assemble(prepared().begin(), []);
  assert.equal(
    outcome.executed.map(({ prepared }) => prepared.tx.type),
    [13, 17, 24],
  );
  assert.equal(failures, []);
});

test('where no interest is due a block has no settlement', async () => {
  const { outcome } = await assemble(prepared().begin(HEIGHT - 1), []);
  assert.equal(
    outcome.executed.map(({ prepared }) => prepared.tx.type),
    [13, 17],
  );
});

test('a settlement that is refused does not stop the block', async () => {
  const ledger = prepared();
  const { txid } = ledger.begin().settlementTransaction()!;
  putOrder(ledger.state, settlementOrderId(txid, CDP_ID), ORDER);
  const { outcome, failures } = await assemble(ledger.begin(), []);
  assert.equal(
    outcome.executed.map(({ prepared }) => prepared.tx.type),
    [13, 17],
  );
  assert.equal(failures, [{ txid, code: 128, reason: 'create-sys-order-failed' }]);
});

test.run();
