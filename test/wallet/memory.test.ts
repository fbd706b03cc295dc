import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encodeWif } from '../../src/crypto/wif.js';
import { canScanMemory, placesInMemory } from '../support/nodes/memory-scan.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * What a scan of the memory of a node finds five seconds after its wallet was locked, as docs/running.md names it in "What
 * stays in memory".
 */

const test = suite('secrets in memory');
/** Prefix of private keys on the development network. */
const WIF_PREFIX = 210;
const AFTER_LOCKING = 5000;

const directory = temporaryDirectory();
const key = randomBytes(32);
const wif = encodeWif(WIF_PREFIX, key);
const passphrase = `correct horse ${randomBytes(8).toString('hex')}`;
const switches = ['-mining=manual'];
let address = '';

/** Every form in which a program has a key or passphrase as text. */
function places(node: NodeProcess, text: string): string[] {
  return [Buffer.from(text), Buffer.from(text, 'utf16le')].flatMap(bytes => placesInMemory(node.pid, bytes));
}

/** Whether a place is in the text of a request, whose beginning may be overwritten already. */
const isMessage = (before: string): boolean => before.endsWith('","params":["');

async function useAndLock(node: NodeProcess): Promise<void> {
  assert.is((await node.call('walletpassphrase', passphrase, 60)).passphrase, true);
  await node.call('signmessage', address, 'text');
  await node.call('walletlock');
  await delay(AFTER_LOCKING);
}

if (canScanMemory) {
  test('of a wallet that was encrypted and used by this process, passphrase and key are in messages only', async () => {
    const node = await NodeProcess.start({ directory, switches });
    ({ imported_key_address: address } = await node.call<{ imported_key_address: string }>(
      'importprivkey',
      wif,
    ));
    await node.call('encryptwallet', passphrase);
    await useAndLock(node);
    for (const text of [passphrase, wif]) {
      assert.equal(
        places(node, text).filter(before => !isMessage(before)),
        [],
      );
    }
    await node.stop();
  });

  test('a process that has begun with an encrypted wallet and never opened it has neither', async () => {
    const node = await NodeProcess.start({ directory, switches });
    await node.call('getwalletinfo');
    for (const text of [passphrase, wif, key.toString('hex')]) assert.equal(places(node, text), []);
    assert.equal(placesInMemory(node.pid, key), []);
    await node.stop();
  });

  test('of a wallet that was opened and locked, the passphrase is in messages only, and no key is there as text', async () => {
    const node = await NodeProcess.start({ directory, switches });
    await useAndLock(node);
    for (const text of [wif, key.toString('hex')]) assert.equal(places(node, text), []);
    const found = places(node, passphrase);
    assert.equal(
      found.filter(before => !isMessage(before)),
      [],
    );
    console.log(`the passphrase is in ${found.length} copies of messages`);
    await node.stop();
  });
} else {
  console.log('left out: the memory of another process can be read on Linux only');
}

test.run();
