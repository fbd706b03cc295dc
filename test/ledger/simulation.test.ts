import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyUid } from '../../src/codec/uid.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import type { Simulation, SimulationOptions } from '../../src/ledger/types.js';
import { ACCOUNTS } from '../../src/state/tables/accounts.js';
import type { Transaction } from '../../src/tx/transactions.js';
import { registerTx, transferTo, transferTx } from '../support/ledgers/sample-transactions.js';
import {
  ALICE,
  BOB,
  HEIGHT,
  rejectionOf,
  ScratchLedger,
  STRANGER_KEYS,
} from '../support/ledgers/scratch-ledger.js';

function simulate<T>(
  ledger: ScratchLedger,
  work: (simulation: Simulation) => T,
  options?: SimulationOptions,
): T {
  const scratch = ledger.state.child();
  return ledger.ledger.simulate(scratch, ledger.contextAt(HEIGHT), ledger.recent, work, options);
}

function simulated(ledger: ScratchLedger, tx: Transaction) {
  return simulate(ledger, simulation => simulation.execute(ledger.prepare(tx)));
}

test('a simulation shows what a block would do, and leaves nothing behind', () => {
  const ledger = new ScratchLedger();
  const before = ledger.state.changes();
  const { receipts, fuel, fuelFee } = simulated(ledger, transferTx());
  assert.equal(ledger.state.changes(), before);
  const executed = ledger.execute(transferTx());
  assert.equal({ receipts, fuel, fuelFee }, pick(executed));
});

function pick({ receipts, fuel, fuelFee }: ReturnType<ScratchLedger['execute']>) {
  return { receipts, fuel, fuelFee };
}

test('a simulation that fails leaves nothing behind either', () => {
  const ledger = new ScratchLedger();
  const before = ledger.state.changes();
  assert.throws(() =>
    simulate(ledger, simulation => {
      simulation.execute(ledger.prepare(transferTx()));
      throw new Error('the caller gives up');
    }),
  );
  assert.equal(ledger.state.changes(), before);
});

test('nobody need sign what is simulated', () => {
  const tx = transferTx({ signature: new Uint8Array() });
  const ledger = new ScratchLedger();
  assert.is(ledger.rejection(tx).reason, 'bad-tx-sign');
  assert.ok(simulated(ledger, tx).receipts.length > 0);
});

test('the fee is given to the sender first, other coins are not', () => {
  const ledger = new ScratchLedger();
  const all = ledger.free(ALICE.keyId, 'WICC');
  const fees = 20_000n;
  const whole = transferTx({ fees, transfers: [transferTo(BOB.uid, 'WICC', all)] });
  assert.is(ledger.rejection(whole).reason, 'transfer-coin-failed');
  simulated(ledger, whole);
  const more = transferTx({ fees, transfers: [transferTo(BOB.uid, 'WICC', all + 1n)] });
  assert.is(rejectionOf(() => simulated(ledger, more)).reason, 'transfer-coin-failed');
});

test('a sender that is named by a key that nobody has used has the fee and gets a regid', () => {
  const ledger = new ScratchLedger();
  const [key] = STRANGER_KEYS;
  const keyId = keyIdOf(Buffer.from(key, 'hex'));
  const tx = registerTx(key);
  const regId = simulate(ledger, simulation => {
    simulation.execute(ledger.prepare({ ...tx, txUid: publicKeyUid(key) }));
    return simulation.state.get(ACCOUNTS, keyId)?.regId;
  });
  assert.equal(regId, { height: HEIGHT, index: 1 });
  assert.is(ledger.account(keyId), undefined);
});

test('neither valid_height nor an earlier block with the same transaction matters', () => {
  const ledger = new ScratchLedger();
  const tx = transferTx({ validHeight: 9999 });
  ledger.recent.add(ledger.prepare(tx).txid);
  simulated(ledger, tx);
});

test('a second transaction comes after the first, at the next position', () => {
  const ledger = new ScratchLedger();
  const indexes = simulate(
    ledger,
    simulation => {
      const first = simulation.execute(ledger.prepare(transferTx()));
      assert.throws(() => simulation.execute(ledger.prepare(transferTx({ memo: Buffer.alloc(101) }))));
      const second = simulation.execute(ledger.prepare(transferTx()));
      return [first.index, second.index];
    },
    { firstIndex: 2 },
  );
  assert.equal(indexes, [2, 3]);
});

test('what a block refuses for its content, pool and simulation refuse for the same reason', () => {
  const refused: readonly [string, Transaction][] = [
    ['a memo that is too long', transferTx({ memo: Buffer.alloc(101) })],
    ['no transfers', transferTx({ transfers: [] })],
    ['an unknown coin', transferTx({ transfers: [transferTo(BOB.uid, 'NONE', 10_000n)] })],
    ['coins that are not there', transferTx({ transfers: [transferTo(BOB.uid, 'WUSD', 10_000n)] })],
    ['a fee that is too small', transferTx({ fees: 1n })],
    [
      'a sender that is no account',
      transferTx({ txUid: { kind: 'regid', regId: { height: 77, index: 7 } } }),
    ],
  ];
  for (const [what, tx] of refused) {
    const ledger = new ScratchLedger();
    const inBlock = ledger.rejection(tx);
    const pending = ledger.ledger.beginPending(ledger.state.child(), ledger.contextAt(HEIGHT), ledger.recent);
    assert.equal(
      rejectionOf(() => pending.execute(ledger.prepare(tx))),
      inBlock,
      what,
    );
    assert.equal(
      rejectionOf(() => simulated(ledger, tx)),
      inBlock,
      what,
    );
  }
});

test.run();
