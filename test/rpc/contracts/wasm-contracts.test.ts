import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { packageRoot } from '../../../src/config/package-root.js';
import { buildContractFiles, type WrittenContract } from '../../../src/contract-build/build-files.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { plain } from '../../support/answers/plain.js';
import { startTestNode } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/** The accounts 0-13 and following of the development chain pay into the example contract. */
const DEPOSITORS = ['0-13', '0-14', '0-15', '0-16', '0-17'] as const;
const { alice, aliceRegId, bob, bobRegId } = EXAMPLE;

const node = await startTestNode();
const directory = temporaryDirectory();
const wasm = suite('WebAssembly contracts');
let files: WrittenContract;
let contract = '';

/** What a call of wasm_gettable answers. */
interface Rows {
  readonly rows: readonly JsonObject[];
  readonly more: boolean;
}

async function submitted(method: string, ...params: Json[]): Promise<JsonObject> {
  const answer = await node.call(method, ...params);
  await node.call('generate', 1);
  return answer;
}

async function deployed(...more: Json[]): Promise<string> {
  const { txid } = await submitted('submitsetcodetx', alice, files.wasmFile, files.abiFile, ...more);
  return String((await node.call('getcontractregid', txid as string)).regid);
}

const keysOf = ({ rows }: Rows): Json[] => rows.map(({ key }) => key!);
const table = (...params: Json[]): Promise<Rows> =>
  node.call<Rows>('wasm_gettable', contract, 'deposits', ...params);

wasm.before(async () => {
  files = await buildContractFiles(join(packageRoot(), 'contracts/example/index.ts'), directory);
  contract = await deployed();
  for (const [i, depositor] of DEPOSITORS.entries()) {
    await node.call('submittx', depositor, '0-800', 'transfer', [
      depositor,
      contract,
      `${i + 1}.00000000 WICC`,
      '',
    ]);
  }
  await node.call('generate', 1);
});
wasm.after(() => node.stop());

wasm(
  'wasm_gettable shows the rows of a table with their full keys, in the order of their bytes',
  async () => {
    const whole = await table();
    assert.is(whole.more, false);
    const owners = whole.rows.map(({ owner }) => owner);
    assert.equal([...owners].sort(), [...DEPOSITORS]);
    const [first] = whole.rows;
    assert.equal(Object.keys(first!), ['owner', 'amount', 'payments', 'key']);
    const keys = keysOf(whole) as string[];
    assert.equal(keys, [...keys].sort());
    // Contract, name and scope of the table, then the key of the row; 8 bytes each.
    assert.ok(keys.every(key => /^[0-9a-f]{64}$/.test(key) && key.slice(0, 48) === keys[0]!.slice(0, 48)));
  },
);

wasm('pages of wasm_gettable follow each other by the last key', async () => {
  const whole = await table();
  const seen: Json[] = [];
  let page = await table([], 2);
  for (; page.more; page = await table([], '2', String(seen.at(-1)))) {
    assert.is(page.rows.length, 2);
    seen.push(...keysOf(page));
  }
  seen.push(...keysOf(page));
  assert.equal(seen, keysOf(whole));
  assert.equal(plain((await table([], 5)).more), false);
  assert.equal(plain(await table([], 100, String(seen.at(-1)))), { rows: [], more: false });
});

wasm('a prefix of the key narrows wasm_gettable, as JSON and as JSON text', async () => {
  const scope: Json = ['uint64', 0];
  assert.is((await table([scope])).rows.length, DEPOSITORS.length);
  assert.equal((await table([['uint64', 1]])).rows, []);
  const ofCarol: Json[] = [scope, ['regid', '0-15']];
  for (const prefix of [ofCarol, JSON.stringify(ofCarol)]) {
    const { rows } = await table(prefix);
    assert.equal(
      rows.map(({ owner, amount, payments }) => [owner, amount, payments]),
      [['0-15', 300_000_000, 1]],
    );
  }
});

