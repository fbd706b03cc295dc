import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJson, stringifyJson } from '../../../src/codec/json.js';
import type { AbiDefinition, AbiField } from '../../../vm/wasm/abi/definition.js';
import { packAction, packValue } from '../../../vm/wasm/abi/pack.js';
import { AbiSchema } from '../../../vm/wasm/abi/schema.js';
import { unpackValue } from '../../../vm/wasm/abi/unpack.js';
import type { ExceptionName } from '../../../vm/wasm/exception.js';
import { checkAllRows } from '../../support/vectors/all-rows.js';
import { assertThrows, exceptionOf } from '../../support/wasm/contract-exception.js';

const test = suite('ABI types');
const EMPTY: AbiDefinition = {
  version: 'wasm::abi/1.1',
  types: [],
  structs: [],
  actions: [],
  tables: [],
  ricardian_clauses: [],
};

function schemaWith(structs: Readonly<Record<string, readonly AbiField[]>>): AbiSchema {
  return new AbiSchema({
    ...EMPTY,
    structs: Object.entries(structs).map(([name, fields]) => ({ name, base: '', fields })),
  });
}

function fields(text: string): AbiField[] {
  return text.split(' ').map(field => {
    const [name, type] = field.split(':') as [string, string];
    return { name, type };
  });
}

const plain = schemaWith({});
const pack = (type: string, json: string, schema = plain): string =>
  packValue(schema, type, parseJson(json)).toString('hex');
const unpack = (type: string, hex: string, schema = plain): string =>
  stringifyJson(unpackValue(schema, type, Buffer.from(hex, 'hex')));

/** Types, a JSON value, its bytes (spec 04 §3.3 to §3.6). */
const VALUES: readonly [type: string, json: string, hex: string][] = [
  ['bool', 'true', '01'],
  ['bool', 'false', '00'],
  ['int8', '-1', 'ff'],
  ['uint8', '255', 'ff'],
  ['int16', '-2', 'feff'],
  ['uint16', '513', '0102'],
  ['int32', '-2147483648', '00000080'],
  ['uint32', '4294967295', 'ffffffff'],
  ['int64', '-9223372036854775808', '0000000000000080'],
  ['uint64', '18446744073709551615', 'ffffffffffffffff'],
  ['int128', '"-170141183460469231731687303715884105728"', '00000000000000000000000000000080'],
  ['int128', '-5', 'fbffffffffffffffffffffffffffffff'],
  ['uint128', '"340282366920938463463374607431768211455"', 'ffffffffffffffffffffffffffffffff'],
  ['varuint32', '127', '7f'],
  ['varuint32', '300', 'ac02'],
  ['varuint32', '4294967295', 'ffffffff0f'],
  ['varint32', '-1', '01'],
  ['varint32', '1', '02'],
  ['varint32', '-2147483648', 'ffffffff0f'],
  ['float32', '0.50000000', '0000003f'],
  ['float64', '-1.25000000', '000000000000f4bf'],
  ['time_point', '"2020-01-02T03:04:05.678"', 'b04b31721f9b0500'],
  ['time_point', '"1969-12-31T23:59:59.999"', '18fcffffffffffff'],
  ['name', '"transfer"', '000000572d3ccdcd'],
  ['action_name', '"issue"', '0000000000a53176'],
  ['regid', '"1234-5"', '0500204d00000000'],
  ['bytes', '"a\u00ffb"', '0361ff62'],
  ['string', '"h\u00e9"', '0368c3a9'],
  ['string', '""', '00'],
  ['checksum160', `"${'0a'.repeat(20)}"`, '0a'.repeat(20)],
  ['checksum256', `"${'0b'.repeat(32)}"`, '0b'.repeat(32)],
  ['checksum512', `"${'0c'.repeat(64)}"`, '0c'.repeat(64)],
  ['hash256', `"01${'00'.repeat(31)}"`, `${'00'.repeat(31)}01`],
  ['symbol_code', '"WICC"', '5749434300000000'],
  ['symbol', '"8,WICC"', '0857494343000000'],
  ['symbol', '"8,ABCDEFG"', '0841424344454647'],
  ['asset', '"1.00000000 WICC"', '00e1f505000000000857494343000000'],
  ['asset', '"5 BTC"', '05000000000000000042544300000000'],
  ['uint8[]', '[1,2,3]', '03010203'],
  ['string?', 'null', '00'],
  ['string?', '"x"', '010178'],
  ['name$', '"transfer"', '000000572d3ccdcd'],
];

