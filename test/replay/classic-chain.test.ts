import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdText } from '../../src/codec/regid.js';
import type { Uid } from '../../src/codec/uid.js';
import { REFERENCE_REGTEST } from '../../src/config/networks/reference-regtest.js';
import { verify } from '../../src/crypto/signature.js';
import { blockHash, blockSighash, decodeBlock, encodeBlock, merkleRoot } from '../../src/tx/block.js';
import { signersOf } from '../../src/tx/signers.js';
import { definitionOf } from '../../src/tx/transactions.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { readGzipLines } from '../support/vectors/gzip-lines.js';
import { readVectors } from '../support/vectors/vectors.js';

/**
 * The chain that the recorded transcripts were made on: the oldest rules below height 10, the newest
 * from 500 on (spec 01 §4). Here it is only read; test/replay/replay.test.ts executes another one.
 */
interface RecordedBlock {
  readonly height: number;
  readonly raw: string;
  readonly hash: string;
  readonly merkle_root: string;
  readonly size: number;
  readonly txids: readonly string[];
  readonly tx_types: readonly string[];
}

interface RecordedState {
  readonly accounts: readonly {
    readonly keyid: string;
    readonly regid?: string;
    readonly owner_pubkey?: string;
  }[];
}

const RULES = wireRulesOf(REFERENCE_REGTEST);
const RECORDED = readGzipLines<RecordedBlock>('oracle/40_chain');
const BLOCKS = RECORDED.map(recorded => ({
  recorded,
  block: decodeBlock(Buffer.from(recorded.raw, 'hex'), RULES),
}));
const { accounts } = readVectors<RecordedState>('oracle/state-744');
const KEYS = new Map<string, string>(
  accounts.flatMap(({ keyid, regid, owner_pubkey: key }) =>
    key === undefined ? [] : [[keyid, key] as const, ...(regid === undefined ? [] : [[regid, key] as const])],
  ),
);

function keyOf(uid: Uid): Buffer | undefined {
  const hex =
    uid.kind === 'pubkey'
      ? uid.publicKey
      : KEYS.get(uid.kind === 'regid' ? regIdText(uid.regId) : uid.kind === 'keyid' ? uid.keyId : '');
  return hex === undefined ? undefined : Buffer.from(hex, 'hex');
}

test('every block of the classic chain decodes, and encodes to the same bytes', () => {
  assert.is(BLOCKS.length, 745);
  for (const { recorded, block } of BLOCKS) {
    const again = encodeBlock(block, RULES);
    assert.is(again.toString('hex'), recorded.raw, `block ${recorded.height}`);
    assert.is(again.length, recorded.size);
    assert.is(block.header.height, recorded.height);
    const types = block.transactions.map(({ tx }) => definitionOf(tx.type).name);
    assert.equal(types, recorded.tx_types, `block ${recorded.height}`);
  }
});

test('hashes, transaction ids and Merkle roots are the recorded ones, and each block names the one before', () => {
  let previous = '0'.repeat(64);
  for (const { recorded, block } of BLOCKS) {
    const txids = block.transactions.map(({ txid }) => txid);
    assert.equal(txids, recorded.txids, `transactions of block ${recorded.height}`);
    assert.is(merkleRoot(txids), recorded.merkle_root);
    assert.is(block.header.merkleRoot, recorded.merkle_root);
    assert.is(blockHash(block.header), recorded.hash);
    assert.is(block.header.prevBlockHash, previous, `block ${recorded.height}`);
    previous = recorded.hash;
  }
});

test('every header is signed by the producer that its reward names', () => {
  for (const { block } of BLOCKS.slice(1)) {
    const { header, transactions } = block;
    const key = keyOf(transactions[0]!.tx.txUid);
    assert.ok(key, `the producer of block ${header.height} has a key`);
    assert.ok(verify(blockSighash(header), header.signature, key!), `signature of block ${header.height}`);
  }
});

test('every transaction is signed by everybody who has to sign it', () => {
  let signatures = 0;
  for (const { block } of BLOCKS.slice(1)) {
    for (const prepared of block.transactions) {
      for (const { role, uid, signature } of signersOf(prepared.tx)) {
        const key = keyOf(uid);
        assert.ok(key, `${role} of ${prepared.txid}`);
        assert.ok(
          verify(prepared.sighash, signature, key!),
          `${role} of ${prepared.txid} in ${block.header.height}`,
        );
        signatures++;
      }
    }
  }
  console.log(`${BLOCKS.length} blocks, ${signatures} signatures of transactions`);
  assert.ok(signatures > 500);
});

test.run();