wasm('what wasm_gettable cannot take is refused with what would be right', async () => {
  const refusals: readonly [params: Json[], code: number, message: RegExp][] = [
    [[contract, 'deposits', [['regid']]], -8, /every part of the key prefix must be \[type, value\]/],
    [[contract, 'deposits', [['nosuchtype', 1]]], 3015004, /nosuchtype/],
    [[contract, 'deposits', [['uint8', 300]]], 3015017, /300/],
    [[contract, 'deposits', [], 0], -8, /max_count=0, 1 to 10000 is expected/],
    [[contract, 'deposits', [], 10_001], -8, /max_count=10001, 1 to 10000/],
    [[contract, 'deposits', [], 'many'], -8, /max_count=many/],
    [[contract, 'Deposits'], 3050012, /name/],
    [['99-1', 'deposits'], 3160000, /cannot get contract '99-1'/],
    [['nothing', 'deposits'], -8, /expected height-index/],
    [['0-800', 'deposits'], 3260002, /cannot get table from native contract '0-800'/],
    [['0-100', 'deposits'], 3260002, /native contract '0-100'/],
  ];
  for (const [params, code, message] of refusals) {
    const error = await node.fail('wasm_gettable', ...params);
    assert.is(error.code, code, `${JSON.stringify(params)}: ${error.message}`);
    assert.match(error.message, message);
  }
});

wasm('wasm_getrow shows the row of a key, without the key', async () => {
  for (const { key, ...row } of (await table()).rows) {
    assert.equal(plain(await node.call('wasm_getrow', contract, 'deposits', key as string)), plain(row));
  }
});

wasm('wasm_getrow refuses a key without a row, other contracts and what is no hex', async () => {
  const key = String(keysOf(await table())[0]);
  const refusals: readonly [params: Json[], code: number, message: RegExp][] = [
    [[contract, 'deposits', `${key}00`], 3160011, /of table 'deposits' of contract '\d+-\d+' does not exist/],
    [[contract, 'deposits', '00'], 3160011, /the key '00'/],
    [[contract, 'nosuch', key], 3160011, /the ABI has no table 'nosuch'/],
    [['0-800', 'deposits', key], 3260002, /native contract/],
    [[contract, 'deposits', 'xy'], -32602, /Invalid hex char/],
  ];
  for (const [params, code, message] of refusals) {
    const error = await node.fail('wasm_getrow', ...params);
    assert.is(error.code, code, `${JSON.stringify(params)}: ${error.message}`);
    assert.match(error.message, message);
  }
});

wasm('wasm_getresult asks a view and shows what ran, and nothing stays of it', async () => {
  const before = await node.call('getblockcount');
  const answer = await node.call('wasm_getresult', contract, 'saved', ['0-17']);
  assert.equal(Object.keys(answer), ['block_height', 'result', 'trace']);
  assert.equal(Object.keys(answer.trace as JsonObject), ['trx_id', 'elapsed', 'traces']);
  assert.is(answer.block_height, before);
  assert.equal(plain(answer.result), { name: 'saved', type: 'int64', value: 500_000_000 });
  const { trx_id, traces } = answer.trace as JsonObject;
  assert.match(String(trx_id), /^[0-9a-f]{64}$/);
  const [trace] = traces as JsonObject[];
  assert.equal([trace!.receiver, (trace!.trx as JsonObject).action], [contract, 'saved']);
  assert.is(
    ((await node.call('wasm_getresult', contract, 'saved', { owner: '99-9' })).result as JsonObject).value,
    0,
  );
});