test('every value packs to its bytes and comes back as it was', () => {
  checkAllRows(
    'values',
    VALUES,
    42,
    row => `${row[0]} ${row[1]}`,
    ([type, json, hex]) => {
      assert.is(pack(type, json), hex);
      assert.is(unpack(type, hex), json);
    },
  );
});

/** JSON that is taken besides the form that is printed. */
const FURTHER_FORMS: readonly [type: string, json: string, hex: string][] = [
  ['int128', '"0x10"', '10000000000000000000000000000000'],
  ['int128', '"007"', '07000000000000000000000000000000'],
  ['symbol', '{"symbol_code": "WICC", "precision": 8}', '0857494343000000'],
  ['asset', '{"amount": 100000000, "symbol": "8,WICC"}', '00e1f505000000000857494343000000'],
  ['hash256', `"0x${'00'.repeat(31)}AB"`, `ab${'00'.repeat(31)}`],
  ['time_point', '"20200102T030405"', '40f326721f9b0500'],
  ['time_point', '"2020-01-02 03:04:05"', '40f326721f9b0500'],
];

test('further forms of JSON pack to the same bytes', () => {
  checkAllRows(
    'further forms',
    FURTHER_FORMS,
    7,
    row => `${row[0]} ${row[1]}`,
    ([type, json, hex]) => {
      assert.is(pack(type, json), hex);
    },
  );
});

const REFUSED: readonly [type: string, json: string, exception: ExceptionName][] = [
  ['bool', '1', 'abi_parse_exception'],
  ['uint8', '256', 'abi_parse_exception'],
  ['uint8', '-1', 'abi_parse_exception'],
  ['int8', '128', 'abi_parse_exception'],
  ['uint8', '1.0', 'abi_parse_exception'],
  ['uint8', '"1"', 'abi_parse_exception'],
  ['uint64', '18446744073709551616', 'abi_parse_exception'],
  ['uint128', '"-1"', 'abi_parse_exception'],
  ['int128', '"ten"', 'abi_parse_exception'],
  ['float64', '1', 'abi_parse_exception'],
  ['float32', '1e300', 'abi_parse_exception'],
  ['time_point', '"yesterday"', 'abi_parse_exception'],
  ['time_point', '"2020-02-30T00:00:00"', 'abi_parse_exception'],
  ['name', '"Transfer"', 'wasm_assert_exception'],
  ['name', '"aaaaaaaaaaaaaz"', 'wasm_assert_exception'],
  ['name', '"aaaaaaaaaaaaz"', 'wasm_assert_exception'],
  ['regid', '"12"', 'wasm_assert_exception'],
  ['regid', '"1-65536"', 'wasm_assert_exception'],
  ['bytes', '"\u0100"', 'abi_parse_exception'],
  ['checksum160', `"${'0A'.repeat(20)}"`, 'abi_parse_exception'],
  ['checksum256', '"00"', 'abi_parse_exception'],
  ['symbol_code', '"TOOLONGX"', 'wasm_assert_exception'],
  ['symbol_code', '"A-B"', 'wasm_assert_exception'],
  ['symbol', '"WICC"', 'symbol_type_exception'],
  ['symbol', '"19,WICC"', 'symbol_type_exception'],
  ['symbol', '""', 'symbol_type_exception'],
  ['asset', '"lots"', 'asset_type_exception'],
  ['asset', '"-1.00000000 WICC"', 'asset_type_exception'],
  ['asset', '"1. WICC"', 'asset_type_exception'],
  ['asset', '"1.0  WICC"', 'asset_type_exception'],
  ['asset', '"90000000000.00000001 WICC"', 'asset_type_exception'],
  ['uint8[]', '1', 'pack_exception'],
  ['nosuch', '1', 'invalid_type_inside_abi'],
  ['uint8[][]', '[[1]]', 'invalid_type_inside_abi'],
];

