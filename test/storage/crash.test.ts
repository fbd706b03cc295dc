import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openStore } from '../../src/storage/open.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const KILLS = 3;
/** Greatest size of a file, in the blocks of the shell (512 bytes or 1 KiB). */
const FILE_BLOCKS = 2000;

for (const engine of ['rocksdb', 'leveldb'] as const) {
  test(`${engine}: killing a process that writes loses nothing that was acknowledged and tears no batch`, async () => {
    const path = temporaryDirectory();
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const before = acknowledged;
      const child = fork(fileURLToPath(new URL('./writing-process.js', import.meta.url)), [engine, path]);
      const exited = once(child, 'exit');
      child.on('message', n => {
        acknowledged = Number(n);
        if (acknowledged === before + 20 + kill) child.kill('SIGKILL');
      });
      const [, signal] = await exited;
      assert.is(signal, 'SIGKILL');

      const { store } = await openStore({ path, engine, cacheBytes: 1024 * 1024 });
      const values = [...store.iterate({})].map(([, value]) => value.toString('latin1', 0, 10));
      assert.is(values.length, 51);
      assert.is(new Set(values).size, 1, 'all keys hold the value of the same batch');
      assert.ok(Number(values[0]) >= acknowledged, `${values[0]} written, ${acknowledged} acknowledged`);
      acknowledged = Number(values[0]);
      await store.close();
    }
  });

  if (process.platform !== 'win32') {
    test(`${engine}: when the disk is full the write rejects, nothing of it is visible, and what was there stays`, async () => {
      const path = temporaryDirectory();
      const script = fileURLToPath(new URL('./full-disk-process.js', import.meta.url));
      const limited = `ulimit -f ${FILE_BLOCKS}; trap '' XFSZ; exec "$0" "$@"`;
      const output = execFileSync('sh', ['-c', limited, process.execPath, script, engine, path], {
        encoding: 'utf8',
      });
      const { acknowledged, visible, reads, error } = JSON.parse(output);
      assert.match(error, /a write to (RocksDB|LevelDB) failed: .*File too large/);
      assert.ok(acknowledged > 5);
      assert.is(visible, acknowledged);
      assert.is(reads, 50_000);

      const { store } = await openStore({ path, engine, cacheBytes: 1024 * 1024 });
      assert.is(Number(store.getMany([Buffer.from('last')])[0]?.toString()), acknowledged);
      assert.is([...store.iterate({})].length, acknowledged + 1);
      await store.close();
    });
  }
}

test.run();
