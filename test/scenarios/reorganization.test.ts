import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { plain } from '../support/answers/plain.js';
import { NodeProcess } from '../support/nodes/node-process.js';

/* What an exchange sees when blocks are taken back (spec 02 §7, W4): nothing is lost, nothing is booked twice. */

const { alice, bob } = EXAMPLE;
const node = await NodeProcess.start({ switches: ['-mining=manual'] });
const reorganization = suite('reorganization');
reorganization.after(() => node.stop());

interface OwnTransactions {
  readonly confirmed_tx: readonly string[];
  readonly unconfirmed_tx: readonly string[];
}

async function own(): Promise<OwnTransactions> {
  return plain(await node.call<OwnTransactions>('listtx'));
}

async function detail(txid: string): Promise<JsonObject> {
  return plain(await node.call('gettxdetail', txid));
}

async function free(uid: string): Promise<number> {
  const { tokens } = await node.call<{ tokens: { WICC: { free_amount: number } } }>('getaccountinfo', uid);
  return tokens.WICC.free_amount;
}

/** Sends coins that a block of their own confirms. @returns txid and block hash */
async function deposit(amount: number): Promise<{ readonly txid: string; readonly block: string }> {
  const { txid } = await node.call<{ txid: string }>('submitsendtx', alice, bob, amount);
  const [block] = await node.call<[string]>('generate', 1);
  return { txid, block };
}

function assertUnconfirmed(tx: JsonObject): void {
  for (const key of ['confirmed_height', 'confirmed_time', 'block_hash', 'receipt', 'confirmations']) {
    assert.not(key in tx, key);
  }
  assert.type(tx.rawtx, 'string');
}

reorganization(
  'a block that is invalidated gives its transactions back to the pool, with those of later blocks',
  async () => {
    const before = await free(bob);
    const first = await deposit(1_000_000);
    const second = await deposit(2_000_000);
    const height = await node.call<number>('getblockcount');
    assert.equal(plain(await node.call('invalidateblock', first.block)), { msg: 'success' });
    assert.is(await node.call('getblockcount'), height - 2);
    assert.is(await free(bob), before);
    for (const { txid } of [first, second]) assertUnconfirmed(await detail(txid));
    const { confirmed_tx: confirmed, unconfirmed_tx: waiting } = await own();
    assert.equal(waiting.toSorted(), [first.txid, second.txid].toSorted());
    assert.not(confirmed.includes(first.txid));

    const [block] = await node.call<[string]>('generate', 1);
    assert.is.not(block, first.block);
    for (const { txid } of [first, second]) {
      const again = await detail(txid);
      assert.equal([again.block_hash, again.confirmed_height], [block, height - 1]);
    }
    assert.is(await free(bob), before + 3_000_000);
    assert.equal((await own()).unconfirmed_tx, []);
  },
);

reorganization(
  'a block that is reconsidered comes back as it was, with its followers when asked',
  async () => {
    const before = await free(bob);
    const first = await deposit(3_000_000);
    const second = await deposit(4_000_000);
    const states = { first: await detail(first.txid), second: await detail(second.txid) };
    await node.call('invalidateblock', first.block);
    assert.is(await free(bob), before);
    assert.equal(plain(await node.call('reconsiderblock', first.block, true)), { msg: 'success' });
    assert.equal(await detail(first.txid), states.first);
    assert.equal(await detail(second.txid), states.second);
    assert.is(await free(bob), before + 7_000_000);
    assert.equal((await own()).unconfirmed_tx, []);
  },
);

reorganization('a transaction that spends a deposit which was taken back waits with it', async () => {
  const { addr } = await node.call<{ addr: string }>('getnewaddr');
  const { txid: paid } = await node.call<{ txid: string }>('submitsendtx', alice, addr, 50_000_000);
  const [block] = await node.call<[string]>('generate', 1);
  const { txid: spent } = await node.call<{ txid: string }>('submitsendtx', addr, bob, 40_000_000);
  await node.call('generate', 1);
  await node.call('invalidateblock', block);
  const pool = await node.call<string[]>('getrawmempool');
  assert.equal(pool.toSorted(), [paid, spent].toSorted());
  await node.call('generate', 1);
  for (const txid of [paid, spent]) assert.is((await detail(txid)).confirmations, 0);
});

reorganization('blocks are taken back by number, from the tip on', async () => {
  const before = await free(bob);
  const first = await deposit(5_000_000);
  const second = await deposit(6_000_000);
  const height = await node.call<number>('getblockcount');
  const { tip } = await node.call<{ tip: string }>('disconnectblock', 1);
  assert.is(tip, `hash:${first.block} hight:${height - 1}`);
  assertUnconfirmed(await detail(second.txid));
  assert.is((await detail(first.txid)).block_hash, first.block);
  assert.is(await free(bob), before + 5_000_000);
  await node.call('generate', 1);
  assert.is(await free(bob), before + 11_000_000);
});

reorganization('a block that nobody knows cannot be taken back', async () => {
  const unknown = '11'.repeat(32);
  for (const method of ['invalidateblock', 'reconsiderblock']) {
    assert.is((await node.fail(method, unknown)).code, -5, method);
  }
  assert.equal(await node.fail('disconnectblock', await node.call<number>('getblockcount')), {
    code: -8,
    message: 'Invalid number',
  });
});

reorganization('the chain is sound after all this', async () => {
  const height = await node.call<number>('getblockcount');
  assert.is(await node.call('verifychain', 3, height), true);
});

reorganization.run();
