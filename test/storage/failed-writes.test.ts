import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { onFailedWrite } from '../../src/storage/failed-writes.js';
import { KeySpace } from '../../src/storage/key-space.js';
import { openMemory } from '../../src/storage/memory.js';
import { TransactionIndex } from '../../src/wallet/transaction-index.js';
import { transfer, USERS } from '../support/chains/test-chain.js';
import { FaultyStore } from '../support/stores/faulty-store.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];

test("a failed write of the wallet's index is reported as any failed write is, and once", async () => {
  const store = new FaultyStore(openMemory(), 2, 'refuse');
  const reported: string[] = [];
  onFailedWrite(store, error => reported.push(error.message));
  const index = new TransactionIndex(KeySpace.of(store, 'w'), () => true);
  await index.keep(transfer(ALICE, BOB), 1);
  for (let i = 0; i < 2; i++) {
    await index.keep(transfer(ALICE, BOB), 1).then(
      () => assert.unreachable(),
      error => assert.match(error.message, /no space left/),
    );
  }
  assert.equal(reported, ['injected fault: no space left on device']);
});

test('a write after the end, and a key that no engine can store, are no failures of the disk', async () => {
  const store = openMemory();
  onFailedWrite(store, () => assert.unreachable('the disk is sound'));
  const operation = (key: string) => ({ type: 'put', key: Buffer.from(key), value: Buffer.of(1) }) as const;
  const refused = async (key: string, pattern: RegExp): Promise<void> => {
    await store.batch([operation(key)]).then(
      () => assert.unreachable(),
      error => assert.match(error.message, pattern),
    );
  };
  await store.batch([operation('a')]);
  await refused('', /key/);
  await store.close();
  await refused('a', /closed/);
});

test.run();
