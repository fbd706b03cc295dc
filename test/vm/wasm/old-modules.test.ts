import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSymbol } from '../../../vm/wasm/abi/symbol.js';
import { WasmEngine } from '../../../vm/wasm/engine.js';
import type { ExceptionName } from '../../../vm/wasm/exception.js';
import { checkAllRows } from '../../support/vectors/all-rows.js';
import { readLines } from '../../support/vectors/vectors.js';
import { exceptionOf } from '../../support/wasm/contract-exception.js';
import { executeOn, MemoryHost, name, SELF } from '../../support/wasm/memory-host.js';
import { assemble } from '../../support/wasm/wat.js';

/*
 * Modules as the older compilers made them, with the imports of spec 04 §14.3: names that have been
 * renamed since, memory that is not exported, `long double` through the host.
 */

const test = suite('modules of older compilers');
const engine = new WasmEngine();

/** The imports of `hello`, `token` and `test_api`. */
const IMPORTS = [
  'prints (param i32)',
  'prints_l (param i32 i32)',
  'printi (param i64)',
  'printui (param i64)',
  'printi128 (param i32)',
  'printui128 (param i32)',
  'printn (param i64)',
  'printsf (param f32)',
  'printdf (param f64)',
  'printqf (param i32)',
  'abort',
  'memset (param i32 i32 i32) (result i32)',
  'memcpy (param i32 i32 i32) (result i32)',
  'memmove (param i32 i32 i32) (result i32)',
  'action_data_size (result i32)',
  'read_action_data (param i32 i32) (result i32)',
  'require_auth (param i64)',
  'has_auth (param i64) (result i32)',
  'is_account (param i64) (result i32)',
  'require_recipient (param i64)',
  'send_inline (param i32 i32)',
  'wasm_assert (param i32 i32)',
  'eosio_assert (param i32 i32)',
  'eosio_assert_code (param i32 i64)',
  'current_receiver (result i64)',
  'db_store (param i64 i32 i32 i32 i32) (result i32)',
  'db_get (param i32 i32 i32 i32) (result i32)',
  'db_update (param i64 i32 i32 i32 i32) (result i32)',
  'db_remove (param i64 i32 i32) (result i32)',
  '__addtf3 (param i32 i64 i64 i64 i64)',
  '__subtf3 (param i32 i64 i64 i64 i64)',
  '__multf3 (param i32 i64 i64 i64 i64)',
  '__divtf3 (param i32 i64 i64 i64 i64)',
  '__extenddftf2 (param i32 f64)',
  '__extendsftf2 (param i32 f32)',
  '__floatditf (param i32 i64)',
  '__floatsitf (param i32 i32)',
  '__floatunsitf (param i32 i32)',
  '__fixtfsi (param i64 i64) (result i32)',
  '__fixunstfsi (param i64 i64) (result i32)',
  '__trunctfdf2 (param i64 i64) (result f64)',
  '__trunctfsf2 (param i64 i64) (result f32)',
  '__eqtf2 (param i64 i64 i64 i64) (result i32)',
  '__netf2 (param i64 i64 i64 i64) (result i32)',
  '__getf2 (param i64 i64 i64 i64) (result i32)',
  '__gttf2 (param i64 i64 i64 i64) (result i32)',
  '__letf2 (param i64 i64 i64 i64) (result i32)',
  '__lttf2 (param i64 i64 i64 i64) (result i32)',
  '__unordtf2 (param i64 i64 i64 i64) (result i32)',
];

/** Their layout: a stack of 8192 bytes first, data after it, one page, nothing exported but `apply`. */
const LAYOUT = `(memory 1) (table 1 1 funcref) (global $stack (mut i32) (i32.const 8192))
  (global i32 (i32.const 9000)) (global i32 (i32.const 9000))`;

function module(body: string, data: readonly [at: number, text: string][] = []): Buffer {
  const imports = IMPORTS.map(text => `(import "env" "${text.split(' ')[0]}" (func $${text}))`);
  const segments = data.map(([at, text]) => `(data (i32.const ${at}) "${text}")`);
  return assemble(
    `(module ${imports.join('\n')} ${LAYOUT} ${segments.join(' ')} (func (export "apply") (param i64 i64 i64) ${body}))`,
  );
}

/** Stores a 128-bit integer. */
function wide(at: number, value: bigint): string {
  return `(i64.store (i32.const ${at}) (i64.const ${BigInt.asIntN(64, value)}))
    (i64.store (i32.const ${at + 8}) (i64.const ${BigInt.asIntN(64, value >> 64n)}))`;
}

const print128 = (functionName: string, ...values: bigint[]): string =>
  values
    .map(
      (value, i) =>
        `${wide(16, value)} (call $${functionName} (i32.const 16)) ${i < values.length - 1 ? '(call $prints (i32.const 8200))' : ''}`,
    )
    .join(' ');

