import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../../src/codec/json-value.js';
import { decodeAbi, encodeAbi } from '../../../vm/wasm/abi/definition.js';
import { abiFromJson } from '../../../vm/wasm/abi/json-form.js';
import { ABI_LIMITS, AbiSchema } from '../../../vm/wasm/abi/schema.js';
import type { ExceptionName } from '../../../vm/wasm/exception.js';
import { checkAllRows } from '../../support/vectors/all-rows.js';
import { assertThrows } from '../../support/wasm/contract-exception.js';

const test = suite('ABI schema');
const version = 'wasm::abi/1.0';

function schema(json: Json): AbiSchema {
  return new AbiSchema(abiFromJson(json));
}

function struct(name: string, fields: Record<string, string>, base = ''): Json {
  return { name, base, fields: Object.entries(fields).map(([field, type]) => ({ name: field, type })) };
}

function typedef(name: string, type: string): Json {
  return { new_type_name: name, type };
}

const chain = (length: number): Json[] =>
  Array.from({ length }, (_, i) => struct(`s${i}`, i === 0 ? { a: 'uint8' } : { a: `s${i - 1}` }));

const REFUSED: readonly [rule: string, abi: Json, exception: ExceptionName][] = [
  ['a version is needed', { version: '' }, 'unsupported_abi_version_exception'],
  ['version 9 is unknown', { version: 'wasm::abi/9.0' }, 'unsupported_abi_version_exception'],
  ['an ABI is an object', [], 'abi_parse_exception'],
  ['a list is an array', { version, structs: {} }, 'abi_parse_exception'],
  ['an entry is an object', { version, structs: ['s'] }, 'abi_parse_exception'],
  ['a name is a text', { version, structs: [{ name: 1 }] }, 'abi_parse_exception'],
  ['a type stands for a known one', { version, types: [typedef('A', 'B')] }, 'invalid_type_inside_abi'],
  [
    'a type is not defined twice',
    { version, types: [typedef('A', 'name'), typedef('A', 'uint8')] },
    'duplicate_abi_type_def_exception',
  ],
  [
    'types do not define each other',
    { version, types: [typedef('A', 'name'), typedef('name', 'A')] },
    'duplicate_abi_type_def_exception',
  ],
  [
    'a built-in type is not defined anew',
    { version, types: [typedef('uint8', 'name')] },
    'duplicate_abi_type_def_exception',
  ],
  [
    'structs have different names',
    { version, structs: [struct('s', {}), struct('s', {})] },
    'duplicate_abi_struct_def_exception',
  ],
  [
    'actions have different names',
    {
      version,
      structs: [struct('s', {})],
      actions: [
        { name: 'a', type: 's' },
        { name: 'a', type: 's' },
      ],
    },
    'duplicate_abi_action_def_exception',
  ],
  [
    'tables have different names',
    {
      version,
      structs: [struct('s', {})],
      tables: [
        { name: 't', type: 's' },
        { name: 't', type: 's' },
      ],
    },
    'duplicate_abi_table_def_exception',
  ],
  [
    'bases make no circle',
    { version, structs: [struct('A', {}, 'B'), struct('B', {}, 'C'), struct('C', {}, 'A')] },
    'abi_circular_def_exception',
  ],
  [
    'a struct is not its own base',
    { version, structs: [struct('A', {}, 'A')] },
    'abi_circular_def_exception',
  ],
  ['a base is a struct', { version, structs: [struct('A', {}, 'uint8')] }, 'invalid_type_inside_abi'],
  ['a field has a known type', { version, structs: [struct('A', { x: 'B' })] }, 'invalid_type_inside_abi'],
  [
    'a type has one suffix',
    { version, structs: [struct('A', { x: 'uint8?[]' })] },
    'invalid_type_inside_abi',
  ],
  [
    'a struct does not contain itself',
    { version, structs: [struct('A', { b: 'B' }), struct('B', { a: 'A' })] },
    'abi_circular_def_exception',
  ],
  [
    'a struct does not contain itself in an array',
    { version, structs: [struct('A', { a: 'A[]' })] },
    'abi_circular_def_exception',
  ],
  [
    'a struct does not contain itself behind another name',
    { version, types: [typedef('L', 'A[]')], structs: [struct('A', { a: 'L?' })] },
    'abi_circular_def_exception',
  ],
  ['an action has a known type', { version, actions: [{ name: 'a', type: 'B' }] }, 'invalid_type_inside_abi'],
  ['a table has a known type', { version, tables: [{ name: 't', type: 'B' }] }, 'invalid_type_inside_abi'],
  [
    'structs are within each other 32 deep at most',
    { version, structs: chain(ABI_LIMITS.nesting) },
    'abi_serialization_deadline_exception',
  ],
  [
    'there are 1024 structs at most',
    { version, structs: Array.from({ length: 1025 }, (_, i) => struct(`s${i}`, {})) },
    'abi_serialization_deadline_exception',
  ],
  [
    'there are 1024 types at most',
    { version, types: Array.from({ length: 1025 }, (_, i) => typedef(`t${i}`, 'uint8')) },
    'abi_serialization_deadline_exception',
  ],
  [
    'there are 16384 fields at most',
    {
      version,
      structs: [
        struct('s', Object.fromEntries(Array.from({ length: 16_385 }, (_, i) => [`f${i}`, 'uint8']))),
      ],
    },
    'abi_serialization_deadline_exception',
  ],
];

test('an ABI that breaks a rule is refused with its exception (spec 04 §4.3, §17)', () => {
  checkAllRows(
    'refused ABIs',
    REFUSED,
    27,
    row => row[0],
    ([, abi, exception]) => {
      assertThrows(() => schema(abi), exception);
    },
  );
});

test('versions 1.0 and 1.1, missing lists, unknown members and empty field names are accepted', () => {
  for (const accepted of ['wasm::abi/1.0', 'wasm::abi/1.1']) {
    const abi = schema({
      version: accepted,
      ____comment: 'generated',
      variants: [],
      structs: [struct('s', { '': 'uint8' })],
    });
    assert.is(abi.resolve('s').kind, 'struct');
  }
});

test('structs are within each other up to the limit', () => {
  const abi = schema({ version, structs: chain(ABI_LIMITS.nesting - 1) });
  assert.is(abi.resolve(`s${ABI_LIMITS.nesting - 2}`).kind, 'struct');
});

test('a type can stand for an array or for another type', () => {
  const types = [typedef('bytelist', 'uint8[]'), typedef('again', 'bytelist')];
  assert.is(schema({ version, types }).resolve('again').kind, 'array');
});

test('a packed ABI that ends early is refused', () => {
  const bytes = encodeAbi(abiFromJson({ version, structs: [struct('s', { a: 'uint8' })] }));
  for (let size = 0; size < bytes.length; size++) {
    assertThrows(() => decodeAbi(bytes.subarray(0, size)), 'wasm_assert_exception');
  }
});

test('a count that says more than there is takes no memory', () => {
  const bytes = Buffer.concat([Buffer.from([0x00]), Buffer.from('ffffffff0f', 'hex')]);
  assertThrows(() => decodeAbi(bytes), 'wasm_assert_exception');
});

test.run();
