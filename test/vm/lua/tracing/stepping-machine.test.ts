import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileContract } from '../../../../vm/lua/contract.js';
import { Machine } from '../../../../vm/lua/machine/machine.js';
import type { MachineRequest } from '../../../../vm/lua/machine/request.js';
import { type LuaLineObserver, SteppingMachine } from '../../../../vm/lua/tracing/stepping-machine.js';
import { describeValue } from '../../../../vm/lua/value/describe.js';
import { generateProgram } from '../../../support/lua/lua-generator.js';
import { SILENT_ENVIRONMENT } from '../../../support/lua/run-lua.js';
import { scaled } from '../../../support/random/scale.js';

const request = (fuelLimit: number): MachineRequest => ({
  environment: SILENT_ENVIRONMENT,
  fuelLimit,
  context: undefined,
});

/** Looks at everything at each line. */
function looking(): LuaLineObserver<undefined> & { lines: number; readonly failures: string[] } {
  return {
    lines: 0,
    failures: [],
    line(run) {
      this.lines++;
      for (const { locals, upvalues, varargs = [] } of run.frames()) {
        for (const { value } of [...locals, ...upvalues]) describeValue(value);
        for (const value of varargs) describeValue(value);
      }
      assert.ok(run.fuel >= 0);
    },
    failed(_, message) {
      this.failures.push(message);
    },
  };
}

test('whoever looks at each line changes neither result nor fuel nor work, with and without enough fuel', () => {
  let failed = 0;
  for (let seed = 1; seed <= scaled(60, 5_000); seed++) {
    const code = compileContract(Uint8Array.from(Buffer.from(generateProgram(seed), 'latin1')));
    for (const limit of [60_000, 3_000]) {
      const plain = new Machine(request(limit));
      const expected = plain.run(code);
      const observer = looking();
      const observed = new SteppingMachine(request(limit), observer);
      const outcome = observed.run(code);
      const seen = ({ fuel, ...rest }: typeof outcome) => ({
        fuel,
        text: rest.ok
          ? rest.values.map(value => describeValue(value))
          : [rest.kind, rest.message, rest.traceback],
      });
      assert.equal(seen(outcome), seen(expected), `seed ${seed}`);
      assert.is(observed.workDone, plain.workDone, `seed ${seed}`);
      assert.is(observer.failures.length, outcome.ok ? 0 : 1);
      assert.ok(observer.lines > 0);
      failed += observer.failures.length;
    }
  }
  assert.ok(failed > 0);
});

/** The lines of a program in the order in which they run, with their levels. */
function trace(source: string): string[] {
  const seen: string[] = [];
  const observer: LuaLineObserver<undefined> = {
    line: (run, line, level) => {
      const [frame] = run.frames();
      seen.push(
        `${level}:${line} ${frame!.locals.map(({ name, value }) => `${name}=${describeValue(value)}`).join(' ')}`.trim(),
      );
    },
    failed: () => seen.push('failed'),
  };
  new SteppingMachine(request(1_000_000), observer).run(compileContract(Buffer.from(source)));
  return seen;
}

test('a line is seen when it begins: once where it is left and returned to, again in each turn of a loop', () => {
  const source = `local function f(n)
  local m = n + 1
  return m
end
local x = f(1) + f(2)
for i = 1, 2 do
  x = x + i
end
return x
`;
  assert.equal(trace(source), [
    // A function is made when its last line has been read.
    '1:4',
    '1:5 f=a function',
    '2:2 n=1',
    '2:3 n=1 m=2',
    '2:2 n=2',
    '2:3 n=2 m=3',
    '1:6 f=a function x=5',
    '1:7 f=a function x=5 i=1',
    '1:6 f=a function x=6',
    '1:7 f=a function x=6 i=2',
    '1:6 f=a function x=8',
    '1:9 f=a function x=8',
  ]);
});

test('of two variables with a name both are there, and what failed is seen where it failed', () => {
  assert.equal(trace('local a = 1\ndo\n  local a = a + 1\n  error(a)\nend\n'), [
    '1:1',
    '1:3 a=1',
    '1:4 a=1 a=2',
    'failed',
  ]);
});

test.run();
