import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { exchange } from '../../../src/client/exchange.js';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { keyIdOf, publicKeyOf } from '../../../src/crypto/keys.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { recordedShape, shapeOf, without } from '../../support/answers/answer-shape.js';
import { startTestNode, type TestNode } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const { alice, bob } = EXAMPLE;
const LOCKED = { code: -2006, message: 'Please enter the wallet passphrase with walletpassphrase first.' };

async function withNode(work: (node: TestNode) => Promise<void>): Promise<void> {
  const node = await startTestNode();
  try {
    await work(node);
  } finally {
    await node.stop();
  }
}

async function lockState(node: TestNode): Promise<Json[]> {
  const { wallet_version, wallet_encrypted, wallet_locked, unlocked_until } =
    await node.call('getwalletinfo');
  return [wallet_version!, wallet_encrypted!, wallet_locked!, unlocked_until! !== 0];
}

test('the cycle of encrypting, unlocking, locking and a new passphrase', () =>
  withNode(async node => {
    assert.equal(await lockState(node), [0, false, false, false]);
    assert.equal(
      { ...(await node.call('encryptwallet', 'first pass')) },
      { wallet_encrypted: true, encrypt: true },
    );
    assert.equal(await lockState(node), [10_000, true, true, false]);
    assert.is((await node.call('getinfo')).wallet_unlock_time, 0);

    const wrong = { wallet_unlocked: false, passphrase: false };
    assert.equal({ ...(await node.call('walletpassphrase', 'wrong', 10)) }, wrong);
    assert.equal(
      { ...(await node.call('walletpassphrase', 'first pass', 60)) },
      { wallet_unlocked: true, passphrase: true },
    );
    assert.equal(await lockState(node), [10_000, true, false, true]);
    assert.is(
      (await node.call('getinfo')).wallet_unlock_time,
      (await node.call('getwalletinfo')).unlocked_until,
    );
    await node.call('submitsendtx', alice, bob, 'WICC:1:wi');

    for (const time of ['first', 'again']) {
      assert.equal({ ...(await node.call('walletlock')) }, { wallet_lock: true, walletlock: true }, time);
      assert.equal(await lockState(node), [10_000, true, true, false]);
    }
    assert.equal({ ...(await node.call('walletpassphrasechange', 'wrong', 'x')) }, { chgpwd: false });
    assert.equal(
      { ...(await node.call('walletpassphrasechange', 'first pass', 'second pass')) },
      { chgpwd: true },
    );
    assert.equal({ ...(await node.call('walletpassphrase', 'first pass', 5)) }, wrong);
    assert.is((await node.call('walletpassphrase', 'second pass', 3600)).passphrase, true);
    assert.is((await node.call('walletpassphrase', 'second pass', -5)).passphrase, true);
    assert.equal(await lockState(node), [10_000, true, true, false]);
  }));

test('the answers have the members of the recorded ones', () =>
  withNode(async node => {
    const answers = [
      ['encryptwallet', await node.call('encryptwallet', 'p')],
      ['walletpassphrase', await node.call('walletpassphrase', 'p', 60)],
      ['walletpassphrasechange', await node.call('walletpassphrasechange', 'p', 'q')],
      ['walletlock', await node.call('walletlock')],
    ] as const;
    for (const [method, answer] of answers) {
      const ours = without(shapeOf(answer), ['encrypt', 'passphrase', 'walletlock']);
      assert.equal(ours, recordedShape(method), method);
    }
  }));

test('a locked wallet shows what is public and refuses what needs keys', () =>
  withNode(async node => {
    await node.call('encryptwallet', 'p');
    const locked: [method: string, ...params: Json[]][] = [
      ['submitsendtx', alice, bob, 'WICC:1:wi'],
      ['submitsendmultitx', alice, []],
      ['submitaccountregistertx', alice],
      ['submitaccountpermscleartx', alice],
      ['submitdelegatevotetx', alice, [], 'WICC:10000'],
      ['submitcoinstaketx', alice, 'WICC:1:wi'],
      ['sendtoaddress', alice, bob, 1],
      ['dumpprivkey', alice],
      ['importprivkey', 'YBSG5XAquvk8BXirgYGbbc9ECUaEhyuuG3hCoQpYezmRH3GzD5P2'],
      ['dropprivkey', alice],
      ['dropminermainkeys'],
      ['getnewaddr', true],
      ['signmessage', alice, 'x'],
      ['createmulsig', 1, [alice]],
      ['dumpwallet', '/tmp/never-written'],
      ['importwallet', '/tmp/never-read'],
      ['signtxraw', '00', [alice]],
    ];
    for (const [method, ...params] of locked)
      assert.equal(await node.fail(method, ...params), LOCKED, method);
    await node.call('listaddr');
    await node.call('listtx');
    await node.call('getaccountinfo', alice);
    assert.is((await node.call('validateaddr', alice)).is_valid, true);
    assert.is((await node.call('setgenerate', true, 1)).msg, 'in  mining');
  }));

