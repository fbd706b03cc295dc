import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { TRANSACTION_STEPS } from '../../../vm/wasm/compute-fuel.js';
import { WasmEngine } from '../../../vm/wasm/engine.js';
import type { ExceptionName } from '../../../vm/wasm/exception.js';
import { exceptionOf } from '../../support/wasm/contract-exception.js';
import { executeOn, MemoryHost } from '../../support/wasm/memory-host.js';
import { rawModule, repeated } from '../../support/wasm/raw-module.js';
import { assemble } from '../../support/wasm/wat.js';

/*
 * Hostile modules. Each ends at the bound of its rule, in bounded time, with an error that says
 * which bound it was and where.
 */

const test = suite('hostile modules');
const engine = new WasmEngine();
/** Far more than any of them needs on a slow machine, and far less than a run without bound. */
const PATIENCE_MS = 20_000;

/** A contract whose `apply` has these instructions. */
function contract(instructions: string, rest = ''): Buffer {
  return assemble(`(module ${rest} (func $apply (export "apply") (param i64 i64 i64) ${instructions}))`);
}

/** What such a contract prints with `$print`. */
function printedBy(instructions: string, rest = ''): string {
  const host = new MemoryHost();
  const print = '(import "env" "printui" (func $print (param i64)))';
  executeOn(engine, { code: contract(instructions, `${print} ${rest}`), host });
  return host.console;
}

function assertEnds(
  code: Uint8Array,
  exception: ExceptionName,
  message: RegExp,
  data?: Uint8Array,
): MemoryHost {
  const host = new MemoryHost();
  const started = performance.now();
  const thrown = exceptionOf(() =>
    executeOn(engine, data === undefined ? { code, host } : { code, host, data }),
  );
  assert.is(thrown.exception, exception, thrown.message);
  assert.match(thrown.message, message);
  assert.match(thrown.message, /contract 1234-5, action run, receiver 1234-5, function /);
  assert.ok(performance.now() - started < PATIENCE_MS, 'bounded time');
  return host;
}

test('an endless loop runs out of fuel', () => {
  assertEnds(
    contract('(loop (br 0))'),
    'wasm_timeout_exception',
    /out of fuel: more than the 200000000 steps/,
  );
});

test('an endless loop without an instruction in it runs out of fuel', () => {
  assertEnds(
    contract('(block (loop (br_table 0 0 (i32.const 0))))'),
    'wasm_timeout_exception',
    /out of fuel/,
  );
});

test('a start function that does not end runs out of fuel before apply', () => {
  const code = contract(
    '(call $abort)',
    '(import "env" "abort" (func $abort)) (func $s (loop (br 0))) (start $s)',
  );
  assertEnds(code, 'wasm_timeout_exception', /out of fuel/);
});

test('a start function runs before apply, with the same fuel', () => {
  const rest = '(global $g (mut i32) (i32.const 0)) (func $s (global.set $g (i32.const 1))) (start $s)';
  const code = contract('(if (i32.eqz (global.get $g)) (then unreachable))', rest);
  assert.is(executeOn(engine, { code, host: new MemoryHost() }).steps, 1 + 2 + 1 + 1 + 3 + 1);
});

test('endless recursion runs out of stack', () => {
  const code = contract('(call $f)', '(func $f (call $f))');
  assertEnds(code, 'wasm_execution_error', /out of stack/);
});

test('endless recursion through the table runs out of stack', () => {
  const code = contract(
    '(call_indirect (i32.const 0))',
    '(table 1 funcref) (elem (i32.const 0) $f) (func $f (call_indirect (i32.const 0)))',
  );
  assertEnds(code, 'wasm_execution_error', /out of stack/);
});

test('spec 04 §11.2: 250 calls can be nested, 251 cannot', () => {
  const nested = (depth: number): Buffer =>
    contract(
      `(call $f (i32.const ${depth - 1}))`,
      '(func $f (param i32) (if (i32.gt_s (local.get 0) (i32.const 1)) (then (call $f (i32.sub (local.get 0) (i32.const 1))))))',
    );
  executeOn(engine, { code: nested(250), host: new MemoryHost() });
  assertEnds(nested(251), 'wasm_execution_error', /out of stack/);
});

test('calls one after the other use the same stack', () => {
  const printed = printedBy(
    `(local $i i32) (local.set $i (i32.const 1000))
     (loop (call $f) (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const 1))))) (call $print (i64.const 1000))`,
    '(func $f)',
  );
  assert.is(printed, '1000');
});

test('frames of a thousand values end the recursion sooner, not later', () => {
  const code = contract('(call $f)', `(func $f (local ${'i64 '.repeat(1000)}) (call $f))`);
  assertEnds(code, 'wasm_execution_error', /out of stack/);
});

test('memory is refused beyond 33 MiB, and a contract can live with that', () => {
  const printed = printedBy(
    `(if (i32.ne (memory.grow (i32.const 527)) (i32.const 1)) (then unreachable))
     (if (i32.ne (memory.grow (i32.const 1)) (i32.const -1)) (then unreachable))
     (if (i32.ne (memory.size) (i32.const 528)) (then unreachable))
     (if (i32.ne (memory.grow (i32.const -1)) (i32.const -1)) (then unreachable))
     (call $print (i64.extend_i32_u (memory.size)))`,
    '(memory 1)',
  );
  assert.is(printed, '528');
});

test('a contract that needs more memory than there is runs out of memory', () => {
  const code = contract(
    '(loop (if (i32.eq (memory.grow (i32.const 64)) (i32.const -1)) (then unreachable)) (br 0))',
    '(memory 1)',
  );
  assertEnds(code, 'wasm_memory_exception', /out of memory/);
});

