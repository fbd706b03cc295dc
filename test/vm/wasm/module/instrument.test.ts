import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WasmEngine } from '../../../../vm/wasm/engine.js';
import { CONTRACT_IMPORTS } from '../../../../vm/wasm/host/host-functions.js';
import { INSTRUCTIONS } from '../../../../vm/wasm/module/instructions.js';
import { instrumentModule } from '../../../../vm/wasm/module/instrument.js';
import { assertThrows } from '../../../support/wasm/contract-exception.js';
import { executeOn, MemoryHost } from '../../../support/wasm/memory-host.js';
import { assemble } from '../../../support/wasm/wat.js';

const test = suite('instrumentation');
const engine = new WasmEngine();

/** Steps of running a contract whose `apply` has these instructions. */
function steps(instructions: string, rest = ''): number {
  const code = assemble(`(module ${rest} (func (export "apply") (param i64 i64 i64) ${instructions}))`);
  return executeOn(engine, { code, host: new MemoryHost() }).steps;
}

const ENTRY = 1;
const END = 1;

test('spec 04 §15.2: an instruction is one step, some are more', () => {
  const cost = (instructions: string, rest?: string): number => steps(instructions, rest) - ENTRY - END;
  assert.is(cost(''), 0);
  assert.is(cost('nop nop nop'), 3);
  assert.is(cost('(drop (i32.add (i32.const 1) (i32.const 2)))'), 4);
  assert.is(cost('(drop (i32.div_s (i32.const 1) (i32.const 2)))'), 7);
  assert.is(cost('(drop (i64.rem_u (i64.const 1) (i64.const 2)))'), 7);
  assert.is(cost('(drop (f64.mul (f64.const 1) (f64.const 2)))'), 7);
  assert.is(cost('(drop (f64.lt (f64.const 1) (f64.const 2)))'), 4);
  assert.is(cost('(call $f)', '(func $f)'), 5 + ENTRY + END);
  assert.is(
    cost('(call_indirect (i32.const 0))', '(table 1 funcref) (elem (i32.const 0) $f) (func $f)'),
    1 + 10 + ENTRY + END + 1,
  );
  assert.is(cost('(drop (memory.grow (i32.const 1)))', '(memory 1)'), 3 + 20_000);
  assert.is(cost('(drop (memory.grow (i32.const 5)))', '(memory 1)'), 3 + 100_000);
  assert.is(cost('(drop (memory.grow (i32.const 0)))', '(memory 1)'), 3 + 20_000);
  assert.is(cost('(drop (memory.grow (i32.const 600)))', '(memory 1)'), 3 + 20_000);
});

test('locals that are set to zero cost a step for four of them, parameters included', () => {
  assert.is(steps('(local i64 i64 i64 i64 i64)'), ENTRY + 2 + END);
});

test('memory, data and table of an instance cost before it runs', () => {
  const empty = steps('');
  assert.is(steps('', '(memory 1)'), empty);
  assert.is(steps('', '(memory 3)'), empty + 40_000);
  assert.is(steps('', '(memory 1) (data (i32.const 0) "123456789")'), empty + 2);
  assert.is(steps('', '(table 9 funcref) (elem (i32.const 0) $f $f $f) (func $f)'), empty + 3);
});

test('only what is executed is charged', () => {
  const branch = (condition: number): number =>
    steps(`(if (i32.const ${condition}) (then nop nop nop nop) (else nop))`);
  assert.is(branch(1) - branch(0), 4 + 1 - (1 + 1)); // one ends with `else`, the other with `end`
  const loop = (rounds: number): number =>
    steps(
      `(local $i i32) (local.set $i (i32.const ${rounds}))
       (loop (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))`,
    );
  assert.is(loop(11) - loop(10), 5);
  assert.is(steps('(block (br 0) nop nop nop)'), ENTRY + 2 + END);
});

