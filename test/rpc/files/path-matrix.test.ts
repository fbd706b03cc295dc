import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../../src/codec/json-value.js';
import { AREAS } from '../../../src/rpc/areas.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import type { PathUse } from '../../../src/rpc/declaration/parameters/paths.js';
import { LuaDirectory, sampleContract } from '../../support/lua/sample-contracts.js';
import { startTestNode } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/*
 * Every method that takes a path, with every path that it must not take. The methods and what their paths are for come
 * from the declarations: one that is added has to be added to the calls below.
 */

const { alice } = EXAMPLE;
const luaFiles = new LuaDirectory();
const moduleFile = 'contracts/asset/asset.wasm';
const abiFile = 'contracts/asset/asset.abi.json';
/** Of the calls, all parameters but the path. */
const CALLS: Readonly<Record<string, (path: string) => Json[]>> = {
  dumpwallet: path => [path],
  importwallet: path => [path],
  backupwallet: path => [path],
  dumpdb: path => ['accounts', path],
  startheapprofiler: path => [path],
  saveblocktofile: path => [genesis, path],
  backupchain: path => [path],
  dumpsnapshot: path => [path],
  dev_dumpState: path => [path],
  dev_loadState: path => [path],
  submitsetcodetx: path => [alice, path, path],
  submitcontractdeploytx: path => [alice, path, 110_000_000],
  submitucontractdeploytx: path => [alice, path, 'WICC:110000000'],
  luavm_executescript: path => [alice, path],
};

const outside = temporaryDirectory();
const dataDirectory = temporaryDirectory();
const shared = temporaryDirectory();
const at = (...names: string[]): string => join(outside, ...names);
const switches = [
  `-wallet=${at('keys', 'wallet.new')}`,
  `-pid=${at('run', 'coind.pid')}`,
  `-logfile=${at('log', 'node.log')}`,
  `-filesdir=${join(dataDirectory, 'files')}`,
  `-filesdir=${shared}`,
];
for (const name of ['keys', 'run', 'log']) mkdirSync(at(name));
const node = await startTestNode({ directory: dataDirectory, switches });
const genesis = (await node.call('getblockhash', 0)).hash as string;

/** What the methods with a path are, and what their first path is for. */
const METHODS = AREAS.flatMap(({ methods }) =>
  Object.entries(methods).flatMap(([method, { params }]) => {
    const path = (params as readonly (typeof params)[number][]).find(({ type }) => type.path !== undefined);
    return path === undefined ? [] : [{ method, use: path.type.path as PathUse }];
  }),
);
const MAKES: ReadonlySet<PathUse> = new Set([
  'new-file',
  'new-directory',
  'new-file-or-directory',
  'prefix-of-new-files',
]);
const SUFFIX: Partial<Record<PathUse, string>> = { 'prefix-of-new-files': '.0001.heapprofile' };

const paths = suite('paths of methods');
paths.after(() => node.stop());

/** Everything below some directories: what it is, and what it holds. */
function contents(...roots: readonly string[]): Map<string, string> {
  const all = new Map<string, string>();
  for (const root of roots) {
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      // The database and the log of blocks are written by the node meanwhile.
      if (/database|blocks|lock-/.test(relative(root, path))) continue;
      const what = lstatSync(path);
      if (what.size > 2 ** 30) all.set(path, `${what.size} bytes`);
      else if (what.isFile()) all.set(path, createHash('sha256').update(readFileSync(path)).digest('hex'));
      else all.set(path, what.isSymbolicLink() ? `link to ${readlinkSync(path)}` : 'other');
    }
  }
  return all;
}

/** Methods whose whole answer the reference gives. */
const ANSWERS_OF_REFERENCE: ReadonlySet<string> = new Set(['backupwallet', 'saveblocktofile']);