wasm('wasm_getresult refuses what is no query', async () => {
  const refusals: readonly [params: Json[], code: number, message: RegExp][] = [
    // A query has nobody's authority.
    [[contract, 'withdraw', ['0-13', '1.00000000 WICC']], 3090004, /0-13/],
    [[contract, 'saved', []], 3015014, /owner/],
    [[contract, 'nosuch', []], 3015004, /nosuch/],
    [['0-800', 'transfer', ['0-13', '0-14', '1.00000000 WICC', '']], 3000000, /has no queries/],
    [['99-1', 'saved', ['0-13']], 3160000, /cannot get contract/],
  ];
  const before = plain(await table());
  for (const [params, code, message] of refusals) {
    const error = await node.fail('wasm_getresult', ...params);
    assert.is(error.code, code, `${JSON.stringify(params)}: ${error.message}`);
    assert.match(error.message, message);
  }
  assert.equal(plain(await table()), before);
});

wasm('an action that emits nothing has no result', async () => {
  const source = join(directory, 'silent.ts');
  writeFileSync(
    source,
    'import { Contract } from "sdk";\n@contract class Silent extends Contract { @action go(): void {} }\n',
  );
  const { wasmFile, abiFile } = await buildContractFiles(source);
  const { txid } = await submitted('submitsetcodetx', alice, wasmFile, abiFile);
  const { regid } = await node.call('getcontractregid', txid as string);
  const error = await node.fail('wasm_getresult', regid as string, 'go', []);
  assert.is(error.code, 3300001);
  assert.match(error.message, /contract action=go does not emit result/);
});

wasm('code and ABI of a contract are those of its files', async () => {
  const { code } = await node.call('wasm_getcode', contract);
  assert.is(code, readFileSync(files.wasmFile).toString('hex'));
  const { abi } = await node.call('wasm_getabi', contract);
  // What its queries answer is beside the ABI, which has no place for it.
  const { views: _, ...inFile } = JSON.parse(readFileSync(files.abiFile, 'utf8')) as JsonObject;
  assert.equal(plain(abi), inFile);
  const { data } = await node.call('wasm_abidefjson2bin', abi!);
  assert.is((await node.call('getcontractinfo', contract)).abi_hex, data);
  for (const regId of ['0-100', '0-800', '0-900']) {
    assert.is((await node.fail('wasm_getcode', regId)).code, 3260002);
    const native = await node.call<{ abi: JsonObject }>('wasm_getabi', regId);
    assert.ok((native.abi.actions as Json[]).length > 0);
  }
});

wasm('submitsetcodetx refuses files that are none, and a contract of another', async () => {
  const { wasmFile, abiFile } = files;
  const refusals: readonly [params: Json[], code: number, message: RegExp][] = [
    [
      [alice, join(directory, 'nosuch.wasm'), abiFile],
      3,
      /nosuch\.wasm' not found, it must be file name with full path/,
    ],
    [[alice, directory, abiFile], 3290001, /is not an ordinary file/],
    [[alice, abiFile, abiFile], 3070007, /WebAssembly/],
    [[alice, wasmFile, wasmFile], 3015017, /abi parse fail/],
    [[alice, wasmFile, abiFile, 'x'], -8, /expected height-index/],
    [[alice, wasmFile, abiFile, '99-1'], -2001, /3160000/],
    [[bob, wasmFile, abiFile, contract], -2001, /\(3160000\)|\(3090004\)/],
  ];
  for (const [params, code, message] of refusals) {
    const error = await node.fail('submitsetcodetx', ...params);
    assert.is(error.code, code, `${JSON.stringify(params)}: ${error.message}`);
    assert.match(error.message, message);
  }
});

wasm('a module that is sent along with its ABI is deployed, and replaces that of a contract', async () => {
  const code = readFileSync(files.wasmFile).toString('hex');
  const abi = readFileSync(files.abiFile, 'utf8');
  const { txid } = await submitted('submitdeploymenttx', alice, code, abi, 'sent along');
  const regid = String((await node.call('getcontractregid', txid as string)).regid);
  const info = await node.call('getcontractinfo', regid);
  assert.equal([info.code, info.memo, info.vm_type], [code, 'sent along', 2]);
  await submitted('submitdeploymenttx', alice, code, JSON.parse(abi), '', regid);
  assert.is((await node.call('getcontractinfo', regid)).memo, '');
  for (const [params, number] of [
    [[alice, code], -8],
    [[alice, code, '{'], 3015017],
    [[alice, `${code.slice(0, 20)}ff`, abi], 3070007],
    [[bob, code, abi, '', regid], -2001],
    [[alice, code, abi, 'm'.repeat(101)], -8],
  ] as const) {
    assert.is((await node.fail('submitdeploymenttx', ...(params as unknown as Json[]))).code, number);
  }
});

