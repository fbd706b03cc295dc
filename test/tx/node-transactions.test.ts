/** Transactions of reference nodes that were published together with their ids. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DecodeError } from '../../src/codec/errors.js';
import { decodeTransaction } from '../../src/tx/envelope.js';
import { type ExactObject, readExact } from '../support/answers/exact-json.js';
import { checkAllRows } from '../support/vectors/all-rows.js';
import { specFields } from '../support/vectors/spec-fields.js';

interface PublishedTransaction {
  readonly source: string;
  readonly raw: string;
  readonly txid: string;
  readonly decoded: ExactObject;
}

interface Vectors {
  readonly transactions: readonly PublishedTransaction[];
  readonly help_text_examples: readonly PublishedTransaction[];
  readonly not_decodable: readonly { readonly raw: string }[];
}

const vectors = readExact<Vectors>('node-transactions');
const RULES = { varintPricesFrom: 11_776_688 };

const published = [...vectors.transactions, ...vectors.help_text_examples];

test('a published transaction has the recorded fields, bytes and id', () => {
  checkAllRows(
    'published transactions',
    published,
    6,
    row => row.source,
    row => {
      const { tx, raw, txid } = decodeTransaction(Buffer.from(row.raw, 'hex'), RULES);
      assert.equal(specFields(tx), row.decoded);
      assert.is(raw.toString('hex'), row.raw);
      assert.is(txid, row.txid);
    },
  );
});

test('the older layout in the help text of submittxraw does not decode (spec 01 S-15)', () => {
  checkAllRows(
    'older layouts',
    vectors.not_decodable,
    1,
    row => row.raw,
    row => {
      assert.throws(
        () => decodeTransaction(Buffer.from(row.raw, 'hex'), RULES),
        (error: unknown) => error instanceof DecodeError,
      );
    },
  );
});

test.run();
