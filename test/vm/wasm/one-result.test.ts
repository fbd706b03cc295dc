import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { STACK } from '../../../vm/wasm/module/limits.js';
import { useSinglePassCompiler } from '../../../vm/wasm/single-pass.js';
import { scaled } from '../../support/random/scale.js';
import { deepContracts } from '../../support/wasm/deep-calls.js';
import { hostileContracts } from '../../support/wasm/hostile-contracts.js';
import { assemble } from '../../support/wasm/wat.js';

/*
 * What a contract does must not depend on how V8 compiles it, on how often it has run or on how much
 * stack there is. Contracts that need all the stack they can get run in processes of their own, with other
 * flags each; every process reports the same, or does not start and says which flag is in the way.
 */

const test = suite('one result everywhere');
const SCRIPT = join(import.meta.dirname, '../../support/wasm/deep-calls-report.js');

const deep = deepContracts();
const hostile = hostileContracts();
const contracts = {
  ...deep,
  contracts: {
    ...deep.contracts,
    ...Object.fromEntries([...hostile].map(([what, code]) => [what, code.toString('base64')])),
  },
};
const input = JSON.stringify(contracts);

function report(...flags: readonly string[]): { readonly output: string; readonly errors: string } {
  const child = spawnSync(process.execPath, [...flags, SCRIPT], { encoding: 'utf8', env: {}, input });
  return { output: child.stdout, errors: child.stderr };
}

/** The first ones are tried in each run of the tests, all of them in long runs: each is a process of several seconds. */
const FLAGS: readonly (readonly string[])[] = [
  ['--liftoff-only'],
  ['--no-liftoff'],
  ['--stack-size=750'],
  ['--no-wasm-tier-up', '--wasm-tier-mask-for-testing=-1'],
  ['--wasm-tiering-budget=1', '--no-wasm-lazy-compilation'],
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

test('edges of numbers, memory, tables and the host end by the rules, and NaN has one form', () => {
  const results = JSON.parse(usual.output) as Record<string, string>;
  const CANONICAL = (0x7ff8n << 48n).toString();
  assert.ok(hostile.size > 70);
  // Thirty results that are computed are the canonical NaN; those of abs, neg and copysign keep their bits.
  assert.ok(results['NaN of f64']!.split(CANONICAL).length > 30, results['NaN of f64']);
  assert.match(results['NaN that is only carried']!, new RegExp(((0x7ff4n << 48n) | 1n).toString()));
  assert.match(results['a float that is no integer']!, /^wasm_execution_error: trap/);
  assert.match(results['an address that would wrap']!, /^wasm_memory_exception/);
  assert.match(
    results['a length that is negative']!,
    /^wasm_api_data_size_exceeds_exception: an argument of 4294967295 bytes/,
  );
  assert.match(results['a start function that ends the run']!, /^\d+ steps, 0 rows, $/);
  assert.match(results['a start function that calls itself']!, /out of stack/);
  assert.match(results['an action with four thousand million authorizations']!, /^wasm_assert_exception/);
});

for (const flags of FLAGS.slice(0, scaled(3, FLAGS.length))) {
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
