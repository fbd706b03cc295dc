import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CONTRACT_IMPORTS } from '../../../../vm/wasm/host/host-functions.js';
import { instrumentModule } from '../../../../vm/wasm/module/instrument.js';
import { MODULE_LIMITS } from '../../../../vm/wasm/module/limits.js';
import { ModuleWriter } from '../../../../vm/wasm/module/module-writer.js';
import { type ModuleFault, ModuleRejected } from '../../../../vm/wasm/module/rejected.js';
import { checkAllRows } from '../../../support/vectors/all-rows.js';
import { rawModule, repeated } from '../../../support/wasm/raw-module.js';
import { assemble } from '../../../support/wasm/wat.js';

const test = suite('module validation');
const APPLY = '(func (export "apply") (param i64 i64 i64))';

function faultOf(bytes: Uint8Array): ModuleFault | 'accepted' {
  try {
    instrumentModule(bytes, CONTRACT_IMPORTS);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ModuleRejected)) throw error;
    assert.is(error.code, 3070007);
    assert.ok(error.message.length > 10);
    return error.fault;
  }
}

const join = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);
const blocks = (depth: number): Uint8Array => join(repeated(depth, 0x02, 0x40), repeated(depth, 0x0b));
const straightLine = (size: number): Uint8Array => repeated(Math.floor(size / 3), 0x41, 0x01, 0x1a);
const branchTable = (targets: number): Uint8Array =>
  join(Uint8Array.of(0x41, 0, 0x0e), new ModuleWriter().u32(targets).written, repeated(targets + 1, 0));
const repeat = (count: number, text: string): string => text.repeat(count);
const body = (instructions: string): string => `(module (memory 1) ${APPLY} (func ${instructions}))`;

