import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { computeFuel, FREE_STEPS } from '../../../vm/wasm/compute-fuel.js';
import { contractCode, WasmEngine } from '../../../vm/wasm/engine.js';
import { ContractException } from '../../../vm/wasm/exception.js';
import { CONTRACT_IMPORTS } from '../../../vm/wasm/host/host-functions.js';
import { ModuleCache } from '../../../vm/wasm/module-cache.js';
import { assertThrows, exceptionOf } from '../../support/wasm/contract-exception.js';
import { executeOn, MemoryHost, name, SELF } from '../../support/wasm/memory-host.js';
import { MemorySystem } from '../../support/wasm/memory-system.js';
import { assemble } from '../../support/wasm/wat.js';

const test = suite('engine');
const engine = new WasmEngine();
const ABI = Buffer.concat([Buffer.from([13]), Buffer.from('wasm::abi/1.0'), Buffer.alloc(5)]);
const EMPTY = assemble('(module (func (export "apply") (param i64 i64 i64)))');

test('apply gets receiver, contract and action', () => {
  const code = assemble(
    `(module (import "env" "printui" (func $print (param i64)))
      (func (export "apply") (param i64 i64 i64)
        (call $print (local.get 0)) (call $print (local.get 1)) (call $print (local.get 2))))`,
  );
  const host = new MemoryHost();
  executeOn(engine, { code, host, receiver: SELF, contract: 800n, action: 'transfer' });
  assert.is(host.console, `${SELF}800${name('transfer')}`);
});

test('a regid of more than 63 bits arrives as it is', () => {
  const code = assemble(
    `(module (import "env" "printui" (func $print (param i64)))
      (func (export "apply") (param i64 i64 i64) (call $print (local.get 0))))`,
  );
  const host = new MemoryHost();
  executeOn(engine, { code, host, receiver: 2n ** 64n - 1n });
  assert.is(host.console, '18446744073709551615');
});

test('memory and globals are fresh in every run', () => {
  const code = assemble(
    `(module (import "env" "printui" (func $print (param i64))) (memory 1) (global $g (mut i32) (i32.const 5))
      (func (export "apply") (param i64 i64 i64)
        (call $print (i64.load (i32.const 0))) (call $print (i64.extend_i32_u (global.get $g)))
        (i32.store (i32.const 0) (i32.const 1)) (global.set $g (i32.const 6))))`,
  );
  for (let i = 0; i < 3; i++) {
    const host = new MemoryHost();
    executeOn(engine, { code, host });
    assert.is(host.console, '05');
  }
});

test('a contract of the system whose instance runs again finds it as new', () => {
  const code = assemble(
    `(module (import "env" "is_account" (func $grow (param i64) (result i32))) (import "env" "has_auth" (func $fail (param i64) (result i32)))
      (memory 1) (data (i32.const 8) "\\07") (global $g (mut i32) (i32.const 5)) (global $h (mut f64) (f64.const 1.5))
      (global $c i32 (i32.const 1)) (func $s (if (i32.ne (global.get $g) (i32.const 5)) (then unreachable))) (start $s)
      (func (export "apply") (param i64 i64 i64)
        (if (i32.or (i32.load (i32.const 0)) (i32.ne (i32.load (i32.const 8)) (i32.const 7))) (then unreachable))
        (if (i32.ne (memory.size) (i32.const 1)) (then unreachable))
        (if (f64.ne (global.get $h) (f64.const 1.5)) (then unreachable))
        (i32.store (i32.const 0) (i32.const 1)) (i32.store (i32.const 8) (i32.const 1))
        (global.set $g (i32.const 6)) (global.set $h (f64.const 2))
        (if (call $fail (i64.const 7)) (then unreachable))
        (if (call $grow (i64.const 7)) (then (drop (memory.grow (i32.const 2)))))))`,
  );
  const run = (change: 'nothing' | 'grow' | 'fail'): number => {
    const host = new MemoryHost();
    host.system = new MemorySystem(host.accounts);
    if (change === 'grow') host.accounts.add(7n);
    if (change === 'fail') host.authorization = [{ account: 7n, permission: 1n }];
    return executeOn(engine, { code, host }).steps;
  };
  const steps = run('nothing');
  for (const change of ['nothing', 'fail', 'grow', 'fail', 'nothing'] as const) {
    if (change === 'fail') assertThrows(() => run(change), 'wasm_execution_error', /trap: unreachable/);
    else assert.is(run(change) - steps, change === 'grow' ? 40_004 : 0);
  }
});

