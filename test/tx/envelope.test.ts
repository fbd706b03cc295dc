import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DecodeError } from '../../src/codec/errors.js';
import { NULL_UID } from '../../src/codec/uid.js';
import { decodeBlock, encodeBlock } from '../../src/tx/block.js';
import type { JsonContext } from '../../src/tx/definition.js';
import {
  decodeTransaction,
  encodeTransaction,
  feeOf,
  feeSymbolOf,
  prepareTransaction,
  senderOf,
  transactionJson,
  transactionPreimage,
} from '../../src/tx/envelope.js';
import { signersOf, withSignature } from '../../src/tx/signers.js';
import { TRANSACTION_TYPES, TX } from '../../src/tx/transactions.js';
import { readExact } from '../support/answers/exact-json.js';
import { anyTransaction, anyTransactionOf } from '../support/random/any-transaction.js';
import { scaled } from '../support/random/scale.js';

const { transactions } = readExact<{ transactions: readonly { readonly raw: string }[] }>(
  'reference-transactions',
);
const recorded = transactions.map(row => Buffer.from(row.raw, 'hex'));

const RULES = { varintPricesFrom: 1_000_000_000 };

/** A ledger without accounts. */
const NOBODY: JsonContext = {
  addressOf: () => '',
  regIdOf: () => undefined,
  addressOfKeyId: () => '',
  actionArguments: () => undefined,
};

for (const { type, name } of TRANSACTION_TYPES) {
  test(`any ${name} decodes to itself, and its bytes encode to themselves`, () => {
    fc.assert(
      fc.property(anyTransactionOf(type), tx => {
        const prepared = prepareTransaction(tx, RULES);
        const opened = decodeTransaction(prepared.raw, RULES);
        assert.equal(opened.tx, tx);
        assert.equal(opened.raw, prepared.raw);
        assert.is(opened.txid, prepared.txid);
      }),
      { numRuns: scaled(50, 2000) },
    );
  });
}

test('any transaction has a JSON form, and unless it is empty it begins with id and type', () => {
  fc.assert(
    fc.property(anyTransaction, tx => {
      const prepared = prepareTransaction(tx, RULES);
      const json = transactionJson(prepared, NOBODY);
      if (tx.type === TX.UNIVERSAL && tx.inlineTransactions.length === 0) {
        assert.equal(json, {});
        return;
      }
      assert.equal(Object.keys(json).slice(0, 2), ['txid', 'tx_type']);
      assert.is(json.txid, prepared.txid);
    }),
    { numRuns: scaled(300, 5000) },
  );
});

test('the preimage never depends on a signature', () => {
  fc.assert(
    fc.property(anyTransaction, tx => {
      const preimage = transactionPreimage(tx, RULES);
      for (const signer of signersOf(tx)) {
        const signed = withSignature(tx, signer, Buffer.from('3006020101020101', 'hex'));
        assert.equal(transactionPreimage(signed, RULES), preimage);
      }
    }),
    { numRuns: scaled(300, 5000) },
  );
});

test('bytes behind a transaction are ignored', () => {
  for (const raw of recorded) {
    const opened = decodeTransaction(Buffer.concat([raw, Buffer.from('ff00', 'hex')]), {
      varintPricesFrom: 500,
    });
    assert.equal(opened.raw, raw);
  }
});

/** Opens bytes that may be anything. What opens must be canonical from then on. */
function openHostile(bytes: Uint8Array): void {
  let first: ReturnType<typeof decodeTransaction>;
  try {
    first = decodeTransaction(bytes, RULES);
  } catch (error) {
    assert.instance(error, DecodeError);
    return;
  }
  const second = decodeTransaction(first.raw, RULES);
  assert.equal(second.raw, first.raw);
  assert.is(second.txid, first.txid);
  transactionJson(first, NOBODY);
}

const TYPES = TRANSACTION_TYPES.map(definition => definition.type);

test('random bytes either open or are a decode error', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TYPES), fc.uint8Array({ maxLength: 400 }), (type, body) =>
      openHostile(Buffer.from([type, ...body])),
    ),
    { numRuns: scaled(5000, 500_000) },
  );
});

test('recorded transactions with bytes changed, cut or repeated either open or are a decode error', () => {
  const damage = fc.record({
    raw: fc.constantFrom(...recorded),
    at: fc.nat(),
    with: fc.uint8Array({ maxLength: 9 }),
    cut: fc.nat(12),
  });
  fc.assert(
    fc.property(damage, ({ raw, at, with: inserted, cut }) => {
      const position = at % raw.length;
      openHostile(Buffer.concat([raw.subarray(0, position), inserted, raw.subarray(position + cut)]));
    }),
    { numRuns: scaled(10_000, 500_000) },
  );
});

test('a count that the input cannot hold fails at once, wherever it stands', () => {
  const hostileCount = Buffer.from('fe00000002', 'hex');
  const started = performance.now();
  for (const raw of recorded) {
    for (let position = 1; position <= raw.length; position++) {
      openHostile(Buffer.concat([raw.subarray(0, position), hostileCount, raw.subarray(position)]));
    }
  }
  assert.ok(performance.now() - started < 30_000);
});

test('random bytes either are a block or a decode error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      try {
        const block = decodeBlock(bytes, RULES);
        assert.equal(decodeBlock(encodeBlock(block, RULES), RULES), block);
      } catch (error) {
        assert.instance(error, DecodeError);
      }
    }),
    { numRuns: scaled(2000, 100_000) },
  );
});

test('a block of any transactions decodes to itself', () => {
  fc.assert(
    fc.property(fc.array(anyTransaction, { maxLength: 5 }), txs => {
      const header = {
        version: 1,
        prevBlockHash: 'ab'.repeat(32),
        merkleRoot: 'cd'.repeat(32),
        time: 4294967295,
        nonce: 1000,
        height: 4294967295,
        fuelFee: 2n ** 64n - 1n,
        fuelRate: 100,
        signature: Buffer.alloc(71, 1),
      };
      const block = { header, transactions: txs.map(tx => prepareTransaction(tx, RULES)) };
      assert.equal(decodeBlock(encodeBlock(block, RULES), RULES), block);
    }),
    { numRuns: scaled(100, 5000) },
  );
});

test('sender, fee and fee coin are those of the fields, or nobody, nothing and the base coin', () => {
  fc.assert(
    fc.property(anyTransaction, tx => {
      assert.is(senderOf(tx), tx.txUid);
      assert.is(feeOf(tx), 'fees' in tx ? tx.fees : 0n);
      assert.is(feeSymbolOf(tx), 'feeSymbol' in tx ? tx.feeSymbol : 'WICC');
    }),
  );
});

test('median prices have the form of the height that the transaction names, on its network', () => {
  const tx = {
    type: TX.PRICE_MEDIAN,
    version: 1,
    validHeight: 500,
    txUid: NULL_UID,
    medianPrices: [{ baseSymbol: 'WICC', quoteSymbol: 'USD', price: 1n }],
  } as const;
  const fixed = encodeTransaction(tx, { varintPricesFrom: 501 });
  const varint = encodeTransaction(tx, { varintPricesFrom: 500 });
  assert.is(fixed.length, varint.length + 7);
});

test.run();