test('JSON that is no value of the type is refused with its exception', () => {
  checkAllRows(
    'refused values',
    REFUSED,
    34,
    row => `${row[0]} ${row[1]}`,
    ([type, json, exception]) => {
      assertThrows(() => pack(type, json), exception);
    },
  );
});

test('a message names the way to the value that is wrong', () => {
  const schema = schemaWith({
    order: fields('id:uint64 lines:line[]'),
    line: fields('what:string price:asset?'),
  });
  const json = '{"id": 1, "lines": [["a", null], {"what": "b", "price": "dear"}]}';
  assertThrows(() => pack('order', json, schema), 'asset_type_exception', /packing order\.lines\[1\]\.price/);
  assertThrows(
    () => unpack('order', '01000000000000000201610005', schema),
    'wasm_assert_exception',
    /unpacking order\.lines\[1\]\.what/,
  );
});

test('an action that does not exist is told with those that do', () => {
  const actions = ['buy', 'sell'].map(name => ({ name, type: 'bool', ricardian_contract: '' }));
  const schema = new AbiSchema({ ...EMPTY, actions });
  assertThrows(
    () => packAction(schema, 'by', parseJson('[]')),
    'invalid_type_inside_abi',
    /there is no action by; there are buy, sell/,
  );
  assertThrows(() => packAction(plain, 'by', parseJson('[]')), 'invalid_type_inside_abi', /there are none/);
});

test('spec 04 §17: structs are objects or arrays of the right length', () => {
  const schema = schemaWith({
    s: fields('i0:int8 i1:int8 i2:int8'),
    s1: fields('i0:int8 i1:int8'),
    s2: fields('f0:s1 i2:int8'),
  });
  assert.is(pack('s', '[1,2,3]', schema), '010203');
  assert.is(unpack('s', '010203', schema), '{"i0":1,"i1":2,"i2":3}');
  assertThrows(() => pack('s', '[]', schema), 'pack_exception');
  assertThrows(() => pack('s', '[1,2]', schema), 'pack_exception', /3 are expected: i0, i1, i2/);
  assert.is(pack('s2', '{"f0":{"i0":1,"i1":2},"i2":3}', schema), '010203');
  assertThrows(() => pack('s2', '{}', schema), 'pack_exception');
  assertThrows(() => pack('s2', '{"f0":{"i0":1}}', schema), 'pack_exception', /s2\.f0\.i1/);
  assertThrows(() => pack('s2', '7', schema), 'pack_exception');
});

test('fields of a base come first, and such a struct is no array', () => {
  const schema = new AbiSchema({
    ...EMPTY,
    structs: [
      { name: 'base', base: '', fields: fields('a:uint8') },
      { name: 'derived', base: 'base', fields: fields('b:uint8') },
    ],
  });
  assert.is(pack('derived', '{"b":2,"a":1}', schema), '0102');
  assert.is(unpack('derived', '0102', schema), '{"a":1,"b":2}');
  assertThrows(() => pack('derived', '[1,2]', schema), 'invalid_type_inside_abi');
});

test('an optional struct packs and unpacks, and an absent one is left out of its object', () => {
  const schema = schemaWith({ inner: fields('x:uint8'), outer: fields('a:inner? b:inner?') });
  assert.is(pack('outer', '{"b":{"x":7}}', schema), '000107');
  assert.is(unpack('outer', '000107', schema), '{"b":{"x":7}}');
});