test('an encrypted wallet is not encrypted again, and an unencrypted one has no passphrase', () =>
  withNode(async node => {
    const plain = (method: string) => ({
      code: -2008,
      message: `Running with an unencrypted wallet, but ${method} was called.`,
    });
    assert.equal(await node.fail('walletpassphrase', 'x', 1), plain('walletpassphrase'));
    assert.equal(await node.fail('walletlock'), plain('walletlock'));
    assert.equal(await node.fail('walletpassphrasechange', 'a', 'b'), plain('walletpassphrasechange'));
    assert.is((await node.fail('encryptwallet')).code, -1);
    assert.is((await node.fail('encryptwallet', '')).code, -1);
    await node.call('encryptwallet', 'p');
    const twice = { code: -2008, message: 'Wallet was already encrypted and shall not be encrypted again.' };
    assert.equal(await node.fail('encryptwallet', 'again'), twice);
    assert.equal(await node.fail('encryptwallet'), twice);
    assert.is((await node.fail('walletpassphrase', '', 10)).code, -1);
    assert.is((await node.fail('walletpassphrase', 'p')).code, -1);
    assert.is((await node.fail('walletpassphrasechange', '', 'new')).code, -1);
    assert.is((await node.fail('walletpassphrasechange', 'p', '')).code, -1);
    assert.is((await node.fail('walletlock', 1)).code, -1);
  }));

test('what one node dumps another one imports', () =>
  withNode(async node => {
    const path = join(temporaryDirectory(), 'dump.json');
    const { addr } = await node.call('getnewaddr', true);
    const dumped = await node.call('dumpwallet', path);
    assert.equal(without(shapeOf(dumped), ['key size', 'path']), recordedShape('dumpwallet'));
    const addresses = (await node.call<JsonObject[]>('listaddr')).map(entry => entry.addr);
    assert.equal(
      { ...dumped },
      {
        info: 'successfully dumped wallet',
        count: addresses.length,
        'key size': addresses.length,
        path,
      },
    );
    assert.is(statSync(path).mode & 0o777, 0o600);
    const other = await startTestNode({ switches: ['-nettype=reference-regtest'] });
    const before = (await other.call<JsonObject[]>('listaddr')).length;
    const imported = await other.call('importwallet', path);
    assert.equal(
      without(shapeOf(imported), ['path', 'skipped', 'skipped_entries']),
      recordedShape('importwallet'),
    );
    assert.is(imported.count, addresses.length);
    const list = await other.call<JsonObject[]>('listaddr');
    assert.is(list.length, before + addresses.length);
    assert.is(list.find(entry => entry.addr === addr)!.hasminerkey, true);
    assert.equal(
      await other.call('dumpprivkey', addr as string),
      await node.call('dumpprivkey', addr as string),
    );
    await other.stop();
  }));

test('a dump has the members that the reference writes', () =>
  withNode(async node => {
    const path = join(temporaryDirectory(), 'dump.json');
    await node.call('getnewaddr', true);
    await node.call('dumpwallet', path);
    const dump = JSON.parse(readFileSync(path, 'utf8'));
    assert.equal(Object.keys(dump), [
      'created_version',
      'created_time',
      'tip_block_height',
      'tip_block_hash',
      'key',
    ]);
    const main = ['address', 'mCkey', 'mCkeyBase58', 'mMainPk'];
    const miner = ['mMinerCkey', 'mMinerCkeyBase58', 'mMinerPk'];
    const always = ['nCreationTime', 'keyid'];
    const withMiner = dump.key.find((entry: object) => 'mMinerPk' in entry);
    assert.equal(Object.keys(withMiner), [...main, ...miner, ...always]);
    const plain = dump.key.find((entry: object) => !('mMinerPk' in entry));
    assert.equal(Object.keys(plain), [...main, ...always]);
  }));