const MODULES: readonly [rule: string, module: string | Uint8Array, fault: ModuleFault | 'accepted'][] = [
  ['the smallest contract', `(module ${APPLY})`, 'accepted'],
  ['a start function is run by us', `(module ${APPLY} (func $s) (start $s))`, 'accepted'],
  ['sign extension', body('(drop (i32.extend8_s (i32.const 1)))'), 'accepted'],
  ['saturating truncation', body('(drop (i32.trunc_sat_f32_s (f32.const 1)))'), 'accepted'],
  ['bulk memory', body('(memory.fill (i32.const 0) (i32.const 0) (i32.const 0))'), 'opcode-not-allowed'],
  ['vectors', body('(drop (v128.const i64x2 0 0))'), 'opcode-not-allowed'],
  ['vector locals', body('(local v128)'), 'feature-not-allowed'],
  ['references', `(module ${APPLY} (func (param externref)))`, 'feature-not-allowed'],
  ['null references', body('(drop (ref.null func))'), 'opcode-not-allowed'],
  [
    'several results',
    `(module ${APPLY} (func (result i32 i32) i32.const 0 i32.const 0))`,
    'feature-not-allowed',
  ],
  [
    'blocks with parameters',
    body('i32.const 0 (block (param i32) (result i32)) drop'),
    'feature-not-allowed',
  ],
  ['tail calls', `(module ${APPLY} (func $f (return_call $f)))`, 'opcode-not-allowed'],
  ['passive data', `(module (memory 1) (data "x") ${APPLY})`, 'feature-not-allowed'],
  ['an imported memory', `(module (import "env" "memory" (memory 1)) ${APPLY})`, 'import-not-a-function'],
  ['an imported table', `(module (import "env" "t" (table 1 funcref)) ${APPLY})`, 'import-not-a-function'],
  ['an imported global', `(module (import "env" "g" (global i32)) ${APPLY})`, 'import-not-a-function'],
  ['an unknown import', `(module (import "env" "launch" (func)) ${APPLY})`, 'import-unknown'],
  ['an import from elsewhere', `(module (import "wasi" "abort" (func)) ${APPLY})`, 'import-unknown'],
  [
    'an import of the system',
    `(module (import "sys" "base_coin" (func (result i64))) ${APPLY})`,
    'import-unknown',
  ],
  [
    'an import of another type',
    `(module (import "env" "require_auth" (func (param i32))) ${APPLY})`,
    'import-signature',
  ],
  [
    'an import with a result',
    `(module (import "env" "abort" (func (result i32))) ${APPLY})`,
    'import-signature',
  ],
  ['no apply', '(module (func (export "run")))', 'no-apply'],
  ['apply is no function', '(module (global (export "apply") i32 (i32.const 0)))', 'no-apply'],
  ['apply of another type', '(module (func (export "apply") (param i64 i64)))', 'apply-signature'],
  [
    'apply with a result',
    '(module (func (export "apply") (param i64 i64 i64) (result i32) i32.const 0))',
    'apply-signature',
  ],
  ['528 pages', `(module (memory 528) ${APPLY})`, 'accepted'],
  ['529 pages', `(module (memory 529) ${APPLY})`, 'memory-too-large'],
  ['a large maximum is cut', `(module (memory 1 65536) ${APPLY})`, 'accepted'],
  ['a table of 1024', `(module (table 1024 funcref) ${APPLY})`, 'accepted'],
  ['a table of 1025', `(module (table 1025 funcref) ${APPLY})`, 'table-too-large'],
  ['a huge table', `(module (table 10000000 funcref) ${APPLY})`, 'table-too-large'],
  ['1024 globals', `(module ${repeat(1024, '(global i32 (i32.const 0))')} ${APPLY})`, 'accepted'],
  ['1025 globals', `(module ${repeat(1025, '(global i32 (i32.const 0))')} ${APPLY})`, 'too-many-globals'],
  ['data at the end', `(module (memory 1) (data (i32.const 65535) "x") ${APPLY})`, 'accepted'],
  [
    'data over the end',
    `(module (memory 1) (data (i32.const 65535) "xy") ${APPLY})`,
    'segment-outside-memory',
  ],
  ['data below zero', `(module (memory 1) (data (i32.const -1) "x") ${APPLY})`, 'segment-outside-memory'],
  [
    'elements over the end',
    `(module (table 1 funcref) (elem (i32.const 1) $f) (func $f) ${APPLY})`,
    'segment-outside-table',
  ],
  [
    'an initializer by a global',
    `(module (global $a i32 (i32.const 0)) (global i32 (global.get $a)) ${APPLY})`,
    'feature-not-allowed',
  ],
  ['1024 locals', body(`(local ${repeat(1024, 'i64 ')})`), 'accepted'],
  ['1025 locals', body(`(local ${repeat(1025, 'i64 ')})`), 'too-many-locals'],
  ['512 parameters', `(module ${APPLY} (func (param ${repeat(512, 'i64 ')})))`, 'accepted'],
  ['513 parameters', `(module ${APPLY} (func (param ${repeat(513, 'i64 ')})))`, 'too-many-parameters'],
  ['16,384 targets', rawModule(branchTable(16_384)), 'accepted'],
  ['16,385 targets', rawModule(branchTable(16_385)), 'too-many-targets'],
  ['a name of 1025 bytes', `(module ${APPLY} (func (export "${repeat(1025, 'x')}")))`, 'name-too-long'],
  ['a body that does not fit its type', rawModule(Uint8Array.of(0x41, 0x01)), 'invalid'],
  ['2048 operands', rawModule(join(repeated(2048, 0x41, 0), repeated(2048, 0x1a))), 'accepted'],
  ['2049 operands', rawModule(join(repeated(2049, 0x41, 0), repeated(2049, 0x1a))), 'frame-too-large'],
  ['1023 blocks', rawModule(blocks(1023)), 'accepted'],
  ['1024 blocks', rawModule(blocks(1024)), 'nested-too-deep'],
  ['20,000 blocks', rawModule(blocks(20_000)), 'nested-too-deep'],
  ['a body of 64 KiB', rawModule(straightLine(65_500)), 'accepted'],
  ['a longer body', rawModule(straightLine(65_600)), 'body-too-large'],
  ['a body of 1 MB', rawModule(straightLine(1_000_000)), 'body-too-large'],
  ['much code', rawModule(straightLine(65_000), 9), 'code-too-large'],
  ['20,001 functions', rawModule(Uint8Array.of(), 20_001), 'too-many-functions'],
  ['nothing but branches', rawModule(repeated(16_000, 0x41, 0, 0x0d, 0)), 'accepted'],
  ['nothing but loops', rawModule(repeated(16_000, 0x03, 0x40, 0x0b)), 'grows-too-much'],
];

test('modules are accepted or refused, each for its own reason (spec 04 §11.1, §15)', () => {
  checkAllRows(
    'modules',
    MODULES,
    58,
    row => row[0],
    ([, module, fault]) => {
      assert.is(faultOf(typeof module === 'string' ? assemble(module) : module), fault);
    },
  );
});

/** `v128.const` of zeros. */
const ZERO_VECTOR = join(Uint8Array.of(0xfd, 0x0c), new Uint8Array(16));