test('spec 04 O9: wasm_exit ends a run that has succeeded', () => {
  const code = assemble(
    `(module (import "env" "wasm_exit" (func $exit (param i32))) (import "env" "prints_l" (func $print (param i32 i32)))
      (memory 1) (data (i32.const 0) "ok")
      (func $deep (call $exit (i32.const 7)) unreachable)
      (func (export "apply") (param i64 i64 i64)
        (call $print (i32.const 0) (i32.const 2)) (call $deep) (call $print (i32.const 0) (i32.const 2))))`,
  );
  const host = new MemoryHost();
  assert.ok(executeOn(engine, { code, host }).steps > 200);
  assert.is(host.console, 'ok');
});

test('decision D11: the first 200,000 steps of a receiver cost nothing, later ones a fuel for 20', () => {
  assert.is(FREE_STEPS, 200_000);
  assert.equal([0, 200_000, 200_001, 200_020, 200_021].map(computeFuel), [0n, 0n, 1n, 1n, 2n]);
  const code = assemble(
    `(module (func (export "apply") (param i64 i64 i64) (local $i i32) (local.set $i (i32.const 100000))
      (loop (br_if 0 (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))))`,
  );
  const { steps } = executeOn(engine, { code, host: new MemoryHost() });
  assert.is(steps, 500_007);
  assert.is(computeFuel(steps), BigInt(Math.ceil((steps - 200_000) / 20)));
});

test('storage costs ten units of fuel for each byte of its key and value', () => {
  const code = assemble(
    `(module (import "env" "db_store" (func $store (param i64 i32 i32 i32 i32) (result i32))) (memory 1)
      (func (export "apply") (param i64 i64 i64)
        (drop (call $store (i64.const 0) (i32.const 0) (i32.const 4) (i32.const 0) (i32.const 10)))))`,
  );
  assert.is(executeOn(engine, { code, host: new MemoryHost() }).storageFuel, 220n);
});

test('a failed assertion names contract, action, receiver and function, and keeps its text', () => {
  const code = assemble(
    `(module (import "env" "wasm_assert" (func $assert (param i32 i32))) (memory 1) (data (i32.const 8) "no coins\\00")
      (func $pay (call $assert (i32.const 0) (i32.const 8)))
      (func (export "apply") (param i64 i64 i64) (call $pay)))`,
  );
  const thrown = exceptionOf(() =>
    executeOn(engine, { code, host: new MemoryHost(), contract: 800n, action: 'transfer' }),
  );
  assert.is(thrown.code, 3050012);
  assert.is(
    thrown.message,
    'no coins (contract 0-800, action transfer, receiver 1234-5, function pay (1), which called wasm_assert)',
  );
  assert.match(
    thrown.detail,
    /^\n\(3050012\) wasm_assert_exception\nwasm\/host\/wasm_assert {43}: no coins\nwasm\/engine/,
  );
});

test('trap, out of fuel, out of memory, out of stack and a failed assertion are told apart', () => {
  const bodies: Readonly<Record<string, string>> = {
    trap: 'unreachable',
    fuel: '(loop (br 0))',
    memory: '(drop (memory.grow (i32.const 999))) unreachable',
    stack: '(call $apply (i64.const 0) (i64.const 0) (i64.const 0))',
    assertion: '(call $assert (i32.const 0) (i32.const 0))',
  };
  const told = Object.values(bodies).map(body => {
    const code = assemble(
      `(module (import "env" "wasm_assert" (func $assert (param i32 i32))) (memory 1)
        (func $apply (export "apply") (param i64 i64 i64) ${body}))`,
    );
    const thrown = exceptionOf(() => executeOn(engine, { code, host: new MemoryHost() }));
    return `${thrown.code} ${thrown.message.split(':')[0]!.split(' (')[0]}`;
  });
  assert.equal(told, [
    '3070002 trap',
    '3080008 out of fuel',
    '3070008 out of memory',
    '3070002 out of stack',
    '3050012 ',
  ]);
});

