import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson, stringifyJson } from '../../src/codec/json.js';
import { required } from '../../src/codec/required.js';
import { packageRoot } from '../../src/config/package-root.js';
import { buildContract } from '../../src/contract-build/compile.js';
import { ContractBuildError } from '../../src/contract-build/diagnostics.js';
import { encodeAbi } from '../../vm/wasm/abi/definition.js';
import { packAction } from '../../vm/wasm/abi/pack.js';
import { AbiSchema } from '../../vm/wasm/abi/schema.js';
import { unpackValue } from '../../vm/wasm/abi/unpack.js';
import { WasmEngine } from '../../vm/wasm/engine.js';
import { OWNER_PERMISSION } from '../../vm/wasm/inline-authorization.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { executeOn, MemoryHost } from '../support/wasm/memory-host.js';

const test = suite('SDK of contracts');

/** A contract from its text, and others beside it by their names. */
async function contractOf(text: string, others: Readonly<Record<string, string>> = {}) {
  const directory = temporaryDirectory();
  for (const [name, other] of Object.entries(others)) writeFileSync(join(directory, name), other);
  const file = join(directory, 'contract.ts');
  writeFileSync(file, text);
  const { wasm, abi } = await buildContract(file);
  const schema = new AbiSchema(abi);
  const engine = new WasmEngine();
  engine.deploy(wasm, encodeAbi(abi));
  const host = new MemoryHost();
  host.isQuery = true;
  return {
    abi,
    host,
    /** Calls an action or a view. @returns JSON of what a view answers */
    call(action: string, args: string): string | undefined {
      const data = packAction(schema, action, parseJson(args));
      host.recipients = [];
      host.results.length = 0;
      executeOn(engine, { code: wasm, host, action, data });
      const [result] = host.results;
      return result && stringifyJson(unpackValue(schema, result.type, result.value));
    },
  };
}

async function refused(text: string, message: RegExp, others: Readonly<Record<string, string>> = {}) {
  try {
    await contractOf(text, others);
  } catch (error) {
    assert.instance(error, ContractBuildError, String(error));
    assert.match((error as Error).message, message);
    return;
  }
  assert.unreachable('the build did not fail');
}

test('rows and structs have the fields of the classes that they extend, marked or not, here or in another source', async () => {
  const { abi, call } = await contractOf(
    `import { Contract, Packed, Regid, Table } from "sdk";
    import { Owned, Derived } from "./base";
    @table("locks") class Lock extends Owned { until: u64; }
    @contract class Locks extends Contract {
      @action lock(owner: Regid, amount: u64, until: u64): void {
        const row = new Lock(); row.owner = owner; row.amount = amount; row.until = until;
        new Table<Lock>().set(owner, row);
      }
      @view locked(owner: Regid): Lock { return new Table<Lock>().require(owner, "none"); }
      @view twice(one: Derived): Derived { one.amount *= 2; return one; }
    }`,
    {
      'base.ts': `import { Packed, Regid } from "sdk";
        export abstract class Owned extends Packed { owner: Regid; amount: u64; notes: Note[] = []; }
        @struct export class Note extends Packed { text: string = ""; }
        @struct export class Base extends Owned { note: string = ""; }
        @struct export class Derived extends Base { extra: u8; }`,
    },
  );
  call('lock', '["0-13", 500, 99]');
  assert.is(call('locked', '["0-13"]'), '{"owner":"0-13","amount":500,"notes":[],"until":99}');
  const one = '{"owner":"0-13","amount":7,"notes":[{"text":"a"}],"note":"n","extra":1}';
  assert.is(call('twice', `[${one}]`), one.replace('7', '14'));
  assert.equal(
    required(
      abi.structs.find(({ name }) => name === 'Derived'),
      'Derived',
    ),
    {
      name: 'Derived',
      base: '',
      fields: [
        { name: 'owner', type: 'regid' },
        { name: 'amount', type: 'uint64' },
        { name: 'notes', type: 'Note[]' },
        { name: 'note', type: 'string' },
        { name: 'extra', type: 'uint8' },
      ],
    },
  );
});

