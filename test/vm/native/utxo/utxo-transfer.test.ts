import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, NULL_UID, publicKeyUid } from '../../../../src/codec/uid.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import {
  PASSWORD_PROOFS,
  SPENT_UTXOS,
  UTXOS,
  UTXOS_BY_OWNER,
  utxosOf,
} from '../../../../src/state/tables/utxos.js';
import { RECEIPT, type Receipt } from '../../../../src/tx/receipt.js';
import { CONDITION_TYPES } from '../../../../src/tx/utxo.js';
import {
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  ScratchLedger,
  STRANGER_KEYS,
  signatureOf,
} from '../../../support/ledgers/scratch-ledger.js';
import {
  addressOf,
  byPassword,
  charge,
  input,
  output,
  proofOf,
  proofTx,
  toAddress,
  toKeyId,
  toPassword,
  utxoTx,
} from '../../../support/ledgers/utxo-ledger.js';

/* What transfers between outputs and balances do (spec 07 §6). */

const COIN = 100_000_000n;
const FEE = 800_000n;

function moved(receipts: readonly Receipt[]): Receipt | undefined {
  return receipts.find(({ type }) => type === RECEIPT.TRANSFER_UTXO_COINS);
}

test('charging moves coins from the balance into outputs, and the receipt has no receiver', () => {
  const ledger = new ScratchLedger();
  const before = ledger.free(ALICE.keyId, 'WICC');
  const { receipts, prepared } = ledger.execute(utxoTx({ vouts: [output(), output(toAddress(BOB))] }));
  assert.is(ledger.free(ALICE.keyId, 'WICC'), before - FEE - 2n * COIN);
  assert.equal(moved(receipts), {
    type: RECEIPT.TRANSFER_UTXO_COINS,
    operation: 'SUB_FREE',
    from: keyIdUid(ALICE.keyId),
    to: NULL_UID,
    coinSymbol: 'WICC',
    amount: 2n * COIN,
  });
  assert.equal(ledger.state.get(UTXOS, [prepared.txid, 1]), {
    coinSymbol: 'WICC',
    output: output(toAddress(BOB)),
    creator: ALICE.keyId,
    height: HEIGHT,
  });
});

test('drawing moves them into the balance, and the receipt has no giver', () => {
  const ledger = new ScratchLedger();
  const txid = charge(ledger, [output(), output()]);
  const before = ledger.free(BOB.keyId, 'WICC');
  const { receipts } = ledger.execute(utxoTx({ vins: [input(txid, 0), input(txid, 1)] }, BOB));
  assert.is(ledger.free(BOB.keyId, 'WICC'), before - FEE + 2n * COIN);
  assert.equal(moved(receipts), {
    type: RECEIPT.TRANSFER_UTXO_COINS,
    operation: 'ADD_FREE',
    from: NULL_UID,
    to: keyIdUid(BOB.keyId),
    coinSymbol: 'WICC',
    amount: 2n * COIN,
  });
});

test('spending moves outputs into outputs; what is left over or missing is of the balance', () => {
  const ledger = new ScratchLedger();
  const txid = charge(ledger, [output(), output(), output()]);
  const before = ledger.free(BOB.keyId, 'WICC');
  const spend = (index: number, coinAmount: bigint) =>
    moved(
      ledger.execute(utxoTx({ vins: [input(txid, index)], vouts: [{ coinAmount, conds: [] }] }, BOB))
        .receipts,
    );
  assert.is(spend(0, COIN), undefined, 'nothing is moved');
  assert.is(spend(1, COIN + 5n)?.operation, 'SUB_FREE');
  assert.is(spend(2, COIN - 7n)?.operation, 'ADD_FREE');
  assert.is(ledger.free(BOB.keyId, 'WICC'), before - 3n * FEE - 5n + 7n);
});

test('the fee counts among the coins that are needed only where it is of the same coin', () => {
  const ledger = new ScratchLedger();
  ledger.endow(ALICE.keyId, 'WUSD', COIN);
  const vouts = [output()];
  assert.is(
    ledger.rejection(utxoTx({ coinSymbol: 'WUSD', feeSymbol: 'WUSD', vouts })).reason,
    'insufficient-account-coin-amount',
  );
  ledger.execute(utxoTx({ coinSymbol: 'WUSD', vouts }));
  assert.is(ledger.free(ALICE.keyId, 'WUSD'), 0n);
});