/** Prints `a / b`, computed in 128 bits. */
const quotient = (a: number, b: number): string =>
  `(call $__extenddftf2 (i32.const 16) (f64.const ${a})) (call $__extenddftf2 (i32.const 32) (f64.const ${b}))
   (call $__divtf3 (i32.const 48) (i64.load (i32.const 16)) (i64.load (i32.const 24)) (i64.load (i32.const 32)) (i64.load (i32.const 40)))
   (call $printqf (i32.const 48))`;

const floats = (functionName: string, type: string): string =>
  `(call $${functionName} (${type}.div (${type}.const 1) (${type}.const 2))) (call $prints (i32.const 8200))
   (call $${functionName} (${type}.mul (${type}.const 5) (${type}.const -0.75))) (call $prints (i32.const 8200))
   (call $${functionName} (${type}.div (${type}.const 2e-6) (${type}.const 3)))`;

const NAMES =
  '1 5 a z abc 123 abc_123 123_abc 12345abcdefgj ijklmnopqrstj vwxyz_12345aj 111111111111j 555555555555j aaaaaaaaaaaaj zzzzzzzzzzzzj'.split(
    ' ',
  );

const PRINTED_NAMES =
  '15azabc123abc_123123_abc12345abcdefgjijklmnopqrstjvwxyz_12345aj111111111111j555555555555jaaaaaaaaaaaajzzzzzzzzzzzzj';

const PRINTED: readonly [what: string, body: string, console: string][] = [
  [
    'test_prints',
    '(call $prints (i32.const 8210)) (call $prints (i32.const 8214)) (call $prints (i32.const 8213)) (call $prints (i32.const 8217))',
    'abcefg',
  ],
  [
    'test_prints_l',
    '(call $prints_l (i32.const 8210) (i32.const 2)) (call $prints_l (i32.const 8220) (i32.const 0)) (call $prints_l (i32.const 8220) (i32.const 4))',
    'abtest',
  ],
  [
    'test_printi',
    '(call $printi (i64.const 0)) (call $printi (i64.const 556644)) (call $printi (i64.const -1))',
    '0556644-1',
  ],
  [
    'test_printui',
    '(call $printui (i64.const 0)) (call $printui (i64.const 556644)) (call $printui (i64.const -1))',
    '055664418446744073709551615',
  ],
  [
    'test_printn',
    NAMES.map(text => `(call $printn (i64.const ${BigInt.asIntN(64, name(text))}))`).join(' '),
    PRINTED_NAMES,
  ],
  [
    'test_printi128',
    print128('printi128', 1n, 0n, -(2n ** 127n), -87_654_323_456n),
    '1\n0\n-170141183460469231731687303715884105728\n-87654323456',
  ],
  [
    'test_printui128',
    print128('printui128', 2n ** 128n - 1n, 0n, 87_654_323_456n),
    '340282366920938463463374607431768211455\n0\n87654323456',
  ],
  ['test_printsf', floats('printsf', 'f32'), '5.000000e-01\n-3.750000e+00\n6.666667e-07'],
  [
    'test_printdf',
    floats('printdf', 'f64'),
    '5.000000000000000e-01\n-3.750000000000000e+00\n6.666666666666666e-07',
  ],
  ['test_printqf 0.5', quotient(1, 2), '5.000000000000000000e-01'],
  ['test_printqf -3.75', quotient(-15, 4), '-3.750000000000000000e+00'],
  ['test_printqf 2/3e6', quotient(2, 3e6), '6.666666666666666667e-07'],
  [
    'hello hi',
    `(call $prints (i32.const 8230)) (call $printi (i64.const 10)) (call $prints (i32.const 8230)) (call $printi (i64.const 12))
     (call $printi (i64.const 10000)) (call $prints (i32.const 8240)) (call $prints_l (i32.const 8260) (i32.const 3))`,
    'line 10line 1210000.0000 WICCBTC',
  ],
];

const TEXTS: [number, string][] = [
  [8200, '\\n\\00'],
  [8210, 'abc\\00efg\\00'],
  [8220, 'test'],
  [8230, 'line \\00'],
  [8240, '.0000 WICC\\00'],
  [8260, 'BTC'],
];

test('spec 04 §14.3: what they print', () => {
  checkAllRows(
    'printed',
    PRINTED,
    13,
    row => row[0],
    ([, body, console]) => {
      const host = new MemoryHost();
      executeOn(engine, { code: module(body, TEXTS), host });
      assert.is(host.console, console);
    },
  );
});

