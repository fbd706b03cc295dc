import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BlockStore } from '../../src/chain/block-store.js';
import type { ExecutedBlock } from '../../src/chain/executed-block.js';
import {
  ALL_RECORDS,
  bytesOperation,
  connectOperations,
  disconnectOperations,
} from '../../src/chain/index-operations.js';
import { stringifyJson } from '../../src/codec/json.js';
import { type Json, JsonReal } from '../../src/codec/json-value.js';
import { NULL_UID } from '../../src/codec/uid.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import type { ExecutedTransaction } from '../../src/ledger/types.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import { blockHash, encodeBlock, merkleRoot } from '../../src/tx/block.js';
import { RECEIPT, type Receipt } from '../../src/tx/receipt.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { NO_WORK } from '../../vm/block-work.js';
import { openTestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { indexEntries } from '../support/stores/chain-contents.js';

const RULES = wireRulesOf(REGTEST);
const TRACE: Json = {
  trx_id: 'ab',
  burned_fuel: 18_446_744_073_709_551_615n,
  ratio: new JsonReal(0.5),
  traces: [{ data: Buffer.from('text'), console: '"\\\n' }, null, true],
};

function receipt(amount: bigint): Receipt {
  const type = RECEIPT.TRANSFER_ACTUAL_COINS;
  return { type, operation: 'ADD_FREE', from: NULL_UID, to: USERS[0]!.uid, coinSymbol: 'WICC', amount };
}

/** A block of two transfers with an entry for everything that is stored of a block. */
function sampleBlock(state: ExecutedBlock['state']): ExecutedBlock {
  const transactions = [transfer(USERS[0]!, USERS[1]!), transfer(USERS[1]!, USERS[0]!)];
  const header = {
    version: 1,
    prevBlockHash: '11'.repeat(32),
    merkleRoot: merkleRoot(transactions.map(({ txid }) => txid)),
    time: 5,
    nonce: 0,
    height: 7,
    fuelFee: 0n,
    fuelRate: 100,
    signature: Buffer.alloc(70, 1),
  };
  const block = { header, transactions };
  const executed = transactions.map(
    (prepared, index): ExecutedTransaction => ({
      prepared,
      index,
      receipts: [receipt(BigInt(index) + 1n)],
      fuel: 0n,
      work: NO_WORK,
      fuelFee: 0n,
      ...(index === 1 && { trace: TRACE }),
    }),
  );
  return {
    block,
    hash: blockHash(header),
    raw: encodeBlock(block, RULES),
    outcome: {
      executed,
      fuelFee: 0n,
      blockReceipts: [receipt(100n)],
      maturedReward: { txid: '22'.repeat(32), receipts: [receipt(200n)] },
    },
    state,
    failures: [{ txid: '33'.repeat(32), code: 82, reason: 'it failed: 余额不足 ✗' }],
  };
}

async function stored(): Promise<{ store: KeyValueStore; blocks: BlockStore; sample: ExecutedBlock }> {
  const { chain, close } = await openTestChain({ start: false });
  const sample = sampleBlock(chain.overlay());
  await close();
  const store = openMemory();
  await store.batch([bytesOperation(sample), ...connectOperations(sample, ALL_RECORDS)]);
  return { store, blocks: new BlockStore(store, RULES, () => 7), sample };
}

test('everything that a block leaves behind is found again', async () => {
  const { blocks, sample } = await stored();
  const [first, second] = sample.block.transactions;
  assert.equal(blocks.blockByHeight(7), sample.block);
  assert.is(blocks.heightOf(sample.hash), 7);
  assert.equal(blocks.rawBlock(7), sample.raw);
  assert.equal(blocks.receiptsOf(first!.txid), [receipt(1n)]);
  assert.equal(blocks.receiptsOf('22'.repeat(32)), [receipt(200n)]);
  assert.equal(blocks.blockReceipts(7), [receipt(100n)]);
  assert.equal(blocks.failures(7), sample.failures);
  assert.is(blocks.transactionLocation(second!.txid)?.index, 1);
  assert.is(blocks.header(7)?.size, sample.raw.length);
});

test('a trace prints as it did when it was made', async () => {
  const { blocks, sample } = await stored();
  const [first, second] = sample.block.transactions;
  assert.is(stringifyJson(blocks.traceOf(second!.txid)!), stringifyJson(TRACE));
  assert.is(blocks.traceOf(first!.txid), undefined);
});

test('taking a block back leaves nothing of it but the stale block', async () => {
  const { store, blocks, sample } = await stored();
  const receipts = blocks.systemReceipts(7)!;
  await store.batch(disconnectOperations(sample.block, sample.hash, { raw: sample.raw }, receipts));
  const [entry, ...others] = indexEntries(store);
  assert.equal(others, []);
  assert.is(entry?.split('=')[1], sample.raw.toString('hex'));
});

test('nobody sees a block above the tip', async () => {
  const { store, sample } = await stored();
  const blocks = new BlockStore(store, RULES, () => 6);
  const { txid } = sample.block.transactions[0]!;
  const seen = [
    blocks.blockByHeight(7),
    blocks.rawBlock(7),
    blocks.header(7),
    blocks.heightOf(sample.hash),
    blocks.transactionLocation(txid),
    blocks.receiptsOf(txid),
    blocks.blockReceipts(7),
  ];
  assert.equal(seen, new Array(seen.length).fill(undefined));
});

test.run();
