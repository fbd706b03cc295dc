/** What the reference node's own code made of 71 transactions, a block and 30 malformed inputs. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { DecodeError } from '../../src/codec/errors.js';
import { toDisplayHex } from '../../src/crypto/hash.js';
import { publicKeyOf } from '../../src/crypto/keys.js';
import { verify } from '../../src/crypto/signature.js';
import { decodeWif } from '../../src/crypto/wif.js';
import { blockHash, blockSighash, decodeBlock, encodeBlock, merkleRoot } from '../../src/tx/block.js';
import { decodeTransaction, transactionJson, transactionPreimage } from '../../src/tx/envelope.js';
import { signersOf } from '../../src/tx/signers.js';
import { TRANSACTION_TYPES, TX } from '../../src/tx/transactions.js';
import { CONDITION_TYPES } from '../../src/tx/utxo.js';
import { AddressBook } from '../support/answers/address-book.js';
import { asReferencePrints, type ExactObject, exactText, readExact } from '../support/answers/exact-json.js';
import { withOurMembers } from '../support/answers/merged-json.js';
import { checkAllRows } from '../support/vectors/all-rows.js';
import { specFields } from '../support/vectors/spec-fields.js';

interface RecordedTransaction {
  readonly id: string;
  readonly type: bigint;
  readonly type_name: string;
  readonly fields: ExactObject;
  readonly preimage_hex: string;
  readonly txid: string;
  readonly raw: string;
  readonly size_with_type_byte: bigint;
  readonly decodetxraw: ExactObject;
}

interface DecodeCase {
  readonly id: string;
  readonly raw: string;
  readonly error: string | null;
  readonly txid: string | null;
  readonly reencoded_same: boolean;
}

interface RecordedBlock {
  readonly raw: string;
  readonly hash: string;
  readonly merkle_root: string;
  readonly size: bigint;
  readonly signature: string;
  readonly signer_wif: string;
}

interface Vectors {
  readonly sign_wif: string;
  readonly second_wif: string;
  readonly transactions: readonly RecordedTransaction[];
  readonly block: RecordedBlock;
  readonly decode_cases: readonly DecodeCase[];
}

const vectors = readExact<Vectors>('reference-transactions');
const { transactions } = vectors;

/** The reference ran on regtest parameters: third fork at 500. */
const RULES = { varintPricesFrom: 500 };
const REGTEST_WIF = 210;

/** Cases of malformed input in which a decision overrules the reference. */
const OVERRULED: Readonly<Record<string, { decision: string; error: string }>> = {
  version_overflow_i32: { decision: 'D28', error: 'ReadVarInt() : value exceeds 2147483647: iostream error' },
};

function publicKeyOfWif(wif: string): Buffer {
  const result = decodeWif(REGTEST_WIF, wif);
  if ('failure' in result) throw new Error(`${wif}: ${result.failure}`);
  return publicKeyOf(result.privateKey);
}

/** The state of the recording node held the accounts 0-1 and 0-2 only. */
const book = new AddressBook();
book.add('0-1', 'wLKf2NqwtHk3BfzK5wMDfbKYN1SC3weyR4');
book.add('0-2', 'wNDue1jHcgRSioSDL4o1AzXz3D72gCMkP6');

const idOf = (row: { readonly id: string }) => row.id;
const open = (row: { readonly raw: string }) => decodeTransaction(Buffer.from(row.raw, 'hex'), RULES);

/** One transaction, with prices in the form before the third fork, is recorded without its fields. */
const PRE_FORK_ID = 'median-17-pre-v3';
const withFields = transactions.filter(row => row.id !== PRE_FORK_ID);

test('a raw transaction decodes to the recorded fields', () => {
  checkAllRows('fields', withFields, 70, idOf, row => {
    // Type 12 has an empty signature that the file leaves out.
    const { signature, ...fields } = specFields(open(row).tx) as ExactObject;
    const { signature: recordedSignature, ...recorded } = row.fields;
    assert.equal(fields, recorded);
    assert.is(signature ?? '', recordedSignature ?? '');
  });
});

test('median prices of a height before the third fork are eight fixed bytes', () => {
  const preFork = transactions.find(row => row.id === PRE_FORK_ID)!;
  const sibling = transactions.find(row => row.id === 'median-17-v3')!;
  assert.equal(specFields(open(preFork).tx), { ...sibling.fields, valid_height: 499n });
  assert.is(preFork.preimage_hex, undefined);
});

