import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { STACK } from '../../../vm/wasm/module/limits.js';
import { useSinglePassCompiler } from '../../../vm/wasm/single-pass.js';
import { deepContracts } from '../../support/wasm/deep-calls.js';
import { assemble } from '../../support/wasm/wat.js';

/*
 * What a contract does must not depend on how V8 compiles it, on how often it has run or on how much
 * stack there is. Contracts that need all the stack they can get run in processes of their own, with other
 * flags each; every process reports the same, or does not start and says which flag is in the way.
 */

const test = suite('one result everywhere');
const SCRIPT = join(import.meta.dirname, '../../support/wasm/deep-calls-report.js');

const contracts = deepContracts();
const input = JSON.stringify(contracts);

function report(...flags: readonly string[]): { readonly output: string; readonly errors: string } {
  const child = spawnSync(process.execPath, [...flags, SCRIPT], { encoding: 'utf8', env: {}, input });
  return { output: child.stdout, errors: child.stderr };
}

const FLAGS: readonly (readonly string[])[] = [
  ['--liftoff-only'],
  ['--no-liftoff'],
  ['--no-wasm-tier-up', '--wasm-tier-mask-for-testing=-1'],
  ['--wasm-tiering-budget=1', '--no-wasm-lazy-compilation'],
  ['--stack-size=750'],
  ['--stack-size=3900', '--stack-trace-limit=1'],
  ['--wasm-max-mem-pages=1', '--wasm-inlining', '--no-opt'],
];

const usual = report();

test('the deepest calls end by their own budget, never by the machine’s stack', () => {
  assert.is(usual.errors, '');
  const results = JSON.parse(usual.output) as Record<string, string>;
  assert.is(Object.keys(results).length, Object.keys(contracts.contracts).length + 1, usual.output);
  assert.match(results['2500 products, 200 deep']!, /^\d+ steps/);
  assert.match(results['the host, 245 deep']!, /^wasm_assert_exception/);
  assert.match(results['actions that follow from each other']!, /nested more than 4 deep/);
  for (const count of [3, 120, 246, 400, 512]) {
    assert.match(results[`${count} arguments`]!, /^wasm_execution_error: out of stack/);
    assert.match(results[`${count} floats through the table`]!, /^wasm_execution_error: out of stack/);
  }
});

for (const flags of FLAGS) {
  test(`${flags.join(' ')} changes nothing`, () => {
    const { output, errors } = report(...flags);
    assert.is(errors, '');
    assert.is(output, usual.output);
  });
}

test('a process without the stack that contracts need does not start, and names the flag', () => {
  const { output, errors } = report('--stack-size=500');
  assert.is(output, '');
  assert.match(errors, /contracts need a stack of \d+ KiB, which --stack-size gives less than/);
});

test('a process without WebAssembly does not start, and names the flag', () => {
  const { output, errors } = report('--jitless');
  assert.is(output, '');
  assert.match(errors, /--jitless/);
});

/** How often a function calls itself before the machine's stack is full. */
function depthOf(text: string): number {
  const bytes = assemble(text);
  const { nest, depth } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {}).exports as unknown as {
    readonly nest: () => void;
    readonly depth: WebAssembly.Global<number>;
  };
  assert.throws(
    () => nest(),
    (error: Error) => error instanceof RangeError,
  );
  return depth.value;
}

test('spec 04 §15.3: no function takes more of the machine’s stack than its budget', () => {
  useSinglePassCompiler();
  const count = `(global $d (export "depth") (mut i32) (i32.const 0))`;
  const step = '(global.set $d (i32.add (global.get $d) (i32.const 1)))';
  const stack =
    depthOf(`(module ${count} (func $f (export "nest") (local ${'i64 '.repeat(1018)}) ${step} (call $f)))`) *
    8192;
  for (const [parameters, locals, operands] of [
    [0, 0, 300],
    [0, 300, 0],
    [300, 0, 0],
    [512, 500, 500],
    [100, 200, 300],
    [512, 0, 1000],
    [7, 290, 3],
  ] as const) {
    for (const type of ['i32', 'i64', 'f32', 'f64']) {
      const consts = `(${type}.const 1) `;
      const depth =
        depthOf(`(module ${count} (func (export "nest") (drop (call $f ${consts.repeat(parameters)}))) (func $f (param ${`${type} `.repeat(parameters)}) (result ${type})
        (local ${`${type} `.repeat(locals)}) ${step} ${consts.repeat(operands)} (call $f ${consts.repeat(parameters)})
        ${`${type}.add `.repeat(operands)}))`);
      const budget = 8 * (parameters + locals + operands + 2 * parameters + STACK.frameOverhead);
      // One frame of either kind may be there in part.
      assert.ok(
        depth * budget + budget + 8192 >= stack,
        `${parameters}, ${locals}, ${operands} of ${type}: ${stack / depth} bytes, ${budget} are counted`,
      );
    }
  }
});

test.run();
