/** Every transaction of a recorded chain: bytes, ids, signatures, JSON and receipts. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdText } from '../../src/codec/regid.js';
import type { Uid } from '../../src/codec/uid.js';
import { verify } from '../../src/crypto/signature.js';
import { BALANCE_OPERATIONS } from '../../src/tx/balance-operation.js';
import { decodeTransaction, transactionJson } from '../../src/tx/envelope.js';
import { receiptJson, receiptTypeText } from '../../src/tx/receipt.js';
import { type Signer, signersOf } from '../../src/tx/signers.js';
import { AddressBook } from '../support/answers/address-book.js';
import {
  asReferencePrints,
  type ExactObject,
  exactText,
  readExact,
  readExactLines,
} from '../support/answers/exact-json.js';
import { withOurMembers } from '../support/answers/merged-json.js';
import { checkAllRows } from '../support/vectors/all-rows.js';

interface RecordedReceipt {
  readonly receipt_type: bigint;
  readonly receipt_type_name: string;
  readonly op_type: bigint;
  readonly op_type_name: string;
  readonly from_addr: string;
  readonly to_addr: string;
  readonly coin_symbol: string;
  readonly coin_amount: bigint;
}

interface RecordedTransaction {
  readonly tag: string;
  readonly tx_type: string;
  readonly txid: string;
  readonly rawtx: string;
  readonly decoded: ExactObject;
  readonly receipts: readonly RecordedReceipt[] | null;
}

interface RecordedKey {
  readonly address: string;
  readonly public_key: string;
  readonly regid_at_the_end: string | null;
}

const COUNT = 401;
const rows = readExactLines<RecordedTransaction>('oracle/txvectors');
const { keys } = readExact<{ keys: readonly RecordedKey[] }>('oracle/index');
const nameOf = (row: RecordedTransaction) => `${row.tag} ${row.txid}`;

const RULES = { varintPricesFrom: 500 };
const open = (row: RecordedTransaction) => decodeTransaction(Buffer.from(row.rawtx, 'hex'), RULES);

/**
 * The accounts of the chain: the published keys with their regids, and every regid that stands
 * beside its address in any row. Where two rows disagree, building it fails.
 */
const book = new AddressBook();
for (const key of keys) if (key.regid_at_the_end !== null) book.add(key.regid_at_the_end, key.address);
for (const row of rows) book.learn(row.decoded);

const publicKeyByAddress = new Map(keys.map(key => [key.address, key.public_key]));

test('every transaction encodes to the bytes from which it was decoded', () => {
  checkAllRows('encoding', rows, COUNT, nameOf, row => assert.is(open(row).raw.toString('hex'), row.rawtx));
});

test('every transaction has the recorded id', () => {
  checkAllRows('txid', rows, COUNT, nameOf, row => assert.is(open(row).txid, row.txid));
});

test('every signature verifies with the key that the uid is or that its account has', () => {
  const signed = rows.filter(row => signersOf(open(row).tx).length > 0);
  checkAllRows('signatures', signed, 391, nameOf, row => {
    const { tx, sighash } = open(row);
    for (const signer of signersOf(tx)) {
      const key = publicKeyOf(signer, row);
      assert.ok(
        verify(sighash, signer.signature, Buffer.from(key, 'hex')),
        `signature of the ${signer.role}`,
      );
    }
  });
});

function publicKeyOf({ uid }: Signer, row: RecordedTransaction): string {
  if (uid.kind === 'pubkey') return uid.publicKey;
  const address = book.contextFor(row.decoded).addressOf(uid);
  const key = publicKeyByAddress.get(address);
  assert.ok(key, `no key is known for ${address}`);
  return key;
}

test('what has no signer is a transaction that a producer or the genesis made', () => {
  const unsigned = new Set(rows.filter(row => signersOf(open(row).tx).length === 0).map(row => row.tx_type));
  assert.equal([...unsigned].sort(), [
    'BLOCK_REWARD_TX',
    'CDP_FORCE_SETTLE_INTEREST_TX',
    'PRICE_MEDIAN_TX',
    'UCOIN_BLOCK_REWARD_TX',
    'UCOIN_MINT_TX',
  ]);
});

test('the JSON form is the recorded decodetxraw, with the members that this node adds', () => {
  checkAllRows('decodetxraw', rows, COUNT, nameOf, row => {
    const prepared = open(row);
    const json = transactionJson(prepared, book.contextFor(row.decoded));
    assert.is(exactText(asReferencePrints(json)), exactText(withOurMembers(row.decoded, prepared.tx.txUid)));
  });
});

test('a receipt prints as recorded', () => {
  const receipts = rows.flatMap(row => row.receipts ?? []);
  // Stored receipts name accounts by key id; the recorded address itself is used as one here.
  const uidOf = (address: string): Uid =>
    address === '' ? { kind: 'null' } : { kind: 'keyid', keyId: address };
  const addressOf = (uid: Uid) =>
    uid.kind === 'keyid' ? uid.keyId : uid.kind === 'regid' ? regIdText(uid.regId) : '';
  checkAllRows(
    'receipts',
    receipts,
    802,
    row => row.receipt_type_name,
    row => {
      const receipt = {
        type: Number(row.receipt_type),
        operation: BALANCE_OPERATIONS[Number(row.op_type)]!,
        from: uidOf(row.from_addr),
        to: uidOf(row.to_addr),
        coinSymbol: row.coin_symbol,
        amount: row.coin_amount,
      };
      const json = asReferencePrints(receiptJson(receipt, addressOf));
      assert.is(exactText(json), exactText({ ...row }));
      assert.is(receiptTypeText(receipt.type), row.receipt_type_name);
    },
  );
});

test.run();