test('an array with an absent element does not unpack', () => {
  const schema = new AbiSchema({ ...EMPTY, types: [{ new_type_name: 'maybe', type: 'uint8?' }] });
  assertThrows(() => unpack('maybe[]', '0100', schema), 'unpack_exception');
});

test('a field named like an index keeps its place', () => {
  const schema = schemaWith({ s: fields('b:uint8 1:uint8') });
  assert.is(unpack('s', '0102', schema), '{"b":1,"1":2}');
});

test('a struct with the name of a built-in type gives way to it', () => {
  const schema = schemaWith({ regid: fields('value:uint64') });
  assert.is(pack('regid', '"1234-5"', schema), '0500204d00000000');
});

test('bytes that are not UTF-8 come back as escapes, one a byte', () => {
  assert.is(unpack('string', '02ff61'), '"\\u00FFa"');
});

test('bytes behind a value are ignored', () => {
  assert.is(unpack('uint8', '01ffff'), '1');
});

test('a length that says more than there is fails at once, whatever it says', () => {
  for (const type of ['string', 'bytes', 'uint64[]']) {
    assertThrows(() => unpack(type, 'ffffffff0f'), 'wasm_assert_exception');
  }
  assertThrows(() => unpack('varuint32', 'ffffffffff01'), 'wasm_assert_exception', /at most 5 bytes/);
});

test('spec 04 §17: an array of structs has fewer than 8192 elements', () => {
  const schema = schemaWith({ s: fields('a:uint8') });
  assertThrows(() => unpack('s[]', 'ffffffff08', schema), 'array_size_exceeds_exception');
});

test('structs without fields cannot make much of nothing', () => {
  const structs: Record<string, AbiField[]> = { s0: [] };
  for (let level = 1; level <= 20; level++) {
    structs[`s${level}`] = fields(`a:s${level - 1} b:s${level - 1} c:s${level - 1} d:s${level - 1}`);
  }
  const started = performance.now();
  assertThrows(() => unpack('s20', '', schemaWith(structs)), 'unpack_exception', /more than 65536 values/);
  assert.ok(performance.now() - started < 20_000);
});

test('a packed value has at most 1 MiB', () => {
  assertThrows(() => pack('string', JSON.stringify('x'.repeat(1_048_577))), 'wasm_assert_exception');
});

test('integers of every width round-trip, and what does not fit is refused', () => {
  for (const bits of [8, 16, 32, 64, 128]) {
    const [min, max] = [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits) - 1n];
    fc.assert(
      fc.property(fc.bigInt(min * 2n, max * 2n), value => {
        for (const [type, fits] of [
          [`int${bits}`, BigInt.asIntN(bits, value) === value],
          [`uint${bits}`, BigInt.asUintN(bits, value) === value],
        ] as const) {
          if (fits) assert.is(unpack(type, pack(type, String(value))).replaceAll('"', ''), String(value));
          else assert.is(exceptionOf(() => pack(type, String(value))).exception, 'abi_parse_exception');
        }
      }),
    );
  }
});

test('assets round-trip through their text', () => {
  const code = fc.stringMatching(/^[0-9A-Za-z_@.#]{1,7}$/);
  fc.assert(
    fc.property(fc.bigInt(0n, 9_000_000_000_000_000_000n), fc.nat(18), code, (amount, precision, symbol) => {
      const digits = amount.toString().padStart(precision + 1, '0');
      const point = digits.length - precision;
      const value = precision === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
      const json = JSON.stringify(`${value} ${symbol}`);
      assert.is(unpack('asset', pack('asset', json)), json);
    }),
  );
});

test('random bytes unpack or are refused, never anything else', () => {
  const schema = schemaWith({
    s: fields('a:asset b:string? c:t[] d:time_point'),
    t: fields('x:varint32 y:float64'),
  });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      const hex = Buffer.from(bytes).toString('hex');
      try {
        unpack('s', hex, schema);
      } catch {
        exceptionOf(() => unpack('s', hex, schema));
      }
    }),
    { numRuns: 2000 },
  );
});

test.run();
