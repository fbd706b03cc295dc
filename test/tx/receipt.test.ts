import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { decode, encode } from '../../src/codec/codec.js';
import { DecodeError } from '../../src/codec/errors.js';
import { keyIdUid, NULL_UID } from '../../src/codec/uid.js';
import {
  BALANCE_OPERATIONS,
  balanceOperationCode,
  balanceOperationName,
} from '../../src/tx/balance-operation.js';
import { RECEIPT, receiptCodec, receiptJson, receiptTypeText } from '../../src/tx/receipt.js';
import { asReferencePrints, exactText } from '../support/answers/exact-json.js';

const KEY_ID = '1c758724cc60db35dd387bcf619a478ec3c065f2';
const receipt = {
  type: RECEIPT.TRANSFER_ACTUAL_COINS,
  operation: 'SUB_FREE',
  from: keyIdUid(KEY_ID),
  to: NULL_UID,
  coinSymbol: 'WICC',
  amount: 128n,
} as const;

test('a stored receipt is u16 type, u8 operation, two uids, the symbol and the amount', () => {
  const hex = `ca00${'02'}14${KEY_ID}00${'0457494343'}8000`;
  assert.is(encode(receiptCodec, receipt).toString('hex'), hex);
  assert.equal(decode(receiptCodec, Buffer.from(hex, 'hex')), receipt);
});

test('the object that an action has made stands behind a receipt, whose type says so', () => {
  const objectId = `01${'00'.repeat(31)}`;
  const hex = `ca80${'02'}14${KEY_ID}00${'0457494343'}8000${'00'.repeat(31)}01`;
  assert.is(encode(receiptCodec, { ...receipt, objectId }).toString('hex'), hex);
  assert.is(receiptJson({ ...receipt, objectId }, () => '').object_id, objectId);
});

test('any receipt is read back as it was written', () => {
  const anyReceipt = fc.record(
    {
      type: fc.constantFrom(...Object.values(RECEIPT)),
      operation: fc.constantFrom(...BALANCE_OPERATIONS),
      from: fc.constantFrom(NULL_UID, keyIdUid(KEY_ID)),
      to: fc.constantFrom(NULL_UID, keyIdUid(KEY_ID)),
      coinSymbol: fc.constantFrom('WICC', 'WUSD', ''),
      amount: fc.bigInt(0n, 2n ** 64n - 1n),
      objectId: fc.constantFrom('ab'.repeat(32), '00'.repeat(31).concat('01')),
    },
    {
      noNullPrototype: true,
      requiredKeys: ['type', 'operation', 'from', 'to', 'coinSymbol', 'amount'],
    },
  );
  fc.assert(
    fc.property(anyReceipt, value => assert.equal(decode(receiptCodec, encode(receiptCodec, value)), value)),
  );
});

test('a number that names no balance operation is not read as one', () => {
  const bytes = encode(receiptCodec, receipt);
  bytes[2] = 12;
  assert.throws(
    () => decode(receiptCodec, bytes),
    (error: unknown) => error instanceof DecodeError,
  );
});

test('a receipt prints the names of its numbers, and addresses in place of uids', () => {
  const json = receiptJson(receipt, uid => (uid.kind === 'null' ? '' : 'the address'));
  assert.is(
    exactText(asReferencePrints(json)),
    exactText({
      receipt_type: 202n,
      receipt_type_name: 'transfer coins with account',
      op_type: 2n,
      op_type_name: 'SUB_FREE',
      from_addr: 'the address',
      to_addr: '',
      coin_symbol: 'WICC',
      coin_amount: 128n,
    }),
  );
});

test('there are 62 receipt types, each with a number and a text of its own', () => {
  const codes = Object.values(RECEIPT);
  assert.is(codes.length, 62);
  assert.is(new Set(codes).size, 62);
  assert.is(new Set(codes.map(receiptTypeText)).size, 62);
  assert.is(receiptTypeText(999), '');
});

test('balance operations have the numbers 0 to 11', () => {
  assert.equal(BALANCE_OPERATIONS.map(balanceOperationCode), [...BALANCE_OPERATIONS.keys()]);
  assert.is(balanceOperationName(11), 'DEX_DEAL');
  assert.is(balanceOperationName(12), '12');
});

test.run();