const ASSERTION: [number, string][] = [[8200, 'test_action::assert_false\\00']];
const ENDS: readonly [what: string, body: string, exception: ExceptionName, message: RegExp][] = [
  [
    'assert_false',
    '(call $wasm_assert (i32.const 0) (i32.const 8200))',
    'wasm_assert_exception',
    /^test_action::assert_false/,
  ],
  [
    'eosio_assert',
    '(call $eosio_assert (i32.const 0) (i32.const 8200))',
    'wasm_assert_exception',
    /^test_action::assert_false/,
  ],
  [
    'eosio_assert_code',
    '(call $eosio_assert_code (i32.const 0) (i64.const 8000000000000000000))',
    'wasm_assert_code_exception',
    /8000000000000000000/,
  ],
  ['abort', '(call $abort)', 'abort_called', /abort\(\) called/],
  ['require_auth', '(call $require_auth (i64.const 5))', 'missing_auth_exception', /0-5/],
  ['require_recipient', '(call $require_recipient (i64.const 5))', 'account_access_exception', /0-5/],
  [
    'read_action_to_0',
    '(drop (call $read_action_data (i32.const 0) (i32.const 65537)))',
    'wasm_memory_exception',
    /access violation/,
  ],
  [
    'read_action_to_64k',
    '(drop (call $read_action_data (i32.const 65535) (i32.const 3)))',
    'wasm_memory_exception',
    /access violation/,
  ],
  [
    'memcpy of overlapping blocks',
    '(drop (call $memcpy (i32.const 10) (i32.const 8) (i32.const 4)))',
    'overlapping_memory_error',
    /non-aliasing/,
  ],
];

test('spec 04 §14.3: how they fail', () => {
  checkAllRows(
    'failures',
    ENDS,
    9,
    row => row[0],
    ([, body, exception, message]) => {
      const thrown = exceptionOf(() =>
        executeOn(engine, {
          code: module(body, ASSERTION),
          host: new MemoryHost(),
          data: Buffer.alloc(70_000),
        }),
      );
      assert.is(thrown.exception, exception);
      assert.match(thrown.message, message);
    },
  );
});

test('spec 04 §14.3: action data is read in their alignment', () => {
  const data = Buffer.alloc(24);
  data.writeUInt8(45, 0);
  data.writeBigUInt64LE(0xab11cd1244556677n, 8);
  data.writeUInt32LE(0x7451ae12, 16);
  const code = module(
    `(call $wasm_assert (i32.eq (call $action_data_size) (i32.const 24)) (i32.const 8200))
     (drop (call $read_action_data (i32.const 8000) (i32.const 24)))
     (call $wasm_assert (i32.eq (i32.load8_u (i32.const 8000)) (i32.const 45)) (i32.const 8200))
     (call $wasm_assert (i64.eq (i64.load (i32.const 8008)) (i64.const 0xab11cd1244556677)) (i32.const 8200))
     (call $wasm_assert (i32.eq (i32.load (i32.const 8016)) (i32.const 0x7451ae12)) (i32.const 8200))
     (call $wasm_assert (i64.eq (call $current_receiver) (local.get 0)) (i32.const 8200))`,
    ASSERTION,
  );
  executeOn(engine, { code, host: new MemoryHost(), data });
});

test('spec 04 §14.3: an account that was told already is not told again', () => {
  const code = module('(call $require_recipient (i64.const 7)) (call $require_recipient (i64.const 7))');
  const host = new MemoryHost();
  host.accounts.add(7n);
  executeOn(engine, { code, host });
  assert.equal(host.recipients, [SELF, 7n]);
});

test('a row as their token keeps it is stored and read under the same bytes', () => {
  const symbol = parseSymbol('4,BTC');
  const code = module(
    `(i64.store (i32.const 8000) (i64.const ${BigInt.asIntN(64, name('stat'))}))
     (i64.store (i32.const 8008) (i64.const ${symbol >> 8n}))
     (i64.store (i32.const 8032) (i64.const 1000000)) (i64.store (i32.const 8040) (i64.const ${symbol}))
     (drop (call $db_store (i64.const 0) (i32.const 8000) (i32.const 16) (i32.const 8032) (i32.const 16)))
     (call $wasm_assert (i32.eq (call $db_get (i32.const 8000) (i32.const 16) (i32.const 0) (i32.const 0)) (i32.const 16)) (i32.const 8200))`,
    ASSERTION,
  );
  const host = new MemoryHost();
  assert.is(executeOn(engine, { code, host }).storageFuel, 400n);
  assert.equal([...host.rows], [['0000000000904dc64254430000000000', '40420f00000000000442544300000000']]);
});

test('a module that the running reference node has accepted deploys and runs', () => {
  interface Row {
    readonly method: string;
    readonly params: readonly string[];
    readonly result: { readonly code?: string; readonly abi?: string };
  }
  const row = readLines<Row>('oracle/abi-answers').find(
    ({ method, params }) => method === 'data_detail' && params[1] === 'setcode',
  )!;
  const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
  const [code, abi] = [bytes(row.result.code!), bytes(row.result.abi!)];
  engine.deploy(code, abi);
  const host = new MemoryHost();
  executeOn(engine, { code, host, action: 'hi', data: Buffer.from('01003000000000000568656c6c6f', 'hex') });
  assert.is(Buffer.from(host.console).includes('hello'), true);
});

test.run();
