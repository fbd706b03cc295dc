import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bytes, coins, Devnet, stringify } from '../../src/testing/index.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('typed calls in the test harness');

const BODY = `
local text = {}
for i = 1, #contract do text[i] = string.format("%02x", contract[i]) end
print(table.concat(text))
`;
const DECLARED = `mylib = require "mylib"
-- @methods
--   all   f0 <a: u8> <b: u16> <c: u32> <d: u64> <e: i64> <f: bool> <g: regid> <h: text[4]> <i: bytes[2]> <j: text>
--   to    01 <to: address> <rest: bytes>    sends
--   none  ()
${BODY}`;
const UNDECLARED = DECLARED.replaceAll(/^-- .*\n|^-- {2,}.*\n/gm, '');

const chain = Devnet.start();
const { alice, bob } = chain.accounts;

const VALUES = `import { Contract, Packed, Regid, Table } from "sdk";
@table("rows") class Row extends Packed { owner: Regid; amount: u64; small: u8; parts: i64[] = []; ratio: f64; }
@contract class Values extends Contract {
  @action put(owner: Regid, amount: u64, ratio: f64): void {
    const row = new Row();
    row.owner = owner;
    row.amount = amount;
    row.small = 7;
    row.parts = [-1, <i64>amount];
    row.ratio = ratio;
    new Table<Row>().set(owner, row);
  }
  @view row(owner: Regid): Row { return new Table<Row>().require(owner, "no row"); }
  @view nothing(): u64 { return 0; }
}
`;

test('methods that a Lua source declares make the bytes that it says', () => {
  const contract = chain.deployLua({ text: DECLARED });
  const methods = contract.methods as unknown as Record<string, (...args: unknown[]) => { logs: string[] }>;
  const all = methods.all!(1, 0x0203, 0x04050607, 8n, -1n, true, bob, 'ab', new Uint8Array([9, 10]), 'rest');
  const expected = [
    'f0',
    '01',
    '0302',
    '07060504',
    '0800000000000000',
    'ffffffffffffffff',
    '01',
    '000000000e00',
    '61620000',
    '090a',
    Buffer.from('rest').toString('hex'),
  ];
  assert.equal(all.logs, [expected.join('')]);
  assert.equal(methods.to!(alice, new Uint8Array([5])).logs, [
    `01${Buffer.from(alice.address).toString('hex')}05`,
  ]);
  assert.equal(methods.none!().logs, ['']);
});

test('wrong arguments are refused with the method and the argument', () => {
  const contract = chain.deployLua({ text: DECLARED });
  const methods = contract.methods as unknown as Record<string, (...args: unknown[]) => unknown>;
  const right = [1, 2, 3, 4n, 5n, true, bob, 'ab', new Uint8Array(2), ''];
  const wrong = (at: number, value: unknown): unknown[] => right.map((each, i) => (i === at ? value : each));
  for (const [at, value, message] of [
    [0, 256, /all: a: u8: 256 is not from 0 to 255/],
    [3, 1.5, /all: d: u64le: 1\.5 is not a whole number/],
    [5, 1, /all: f: 1 is not true or false/],
    [7, 'abcde', /all: h: text: "abcde" has 5 bytes, more than the 4/],
    [8, new Uint8Array(3), /all: i: 3 bytes are given, 2 are expected/],
  ] as const) {
    assert.throws(() => methods.all!(...wrong(at, value)), message);
  }
  assert.throws(() => methods.to!(alice), /to\(to, rest\): 1 arguments are given, 2 are expected/);
  assert.throws(
    () => chain.deployLua({ text: DECLARED.replace('u16', 'u17') }),
    /contract\.lua:3: "<b: u17>"/,
  );
});

test('given methods stand in the place of declared ones', () => {
  const contract = chain.deployLua({ text: DECLARED, methods: { own: () => bytes(7) } });
  assert.equal(contract.methods.own().logs, ['07']);
  assert.equal(Object.keys(contract.methods), ['own']);
});

test('what is declared costs no fuel, and is known of a contract that is on the chain', () => {
  const declared = chain.deployLua({ text: DECLARED });
  const plain = chain.deployLua({ text: UNDECLARED });
  assert.not.match(UNDECLARED, /@methods/);
  assert.equal(declared.call('0102').fuel, plain.call('0102').fuel);
  const attached = chain.luaContract<{ none: () => string }>(declared.regId);
  assert.equal(attached.methods.none().logs, ['']);
  assert.equal(Object.keys(chain.luaContract(plain.regId).methods), []);
});

test('integers of 64 bits are bigints, whatever their value, and reals are numbers', async () => {
  const file = join(temporaryDirectory(), 'values.ts');
  writeFileSync(file, VALUES);
  const contract = await chain.deployWasm({ file, from: alice });
  assert.is(contract.view('nothing', []), 0n);
  contract.call('put', { owner: bob, amount: 5n, ratio: 2 });
  contract.call('put', [alice, 2n ** 64n - 1n, 0.5]);
  const small = { owner: '0-14', amount: 5n, small: 7, parts: [-1n, 5n], ratio: 2 };
  const large = { owner: '0-13', amount: 2n ** 64n - 1n, small: 7, parts: [-1n, -1n], ratio: 0.5 };
  assert.equal(contract.view('row', [bob]), small);
  assert.equal(contract.rows('rows'), [large, small]);
  assert.throws(() => contract.rows('row'), /has no table row; it has rows/);
});

test('whatever calls and queries answer is printed, and written as JSON', async () => {
  const file = join(temporaryDirectory(), 'values.ts');
  writeFileSync(file, VALUES);
  const contract = await chain.deployWasm({ file, from: alice });
  const outcome = contract.call('put', [bob, 2n ** 60n, 1.5]);
  const json = JSON.parse(JSON.stringify(outcome)) as Record<string, Record<string, unknown>>;
  assert.is(json.txid, outcome.txid);
  assert.is(json.fuel!.total, String(outcome.fuel.total));
  const row = contract.view('row', [bob]);
  assert.is(
    JSON.stringify({ row }),
    '{"row":{"owner":"0-14","amount":"1152921504606846976","small":7,"parts":["-1","1152921504606846976"],"ratio":1.5}}',
  );
  assert.is(JSON.stringify(outcome.trace), stringify(outcome.trace));
  assert.is(stringify(coins(1)), '"100000000"');
  assert.match(inspect(row), /amount: 1152921504606846976n/);
  for (const each of [
    contract.simulate('put', [bob, 1n, 1]),
    contract.query('row', [bob]),
    chain.transfer(alice, bob, coins(1)),
    chain.deployLua({ text: DECLARED }).view(''),
  ]) {
    assert.ok(JSON.stringify(each).length > 50);
  }
});

test.run();