test('a contract has the actions of the classes that it extends, and may override them', async () => {
  const { abi, call } = await contractOf(
    `import { Contract } from "sdk";
    import { Counted } from "./counted";
    @contract class Own extends Counted { step(): u32 { return 10; } @view other(): u32 { return 1; } }`,
    {
      'counted.ts': `import { Contract } from "sdk";
        export abstract class Counted extends Contract {
          @action nothing(): void {}
          @view step(): u32 { return 1; }
        }`,
    },
  );
  assert.equal(
    abi.actions.map(({ name }) => name),
    ['nothing', 'step', 'other'],
  );
  assert.is(call('step', '[]'), '10');
  assert.is(call('nothing', '[]'), undefined);
});

test('lists within lists and optional lists have a name in the ABI', async () => {
  const { abi, call } = await contractOf(`import { Asset, Contract, none, Optional, Packed, some } from "sdk";
    type Amount = u64;
    type Amounts = Amount[];
    @struct class Cell extends Packed { value: Optional<Amounts> = none<Amounts>(); }
    @contract class Nested extends Contract {
      @view lists(a: u8[][], c: Optional<u64[]>, d: Amounts[][]): u8[][] { return a; }
      @view optional(b: Optional<Amounts>): Optional<Amounts> { return b; }
      @view found(a: u64): Optional<u64> { return a == 0 ? none<u64>() : some<u64>(a); }
      @view deep(d: Amounts[][]): Amounts[][] { return d; }
      @view cells(c: Cell[][]): Cell[][] { return c; }
      @view assets(a: Array<Asset[]>): Array<Asset[]> { return a; }
    }`);
  assert.is(call('lists', '[[[1,2],[],[3]], [5], [[[6]]]]'), '[[1,2],[],[3]]');
  assert.is(call('optional', '[[1,3]]'), '[1,3]');
  assert.is(call('optional', '[null]'), 'null');
  assert.is(call('found', '[0]'), 'null');
  assert.is(call('found', '[5]'), '5');
  assert.is(call('deep', '[[[[1],[2,3]],[]]]'), '[[[1],[2,3]],[]]');
  assert.is(call('cells', '[[[{"value":[1]},{"value":null}],[]]]'), '[[{"value":[1]},{}],[]]');
  assert.is(call('assets', '[[["1.00000000 WICC"],[]]]'), '[["1.00000000 WICC"],[]]');
  assert.equal(
    abi.types.find(({ type }) => type === 'uint64[]'),
    { new_type_name: 'uint64_list', type: 'uint64[]' },
  );
});

const WIDE = `import { begin, Checksum160, Checksum256, Checksum512, checkedAdd, checkedMul, checkedSub, Contract, I128, logMessage, mulDiv, mulDivUp, U128 } from "sdk";
  @contract class Wide extends Contract {
    @view plus(a: U128, b: U128): U128 { return a + b; }
    @view minus(a: U128, b: U128): U128 { return a - b; }
    @view times(a: U128, b: U128): U128 { return a * b; }
    @view by(a: U128, b: U128): U128 { return a / b; }
    @view rest(a: U128, b: U128): U128 { return a % b; }
    @view order(a: U128, b: U128): i8[] { return [i8(a < b), i8(a <= b), i8(a > b), i8(a >= b), i8(a == b), i8(a != b)]; }
    @view splus(a: I128, b: I128): I128 { return a + b; }
    @view sminus(a: I128, b: I128): I128 { return a - b; }
    @view stimes(a: I128, b: I128): I128 { return a * b; }
    @view sby(a: I128, b: I128): I128 { return a / b; }
    @view srest(a: I128, b: I128): I128 { return a % b; }
    @view sorder(a: I128, b: I128): i8[] { return [i8(a < b), i8(a <= b), i8(a > b), i8(a >= b), i8(a == b), i8(a != b)]; }
    @view down(a: u64, b: u64, c: u64): u64 { return mulDiv(a, b, c); }
    @view up(a: u64, b: u64, c: u64): u64 { return mulDivUp(a, b, c); }
    @view add(a: u64, b: u64): u64 { return checkedAdd<u64>(a, b); }
    @view sub(a: u64, b: u64): u64 { return checkedSub<u64>(a, b); }
    @view mul(a: u64, b: u64): u64 { return checkedMul<u64>(a, b); }
    @view sadd(a: i64, b: i64): i64 { return checkedAdd<i64>(a, b); }
    @view ssub(a: i64, b: i64): i64 { return checkedSub<i64>(a, b); }
    @view smul(a: i64, b: i64): i64 { return checkedMul<i64>(a, b); }
    @view badd(a: u8, b: u8): u8 { return checkedAdd<u8>(a, b); }
    @view sbmul(a: i8, b: i8): i8 { return checkedMul<i8>(a, b); }
    @view sums(a: Checksum160, b: Checksum256, c: Checksum512): Checksum160 { return a; }
    @view isnull(a: Checksum256): bool { return a == new Checksum256(); }
    @action show(a: U128): void { logMessage(begin().wide(a)); }
  }`;