test('an error of the host is no exception of the contract', () => {
  const host = new MemoryHost();
  host.isAccount = () => {
    throw new RangeError('a bug');
  };
  const code = assemble(
    `(module (import "env" "is_account" (func $is (param i64) (result i32)))
      (func (export "apply") (param i64 i64 i64) (drop (call $is (i64.const 1)))))`,
  );
  assert.throws(
    () => executeOn(engine, { code, host }),
    (error: unknown) => error instanceof RangeError && !(error instanceof ContractException),
  );
});

test('a run within a run has its own host', () => {
  const inner = assemble(
    `(module (import "env" "printui" (func $print (param i64)))
      (func (export "apply") (param i64 i64 i64) (call $print (local.get 0))))`,
  );
  const outer = assemble(
    `(module (import "env" "is_account" (func $is (param i64) (result i32))) (import "env" "printui" (func $print (param i64)))
      (func (export "apply") (param i64 i64 i64) (drop (call $is (i64.const 1))) (call $print (i64.const 7))))`,
  );
  const [host, innerHost] = [new MemoryHost(), new MemoryHost()];
  host.isAccount = () => {
    executeOn(engine, { code: inner, host: innerHost, receiver: 42n });
    return true;
  };
  executeOn(engine, { code: outer, host });
  assert.equal([host.console, innerHost.console], ['7', '42']);
});

test('what only the system can import does not link for others, even where the system has run it', () => {
  const code = assemble(
    `(module (import "sys" "base_coin" (func $coin (result i64)))
      (func (export "apply") (param i64 i64 i64) (drop (call $coin))))`,
  );
  const host = new MemoryHost();
  host.system = new MemorySystem(host.accounts);
  executeOn(engine, { code, host });
  assertThrows(() => executeOn(engine, { code, host: new MemoryHost() }), 'code_parse_exception', /sys/);
  assertThrows(() => engine.deploy(code, ABI), 'code_parse_exception');
});

test('deployment checks code and ABI', () => {
  engine.deploy(EMPTY, ABI);
  assertThrows(() => engine.deploy(Buffer.from('print("lua")'), ABI), 'code_parse_exception', /magic number/);
  assertThrows(
    () => engine.deploy(EMPTY, Buffer.from([0, 0, 0, 0, 0, 0])),
    'unsupported_abi_version_exception',
  );
  assertThrows(() => engine.deploy(EMPTY, Buffer.alloc(0)), 'wasm_assert_exception');
  assertThrows(
    () => engine.deploy(EMPTY, Buffer.concat([ABI.subarray(0, 14), Buffer.from([1, 1])])),
    'wasm_assert_exception',
  );
});

test('modules are compiled once, and those not used for longest are dropped', () => {
  const module = (n: number): Buffer =>
    assemble(`(module (func (export "apply") (param i64 i64 i64) (drop (i32.const ${n}))))`);
  const cache = new ModuleCache(10_000);
  const get = (n: number): object => cache.get(contractCode(module(n)), 'contract', CONTRACT_IMPORTS);
  const first = get(0);
  assert.is(get(0), first);
  for (let n = 1; n < 100; n++) get(n);
  assert.ok(cache.size > 1 && cache.size < 20);
  assert.is.not(get(0), first);
});

test('thousands of instances leave no memory behind', () => {
  const code = assemble('(module (memory 16) (func (export "apply") (param i64 i64 i64)))');
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 5000; i++) executeOn(engine, { code, host: new MemoryHost() });
  assert.ok(process.memoryUsage().rss - before < 1_000_000_000);
});

test.run();