test('a coin that the sender never had can be drawn', () => {
  const ledger = new ScratchLedger();
  ledger.endow(ALICE.keyId, 'WUSD', COIN);
  const txid = charge(ledger, [output()], { coinSymbol: 'WUSD' });
  ledger.execute(utxoTx({ coinSymbol: 'WUSD', vins: [input(txid, 0)] }, BOB));
  assert.is(ledger.free(BOB.keyId, 'WUSD'), COIN);
});

test('an output is spent once: in another block, in the same block, in the same transaction', () => {
  const ledger = new ScratchLedger();
  const txid = charge(ledger, [output(), output(), output()]);
  const spent = { code: 16, reason: 'double-spend-prev-utxo-err' };
  const draw = (...indexes: number[]) => utxoTx({ vins: indexes.map(index => input(txid, index)) }, BOB);
  ledger.execute(draw(0));
  assert.equal(ledger.rejection(draw(0), HEIGHT + 1), spent);
  assert.equal(ledger.rejection(draw(1, 1)), spent);
  const block = ledger.begin();
  block.execute(ledger.prepare(draw(2)));
  assert.throws(
    () => block.execute(ledger.prepare(utxoTx({ vins: [input(txid, 2)] }, CAROL))),
    (error: Error) => error.message === spent.reason,
  );
  assert.equal(ledger.state.get(SPENT_UTXOS, [txid, 0])?.height, HEIGHT);
});

test('an output cannot be spent in the block that made it', () => {
  const ledger = new ScratchLedger();
  const block = ledger.begin();
  const { prepared } = block.execute(ledger.prepare(utxoTx({ vouts: [output()] })));
  for (const index of [0, 1]) {
    assert.throws(
      () => block.execute(ledger.prepare(utxoTx({ vins: [input(prepared.txid, index)] }, BOB))),
      (error: Error) => error.message === 'failed-to-load-prev-utxo-err',
    );
  }
  block.state.merge();
  ledger.execute(utxoTx({ vins: [input(prepared.txid, 0)] }, BOB), HEIGHT + 1);
});

test('a sender who names himself by his key is registered, and can prove a password at once', () => {
  const ledger = new ScratchLedger();
  const [key] = STRANGER_KEYS;
  const strangerKeyId = keyIdOf(Buffer.from(key, 'hex'));
  const sender = { txUid: publicKeyUid(key), signature: signatureOf(key) };
  ledger.endow(strangerKeyId, 'WICC', COIN);
  ledger.execute(proofTx(sender, ALICE));
  const provers = [...ledger.state.iterate(PASSWORD_PROOFS)].map(([[, , spender]]) => spender);
  assert.equal(provers, [{ height: HEIGHT, index: 1 }]);
});

test('the proof of a spender goes with the output, that of others stays', () => {
  const ledger = new ScratchLedger();
  const txid = charge(ledger, [output(toPassword('secret', true))]);
  for (const actor of [BOB, CAROL]) {
    ledger.execute(proofTx({ utxoTxid: txid, passwordProof: proofOf('secret', actor, txid, 0) }, actor));
  }
  ledger.execute(utxoTx({ vins: [input(txid, 0, byPassword('secret'))] }, BOB));
  const left = [...ledger.state.iterate(PASSWORD_PROOFS)].map(([[, , spender]]) => spender);
  assert.equal(left, [CAROL.regId]);
});

test('outputs are listed under the address that locks them, else under their creator', () => {
  const ledger = new ScratchLedger();
  const shared = addressOf(2);
  const txid = charge(ledger, [
    output(toAddress(BOB)),
    output({ type: CONDITION_TYPES.OP2SA, uid: keyIdUid(BOB.keyId) }),
    output({ type: CONDITION_TYPES.OP2SA, uid: publicKeyUid(BOB.publicKey) }),
    output(toKeyId(shared)),
    output(toPassword('secret')),
  ]);
  const indexes = (keyId: string) =>
    [...utxosOf(ledger.state, keyId, ledger.account(keyId))].map(([[, index]]) => index).sort();
  assert.equal(indexes(BOB.keyId), [0, 1, 2]);
  assert.equal(indexes(shared), [3]);
  assert.equal(indexes(ALICE.keyId), [4]);
  assert.equal([...utxosOf(ledger.state, BOB.keyId, ledger.account(BOB.keyId), 'WUSD')], []);
  ledger.execute(utxoTx({ vins: [input(txid, 1), input(txid, 2)] }, BOB));
  assert.equal(indexes(BOB.keyId), [0]);
  assert.is([...ledger.state.iterate(UTXOS_BY_OWNER)].length, [...ledger.state.iterate(UTXOS)].length);
});

test.run();