test('integers of 128 bits and checked ones give what arithmetic gives, or end the transaction', async () => {
  const { call, host } = await contractOf(WIDE);
  const random = new SeededRandom();
  const bits = (most: number): bigint => {
    let value = 0n;
    for (let i = random.integer(0, most); i > 0; i -= 16)
      value = (value << 16n) | BigInt(random.integer(0, 65_535));
    const edge = random.integer(0, 9);
    if (edge === 0) return (1n << BigInt(most)) - 1n;
    if (edge === 1) return 1n << BigInt(random.integer(0, most - 1));
    return BigInt.asUintN(most, value);
  };
  const signed = (most: number): bigint => BigInt.asIntN(most, bits(most));
  const compare = (a: bigint, b: bigint): string =>
    JSON.stringify([a < b, a <= b, a > b, a >= b, a === b, a !== b].map(Number));
  type Operation = (a: bigint, b: bigint) => bigint | undefined;
  const divided =
    (operate: Operation): Operation =>
    (a, b) =>
      b === 0n ? undefined : operate(a, b);
  const operations: readonly [name: string, bits: number, isSigned: boolean, operate: Operation][] = [
    ['plus', 128, false, (a, b) => a + b],
    ['minus', 128, false, (a, b) => a - b],
    ['times', 128, false, (a, b) => a * b],
    ['by', 128, false, divided((a, b) => a / b)],
    ['rest', 128, false, divided((a, b) => a % b)],
    ['splus', 128, true, (a, b) => a + b],
    ['sminus', 128, true, (a, b) => a - b],
    ['stimes', 128, true, (a, b) => a * b],
    ['sby', 128, true, divided((a, b) => a / b)],
    ['srest', 128, true, divided((a, b) => a % b)],
    ['add', 64, false, (a, b) => a + b],
    ['sub', 64, false, (a, b) => a - b],
    ['mul', 64, false, (a, b) => a * b],
    ['sadd', 64, true, (a, b) => a + b],
    ['ssub', 64, true, (a, b) => a - b],
    ['smul', 64, true, (a, b) => a * b],
    ['badd', 8, false, (a, b) => a + b],
    ['sbmul', 8, true, (a, b) => a * b],
  ];
  for (let i = 0; i < scaled(60, 5000); i++) {
    for (const [name, width, isSigned, operate] of operations) {
      const [a, b] = isSigned ? [signed(width), signed(width)] : [bits(width), bits(width)];
      const exact = operate(a, b);
      const fits =
        exact !== undefined &&
        (isSigned ? BigInt.asIntN(width, exact) : BigInt.asUintN(width, exact)) === exact;
      const args = width === 128 ? `["${a}","${b}"]` : `[${a},${b}]`;
      const text = `SEED=${random.seed} ${name} ${a} ${b}`;
      if (fits) assert.is(call(name, args)?.replaceAll('"', ''), `${exact}`, text);
      else assert.throws(() => call(name, args), /does not fit|below zero|by zero/, text);
    }
    const [a, b] = random.integer(0, 3) === 0 ? [7n, 7n] : [bits(128), bits(128)];
    assert.is(call('order', `["${a}","${b}"]`), compare(a, b));
    const [c, d] = [signed(128), signed(128)];
    assert.is(call('sorder', `["${c}","${d}"]`), compare(c, d));
    const [x, y, z] = [bits(64), bits(64), bits(64)];
    for (const [name, exact] of [
      ['down', z === 0n ? undefined : (x * y) / z],
      ['up', z === 0n ? undefined : (x * y + z - 1n) / z],
    ] as const) {
      const args = `[${x},${y},${z}]`;
      if (exact !== undefined && exact < 1n << 64n)
        assert.is(call(name, args), `${exact}`, `${name} ${args}`);
      else assert.throws(() => call(name, args), /does not fit|by zero/);
    }
  }
  const sums = `["${'a1'.repeat(20)}","${'b2'.repeat(32)}","${'c3'.repeat(64)}"]`;
  assert.is(call('sums', sums), `"${'a1'.repeat(20)}"`);
  assert.is(call('isnull', `["${'00'.repeat(32)}"]`), 'true');
  for (const value of [0n, 9n, 10n ** 18n, 10n ** 18n + 7n, 10n ** 36n, (1n << 128n) - 1n]) {
    host.console = '';
    call('show', `["${value}"]`);
    assert.is(host.console, `${value}`);
  }
});