test('growing memory again and again runs out of fuel', () => {
  const code = contract('(loop (drop (memory.grow (i32.const 1))) (br 0))', '(memory 1)');
  assertEnds(code, 'wasm_timeout_exception', /out of fuel/);
});

test('memory beyond what the module itself declares is refused', () => {
  const printed = printedBy(
    '(call $print (i64.extend_i32_s (memory.grow (i32.const 2)))) (call $print (i64.extend_i32_u (memory.size)))',
    '(memory 1 2)',
  );
  assert.is(printed, '184467440737095516151');
});

test('an address outside memory is an access violation', () => {
  for (const address of [65_536, 65_533, -1]) {
    const code = contract(`(drop (i32.load (i32.const ${address})))`, '(memory 1)');
    assertEnds(code, 'wasm_memory_exception', /access violation: memory access out of bounds/);
  }
});

test('traps say what they are', () => {
  const traps: readonly [instructions: string, message: RegExp][] = [
    ['unreachable', /trap: unreachable/],
    ['(drop (i32.div_s (i32.const 1) (i32.const 0)))', /trap: divide by zero/],
    ['(drop (i32.div_s (i32.const 0x80000000) (i32.const -1)))', /trap: divide result unrepresentable/],
    ['(drop (i32.trunc_f64_s (f64.const 1e20)))', /trap: float unrepresentable/],
    ['(call_indirect (i32.const 5))', /trap: table index is out of bounds/],
    [
      '(call_indirect (param i32) (i32.const 0) (i32.const 0))',
      /trap: null function or function signature mismatch/,
    ],
  ];
  const rest = '(table 1 funcref) (elem (i32.const 0) $f) (func $f)';
  for (const [instructions, message] of traps) {
    assertEnds(contract(instructions, rest), 'wasm_execution_error', message);
  }
});

test('a host function that is called in a loop runs out of fuel by what it costs', () => {
  const loops = [
    '(drop (call $set (i32.const 0) (i32.const 0) (i32.const 65536)))',
    '(call $sha (i32.const 0) (i32.const 65536) (i32.const 0))',
    '(call $div (i32.const 0) (i64.const 1) (i64.const 1) (i64.const 3) (i64.const 1))',
    '(call $quad (i32.const 0))',
    '(drop (call $get (i32.const 0) (i32.const 8) (i32.const 0) (i32.const 0)))',
  ];
  const rest = `(import "env" "memset" (func $set (param i32 i32 i32) (result i32)))
    (import "env" "sha512" (func $sha (param i32 i32 i32)))
    (import "env" "__divtf3" (func $div (param i32 i64 i64 i64 i64)))
    (import "env" "printqf" (func $quad (param i32)))
    (import "env" "db_get" (func $get (param i32 i32 i32 i32) (result i32))) (memory 1)`;
  for (const call of loops)
    assertEnds(contract(`(loop ${call} (br 0))`, rest), 'wasm_timeout_exception', /out of fuel/);
});

test('10,000 queued inline actions are paid by the step', () => {
  const action = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 0])]);
  const code = contract(
    '(loop (call $send (i32.const 0) (i32.const 18)) (br 0))',
    `(import "env" "send_inline" (func $send (param i32 i32))) (memory 1)
     (data (i32.const 0) "${[...action].map(byte => `\\${byte.toString(16).padStart(2, '0')}`).join('')}")`,
  );
  const host = assertEnds(code, 'wasm_timeout_exception', /out of fuel/);
  assert.ok(host.inline.length > 100_000 && host.inline.length < TRANSACTION_STEPS / 1000);
});

test('an inline action that says it is larger than it is does not make the host read on', () => {
  const code = contract(
    '(call $send (i32.const 0) (i32.const 21))',
    `(import "env" "send_inline" (func $send (param i32 i32))) (memory 1)
     (data (i32.const 16) "\\ff\\ff\\ff\\ff\\0f")`,
  );
  assertEnds(code, 'wasm_assert_exception', /datastream read out of bounds/);
});

test('action data of a megabyte is read once, and paid', () => {
  const code = contract(
    '(drop (call $read (i32.const 0) (i32.const 1048576)))',
    '(import "env" "read_action_data" (func $read (param i32 i32) (result i32))) (memory 16)',
  );
  const { steps } = executeOn(engine, { code, host: new MemoryHost(), data: Buffer.alloc(1_048_576) });
  assert.ok(steps > 131_072 + 150_000);
});

test('the largest bodies compile and end in bounded time', () => {
  const bombs: readonly [what: string, instructions: Uint8Array][] = [
    ['blocks', repeated(16_000, 0x02, 0x40, 0x0b)],
    ['branches', repeated(16_000, 0x41, 0, 0x0d, 0)],
    ['square roots', repeated(5900, 0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0x9f, 0x1a)],
    ['nothing', repeated(65_000, 0x01)],
  ];
  for (const [what, instructions] of bombs) {
    const module = rawModule(instructions, 7);
    const started = performance.now();
    engine.deploy(module, Buffer.concat([Buffer.from([13]), Buffer.from('wasm::abi/1.0'), Buffer.alloc(5)]));
    executeOn(engine, { code: module, host: new MemoryHost() });
    assert.ok(performance.now() - started < PATIENCE_MS, what);
  }
});

test('a failed run leaves the engine as it was', () => {
  const code = contract('unreachable');
  for (let i = 0; i < 50; i++) assertEnds(code, 'wasm_execution_error', /unreachable/);
  executeOn(engine, { code: contract(''), host: new MemoryHost() });
});

test.run();