test('a br_table costs a step more for every 16 targets', () => {
  const table = (targets: number): number =>
    steps(`(block (br_table ${'0 '.repeat(targets)} 0 (i32.const 0)))`);
  assert.is(table(32) - table(1), 2);
});

test('host functions cost what they declare, and the bytes that they copy', () => {
  const rest = '(import "env" "prints_l" (func $print (param i32 i32))) (memory 1)';
  const print = (size: number): number => steps(`(call $print (i32.const 0) (i32.const ${size}))`, rest);
  assert.is(print(0), ENTRY + 2 + 5 + 700 + END);
  assert.is(print(800) - print(0), 100);
});

test('a host function costs the same through the table, as a start function and by its index', () => {
  const rest = `(import "env" "__divtf3" (func $div (param i32 i64 i64 i64 i64))) (import "env" "abort" (func $abort))
    (import "env" "current_time" (func $time (result i64))) (type $d (func (param i32 i64 i64 i64 i64)))
    (table 2 funcref) (elem (i32.const 0) $div $f) (func $f) (memory 1)`;
  const args = '(i32.const 0) (i64.const 1) (i64.const 1) (i64.const 1) (i64.const 1)';
  const byIndex = steps(`(call $div ${args})`, rest);
  const byTable = steps(`(call_indirect (type $d) ${args} (i32.const 0))`, rest);
  // The operand that chooses the entry of the table, and what call_indirect costs more.
  assert.is(byTable - byIndex, 1 + 10 - 5);
  const startsWith = (start: string): number => steps('', `${rest} (start ${start})`);
  assert.throws(() => startsWith('$abort'), /abort\(\) called/);
});

test('the same steps are counted whatever the limit, and one step less is out of fuel', () => {
  const code = assemble(
    `(module (import "env" "memset" (func $set (param i32 i32 i32) (result i32))) (memory 1)
      (func (export "apply") (param i64 i64 i64) (local $i i32) (local.set $i (i32.const 100))
        (loop (drop (call $set (i32.const 0) (i32.const 1) (i32.const 50)))
          (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))))`,
  );
  const { steps: needed } = executeOn(engine, { code, host: new MemoryHost() });
  assert.is(executeOn(engine, { code, host: new MemoryHost(), stepLimit: needed }).steps, needed);
  assertThrows(
    () => executeOn(engine, { code, host: new MemoryHost(), stepLimit: needed - 1 }),
    'wasm_timeout_exception',
    /out of fuel/,
  );
});

test('instrumenting gives the same bytes every time', () => {
  const code = assemble(
    '(module (memory 1) (func (export "apply") (param i64 i64 i64) (drop (memory.grow (i32.const 1)))))',
  );
  const once = instrumentModule(code, CONTRACT_IMPORTS).bytes;
  assert.is(Buffer.from(instrumentModule(code, CONTRACT_IMPORTS).bytes).compare(once), 0);
});

/** What `apply` stores at 0 and 8, of a module with these functions. */
function stored(apply: string, rest = ''): [low: bigint, high: bigint] {
  const code = assemble(
    `(module (import "env" "prints_l" (func $print (param i32 i32)))
      (import "env" "printhex" (func $hex (param i32 i32)))
      (import "env" "__trunctfdf2" (func $trunc (param i64 i64) (result f64)))
      (memory 1) ${rest} (func (export "apply") (param i64 i64 i64) ${apply} (call $hex (i32.const 0) (i32.const 16))))`,
  );
  const host = new MemoryHost();
  executeOn(engine, { code, host });
  const bytes = Buffer.from(host.console, 'hex');
  return [bytes.readBigUInt64LE(0), bytes.readBigUInt64LE(8)];
}

const NAN32 = 0x7fc00000n;
const NAN64 = 0x7ff8000000000000n;
/** NaNs with a sign and a payload. */
const ODD32 = '(f32.reinterpret_i32 (i32.const 0xffa12345))';
const ODD64 = '(f64.reinterpret_i64 (i64.const 0xfff4123456789abc))';