test('amounts of one coin add up; those of two, and sums out of range, end the transaction', async () => {
  const { call } = await contractOf(`import { Asset, Contract } from "sdk";
    @contract class Sums extends Contract {
      @view plus(a: Asset, b: Asset): Asset { return a + b; }
      @view minus(a: Asset, b: Asset): Asset { return a - b; }
      @view less(a: Asset, b: Asset): bool[] { return [a < b, a <= b, a > b, a >= b]; }
    }`);
  assert.is(call('plus', '["1.00000000 WICC","2.50000000 WICC"]'), '"3.50000000 WICC"');
  assert.is(call('minus', '["1.00000000 WICC","2.50000000 WICC"]'), '"-1.50000000 WICC"');
  assert.is(call('less', '["1.00000000 WICC","2.50000000 WICC"]'), '[true,true,false,false]');
  for (const action of ['plus', 'minus', 'less']) {
    assert.throws(() => call(action, '["1.00000000 WICC","2.50000000 WUSD"]'), /different coins/);
  }
  assert.throws(() => call('plus', '["90000000000.00000000 WICC","0.00000001 WICC"]'), /out of range/);
});

test('rows are found by texts, bytes, hashes and integers of 128 bits, and by 64 bits as in a Table', async () => {
  const { call, host } =
    await contractOf(`import { Bytes, Checksum256, Contract, Hash, KeyedTable, Packed, Table, Text, U128 } from "sdk";
    @table("names") class Row extends Packed { value: u64; }
    @contract class Keys extends Contract {
      @action put(key: string, value: u64): void { this.rows<string>().set(key, row(value)); }
      @action putwide(key: U128, value: u64): void { this.rows<U128>().set(key, row(value)); }
      @action puthash(key: Checksum256, value: u64): void { this.rows<Checksum256>().set(key, row(value)); }
      @action putnumber(key: u64, value: u64): void { this.rows<u64>().set(key, row(value)); }
      @action drop(key: string): void { this.rows<string>().remove(key); }
      @view text(key: Text): u64 { return this.rows<Text>().require(key, "no row").value; }
      @view asbytes(key: Bytes): bool { return this.rows<Bytes>().has(key); }
      @view wide(key: U128): u64 { return this.rows<U128>().require(key, "no row").value; }
      @view hash(key: Checksum256): u64 { return this.rows<Checksum256>().require(key, "no row").value; }
      @view plain(key: u64): u64 { return new Table<Row>().require(key, "no row").value; }
      rows<K>(): KeyedTable<K, Row> { return new KeyedTable<K, Row>(); }
    }
    function row(value: u64): Row { const made = new Row(); made.value = value; return made; }`);
  call('put', '["h\u00e9", 1]');
  assert.is(call('text', '["h\u00e9"]'), '1');
  assert.is(call('asbytes', '["h\\u00c3\\u00a9"]'), 'true');
  call('putwide', '["340282366920938463463374607431768211455", 2]');
  assert.is(call('wide', '["340282366920938463463374607431768211455"]'), '2');
  call('puthash', `["${'ab'.repeat(32)}", 3]`);
  assert.is(call('hash', `["${'ab'.repeat(32)}"]`), '3');
  call('putnumber', '[5, 4]');
  assert.is(call('plain', '[5]'), '4');
  call('drop', '["h\u00e9"]');
  assert.throws(() => call('text', '["h\u00e9"]'), /no row/);
  assert.is(host.rows.size, 3);
  call('put', `["${'x'.repeat(488)}", 9]`);
  assert.throws(() => call('put', `["${'x'.repeat(489)}", 9]`), /at most 488 bytes/);
});

