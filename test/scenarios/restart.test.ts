import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { cookiePath } from '../../src/config/cookie.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { plain } from '../support/answers/plain.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* Whatever way a node ends, the next one on its directory goes on where it was (spec 02 §7, W32). */

const { alice, bob } = EXAMPLE;
const PASSPHRASE = 'keep';

/** What a user can see of a node and what must not change by a restart. */
async function visible(node: NodeProcess): Promise<JsonObject> {
  const see = async (method: string, ...params: Json[]): Promise<Json> =>
    plain(await node.call<Json>(method, ...params));
  const { wallet_encrypted: encrypted } = await node.call('getwalletinfo');
  return {
    tip: ((await see('getinfo')) as JsonObject).tipblock_hash!,
    block: await see('getblock', await node.call<number>('getblockcount'), true),
    addresses: await see('listaddr'),
    transactions: await see('listtx'),
    pool: await see('getrawmempool'),
    coins: await see('gettotalcoins'),
    encrypted: encrypted!,
  };
}

const ENDS: [how: string, end: (node: NodeProcess) => Promise<unknown>, clean: boolean][] = [
  [
    'the method stop',
    async node => {
      assert.type(await node.call('stop'), 'string');
      assert.is(await node.ended(), 0);
    },
    true,
  ],
  ['SIGINT', node => node.stop('SIGINT'), true],
  ['SIGTERM', node => node.stop('SIGTERM'), true],
  ['kill -9', node => node.kill(), false],
];

for (const [how, end, clean] of ENDS) {
  test(`after ${how}, a new start has the same tip, wallet, waiting transactions and locked state`, async () => {
    const directory = temporaryDirectory();
    const switches = ['-mining=manual'];
    const first = await NodeProcess.start({ directory, switches });
    const { addr } = await first.call<{ addr: string }>('getnewaddr');
    await first.call('submitsendtx', alice, addr, 'WICC:5:wi');
    await first.call('generate', 2);
    await first.call('submitsendtx', addr, bob, 'WICC:4:wi');
    const { txid } = await first.call<{ txid: string }>('submitsendtx', alice, bob, 10_000);
    await first.call('encryptwallet', PASSPHRASE);
    const before = await visible(first);
    assert.is((before.pool as string[]).length, 2);
    await end(first);
    const network = join(directory, 'regtest');
    if (clean) {
      assert.not(existsSync(cookiePath(network)), 'no credentials are left behind');
      assert.not(existsSync(join(network, 'coind.pid')));
    }

    const second = await NodeProcess.start({ directory, switches });
    assert.equal(await visible(second), before);
    const info = await second.call('getwalletinfo');
    assert.equal([info.wallet_locked, info.unlocked_until], [true, 0]);
    assert.is((await second.fail('submitsendtx', alice, bob, 10_000)).code, -2006);
    assert.is((await second.call('walletpassphrase', PASSPHRASE, 60)).passphrase, true);
    await second.call('generate', 1);
    assert.is((await second.call('gettxdetail', txid)).confirmations, 0);
    assert.equal(await second.call('getrawmempool'), []);
    assert.is(await second.call('verifychain', 3, await second.call<number>('getblockcount')), true);
    await second.stop();
  });
}

test('an unlocked wallet is locked after a restart', async () => {
  const directory = temporaryDirectory();
  const first = await NodeProcess.start({ directory });
  await first.call('encryptwallet', PASSPHRASE);
  await first.call('walletpassphrase', PASSPHRASE, 3600);
  await first.kill();
  const second = await NodeProcess.start({ directory });
  assert.is((await second.call('getwalletinfo')).wallet_locked, true);
  await second.stop();
});

test('a node that starts prints where it answers, where its credentials are, and accounts with coins', async () => {
  const node = await NodeProcess.start();
  assert.match(node.printed, `JSON-RPC on ${node.endpoint}`);
  assert.match(node.printed, `Credentials: in ${cookiePath(join(node.directory, 'regtest'))}`);
  assert.match(node.printed, new RegExp(`^ +${alice} +0-13 +Y\\w+ +user 1$`, 'm'));
  await node.stop();
});

test('the client finds port and credentials by itself', async () => {
  const node = await NodeProcess.start();
  assert.equal(await node.client('getblockcount'), { code: 0, output: '1\n', errors: '' });
  const info = await node.client('getinfo');
  assert.equal(JSON.parse(info.output).tipblock_height, 1);
  const refused = await node.client('submitsendtx', alice, bob, '1');
  assert.equal(
    [refused.code, refused.errors],
    [
      2001 % 256,
      'error: {"code":-2001,"message":"CommitTx failed: code=33, reason=invalid-coin-amount"}\ntransfer 1 has 1 sawi, at least 10000 are needed\n',
    ],
  );
  await node.stop();
  assert.is((await node.client('getblockcount')).code, 1);
});

test.run();
