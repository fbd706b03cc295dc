/** The genesis blocks of the three networks, rebuilt from the reference's constants. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sha256d, toDisplayHex } from '../../src/crypto/hash.js';
import { blockHash, blockSighash, decodeBlock, encodeBlock, merkleRoot } from '../../src/tx/block.js';
import { decodeTransaction } from '../../src/tx/envelope.js';
import { type ExactObject, readExact } from '../support/answers/exact-json.js';
import { checkAllRows } from '../support/vectors/all-rows.js';
import { specFields } from '../support/vectors/spec-fields.js';

interface RecordedTransaction {
  readonly txid: string;
  readonly raw: string;
  readonly decoded: ExactObject;
}

interface GenesisVectors {
  readonly hash: string;
  readonly merkle_root: string;
  readonly time: bigint;
  readonly nonce: bigint;
  readonly fuel_fee: bigint;
  readonly fuel_rate: bigint;
  readonly header_preimage: string;
  readonly block_hex: string;
  readonly block_size: bigint;
  readonly txs: readonly RecordedTransaction[];
  readonly v2_genesis_mint_txs: readonly RecordedTransaction[];
}

const { networks } = readExact<{ networks: Readonly<Record<string, GenesisVectors>> }>('genesis');
const RULES = { varintPricesFrom: 500 };
const rows = Object.entries(networks);
const nameOf = ([name]: readonly [string, GenesisVectors]) => name;

test('a genesis block decodes to the recorded header and encodes to the same bytes', () => {
  checkAllRows('genesis blocks', rows, 3, nameOf, ([, recorded]) => {
    const block = decodeBlock(Buffer.from(recorded.block_hex, 'hex'), RULES);
    assert.equal(block.header, {
      version: 1,
      prevBlockHash: '0'.repeat(64),
      merkleRoot: recorded.merkle_root,
      time: Number(recorded.time),
      nonce: Number(recorded.nonce),
      height: 0,
      fuelFee: recorded.fuel_fee,
      fuelRate: Number(recorded.fuel_rate),
      signature: Buffer.alloc(0),
    });
    const raw = encodeBlock(block, RULES);
    assert.is(raw.toString('hex'), recorded.block_hex);
    assert.is(BigInt(raw.length), recorded.block_size);
  });
});

test('the hash of a block is that of its 92 header bytes without signature', () => {
  checkAllRows('block hashes', rows, 3, nameOf, ([, recorded]) => {
    const { header } = decodeBlock(Buffer.from(recorded.block_hex, 'hex'), RULES);
    const preimage = Buffer.from(recorded.header_preimage, 'hex');
    assert.is(preimage.length, 92);
    assert.equal(blockSighash(header), sha256d(preimage));
    assert.is(blockHash(header), recorded.hash);
    const signed = { ...header, signature: Buffer.alloc(70) };
    assert.is(blockHash(signed), recorded.hash);
  });
});

test('the Merkle root of the transactions is the recorded one', () => {
  checkAllRows('merkle roots', rows, 3, nameOf, ([, recorded]) => {
    const { transactions } = decodeBlock(Buffer.from(recorded.block_hex, 'hex'), RULES);
    assert.is(merkleRoot(transactions.map(prepared => prepared.txid)), recorded.merkle_root);
  });
});

test('the transactions of the genesis blocks and the coin mints have the recorded fields and ids', () => {
  const transactions = rows.flatMap(([, recorded]) => [...recorded.txs, ...recorded.v2_genesis_mint_txs]);
  checkAllRows(
    'genesis transactions',
    transactions,
    18,
    row => row.txid,
    row => {
      const { tx, raw, txid } = decodeTransaction(Buffer.from(row.raw, 'hex'), RULES);
      assert.equal(specFields(tx), row.decoded);
      assert.is(raw.toString('hex'), row.raw);
      assert.is(txid, row.txid);
    },
  );
});

test('no transaction has the zero root, one is its own root, an odd last one is paired with itself', () => {
  const leaf = (byte: number) => Buffer.alloc(32, byte);
  const [a, b, c] = [leaf(1), leaf(2), leaf(3)] as const;
  const pair = (left: Buffer, right: Buffer) => sha256d(Buffer.concat([left, right]));
  assert.is(merkleRoot([]), '0'.repeat(64));
  assert.is(merkleRoot([toDisplayHex(a)]), toDisplayHex(a));
  assert.is(merkleRoot([a, b, c].map(toDisplayHex)), toDisplayHex(pair(pair(a, b), pair(c, c))));
});

test.run();
