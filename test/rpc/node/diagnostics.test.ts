import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { STATE_SCHEMA } from '../../../src/state/schema.js';
import { plain } from '../../support/answers/plain.js';
import { deploySample, LuaDirectory } from '../../support/lua/sample-contracts.js';
import { startTestNode } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

const { alice, bobRegId } = EXAMPLE;
const LONG_PERIOD = 1000;

const luaFiles = new LuaDirectory();
const files = temporaryDirectory();
const node = await startTestNode();
const answer = async (method: string, ...params: readonly Json[]) =>
  plain(await node.call(method, ...params));
const diagnostics = suite('diagnostics');
diagnostics.before(async () => {
  await node.call('generate', 5);
});
diagnostics.after(() => node.stop());

diagnostics('dumpdb writes every table of the state with its entries', async () => {
  const path = join(files, 'state.txt');
  assert.equal(await answer('dumpdb', '*', path), { path });
  const text = readFileSync(path, 'utf8');
  const headings = [...text.matchAll(/^-->(.+)$/gm)].map(([, name]) => name);
  assert.equal(
    headings,
    STATE_SCHEMA.tables.map(({ name }) => name),
  );
  const { keyid } = (await node.call('getaccountinfo', alice)) as { readonly keyid: string };
  assert.match(text, new RegExp(`^"${keyid}"=\\{"keyId":"${keyid}","regId":`, 'm'));
});

diagnostics('dumpdb writes one table, and names those that there are for a name of none', async () => {
  const path = join(files, 'assets.txt');
  await node.call('dumpdb', 'assets', path);
  assert.match(readFileSync(path, 'utf8'), /^-->assets\n"WGRT"=.*\n"WICC"=.*\n"WUSD"=.*\n\n$/);
  const { code, message } = await node.fail('dumpdb', 'nothing', path);
  assert.is(code, -32602);
  assert.match(message, /^there is no table nothing; there are accounts, regids, assets, .*, and \*$/);
});

diagnostics('dumpdb does not write into the data directory, nor where it cannot', async () => {
  assert.is((await node.fail('dumpdb', '*', join(node.directory, 'x'))).code, -2003);
  const { code, message } = await node.fail('dumpdb', '*', join(files, 'none', 'x'));
  assert.is(code, -32602);
  assert.match(message, /^the file cannot be written: there is no directory/);
});

diagnostics('getmemstat counts blocks, signatures and what waits', async () => {
  await node.call('submitsendtx', alice, bobRegId, 'WICC:20000:sawi');
  const stat = (await answer('getmemstat')) as Record<string, JsonObject>;
  assert.equal(Object.keys(stat), [
    'block_index_map',
    'active_chain',
    'block_index_valid',
    'signature_cache',
    'tx_mem_pool',
  ]);
  const height = (await node.call('getblockcount')) as number;
  assert.equal(stat.active_chain, { count: height + 1, size: '0 B', size_bytes: 0 });
  assert.is(stat.tx_mem_pool!.count, 1);
  assert.ok((stat.tx_mem_pool!.size_bytes as number) > 50);
  assert.ok((stat.signature_cache!.count as number) > 0);
  await node.call('generate', 1);
});

/** Runs a load test for a moment. @returns what it has done */
async function underLoad(method: string, target: readonly Json[], more: readonly Json[]) {
  await node.call(method, ...target, 10, 2, ...more);
  await delay(200);
  const done = (await node.call('startcommontpstest', 0, 0)) as JsonObject;
  await node.call('generate', 1);
  return done;
}

diagnostics('load tests submit transfers, calls and actions until they are ended', async () => {
  const contract = await deploySample(node, luaFiles, 'hello.lua', alice);
  const transfer = ['0-800', 'transfer', ['0-1', bobRegId, '0.00010000 WICC', '']];
  for (const [method, target, more] of [
    ['startcommontpstest', [], []],
    ['startcontracttpstest', [contract], ['f0170000']],
    ['startwasmtpstest', transfer, []],
  ] as const) {
    const done = await underLoad(method, target, more);
    assert.equal([done.last_refusal, done.refused], ['', 0], method);
    assert.ok((done.submitted as number) >= 2, `${method}: ${done.submitted}`);
  }
  const waiting = await node.call('getrawmempool');
  await delay(50);
  assert.equal(await answer('getrawmempool'), waiting, 'nothing is submitted any more');
});

diagnostics('load tests refuse a wrong pace and a contract that is not there', async () => {
  assert.is((await node.fail('startcommontpstest', LONG_PERIOD + 1, 1)).code, -8);
  assert.is((await node.fail('startcommontpstest', -1, 1)).code, -8);
  assert.is((await node.fail('startcommontpstest', 1, -1)).code, -8);
  assert.is((await node.fail('startcontracttpstest', '7-7', 1, 1)).code, -8);
  assert.is((await node.fail('startwasmtpstest', '7-7', 'transfer', [], 1, 1)).code, 3160000);
});

diagnostics('the heap profiler writes a profile for each dump while it runs', async () => {
  assert.is(await node.call('dumpheapprofiler'), null);
  const prefix = join(files, 'heap');
  assert.is(await node.call('startheapprofiler', prefix), null);
  assert.equal(await answer('getheapprofiler'), { runing: true });
  assert.is(await node.call('dumpheapprofiler', 'a reason'), `${prefix}.0001.heapprofile`);
  assert.is(await node.call('dumpheapprofiler'), `${prefix}.0002.heapprofile`);
  assert.ok('head' in JSON.parse(readFileSync(`${prefix}.0001.heapprofile`, 'utf8')));
  assert.is(await node.call('stopheapprofiler'), null);
  assert.equal(await answer('getheapprofiler'), { runing: false });
  assert.not(existsSync(`${prefix}.0003.heapprofile`));
  assert.is((await node.fail('startheapprofiler', join(node.directory, 'heap'))).code, -2003);
});

diagnostics.run();