/** The error of a call, over HTTP, of somebody at this machine or elsewhere. */
async function refusal(method: string, path: string, from: 'here' | 'elsewhere'): Promise<string> {
  const answer = await fetch(node.endpoint, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(node.credentials).toString('base64')}`,
      ...(from === 'elsewhere' && { 'X-Forwarded-For': '203.0.113.7' }),
    },
    body: JSON.stringify({ method, params: CALLS[method]!(path), id: 1 }),
  });
  const { error } = (await answer.json()) as {
    error: { code: number; message: string; data?: { detail?: string } } | null;
  };
  return error === null ? 'done' : `${error.code} ${error.message} ${error.data?.detail ?? ''}`;
}

paths('each method that takes a path is tried', () => {
  assert.equal(METHODS.map(({ method }) => method).sort(), Object.keys(CALLS).sort());
});

paths('whatever is at the path of something new stays as it is', async () => {
  const before = join(outside, 'before');
  mkdirSync(before);
  for (const { method, use } of METHODS.filter(({ use }) => MAKES.has(use))) {
    const suffix = SUFFIX[use] ?? '';
    const name = (kind: string): string => join(before, `${method}-${kind}`);
    writeFileSync(`${name('file')}${suffix}`, 'precious');
    symlinkSync(join(before, 'nowhere'), `${name('dangling')}${suffix}`);
    symlinkSync(`${name('file')}${suffix}`, `${name('link')}${suffix}`);
    execFileSync('mkfifo', [`${name('pipe')}${suffix}`]);
    if (use !== 'new-file-or-directory') mkdirSync(`${name('directory')}${suffix}`);
    for (const left of ['file', 'link', 'dangling', 'pipe', 'fresh']) {
      writeFileSync(`${name(left)}${suffix}.new`, 'of somebody else');
    }
    const found = contents(before);
    for (const kind of ['file', 'link', 'dangling', 'pipe', 'directory']) {
      if (!found.has(`${name(kind)}${suffix}`)) continue;
      const answer = await refusal(method, name(kind), 'here');
      if (use === 'prefix-of-new-files') assert.is(answer, 'done', `${method}: the next number is taken`);
      else assert.match(answer, /exists already/, `${method} ${kind}`);
    }
    if (suffix === '') assert.match(await refusal(method, '/dev/null', 'here'), /exists already/, method);
    assert.equal(contents(before), found, method);
  }
  // Of several profiles, none takes the place of what is there.
  assert.is(await node.call('startheapprofiler', join(before, 'startheapprofiler-pipe')), null);
  const found = contents(before);
  const profile = await node.call<string>('dumpheapprofiler');
  assert.is(profile, join(before, 'startheapprofiler-pipe.0002.heapprofile'));
  const after = contents(before);
  after.delete(profile);
  assert.equal(after, found);
  await node.call('stopheapprofiler');
});

paths(
  "the node's own files are left alone, wherever they are, and so are names that belong to them",
  async () => {
    symlinkSync(at('keys'), at('way'));
    const own = [
      at('keys', 'wallet.new'),
      at('keys', 'wallet.new.new'),
      at('keys', 'wallet.new.0123456789abcdef.new'),
      at('way', 'wallet.new.new'),
      at('run', 'coind.pid'),
      at('run', 'coind.pid.new'),
      at('log', 'node.log'),
      at('log', 'node.log.1'),
      join(dataDirectory, 'coind.conf'),
      join(dataDirectory, 'new'),
      join(dataDirectory, 'files', '..', 'new'),
      join(dataDirectory, 'regtest'),
      join(dataDirectory, 'regtest', '.cookie'),
      join(dataDirectory, 'regtest', '.cookie.new'),
      join(dataDirectory, 'regtest', 'new'),
      dataDirectory,
    ];
    const found = contents(outside, dataDirectory);
    for (const { method, use } of METHODS) {
      for (const path of own) {
        // What begins with the name of such a file goes on otherwise.
        if (use === 'prefix-of-new-files' && !path.startsWith(`${dataDirectory}/`)) continue;
        const answer = await refusal(method, path, 'here');
        if (use === 'lua-file') assert.match(answer, /^-300[12] /, `${method} ${path}`);
        // A directory takes the copy of the wallet under a name in it, which is one of the node's too.
        else assert.match(answer, /^-2003 /, `${method} ${path}`);
      }
    }
    assert.equal(contents(outside, dataDirectory), found);
  },
);

paths('what is read is an ordinary file, and a pipe is not waited for', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  writeFileSync(at('text'), 'a text');
  symlinkSync(at('text'), at('link'));
  writeFileSync(at('large'), '');
  truncateSync(at('large'), 2 ** 31);
  for (const { method, use } of METHODS.filter(({ use }) => use === 'file')) {
    for (const path of [
      at('pipe'),
      at('link'),
      at('keys'),
      '/dev/zero',
      '/dev/stdin',
      '',
      'x\0y',
      '.',
      '..',
    ]) {
      assert.match(
        await refusal(method, path, 'here'),
        /not an ordinary file|no path|not found|-2003/,
        `${method} ${path} ${use}`,
      );
    }
    assert.match(await refusal(method, at('large'), 'here'), /2147483648 bytes|more than \d+ bytes/, method);
  }
});

paths(
  'callers elsewhere, and such as others speak for, use files below the directories for them',
  async () => {
    const found = contents(outside);
    for (const { method, use } of METHODS) {
      for (const path of [at('new'), '../../new', '/nowhere/new', '/etc/passwd', '/tmp/new', '../..']) {
        const answer = await refusal(method, path, 'elsewhere');
        if (use === 'lua-file') assert.match(answer, /^-300[12] /, `${method} ${path}`);
        else assert.match(answer, /^-2003 /, `${method} ${path}`);
      }
    }
    assert.equal(contents(outside), found);
    // What lies below them may be used, but for links that lead elsewhere.
    symlinkSync(outside, join(shared, 'way-out'));
    assert.match(await refusal('dumpdb', join(shared, 'way-out', 'new'), 'elsewhere'), /^-2003 /);
    assert.match(await refusal('dumpdb', join(luaFiles.path, 'new'), 'elsewhere'), /^-2003 /);
    for (const { method } of METHODS.filter(({ use }) => MAKES.has(use))) {
      assert.is(await refusal(method, method, 'elsewhere'), 'done');
      assert.is(await refusal(method, join(shared, method), 'elsewhere'), 'done');
    }
    await node.call('stopheapprofiler');
    assert.is(await refusal('importwallet', 'dumpwallet', 'elsewhere'), 'done');
    assert.is(await refusal('dev_loadState', join(shared, 'dev_dumpState'), 'elsewhere'), 'done');
    // The directory of contracts is for reading.
    const wasm = luaFiles.write('asset.wasm', readFileSync(moduleFile));
    assert.match(await refusal('submitsetcodetx', wasm, 'elsewhere'), /^(?!-2003 )/);
    assert.ok(existsSync(abiFile));
    const lua = luaFiles.write('token.lua', sampleContract('token.lua'));
    assert.is(await refusal('submitcontractdeploytx', lua, 'elsewhere'), 'done');
  },
);

paths('what is made is for its owner only, and the answer says where it is', async () => {
  const places = new Set<string>();
  for (const { method, use } of METHODS.filter(({ use }) => MAKES.has(use))) {
    const path = join('', `${method}-2`);
    const answer = await node.call<Json>(method, ...CALLS[method]!(path));
    const made = join(dataDirectory, 'files', path);
    if (!ANSWERS_OF_REFERENCE.has(method) && use !== 'prefix-of-new-files') {
      assert.ok(
        JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? `${value}` : value)).includes(made),
      );
    }
    if (use === 'prefix-of-new-files') {
      assert.is(await node.call('dumpheapprofiler'), `${made}${SUFFIX[use]}`);
      await node.call('stopheapprofiler');
    }
    places.add(`${made}${SUFFIX[use] ?? ''}`);
  }
  for (const path of places) assert.is(statSync(path).mode & 0o077, 0, path);
  assert.is(statSync(join(dataDirectory, 'files')).mode & 0o777, 0o700);
});

paths.run();
