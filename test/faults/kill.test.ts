import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { openStore } from '../../src/storage/open.js';
import { decodeBlock } from '../../src/tx/block.js';
import { wireRulesOf } from '../../src/tx/wire-rules.js';
import { FakeClock } from '../support/chains/fake-clock.js';
import { openTestChain } from '../support/chains/test-chain.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import type { RpcCall } from '../support/nodes/rpc-client.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { fingerprint } from '../support/stores/chain-contents.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * A node under load is killed again and again, each time at another moment. In instant mode an
 * answer to a submitting call says that the transaction is in a block on the disk: so it must be
 * there after every start that follows, in the same place.
 */

const KILLS = scaled(20, 200);
const SINGLE_SENDERS = 8;
const BATCH_SENDERS = 4;
const BATCH = 8;
/** Milliseconds from the start of the load to the kill. */
const LIFE = { shortest: 1, longest: 700 };
const ACCOUNTS = Array.from({ length: 10 }, (_, i) => `0-${13 + i}`);

/** Where a transaction is: `height-index` and the hash of the block. */
interface Place {
  readonly tx_code?: string;
  readonly block_hash?: string;
}

/** What a client of the node knows for certain. */
class Acknowledged {
  /** Every txid that a submitting call has answered. */
  readonly txids: string[] = [];
  /** The places of those that were looked up before the kill. */
  readonly places = new Map<string, Place>();
}

test(`${KILLS} kills under load: nothing that was acknowledged is lost or moves, and the state is that of a replay`, async () => {
  const random = new SeededRandom();
  console.log(`random numbers of SEED=${random.seed}`);
  const directory = temporaryDirectory();
  const acknowledged = new Acknowledged();
  let cutOff = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const node = await NodeProcess.start({ directory });
    await assertAllThere(node, acknowledged, acknowledged.txids.length - 500);
    let killed = false;
    const ended = Array.from({ length: SINGLE_SENDERS + BATCH_SENDERS }, async (_, sender) => {
      const send = sender < SINGLE_SENDERS ? sendOne : sendBatch;
      try {
        for (;;) await send(node, random, acknowledged);
      } catch (error) {
        // `fetch` and reading the body fail with a TypeError when the connection ends.
        if (!killed || !(error instanceof TypeError)) throw error;
        cutOff++;
      }
    });
    const load = Promise.all(ended);
    try {
      await Promise.race([load, delay(random.integer(LIFE.shortest, LIFE.longest))]);
    } finally {
      killed = true;
      await node.kill();
    }
    await load;
  }
  const node = await NodeProcess.start({ directory });
  await assertAllThere(node, acknowledged);
  const height = await node.call<number>('getblockcount');
  assert.is(await node.call('verifychain', 3, height), true);
  await node.kill();
  await assertReplayAgrees(directory, height);
  assert.ok(acknowledged.txids.length > KILLS, 'the load was real');
  assert.ok(acknowledged.places.size > 0, 'places were looked up');
  console.log(
    `${KILLS} kills, ${cutOff} calls cut off, ${acknowledged.txids.length} transactions acknowledged, none lost; ` +
      `${acknowledged.places.size} of them in the place where they were seen; ` +
      `digest of block ${height} equal to that of a replay`,
  );
});

/** A transfer that no other equals. */
let memo = 0;
function transfer(random: SeededRandom): RpcCall {
  const account = (): string => ACCOUNTS[random.integer(0, ACCOUNTS.length - 1)]!;
  const params = [account(), account(), random.integer(10_000, 1_000_000), 10_000, `${memo++}`];
  return { method: 'submitsendtx', params };
}

async function sendOne(node: NodeProcess, random: SeededRandom, acknowledged: Acknowledged): Promise<void> {
  const { method, params } = transfer(random);
  const { txid } = await node.call<{ txid: string }>(method, ...params);
  acknowledged.txids.push(txid);
  const { tx_code, block_hash } = await node.call<Place>('gettxdetail', txid);
  assert.ok(tx_code && block_hash, `${txid} was acknowledged and is in a block`);
  acknowledged.places.set(txid, { tx_code, block_hash });
}

async function sendBatch(node: NodeProcess, random: SeededRandom, acknowledged: Acknowledged): Promise<void> {
  const calls = Array.from({ length: BATCH }, () => transfer(random));
  for (const { result, error } of await node.batch<{ txid: string }>(calls)) {
    assert.is(error, null);
    acknowledged.txids.push(result!.txid);
  }
}

/** @param from - the first of the acknowledged transactions to look at; by default all */
async function assertAllThere(node: NodeProcess, { txids, places }: Acknowledged, from = 0): Promise<void> {
  for (const txid of txids.slice(Math.max(0, from))) {
    const { tx_code, block_hash } = await node.call<Place>('gettxdetail', txid);
    assert.ok(tx_code && block_hash, `${txid} was acknowledged and is in no block`);
    const seen = places.get(txid);
    if (seen) assert.equal({ tx_code, block_hash }, seen, txid);
    else places.set(txid, { tx_code, block_hash });
  }
}

/** Executes all blocks of a data directory on an empty store, and compares everything there is in the state. */
async function assertReplayAgrees(directory: string, height: number): Promise<void> {
  const { store } = await openStore({
    path: join(directory, REGTEST.directory, 'chain'),
    engine: 'auto',
    cacheBytes: 8 << 20,
  });
  const clock = new FakeClock(Math.ceil(Date.now() / 1000));
  const stored = await openTestChain({ store, clock, start: false });
  const replay = await openTestChain({ clock });
  const rules = wireRulesOf(REGTEST);
  assert.is(stored.chain.tip.header.height, height);
  for (let h = 2; h <= height; h++) {
    await replay.solo.submitBlock(decodeBlock(stored.chain.blocks.rawBlock(h)!, rules));
  }
  assert.is(fingerprint(replay.chain, replay.state), fingerprint(stored.chain, stored.state));
  await stored.close();
  await replay.close();
}

test.run();
