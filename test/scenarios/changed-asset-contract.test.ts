import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../src/config/package-root.js';
import { ASSET_CONTRACT_FILES } from '../../vm/wasm/system/asset-contract.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * The code of 0-800 is part of consensus. A node that would run other code than the network does not
 * start: it is installed here a second time, with files that a disk or a hand has changed.
 */

const COMPILED = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = 'dist/program/coind.js';

const test = suite('a changed asset contract');

/** A copy of this program, which finds its contracts beside itself. */
function installedCopy(): string {
  const copy = temporaryDirectory();
  const root = packageRoot();
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  cpSync(join(root, 'contracts'), join(copy, 'contracts'), { recursive: true });
  const filter = (path: string): boolean => !path.endsWith('.map');
  cpSync(join(COMPILED, 'program'), join(copy, 'dist/program'), { recursive: true, filter });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

interface Refusal {
  readonly code: number | null;
  readonly errors: string;
}

/** Starts a copy that should not start. */
function refusalOf(copy: string, data: string): Refusal {
  const words = [join(copy, MAIN), `-datadir=${data}`, '-rpcbind=127.0.0.1:0'];
  const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', timeout: 60_000 });
  return { code: status, errors: stderr };
}

const CHANGES: readonly [what: string, change: (file: string) => void, errors: RegExp][] = [
  [
    'a byte',
    file => {
      const code = readFileSync(file);
      code[code.length >> 1]! ^= 1;
      writeFileSync(file, code);
    },
    /^error: .+asset\.wasm is not the asset contract of this version: its SHA-256 is [0-9a-f]{64}, it must be [0-9a-f]{64}\. Restore the file or install coind again\.\n$/,
  ],
  [
    'its end',
    file => truncateSync(file, 8000),
    /^error: .+asset\.wasm is not the asset contract of this version: its SHA-256 is /,
  ],
  [
    'the whole file',
    file => rmSync(file),
    /^error: .+asset\.wasm, a part of the asset contract, cannot be read\. Restore the file or install coind again\.\n$/,
  ],
];

/** Every test puts back what it has changed. */
const copy = installedCopy();
const file = join(copy, ASSET_CONTRACT_FILES.code);
const right = readFileSync(file);

for (const [what, change, message] of CHANGES) {
  test(`a node in whose asset.wasm ${what} has changed does not start, says why and what to do`, async () => {
    const data = temporaryDirectory();
    change(file);
    const { code, errors } = refusalOf(copy, data);
    assert.is(code, 1);
    assert.match(errors, message);
    assert.match(errors, file);

    writeFileSync(file, right);
    const node = await NodeProcess.start({ copy: join(copy, MAIN), directory: data });
    assert.is(await node.call('getblockcount'), 1, 'nothing half-written was left behind');
    await node.kill();
  });
}

test.run();
