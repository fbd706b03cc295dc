import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpConnection, postRequest } from '../support/nodes/http-connection.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/** After which what a node loads when it has time is there. */
const PREPARED_MS = 3000;
const MOST_ROUNDS = 100;
const COIN = 'WICC:1:wi';

/** Changes how many files a running process may have open. */
function setLimit({ pid }: NodeProcess, most: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:4096`]);
}

const openFiles = ({ pid }: NodeProcess): number => readdirSync(`/proc/${pid}/fd`).length;

const logsOf = (directory: string): string[] =>
  readdirSync(join(directory, 'regtest', 'chain')).filter(name => name.endsWith('.log'));

/** A call of each area that reads or writes something, as nobody has called it before. */
const CALLS: readonly (readonly [method: string, ...params: string[]])[] = [
  ['getnewaddr'],
  ['getmnemonic'],
  ['getinfo'],
  ['getpeerinfo'],
  ['getaccountinfo', '0-13'],
  ['signmessage', '0-13', 'text'],
  ['getdexorders'],
  ['getmetrics'],
  ['getloglevels'],
  ['listtx'],
  ['backupwallet', 'copy.dat'],
  ['validateaddr', '0-13'],
  ['gettotalcoins'],
];

/** Calls on a connection that was opened when there were files for it. */
function callsOn(
  connection: HttpConnection,
  { credentials }: NodeProcess,
): <T>(method: string, ...params: readonly (string | number)[]) => Promise<T> {
  return async <T>(method: string, ...params: readonly (string | number)[]) => {
    const body = JSON.stringify({ id: 1, method, params });
    const { result, error } = JSON.parse(await connection.send(postRequest(credentials, body))) as {
      result: T;
      error: { message: string } | null;
    };
    if (error !== null) throw new Error(error.message);
    return result;
  };
}

function canLimit(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    execFileSync('prlimit', ['--version']);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

if (canLimit()) {
  test('a node that has no file left to open goes on making blocks, loses nothing, and all of it works when there are files again', async () => {
    const directory = temporaryDirectory();
    const node = await NodeProcess.start({ directory, switches: ['-mining=manual', '-dbcache=4'] });
    await delay(PREPARED_MS);
    const before = logsOf(directory);
    const connection = await HttpConnection.open(node.port);
    const call = callsOn(connection, node);
    await call('getblockcount');
    setLimit(node, openFiles(node));
    const failed = new Map<string, string>();
    for (const [method, ...params] of CALLS) {
      await call(method, ...params).catch((error: Error) => failed.set(method, error.message));
    }
    for (const message of failed.values()) assert.not.match(message, /\.js|\/program\//);

    const acknowledged: string[] = [];
    for (let round = 0; round < MOST_ROUNDS && logsOf(directory).join() === before.join(); round++) {
      for (let i = 0; i < 5; i++) {
        const { txid } = await call<{ txid: string }>(
          'submitsendtx',
          '0-13',
          '0-14',
          COIN,
          10_000,
          `${round} ${i}`,
        );
        acknowledged.push(txid);
      }
      await call('generate', 400);
    }
    assert.not.equal(logsOf(directory), before, 'the database has begun another log meanwhile');

    connection.close();
    setLimit(node, 1024);
    for (const [method, ...params] of CALLS) {
      if (method !== 'getmnemonic' || failed.has(method)) await node.call(method, ...params).catch(known);
    }
    await node.call('generate', 1);
    assert.is(await node.call('verifychain', 4, 100), true);
    const height = await node.call<number>('getblockcount');
    await node.kill();

    const again = await NodeProcess.start({ directory, switches: ['-mining=manual'] });
    assert.is(await again.call('getblockcount'), height);
    for (const txid of acknowledged) {
      const { confirmed_height } = await again.call<{ confirmed_height: number }>('gettxdetail', txid);
      assert.ok(confirmed_height > 0, txid);
    }
    await again.stop();
  });

  test('a block that cannot be written because no file can be opened at all is written when one can', async () => {
    const node = await NodeProcess.start({ switches: ['-mining=manual'] });
    await delay(PREPARED_MS);
    const [making, asking] = [await HttpConnection.open(node.port), await HttpConnection.open(node.port)];
    const ask = callsOn(asking, node);
    assert.is(await ask('getblockcount'), 1);
    setLimit(node, 3);
    const made = callsOn(making, node)<string[]>('generate', 3);
    assert.is(await Promise.race([made, delay(500)]), undefined);
    assert.is(await ask('getblockcount'), 1);
    setLimit(node, 1024);
    assert.is((await made).length, 3);
    assert.is(await ask('getblockcount'), 4);
    for (const connection of [making, asking]) connection.close();
    await node.stop();
  });
} else {
  console.log('left out: prlimit, which changes the limits of a running process, is only on Linux');
}

/** What is the same with any number of files: the copy is there. */
function known(error: Error): void {
  assert.match(error.message, /exists already|backup failed/, error.message);
}

test.run();
