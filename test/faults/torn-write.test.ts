import { cpSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reexecuteChain } from '../../src/chain/reexecute-chain.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openStore } from '../../src/storage/open.js';
import { openTestChain, transfer, USERS } from '../support/chains/test-chain.js';
import { scaled } from '../support/random/scale.js';
import { fingerprint } from '../support/stores/chain-contents.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * The power goes while a block is being written: of its bytes any number may have reached the disk.
 * Whatever is there, the chain is that of before or after the block.
 */

const POSITIONS = scaled(60, 2_000);
const BLOCKS = 6;
const TRANSFERS = 8;

async function open(path: string, engine: 'rocksdb' | 'leveldb'): Promise<KeyValueStore> {
  return (await openStore({ path, engine, cacheBytes: 1 << 20 })).store;
}

/** The log that the engine writes to before anything else. */
function logOf(path: string): string {
  const logs = readdirSync(path).filter(name => /^\d+\.log$/.test(name));
  return join(path, logs.sort().at(-1)!);
}

for (const engine of ['rocksdb', 'leveldb'] as const) {
  test(`${engine}: cut off at any byte of the last two blocks, the chain is that of a whole number of blocks`, async () => {
    const path = temporaryDirectory();
    const dev = await openTestChain({ store: await open(path, engine) });
    const states = new Map([[dev.chain.tip.header.height, fingerprint(dev.chain, dev.state)]]);
    const sizes: number[] = [];
    for (let i = 0; i < BLOCKS; i++) {
      for (let j = 0; j < TRANSFERS; j++) dev.mempool.admit(transfer(USERS[j]!, USERS[j + 1]!));
      await dev.solo.produce(1);
      states.set(dev.chain.tip.header.height, fingerprint(dev.chain, dev.state));
      sizes.push(statSync(logOf(path)).size);
    }
    const copy = temporaryDirectory();
    cpSync(path, copy, { recursive: true });
    await dev.close();

    const [from, to] = [sizes.at(-3)!, sizes.at(-1)!];
    const heights = new Map<number, number>();
    for (let i = 0; i < POSITIONS; i++) {
      const torn = temporaryDirectory();
      cpSync(copy, torn, { recursive: true });
      truncateSync(logOf(torn), from + Math.floor(((to - from) * i) / (POSITIONS - 1)));
      const reopened = await openTestChain({ store: await open(torn, engine) });
      const { height } = reopened.chain.tip.header;
      assert.is(fingerprint(reopened.chain, reopened.state), states.get(height));
      assert.is((await reexecuteChain(reopened.chain, 2)).problem, undefined);
      await reopened.solo.produce(1);
      await reopened.close();
      heights.set(height, (heights.get(height) ?? 0) + 1);
    }
    const top = BLOCKS + 1;
    assert.equal([...heights.keys()].sort(), [top - 2, top - 1, top], 'each of the three ends was met');
  });
}

test.run();