test('the book of orders of the documentation takes the cheapest offers first', async () => {
  const readme = readFileSync(join(packageRoot(), 'contracts/README.md'), 'utf8');
  const text = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, block = '']) => block)
    .find(block => block.includes('SortedIndex'));
  const { call, host } = await contractOf(text ?? '');
  host.authorization = [{ account: 13n, permission: OWNER_PERMISSION }];
  for (const offer of ['["0-13",1,"2000000",5]', '["0-13",2,"1000000",5]', '["0-13",3,"3000000",5]'])
    call('offer', offer);
  assert.is(call('cost', '[7]'), '9');
  call('withdraw', '[2]');
  assert.is(call('cost', '[7]'), '16');
  assert.throws(() => call('cost', '[11]'), /there are not so many/);
  assert.throws(() => call('withdraw', '[2]'), /no such offer/);
});

test('integers of 64 bits are taken as text too, exactly; smaller ones are not', async () => {
  const { call } = await contractOf(`import { Contract } from "sdk";
    @contract class Numbers extends Contract {
      @view big(a: u64): u64 { return a; }
      @view low(a: i64): i64 { return a; }
      @view small(a: u32): u32 { return a; }
    }`);
  assert.is(call('big', '["18446744073709551615"]'), '18446744073709551615');
  assert.is(call('low', '["-9223372036854775808"]'), '-9223372036854775808');
  for (const [action, args] of [
    ['big', '["18446744073709551616"]'],
    ['big', '["-1"]'],
    ['big', '["1.0"]'],
    ['big', '[""]'],
    ['big', '["0x10"]'],
    ['small', '["1"]'],
  ] as const) {
    assert.throws(() => call(action, args), /is expected/, args);
  }
});

/** A contract with an index by a type of key. */
function indexed(type: string): string {
  return `import { Contract, IndexEntry, name, Packed, SortedIndex, U128 } from "sdk";
    @struct class Entry extends Packed { key: ${type} = ${type === 'string' ? '""' : type === 'U128' ? 'new U128()' : '0'}; primary: u64; }
    @contract class Indexed extends Contract {
      @action add(key: ${type}, primary: u64): void { check(this.index().add(key, primary)); }
      @action remove(key: ${type}, primary: u64): void { check(this.index().remove(key, primary)); }
      @view all(): Entry[] {
        const list: Entry[] = [];
        const index = this.index();
        for (let at = index.first(); at != null; at = index.after(at)) list.push(entry(at));
        return list;
      }
      @view from(key: ${type}): Entry[] { return one(this.index().from(key)); }
      @view last(): Entry[] { return one(this.index().last()); }
      index(): SortedIndex<${type}> { return new SortedIndex<${type}>(name("byprice"), 7); }
    }
    function check(done: bool): void { if (!done) throw new Error("nothing done"); }
    function entry(found: IndexEntry<${type}>): Entry { const made = new Entry(); made.key = found.key; made.primary = found.primary; return made; }
    function one(found: IndexEntry<${type}> | null): Entry[] { return found == null ? [] : [entry(found)]; }`;
}

const KEYS: Readonly<Record<string, (random: SeededRandom) => bigint | string>> = {
  u64: random => BigInt.asUintN(64, BigInt(random.integer(0, 12)) * 0x1fffffffffffffffn),
  i64: random => BigInt(random.integer(-8, 8)) * 0xfffffffffffffffn,
  U128: random => BigInt(random.integer(0, 20)) * 0xffffffffffffffffn,
  string: random => ['', 'a', 'ab', 'b', 'aa', '\u00e9', '\uffff', 'zz', 'z'][random.integer(0, 8)] ?? '',
};

