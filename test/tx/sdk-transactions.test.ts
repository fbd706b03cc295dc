/** Transactions of the two wallet SDKs, and what the reference node made of each. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sign, verify } from '../../src/crypto/signature.js';
import { decodeWif } from '../../src/crypto/wif.js';
import {
  decodeTransaction,
  prepareTransaction,
  transactionJson,
  transactionPreimage,
} from '../../src/tx/envelope.js';
import { signersOf, withSignature } from '../../src/tx/signers.js';
import { AddressBook } from '../support/answers/address-book.js';
import { asReferencePrints, type ExactObject, exactText, readExact } from '../support/answers/exact-json.js';
import { withOurMembers } from '../support/answers/merged-json.js';
import { checkAllRows } from '../support/vectors/all-rows.js';
import { specFields } from '../support/vectors/spec-fields.js';

interface SdkCase {
  readonly id: string;
  readonly private_key_wif: string;
  readonly public_key: string;
  readonly raw: string;
  readonly decoded: ExactObject;
  readonly reencode_equal: boolean;
  readonly unsigned_preimage: string;
  readonly sighash: string;
  readonly txid: string;
  readonly signature: string;
  readonly signature_valid_for_node: boolean;
  readonly sdk_signature_is_rfc6979_low_s: boolean;
  readonly node_signature: string;
  readonly raw_unsigned: string;
  readonly reference_node: {
    readonly error: null;
    readonly txid: string;
    readonly reencoded_same: boolean;
    readonly decodetxraw: ExactObject;
  };
}

/** The SDK gave no transaction for these inputs. */
interface RefusedCase {
  readonly id: string;
  readonly raw: null;
  readonly sdk_result: string;
}

const { cases } = readExact<{ cases: readonly (SdkCase | RefusedCase)[] }>('sdk-transactions');
const made = cases.filter((row): row is SdkCase => row.raw !== null);

/** The state of the recording node held the accounts 0-1 and 0-2 only. */
const book = new AddressBook();
book.add('0-1', 'wLKf2NqwtHk3BfzK5wMDfbKYN1SC3weyR4');
book.add('0-2', 'wNDue1jHcgRSioSDL4o1AzXz3D72gCMkP6');

const RULES = { varintPricesFrom: 500 };
const REGTEST_WIF = 210;
/** The SDK writes map entries in the order given, the node sorts them: id and bytes change (spec 01 S-1). */
const UNSORTED_ID = 'js-21-cdp-stake-two-assets-unsorted';

const idOf = (row: { readonly id: string }) => row.id;
const open = (row: SdkCase) => decodeTransaction(Buffer.from(row.raw, 'hex'), RULES);

function privateKeyOf(row: SdkCase): Buffer {
  const result = decodeWif(REGTEST_WIF, row.private_key_wif);
  if ('failure' in result) throw new Error(`${row.private_key_wif}: ${result.failure}`);
  return result.privateKey;
}

test('the file has 53 cases, one of which the SDK refused', () => {
  assert.is(cases.length, 53);
  assert.equal(
    cases.filter(row => row.raw === null).map(row => [row.id, (row as RefusedCase).sdk_result]),
    [['js-3-transfer-pubkey', 'SDK returned false']],
  );
});

test('a raw transaction decodes to the recorded fields', () => {
  checkAllRows('fields', made, 52, idOf, row => {
    const fields = specFields(open(row).tx) as ExactObject;
    if (row.id !== UNSORTED_ID) {
      assert.equal(fields, row.decoded);
      return;
    }
    const written = row.decoded.assets_to_stake as readonly string[][];
    assert.equal(fields, { ...row.decoded, assets_to_stake: [...written].reverse() });
  });
});

test('a decoded transaction encodes to the same bytes, but for the unsorted map', () => {
  checkAllRows('encoding', made, 52, idOf, row => {
    assert.is(open(row).raw.toString('hex') === row.raw, row.reencode_equal);
    assert.is(row.reencode_equal, row.id !== UNSORTED_ID);
    assert.is(row.reference_node.reencoded_same, row.reencode_equal);
  });
});

test('preimage, sighash and txid are the recorded ones', () => {
  checkAllRows('preimage, sighash, txid', made, 52, idOf, row => {
    const { tx, sighash, txid } = open(row);
    assert.is(transactionPreimage(tx, RULES).toString('hex'), row.unsigned_preimage);
    assert.is(sighash.toString('hex'), row.sighash);
    assert.is(txid, row.txid);
    assert.is(txid, row.reference_node.txid);
  });
});

test('signatures are valid where the reference found them valid', () => {
  checkAllRows('signatures', made, 52, idOf, row => {
    const { tx, sighash } = open(row);
    const [sender] = signersOf(tx);
    assert.is(Buffer.from(sender!.signature).toString('hex'), row.signature);
    const valid = verify(sighash, sender!.signature, Buffer.from(row.public_key, 'hex'));
    assert.is(valid, row.signature_valid_for_node);
    assert.is(row.signature_valid_for_node, row.id !== UNSORTED_ID);
  });
});

test('an unsigned transaction, signed as the SDK and as the node sign, is the recorded one', () => {
  checkAllRows('signing', made, 52, idOf, row => {
    const key = privateKeyOf(row);
    const unsigned = decodeTransaction(Buffer.from(row.raw_unsigned, 'hex'), RULES);
    const [sender] = signersOf(unsigned.tx);
    assert.is(sender!.signature.length, 0);

    const bySdk = sign(unsigned.sighash, key, { grind: false });
    const signed = prepareTransaction(withSignature(unsigned.tx, sender!, bySdk), RULES);
    assert.is(signed.raw.toString('hex') === row.raw, row.sdk_signature_is_rfc6979_low_s);
    assert.is(row.sdk_signature_is_rfc6979_low_s, row.id !== UNSORTED_ID);
    assert.is(signed.txid, row.txid);

    const byNode = sign(unsigned.sighash, key, { grind: true });
    assert.is(byNode.toString('hex'), row.node_signature);
  });
});

test('the JSON form is what the reference prints, with the members that this node adds', () => {
  checkAllRows('decodetxraw', made, 52, idOf, row => {
    const { decodetxraw } = row.reference_node;
    const prepared = open(row);
    const json = transactionJson(prepared, book.contextFor(decodetxraw));
    assert.is(exactText(asReferencePrints(json)), exactText(withOurMembers(decodetxraw, prepared.tx.txUid)));
  });
});

test.run();
