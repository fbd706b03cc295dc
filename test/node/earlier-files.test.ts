import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startTestNode, type TestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { vectorDirectory } from '../support/vectors/vectors.js';

/*
 * Files that a version of this program has written that had no log of blocks: wallets, what dumpwallet and
 * dev_dumpState write, and the file of the option `state`, with what that version answered.
 */

const test = suite('files of an earlier version');

interface EarlierFiles {
  readonly height: number;
  readonly hash: string;
  /** Has a key in the wallet. */
  readonly address: string;
  readonly privateKey: string;
  /** Has a key for blocks as well. */
  readonly miner: string;
  /** Of the address, in sawi. */
  readonly balance: string;
  readonly passphrase: string;
  readonly stateHeight: number;
  readonly stateHash: string;
  readonly stateWaiting: string;
  /** In Base64. */
  readonly plainWallet: string;
  readonly encryptedWallet: string;
  readonly walletDump: string;
  readonly chainDump: string;
  readonly stateFile: string;
}

const packed = readFileSync(join(vectorDirectory, 'earlier-directories', 'files.json.gz'));
const earlier = JSON.parse(gunzipSync(packed).toString('utf8')) as EarlierFiles;

function fileOf(base64: string, name: string): string {
  const path = join(temporaryDirectory(), name);
  writeFileSync(path, Buffer.from(base64, 'base64'));
  return path;
}

/** Starts a node on a wallet of the earlier version; the second time on what the first has left. */
async function onWallet(base64: string, look: (node: TestNode) => Promise<void>): Promise<void> {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'regtest'));
  writeFileSync(join(directory, 'regtest', 'wallet.dat'), Buffer.from(base64, 'base64'));
  for (let i = 0; i < 2; i++) {
    const node = await startTestNode({ directory });
    try {
      await look(node);
    } finally {
      await node.stop();
    }
  }
}

async function assertKeys(node: TestNode): Promise<void> {
  const { address, privateKey, miner } = earlier;
  assert.is((await node.call('dumpprivkey', address)).privkey, privateKey);
  assert.match((await node.call<{ minerkey: string }>('dumpprivkey', miner)).minerkey, /^\w{52}$/);
}

test('a wallet has its keys', async () => {
  await onWallet(earlier.plainWallet, assertKeys);
});

test('an encrypted wallet opens with its passphrase', async () => {
  await onWallet(earlier.encryptedWallet, async node => {
    assert.is((await node.fail('dumpprivkey', earlier.address)).code, -2006);
    await node.call('walletpassphrase', earlier.passphrase, 60);
    await assertKeys(node);
  });
});

test('what dumpwallet wrote is imported', async () => {
  const node = await startTestNode();
  try {
    await node.call('importwallet', fileOf(earlier.walletDump, 'wallet.json'));
    await assertKeys(node);
  } finally {
    await node.stop();
  }
});

async function assertChain(node: TestNode, height: number, hash: string): Promise<void> {
  assert.is(await node.call('getblockcount'), height);
  assert.is((await node.call('getblockhash', height)).hash, hash);
  assert.is(await node.call('verifychain', 4, 0), true);
}

test('what dev_dumpState wrote is loaded, into memory and onto the disk', async () => {
  const dump = fileOf(earlier.chainDump, 'chain.dump');
  const directory = temporaryDirectory();
  for (const options of [{}, { directory }]) {
    const node = await startTestNode(options);
    try {
      await node.call('dev_loadState', dump);
      await assertChain(node, earlier.height, earlier.hash);
      const { tokens } = await node.call<{ tokens: { WICC: { free_amount: number } } }>(
        'getaccountinfo',
        earlier.address,
      );
      assert.is(String(tokens.WICC.free_amount), earlier.balance);
      await node.call('generate', 1);
    } finally {
      await node.stop();
    }
  }
  const again = await startTestNode({ directory, switches: ['-reindex'] });
  assert.is((await again.call('getblockhash', earlier.height)).hash, earlier.hash);
  await again.stop();
});

test('the file of the option state has its chain and what waited, also after it was written by this version', async () => {
  const state = fileOf(earlier.stateFile, 'chain.state');
  const switches = [`-state=${state}`];
  const directory = temporaryDirectory();
  for (let i = 0; i < 2; i++) {
    const node = await startTestNode({ directory, switches });
    try {
      await assertChain(node, earlier.stateHeight, earlier.stateHash);
      assert.equal(await node.call('getrawmempool'), [earlier.stateWaiting]);
    } finally {
      await node.stop();
    }
  }
});

test.run();