test('a refusal names the proposal that the feature is of', () => {
  const NAMED: readonly [module: string | Uint8Array, message: RegExp][] = [
    [`(module ${APPLY} (func $f (return_call $f)))`, /opcode 0x12 \(tail calls\) is not allowed/],
    [body('(drop (v128.const i64x2 0 0))'), /opcode 0xfd 12 \(SIMD\)/],
    [body('(local v128)'), /0x7b \(v128, of SIMD\)/],
    [body('(drop (ref.null func))'), /opcode 0xd0 \(reference types\)/],
    [body('(memory.fill (i32.const 0) (i32.const 0) (i32.const 0))'), /opcode 0xfc 11 \(bulk memory\)/],
    [rawModule(join(ZERO_VECTOR, Uint8Array.of(0xfd, 0x81, 0x02, 0x1a))), /opcode 0xfd 12 \(SIMD\)/],
    [rawModule(Uint8Array.of(0xfd, 0x81, 0x02)), /opcode 0xfd 257 \(relaxed SIMD\) is not allowed/],
    [rawModule(Uint8Array.of(0x10, 0x7f)), /function 127 does not exist/],
    [rawModule(Uint8Array.of(0x41, 0x00, 0x11, 0x7f, 0x00)), /type 127 does not exist/],
    [rawModule(Uint8Array.of(0xfe, 0x03, 0x00)), /opcode 0xfe \(threads and atomics\)/],
    [rawModule(Uint8Array.of(0x06, 0x40, 0x0b)), /opcode 0x06 \(exception handling\)/],
    [
      join(rawModule(Uint8Array.of()).subarray(0, 8), Uint8Array.of(12, 1, 0)),
      /section 12 \(data count, of bulk memory\)/,
    ],
    [
      join(rawModule(Uint8Array.of()).subarray(0, 8), Uint8Array.of(13, 1, 0)),
      /section 13 \(tags, of exception handling\)/,
    ],
    [`(module ${APPLY} (func (param externref)))`, /0x6f \(externref, of reference types\)/],
    [`(module ${APPLY} (func (result i32 i32) i32.const 0 i32.const 0))`, /multi-value/],
  ];
  for (const [module, message] of NAMED) {
    const bytes = typeof module === 'string' ? assemble(module) : module;
    assert.throws(() => instrumentModule(bytes, CONTRACT_IMPORTS), message);
  }
});

test('a module of more than 1 MiB is refused before it is read', () => {
  const custom = Buffer.alloc(MODULE_LIMITS.moduleBytes + 1);
  assert.is(faultOf(custom), 'too-large');
});

test('what is not WebAssembly is refused', () => {
  assert.is(faultOf(Buffer.alloc(0)), 'not-wasm');
  assert.is(faultOf(Buffer.from('mylib = require "mylib"')), 'not-wasm');
  const newer = Buffer.from(assemble(`(module ${APPLY})`));
  newer[4] = 2;
  assert.is(faultOf(newer), 'not-wasm');
});

test('sections stand once, in their order', () => {
  const module = assemble(`(module (memory 1) ${APPLY})`);
  assert.is(faultOf(Buffer.concat([module, Buffer.from([1, 1, 0])])), 'malformed');
  assert.is(faultOf(Buffer.concat([module, Buffer.from([13, 1, 0])])), 'section-not-allowed');
  assert.is(faultOf(Buffer.concat([module, Buffer.from([0, 3, 1, 0x78, 7])])), 'accepted');
  assert.is(faultOf(Buffer.concat([module, Buffer.from([0, 2, 1, 0xff])])), 'malformed');
});

test('the start function takes and returns nothing', () => {
  const right = assemble(`(module ${APPLY} (func $s) (start $s))`);
  const at = right.indexOf(Buffer.from([8, 1, 1]));
  const wrong = Buffer.from(right);
  wrong[at + 2] = 0;
  assert.is(faultOf(wrong), 'start-signature');
});

test('a module that ends anywhere is refused, never anything else', () => {
  // The last section is that of the code; without a section in front of it nothing fits together.
  const module = assemble(
    `(module (import "env" "abort" (func)) (memory 1) (table 1 funcref) (global i64 (i64.const 5))
      (elem (i32.const 0) 0) ${APPLY} (func (loop (br_table 0 1 (i32.const 0)))))`,
  );
  assert.is(faultOf(module), 'accepted');
  const nameSection = module.lastIndexOf(Buffer.from('\u0004name')) - 2;
  for (let size = 0; size < nameSection; size++) {
    const fault = faultOf(module.subarray(0, size));
    assert.is.not(fault, 'accepted', `${size} bytes`);
  }
});

test('a module with changed bytes is accepted or refused, never anything else', () => {
  const module = assemble(
    `(module (import "env" "prints" (func (param i32))) (memory 1) (table 2 funcref) (global (mut i64) (i64.const 5))
      (elem (i32.const 0) 0 1) (data (i32.const 0) "abc") ${APPLY}
      (func (result f64) (local i32 f32) (if (result f64) (local.get 0) (then (f64.sqrt (f64.const -1)))
        (else (f64.promote_f32 (f32.div (local.get 1) (f32.const 0)))))))`,
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(module.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      changes => {
        const changed = Buffer.from(module);
        for (const [at, value] of changes) changed[at] = value;
        faultOf(changed);
      },
    ),
    { numRuns: 5000 },
  );
});

test.run();
