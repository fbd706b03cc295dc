import { MessageChannel } from 'node:worker_threads';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OWN_PROCESS } from '../../../src/rpc/declaration/caller.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { Presence } from '../../../src/rpc/dispatch/presence.js';
import { RequestsToReader } from '../../../src/rpc/http/requests-to-reader.js';
import { SharedFigures } from '../../../src/rpc/http/shared-figures.js';
import { ReadingThread } from '../../../src/rpc/reading/reading-thread.js';
import { NodeProcess } from '../../support/nodes/node-process.js';
import { untilReadElsewhere } from '../../support/nodes/until-read-elsewhere.js';

const test = suite('a thread that reads');
const { alice, bob } = EXAMPLE;
const COINS = 'WICC:1:wi';

for (const engine of ['rocksdb', 'leveldb']) {
  test(`whoever has been answered finds what he was told in what he reads next (${engine})`, async () => {
    const node = await NodeProcess.start({ switches: ['-mining=manual', `-engine=${engine}`] });
    await untilReadElsewhere(node);
    for (let i = 0; i < 4; i++) {
      const { txid } = await node.call<{ txid: string }>('submitsendtx', alice, bob, COINS);
      await node.call('generate', 1);
      const height = Number((await node.call('gettxdetail', txid)).confirmed_height);
      assert.ok(
        height <= (await node.call<number>('getblockcount')),
        'no answer is older than one before it',
      );
      const { addr } = await node.call<{ addr: string }>('getnewaddr');
      assert.is((await node.call('getaccountinfo', addr)).in_wallet, true);
      await node.call('disconnectblock', 1);
      assert.is((await node.call('gettxdetail', txid)).confirmed_height, undefined);
      assert.is(await node.call<number>('getblockcount'), height - 1);
      await node.call('droptxfrommempool', txid);
    }

    for (const mode of ['instant', 'manual']) {
      await node.call('setautomine', mode);
      assert.is((await node.call('getinfo')).genblock, Number(mode === 'instant'));
    }

    // It stops in good order while it is read.
    const reads = Array.from({ length: 50 }, (_, i) =>
      i % 2 === 0 ? node.call('getblock', 1, true) : node.call('gettotalcoins'),
    );
    // Some are answered, others find nobody any more.
    const outcomes = Promise.allSettled(reads);
    await reads[0];
    await node.stop();
    await outcomes;
  });
}

test('a thread that fails is told of, the database is given back, and its requests are left to the node', async () => {
  const { port1, port2 } = new MessageChannel();
  let isBack = false;
  const failed = new Promise<Error>(resolve => {
    new ReadingThread({
      loan: {
        database: { engine: 'rocksdb', handle: 0n },
        giveBack() {
          isBack = true;
        },
      },
      settings: {
        blocks: undefined,
        options: undefined as never,
        network: undefined as never,
        access: { safeMode: false, whitelist: [], blacklist: [] },
        mostWaiting: 1,
        programVersion: '',
        figures: new SharedFigures().memory,
        addresses: [],
        status: undefined as never,
      },
      requests: port1,
      onCalls: () => undefined,
      onFailure: resolve,
      program: new URL(
        `data:text/javascript,${encodeURIComponent(`
          import { workerData } from 'node:worker_threads';
          const { requests } = workerData;
          requests.on('message', () => { throw new Error('out of order'); });
          requests.postMessage({ type: 'ready' });`)}`,
      ),
    });
  });
  const requests = new RequestsToReader(['getblock'], () => undefined);
  const ready = new Promise(resolve => port2.once('message', resolve));
  requests.use(port2);
  await ready;
  const request = { body: '{"method":"getblock","params":[1]}', caller: OWN_PROCESS, isStrict: false };
  assert.is(requests.takes(request), true);
  assert.is(await requests.answer(request, new Presence()), undefined);
  assert.match((await failed).message, /the node answers itself: out of order/);
  assert.is(isBack, true);
  assert.is(requests.takes(request), false, 'nobody is asked any more');
  requests.end();
});

test('what names no method of those that only read is not sent to the thread', () => {
  let started = 0;
  const requests = new RequestsToReader(['getblock'], () => started++);
  for (let i = 0; i < 100; i++) {
    for (const body of [
      '{"method":"getinfo"}',
      '[{"method":"getinfo"},{"method":"getblock"}]',
      '',
      '{"method":1}',
      new TextEncoder().encode('{"method":"getblock"}'),
    ]) {
      assert.is(requests.takes({ body }), false);
    }
  }
  assert.is(started, 0);
  for (let i = 0; i < 100; i++) assert.is(requests.takes({ body: '{"method":"getblock"}' }), false);
  assert.is(started, 1);
});

test.run();
