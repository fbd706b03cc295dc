import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { uidText } from '../../src/codec/uid.js';
import { decodeTransaction, prepareTransaction } from '../../src/tx/envelope.js';
import { type Signer, signersOf, withSignature } from '../../src/tx/signers.js';
import type { Transaction } from '../../src/tx/transactions.js';
import { readExact } from '../support/answers/exact-json.js';

interface Vectors {
  readonly transactions: readonly { readonly id: string; readonly type: bigint; readonly raw: string }[];
}

const { transactions } = readExact<Vectors>('reference-transactions');
const RULES = { varintPricesFrom: 500 };
const SIGNATURE = Buffer.from('3006020101020101', 'hex');

function recorded(id: string): Transaction {
  const row = transactions.find(transaction => transaction.id === id)!;
  return decodeTransaction(Buffer.from(row.raw, 'hex'), RULES).tx;
}

const shown = (signers: readonly Signer[]) =>
  signers.map(({ role, index, uid }) => `${role} ${index} ${uidText(uid)}`);

test('an ordinary transaction is signed by its sender alone', () => {
  assert.equal(shown(signersOf(recorded('utransfer-11'))), ['sender 0 0-1']);
});

test('further signers of a universal transaction sign after its payer', () => {
  const payer = '036c5397f3227a1e209952829d249b7ad0f615e43b763ac15e3a6f52627a10df21';
  const signers = signersOf(recorded('universal-100-multisig'));
  assert.equal(shown(signers), [`sender 0 ${payer}`, 'cosigner 0 0-2']);
  assert.ok(signers.every(signer => signer.signature.length > 0));
});

test('the operator signs an operator order, with the account that the order names', () => {
  assert.equal(shown(signersOf(recorded('dex-91'))), ['sender 0 0-1', 'operator 0 0-2']);
});

test('nobody signs what a producer makes, even where a signature has its place', () => {
  const system = transactions.filter(row => [1n, 12n, 13n, 17n, 24n].includes(row.type));
  assert.is(system.length, 8);
  for (const row of system) assert.equal(signersOf(recorded(row.id)), []);
});

test('a signature goes to the place of its signer and changes neither id nor the other signatures', () => {
  for (const { id } of transactions) {
    const tx = recorded(id);
    signersOf(tx).forEach((signer, position) => {
      const signed = withSignature(tx, signer, SIGNATURE);
      const before = prepareTransaction(tx, RULES);
      const after = prepareTransaction(signed, RULES);
      assert.is(after.txid, before.txid);
      signersOf(signed).forEach((other, i) => {
        assert.is(other.signature, i === position ? SIGNATURE : signersOf(tx)[i]!.signature);
      });
    });
  }
});

test('a signature without a place is refused', () => {
  const [, cosigner] = signersOf(recorded('universal-100-multisig'));
  const [, operator] = signersOf(recorded('dex-91'));
  const [sender] = signersOf(recorded('utransfer-11'));
  const refused = (tx: Transaction, signer: Signer) =>
    assert.throws(
      () => withSignature(tx, signer, SIGNATURE),
      (error: unknown) => error instanceof RangeError,
    );
  refused(recorded('universal-100'), cosigner!);
  refused(recorded('utransfer-11'), operator!);
  refused(recorded('reward-1'), sender!);
});

test.run();