for (const [type, keyOf] of Object.entries(KEYS)) {
  test(`an index by ${type} goes through its entries in order, whatever was added and removed`, async () => {
    const { call, host } = await contractOf(indexed(type));
    const random = new SeededRandom();
    const model: { key: bigint | string; primary: number }[] = [];
    const shown = (key: bigint | string): string =>
      typeof key === 'bigint' && type !== 'U128' ? `${key}` : JSON.stringify(`${key}`);
    const order = (a: bigint | string, b: bigint | string): number =>
      typeof a === 'bigint' && typeof b === 'bigint'
        ? Number(a > b) - Number(a < b)
        : Buffer.from(`${a}`).compare(Buffer.from(`${b}`));
    const json = (entries: typeof model): string =>
      `[${entries.map(({ key, primary }) => `{"key":${shown(key)},"primary":${primary}}`).join(',')}]`;
    // Small integers of 128 bits are shown as numbers.
    const plain = (text: string | undefined): string =>
      type === 'U128' ? (text ?? '').replaceAll('"', '') : (text ?? '');
    for (let i = 0; i < scaled(120, 3000); i++) {
      const key = keyOf(random);
      const primary = random.integer(0, 4);
      const at = model.findIndex(entry => entry.key === key && entry.primary === primary);
      const args = `[${shown(key)},${primary}]`;
      const text = `SEED=${random.seed} step ${i}`;
      if (random.integer(0, 2) === 0) {
        if (at < 0) assert.throws(() => call('remove', args), /nothing done/, text);
        else {
          call('remove', args);
          model.splice(at, 1);
        }
      } else if (at >= 0) assert.throws(() => call('add', args), /nothing done/, text);
      else {
        call('add', args);
        model.push({ key, primary });
        model.sort((a, b) => order(a.key, b.key) || a.primary - b.primary);
      }
      assert.is(plain(call('all', '[]')), plain(json(model)), text);
      const bound = keyOf(random);
      const first = model.filter(entry => order(entry.key, bound) >= 0).slice(0, 1);
      assert.is(plain(call('from', `[${shown(bound)}]`)), plain(json(first)), text);
      assert.is(plain(call('last', '[]')), plain(json(model.slice(-1))), text);
    }
    for (const { key, primary } of [...model]) call('remove', `[${shown(key)},${primary}]`);
    assert.is(host.rows.size, 0, 'nothing is left of an empty index');
  });
}

test('an index of ascending keys stays as flat as any other', async () => {
  const { call, host } = await contractOf(indexed('u64'));
  for (let i = 0; i < 300; i++) call('add', `[${i},0]`);
  const heights = [...host.rows.values()].map(value => Number.parseInt(value.slice(0, 2), 16));
  assert.is(Math.max(...heights.filter(height => height < 64)), 9);
  assert.is(call('last', '[]'), '[{"key":299,"primary":0}]');
});