wasm('a maintainer hands a contract over, and the new one alone replaces its code', async () => {
  const handed = await deployed();
  await submitted('submitsetcodertx', alice, handed, bobRegId);
  assert.is((await node.call('getcontractinfo', handed)).maintainer, bobRegId);
  const { wasmFile, abiFile } = files;
  assert.is((await node.fail('submitsetcodetx', alice, wasmFile, abiFile, handed)).code, -2001);
  assert.is((await node.fail('submitsetcodertx', alice, handed, aliceRegId)).code, -2001);
  const { txid } = await submitted('submitsetcodetx', bob, wasmFile, abiFile, handed);
  assert.is((await node.call('gettxdetail', txid as string)).confirmations, 0);
});

wasm(
  'estimatecontractcall tells fuel, fee, receipts and trace of an action, and nothing stays of it',
  async () => {
    const before = await node.call('getaccountinfo', alice);
    const data = [aliceRegId, bobRegId, '1.00000000 WICC', ''];
    const estimate = await node.call('estimatecontractcall', alice, '0-800', 'transfer', 0, data);
    assert.equal([estimate.succeeded, estimate.error, estimate.log], [true, null, []]);
    const transferred = (estimate.receipts as JsonObject[]).at(-1)!;
    assert.equal([transferred.coin_symbol, transferred.coin_amount], ['WICC', 100_000_000]);
    const { burned_fuel, minimum_fee, traces } = estimate.tx_trace as JsonObject;
    assert.is((estimate.fuel as JsonObject).total, burned_fuel);
    assert.is(estimate.needed_fee, minimum_fee);
    assert.is((traces as Json[]).length, 1);
    assert.equal(await node.call('getaccountinfo', alice), before);
    const fee = `WICC:${estimate.needed_fee}:sawi`;
    const accepted = await submitted('submittx', alice, '0-800', 'transfer', data, fee);
    assert.is((await node.call('gettxdetail', accepted.txid as string)).confirmations, 0);
  },
);

wasm('estimatecontractcall covers contracts of users, by what they print and how they fail', async () => {
  const pay = [aliceRegId, contract, '1.00000000 WICC', ''];
  const told = await node.call('estimatecontractcall', aliceRegId, '0-800', 'transfer', 0, pay);
  assert.equal(told.log, ['0-13 has 200000000']);
  const withdraw = (amount: string) =>
    node.call('estimatecontractcall', alice, contract, 'withdraw', 0, [aliceRegId, amount]);
  assert.is((await withdraw('0.50000000 WICC')).succeeded, true);
  const failed = await withdraw('9.00000000 WICC');
  assert.equal(
    [failed.succeeded, failed.fuel, failed.needed_fee, failed.tx_trace],
    [false, null, null, undefined],
  );
  const { code, reason } = failed.error as JsonObject;
  assert.is(code, 3050012 & 0xff);
  assert.match(String(reason), /more than was paid in/);
});

wasm('estimatecontractcall says what an action does not take', async () => {
  const coins = await node.fail('estimatecontractcall', alice, contract, 'withdraw', 'WICC:1:wi', []);
  assert.equal([coins.code, /takes no coins/.test(coins.message)], [-8, true]);
  const action = await node.fail('estimatecontractcall', alice, contract, 'nosuch', 0, []);
  assert.is(action.code, 3015004);
  const nobody = await node.fail('estimatecontractcall', alice, '99-1', 'go', 0, []);
  assert.is(nobody.code, -8);
});

wasm.run();