test('a decoded transaction encodes to the same bytes and size', () => {
  checkAllRows('encoding', transactions, 71, idOf, row => {
    const { raw } = open(row);
    assert.is(raw.toString('hex'), row.raw);
    assert.is(BigInt(raw.length), row.size_with_type_byte);
  });
});

test('the preimage is the recorded one', () => {
  checkAllRows('preimage', withFields, 70, idOf, row => {
    assert.is(transactionPreimage(open(row).tx, RULES).toString('hex'), row.preimage_hex);
  });
});

test('the txid is the double hash of the preimage, last byte first', () => {
  checkAllRows('txid', transactions, 71, idOf, row => {
    const { txid, sighash } = open(row);
    assert.is(txid, row.txid);
    assert.is(toDisplayHex(sighash), row.txid);
  });
});

test('every recorded signature verifies over the sighash with the key of its signer', () => {
  const first = publicKeyOfWif(vectors.sign_wif);
  const second = publicKeyOfWif(vectors.second_wif);
  const signed = transactions.filter(row => signersOf(open(row).tx).length > 0);
  checkAllRows('signatures', signed, 63, idOf, row => {
    const { tx, sighash } = open(row);
    for (const signer of signersOf(tx)) {
      const key = signer.role === 'sender' ? first : second;
      assert.ok(verify(sighash, signer.signature, key), `signature of the ${signer.role}`);
    }
  });
});

test('the JSON form is the text of decodetxraw, with the members that this node adds', () => {
  checkAllRows('decodetxraw', transactions, 71, idOf, row => {
    const prepared = open(row);
    const json = transactionJson(prepared, book.contextFor(row.decodetxraw));
    assert.is(
      exactText(asReferencePrints(json)),
      exactText(withOurMembers(row.decodetxraw, prepared.tx.txUid)),
    );
    assert.is(row.decodetxraw.tx_type, row.type_name);
  });
});

test('the vectors cover every transaction type, proposal and UTXO condition', () => {
  const opened = transactions.map(row => open(row).tx);
  const types = TRANSACTION_TYPES.map(definition => definition.type);
  assert.equal(
    [...new Set(opened.map(tx => tx.type))].sort((a, b) => a - b),
    types,
  );
  assert.is(types.length, 36);

  const proposals = opened.flatMap(tx => (tx.type === TX.PROPOSAL_REQUEST ? [tx.proposal] : []));
  const proposalTypes = new Set(proposals.map(proposal => proposal.type));
  assert.is(proposalTypes.size, 15);

  const conditions = opened.flatMap(tx =>
    tx.type === TX.UTXO_TRANSFER ? [...tx.vins, ...tx.vouts].flatMap(part => part.conds) : [],
  );
  const conditionTypes = new Set(conditions.map(condition => condition.type));
  assert.equal([...conditionTypes].sort(), Object.values(CONDITION_TYPES).sort());
});

test('malformed input fails with the text of the reference, lenient input is re-encoded', () => {
  checkAllRows('decode cases', vectors.decode_cases, 30, idOf, row => {
    const overruled = OVERRULED[row.id];
    if (overruled) assert.is(row.error, null, `${overruled.decision} overrules nothing here`);
    const expectedError = overruled?.error ?? row.error;
    if (expectedError !== null) {
      assert.throws(
        () => open(row),
        (error: unknown) => error instanceof DecodeError && error.message === expectedError,
      );
      return;
    }
    const { raw, txid } = open(row);
    assert.is(txid, row.txid);
    assert.is(raw.toString('hex') === row.raw, row.reencoded_same);
  });
});

test('every overruled case is in the vectors', () => {
  for (const [id, { decision }] of Object.entries(OVERRULED)) console.log(`overruled by ${decision}: ${id}`);
  const ids = new Set(vectors.decode_cases.map(idOf));
  assert.ok(Object.keys(OVERRULED).every(id => ids.has(id)));
});

test('the recorded block decodes, encodes, hashes and verifies as recorded', () => {
  const { raw, hash, merkle_root, size, signature, signer_wif } = vectors.block;
  const block = decodeBlock(Buffer.from(raw, 'hex'), RULES);
  assert.is(encodeBlock(block, RULES).toString('hex'), raw);
  assert.is(BigInt(raw.length / 2), size);
  assert.is(blockHash(block.header), hash);
  assert.is(block.header.merkleRoot, merkle_root);
  assert.is(merkleRoot(block.transactions.map(prepared => prepared.txid)), merkle_root);
  assert.is(Buffer.from(block.header.signature).toString('hex'), signature);
  assert.ok(verify(blockSighash(block.header), block.header.signature, publicKeyOfWif(signer_wif)));
});

test.run();