test('spec 04 §15.4: every NaN that is computed has the same bits', () => {
  const operations64 = [
    '(f64.div (f64.const 0) (f64.const 0))',
    '(f64.sqrt (f64.const -1))',
    `(f64.add ${ODD64} (f64.const 1))`,
    `(f64.sub (f64.const inf) (f64.const inf))`,
    `(f64.mul (f64.const inf) (f64.const 0))`,
    `(f64.min ${ODD64} (f64.const 1))`,
    `(f64.max (f64.const 1) ${ODD64})`,
    `(f64.ceil ${ODD64})`,
    `(f64.floor ${ODD64})`,
    `(f64.trunc ${ODD64})`,
    `(f64.nearest ${ODD64})`,
    `(f64.promote_f32 ${ODD32})`,
    '(call $trunc (i64.const 1) (i64.const 0xffff800000000000))',
  ];
  assert.is(
    stored(
      '(f64.store (i32.const 0) (call_indirect (type $n) (i64.const 1) (i64.const 0xffff800000000000) (i32.const 0)))',
      '(type $n (func (param i64 i64) (result f64))) (table 1 funcref) (elem (i32.const 0) $trunc)',
    )[0],
    NAN64,
    'through the table',
  );
  for (const operation of operations64) {
    assert.is(stored(`(f64.store (i32.const 0) ${operation})`)[0], NAN64, operation);
  }
  const operations32 = [
    '(f32.div (f32.const 0) (f32.const 0))',
    '(f32.sqrt (f32.const -1))',
    ...['add', 'sub', 'mul', 'min', 'max'].map(name => `(f32.${name} ${ODD32} (f32.const 1))`),
    ...['ceil', 'floor', 'trunc', 'nearest'].map(name => `(f32.${name} ${ODD32})`),
    `(f32.demote_f64 ${ODD64})`,
  ];
  for (const operation of operations32) {
    assert.is(stored(`(f32.store (i32.const 0) ${operation})`)[0], NAN32, operation);
  }
});

test('a NaN that is only moved, or whose sign is changed, keeps its bits', () => {
  assert.is(stored(`(f64.store (i32.const 0) ${ODD64})`)[0], 0xfff4123456789abcn);
  assert.is(stored(`(f64.store (i32.const 0) (f64.neg ${ODD64}))`)[0], 0x7ff4123456789abcn);
  assert.is(stored(`(f64.store (i32.const 0) (f64.abs ${ODD64}))`)[0], 0x7ff4123456789abcn);
  assert.is(stored(`(f32.store (i32.const 0) (f32.copysign ${ODD32} (f32.const 1)))`)[0], 0x7fa12345n);
});

test('numbers that are no NaN are computed as without instrumentation', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      const bits = new DataView(new ArrayBuffer(8));
      bits.setFloat64(0, a * b);
      if (Number.isNaN(a * b)) return;
      const literal = (value: number): string => {
        const view = new DataView(new ArrayBuffer(8));
        view.setFloat64(0, value);
        return `(f64.reinterpret_i64 (i64.const ${view.getBigInt64(0)}))`;
      };
      const [product] = stored(`(f64.store (i32.const 0) (f64.mul ${literal(a)} ${literal(b)}))`);
      assert.is(product, bits.getBigUint64(0));
    }),
    { numRuns: 100 },
  );
});

test('the names that instrumentation uses are no names of the contract', () => {
  const code = assemble(
    `(module (memory (export "fuel") 1) (global (export "stack") (mut i64) (i64.const 7))
      (func (export "apply") (param i64 i64 i64)) (func (export "memory")))`,
  );
  assert.is(executeOn(engine, { code, host: new MemoryHost() }).steps, 2);
});

test('every instruction of the whitelist has operands, a cost and no duplicate', () => {
  const allowed = INSTRUCTIONS.flatMap((instruction, opcode) => (instruction === undefined ? [] : [opcode]));
  // 172 instructions of the first version, 5 of sign extension.
  assert.is(allowed.length, 172 + 5);
});

test.run();
