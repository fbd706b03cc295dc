import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { packageRoot } from '../../src/config/package-root.js';
import { buildContractFiles } from '../../src/contract-build/build-files.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { plain } from '../support/answers/plain.js';
import { deploySample, LuaDirectory } from '../support/lua/sample-contracts.js';
import { startTestNode } from '../support/nodes/node.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* The first contract of a newcomer, in either language, over HTTP (spec 02 §7, W15 and W16). */

const { alice, aliceRegId, bob, bobRegId } = EXAMPLE;

const node = await startTestNode();
const contracts = suite('contracts');
contracts.after(() => node.stop());
contracts.before(async () => {
  // Regids of new accounts are used from their hundredth block on.
  await node.call('generate', 101);
});

async function submitted(method: string, ...params: Json[]): Promise<JsonObject> {
  const answer = await node.call(method, ...params);
  await node.call('generate', 1);
  return answer;
}

contracts('W15: hello world is deployed, greets in its log and keeps what it is told to', async () => {
  const contract = await deploySample(node, new LuaDirectory(), 'hello.lua', alice);
  const greeting = await node.call('estimatecontractcall', alice, contract, 'f0170000');
  assert.is(greeting.error ?? null, null);
  const { txid } = await submitted('submitcontractcalltx', alice, contract, 'f0170000', 0, 1_000_000);
  const greeted = await node.call('gettxdetail', txid as string);
  assert.equal([greeted.confirmations, greeted.arguments], [0, 'f0170000']);
  assert.is((await node.fail('getcontractdata', contract, 'Hello')).code, -8);
  await submitted('submitcontractcalltx', alice, contract, 'f0180000', 0, 1_000_000);
  assert.is((await node.call('getcontractdata', contract, 'Hello')).value, 'World');
});

contracts('W16: a WebAssembly contract is deployed, called, asked and replaced', async () => {
  const directory = temporaryDirectory();
  const source = join(packageRoot(), 'contracts', 'example', 'index.ts');
  const { wasmFile, abiFile } = await buildContractFiles(source, directory);
  const { txid } = await submitted('submitsetcodetx', alice, wasmFile, abiFile);
  const { regid } = await node.call('getcontractregid', txid as string);
  const contract = regid as string;
  const { abi } = await node.call<{ abi: JsonObject }>('wasm_getabi', contract);
  assert.equal(
    (abi.actions as JsonObject[]).map(({ name }) => name),
    ['withdraw', 'saved'],
  );

  for (const [sender, from, amount] of [
    [alice, aliceRegId, '2.00000000 WICC'],
    [bob, bobRegId, '3.00000000 WICC'],
  ] as const) {
    const paid = await submitted('submittx', sender, '0-800', 'transfer', [from, contract, amount, 'save']);
    const { traces } = paid.tx_trace as JsonObject;
    const [transfer] = traces as JsonObject[];
    const notified = (transfer!.inline_traces as JsonObject[]).map(({ receiver }) => receiver);
    assert.ok(notified.includes(contract), 'the contract is told of what it gets');
    const { tx_trace: stored } = await node.call('wasm_gettxtrace', paid.txid as string);
    assert.equal(plain((stored as JsonObject).traces), plain(traces as Json[]));
  }

  const whole = await node.call<{ rows: JsonObject[]; more: boolean }>('wasm_gettable', contract, 'deposits');
  assert.equal(
    whole.rows.map(({ amount, payments }) => [amount, payments]),
    [
      [200_000_000, 1],
      [300_000_000, 1],
    ],
  );
  assert.is(whole.more, false);
  const first = await node.call<{ rows: JsonObject[]; more: boolean }>(
    'wasm_gettable',
    contract,
    'deposits',
    [],
    1,
  );
  assert.equal([first.rows.length, first.more], [1, true]);
  const key = first.rows[0]!.key as string;
  const second = await node.call<{ rows: JsonObject[] }>('wasm_gettable', contract, 'deposits', [], 1, key);
  assert.equal(plain(second.rows), plain(whole.rows.slice(1)));
  assert.is((await node.call('wasm_getrow', contract, 'deposits', key)).amount, 200_000_000);
  assert.is((await node.fail('wasm_getrow', contract, 'deposits', `${key}00`)).code, 3_160_011);

  const { data } = await node.call('wasm_json2bin', contract, 'withdraw', [aliceRegId, '0.50000000 WICC']);
  const unpacked = await node.call<{ data: JsonObject }>(
    'wasm_bin2json',
    contract,
    'withdraw',
    data as string,
  );
  assert.equal(plain(unpacked.data), { owner: aliceRegId, quantity: '0.50000000 WICC' });

  const saved = async (owner: string) =>
    ((await node.call('wasm_getresult', contract, 'saved', [owner])).result as JsonObject).value;
  assert.is(await saved(aliceRegId), 200_000_000);
  await submitted('submittx', alice, contract, 'withdraw', [aliceRegId, '0.50000000 WICC']);
  assert.is(await saved(aliceRegId), 150_000_000);
  const greedy = await node.fail('submittx', alice, contract, 'withdraw', [aliceRegId, '1.50000001 WICC']);
  assert.match(greedy.message, /more than was paid in/);
  const foreign = await node.fail('submittx', bob, contract, 'withdraw', [aliceRegId, '0.50000000 WICC']);
  assert.is(foreign.code !== 0 && (await saved(aliceRegId)), 150_000_000);

  assert.ok(
    (await node.fail('submitsetcodetx', bob, wasmFile, abiFile, contract)).message,
    'not his contract',
  );
  await submitted('submitsetcodetx', alice, wasmFile, abiFile, contract);
  assert.is(await saved(aliceRegId), 150_000_000, 'what it keeps outlives its code');
});

contracts.run();
