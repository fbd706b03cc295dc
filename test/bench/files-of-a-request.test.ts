import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../src/config/package-root.js';

const test = suite('files of a request');
const PROGRAM = join(packageRoot(), 'dist/bench/reading/files-of-a-request.js');

test('the files that a transfer, a Lua call and an order run through are sources of this checkout, each with its functions', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, '--json'], { maxBuffer: 1 << 24 });
  const readings: Readonly<Record<string, readonly { file: string; functions: number }[]>> =
    JSON.parse(stdout);
  assert.equal(Object.keys(readings), ['submitsendtx', 'submitcontractcalltx', 'submitdexselllimitordertx']);
  const runs = (request: string, file: string) => readings[request]?.some(each => each.file === file);
  for (const [request, files] of Object.entries(readings)) {
    for (const { file, functions } of files) {
      assert.ok(existsSync(join(packageRoot(), file)), file);
      assert.ok(functions > 0, file);
    }
    assert.is(new Set(files.map(({ file }) => file)).size, files.length);
    for (const file of ['src/chain/mempool.ts', 'src/ledger/ledger.ts']) assert.ok(runs(request, file), file);
  }
  for (const [file, request] of [
    ['vm/lua/machine/machine.ts', 'submitcontractcalltx'],
    ['src/matcher/pair-book.ts', 'submitdexselllimitordertx'],
  ] as const) {
    assert.ok(runs(request, file), file);
    assert.not(runs('submitsendtx', file), file);
  }
});

test.run();