const HEAD = 'import { Contract, Packed, Table, Optional } from "sdk";\n';
const REFUSED: readonly [rule: string, text: string, message: RegExp][] = [
  [
    'a row without fields would never be stored',
    `${HEAD}@table("seen") class Seen extends Packed {}\n@contract class A extends Contract {}`,
    /contract\.ts:2: @table class Seen has no fields, .* `exists: bool = true`/,
  ],
  [
    'a base that cannot be seen',
    `${HEAD}@struct class A extends Array<u8> {}\n@contract class C extends Contract {}`,
    /contract\.ts:2: A extends Array<u8>, which is no class of the sources/,
  ],
  [
    'a base with type parameters',
    `${HEAD}class Of<T> extends Packed { x: T; }\n@struct class A extends Of<u8> {}\n@contract class C extends Contract {}`,
    /contract\.ts:3: A extends Of<u8>/,
  ],
  [
    'an action that returns something',
    `${HEAD}@contract class C extends Contract {\n @action go(): u64 { return 1; }\n}`,
    /contract\.ts:3: @action go returns u64, which nobody would receive: only a @view answers/,
  ],
  [
    'a view that returns nothing',
    `${HEAD}@contract class C extends Contract {\n @view go(): void {}\n}`,
    /contract\.ts:3: @view go returns nothing/,
  ],
  [
    'a default of a parameter',
    `${HEAD}@contract class C extends Contract {\n @action go(a: u64, b: u64 = 1): void {}\n}`,
    /contract\.ts:3: @action go has a default for "b", .* Optional<T>/,
  ],
  [
    'a parameter that may be left out',
    `${HEAD}@contract class C extends Contract {\n @action go(a?: u64): void {}\n}`,
    /contract\.ts:3: @action go has/,
  ],
  [
    'a static action',
    `${HEAD}@contract class C extends Contract {\n @action static go(): void {}\n}`,
    /contract\.ts:3: @action go is static/,
  ],
  [
    'an action with type parameters',
    `${HEAD}@contract class C extends Contract {\n @action go<T>(): void {}\n}`,
    /contract\.ts:3: @action go has type parameters/,
  ],
  [
    'an action of a class that is not the contract',
    `${HEAD}class Other extends Contract {\n @action go(): void {}\n}\n@contract class C extends Contract {}`,
    /contract\.ts:3: @action go would never be called: Other is neither/,
  ],
  [
    'an action with the name of a type',
    `${HEAD}@contract class C extends Contract {\n @action bytes(): void {}\n}`,
    /contract\.ts:3: "bytes" is the name of a type of the ABI/,
  ],
  [
    'a struct with the name of a type',
    `${HEAD}@struct class uint64 extends Packed { x: u8; }\n@contract class C extends Contract {}`,
    /contract\.ts:2: "uint64" is the name of a type of the ABI/,
  ],
  [
    'a list of optional values',
    `${HEAD}@contract class C extends Contract {\n @action go(a: Optional<u64>[]): void {}\n}`,
    /contract\.ts:3: "a" of go has the type "Optional<u64>\[\]", which an ABI cannot hold: absent values stand in no list/,
  ],
  [
    'a mark that is none',
    `${HEAD}@contract class C extends Contract {\n @actoin go(): void {}\n}`,
    /contract\.ts:3: @actoin before go of C is no mark; there are @contract, @table, @struct, @action, @view, @notify/,
  ],
  [
    'a mark of a class before a method',
    `${HEAD}@contract class C extends Contract {\n @table go(): void {}\n}`,
    /contract\.ts:3: @table stands before go of C: it marks a class/,
  ],
  [
    'a mark before a function',
    `${HEAD}@action function go(): void {}\n@contract class C extends Contract {}`,
    /contract\.ts:2: @action stands before the function go: it marks a method of the contract/,
  ],
  [
    'a row that cannot be made without arguments',
    `${HEAD}@table("rows") class Row extends Packed { x: u8; constructor(x: u8) { super(); this.x = x; } }\n@contract class C extends Contract {}`,
    /contract\.ts:2: @table class Row has a constructor that needs arguments/,
  ],
  [
    'a field that a base has',
    `${HEAD}abstract class Base extends Packed { x: u8; }\n@struct class A extends Base { x: u8; }\n@contract class C extends Contract {}`,
    /contract\.ts:3: @struct class A has "x" twice/,
  ],
];

for (const [rule, text, message] of REFUSED) {
  test(`nothing that an author wrote is dropped without a word: ${rule}`, async () => {
    await refused(text, message);
  });
}

test('messages of the compiler show the author’s lines, without what the builder adds', async () => {
  const text = `${HEAD}@struct class A extends Packed { x: Optional<u8>; }\n@contract class C extends Contract { @view go(a: A): A { return a; } }`;
  await refused(text, /contract\.ts:2:34: Property 'contract\/A#x' has no initializer/);
  await contractOf(text).catch((error: Error) => {
    assert.not.match(error.message, /__|└─/);
    assert.match(error.message, /2 │ @struct class A extends Packed \{ x: Optional<u8>; \}\n/);
  });
});

test('a struct of another source that is not exported is named where it is', async () => {
  await refused(
    `import { Contract, Packed } from "sdk";\nimport { Base } from "./base";\n@struct class A extends Base {}\n@contract class C extends Contract { @view go(a: A): A { return a; } }`,
    /base\.ts:2: class Inner is used in .*contract\.ts: write `export class Inner`/,
    {
      'base.ts':
        'import { Packed } from "sdk";\n@struct class Inner extends Packed { x: u8; }\nexport abstract class Base extends Packed { inner: Inner = new Inner(); }',
    },
  );
});

test.run();