test('entries of a dump that cannot be used are skipped, other files are refused', () =>
  withNode(async node => {
    const directory = temporaryDirectory();
    const write = (name: string, content: unknown): string => {
      const path = join(directory, name);
      writeFileSync(path, JSON.stringify(content));
      return path;
    };
    const key = '11'.repeat(32);
    const keyid = keyIdOf(publicKeyOf(Buffer.from(key, 'hex')));
    const unusable = [
      { keyid: '00'.repeat(20), nCreationTime: 1 },
      { mCkey: '11'.repeat(32), nCreationTime: 1 },
      { keyid: '00'.repeat(20), mCkey: '11'.repeat(32), nCreationTime: 1 },
      { keyid: '00'.repeat(20), mCkey: '00'.repeat(32), nCreationTime: 1 },
    ];
    assert.equal(await node.fail('importwallet', write('bad-entries.json', { key: unusable })), {
      code: -1,
      message:
        'none of the 4 entries can be taken, and nothing was imported; entry 0: it has no private key (mCkey or ' +
        'mMinerCkey, 64 hex digits)',
    });
    const good = { keyid, mCkey: key, nCreationTime: 1 };
    const mixed = await node.call('importwallet', write('mixed.json', { key: [...unusable, good] }));
    assert.is(mixed.count, 1);
    assert.is(mixed.skipped, 4);
    assert.equal(
      (mixed.skipped_entries as JsonObject[]).map(({ reason }) => reason),
      [
        'it has no private key (mCkey or mMinerCkey, 64 hex digits)',
        'it has no keyid',
        'its private key belongs to another keyid',
        'it has no private key (mCkey or mMinerCkey, 64 hex digits)',
      ],
    );
    const copy = join(directory, 'copy.dat');
    await node.call('backupwallet', copy);
    assert.match((await node.fail('importwallet', copy)).message, /is a wallet, as backupwallet writes it/);
    assert.equal(await node.fail('importwallet', join(directory, 'nosuch.json')), {
      code: -8,
      message: 'Fail to open dump file',
    });
    assert.equal(await node.fail('importwallet', write('no-key.json', {})), {
      code: -1,
      message: 'value is type null, expected array',
    });
    const far = { keyid, mCkey: key, nCreationTime: Number.MAX_SAFE_INTEGER + 1 };
    assert.equal(await node.fail('importwallet', write('far-future.json', { key: [far] })), {
      code: -1,
      message: 'nCreationTime 9007199254740992 is not a time in seconds since 1970',
    });
    writeFileSync(join(directory, 'text'), 'no JSON');
    assert.equal(await node.fail('importwallet', join(directory, 'text')), {
      code: -1,
      message: 'the dump file is not JSON: line 1, column 1: a value is expected',
    });
  }));

test('what is no ordinary file is neither read nor replaced, and a pipe does not make the node wait', () =>
  withNode(async node => {
    const pipe = join(temporaryDirectory(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero']) {
      assert.is((await node.fail('importwallet', path)).code, -8);
      assert.is((await node.fail('submitsetcodetx', alice, path, path, 'memo')).code, 3290001);
      assert.is((await node.fail('dev_loadState', path)).code, -1);
    }
    assert.is((await node.fail('dumpwallet', pipe)).code, -8);
    assert.is((await node.fail('backupwallet', pipe)).code, -2001);
    assert.is((await node.fail('dumpdb', 'accounts', pipe)).code, -32602);
    assert.is((await node.fail('saveblocktofile', await node.call('getblockhash', 0), pipe)).code, -1);
    assert.is((await node.fail('dev_dumpState', pipe)).code, -1);
    assert.ok(statSync(pipe).isFIFO());
  }));

test('a backup is a wallet that can be opened, in a file or in a directory', () =>
  withNode(async node => {
    const directory = temporaryDirectory();
    assert.is(await node.call('backupwallet', join(directory, 'copy.dat')), null);
    assert.is(await node.call('backupwallet', directory), null);
    assert.equal(readFileSync(join(directory, 'copy.dat')), readFileSync(join(directory, 'wallet.dat')));
    const home = temporaryDirectory();
    mkdirSync(join(home, 'regtest'));
    writeFileSync(join(home, 'regtest', 'wallet.dat'), readFileSync(join(directory, 'copy.dat')));
    const restored = await startTestNode({ directory: home });
    assert.equal(
      (await restored.call<JsonObject[]>('listaddr')).map(({ addr }) => addr),
      (await node.call<JsonObject[]>('listaddr')).map(({ addr }) => addr),
    );
    await restored.stop();
  }));

test('nothing is written into the data directory or where there is no directory', () =>
  withNode(async node => {
    const path = join(node.directory, 'x.json');
    const dump = await node.fail('dumpwallet', path);
    assert.is(dump.code, -2003);
    assert.is(
      dump.message,
      'Wallet file shall not be saved into the Data dir to avoid likely file overwrite.',
    );
    const { data } = await exchange(node.transport, { method: 'dumpwallet', params: [path] }).catch(
      error => error,
    );
    assert.match(String(data.detail), /x\.json is among the files of this node/);
    const backup = await node.fail('backupwallet', join(node.directory, 'b.dat'));
    assert.is(backup.code, -2003);
    assert.match(backup.message, /^Wallet backup file shall not be saved into the Data dir/);
    assert.equal(await node.fail('dumpwallet', '/nonexistent-dir/x.json'), {
      code: -8,
      message: 'Failed to open dump file.',
    });
    assert.equal(await node.fail('backupwallet', '/nonexistent-dir/b.dat'), {
      code: -2001,
      message: 'Error: Wallet backup failed!',
    });
  }));

test.run();
