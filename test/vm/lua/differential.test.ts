import { spawnSync } from 'node:child_process';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { LuaString } from '../../../vm/lua/value/string.js';
import { generateProgram } from '../../support/lua/lua-generator.js';
import { escapeBytes, runLua } from '../../support/lua/run-lua.js';
import { scaled } from '../../support/random/scale.js';

/** Enough for programs that end by themselves; those that do not are left out. */
const PROGRAM_FUEL = 1_000_000;
/** Programs given to one process of lua5.3. */
const BATCH = 200;

const lua53 = spawnSync('lua5.3', ['-v'], { encoding: 'utf8' });
const isInstalled = lua53.error === undefined;
if (!isInstalled) console.log('lua5.3 is not installed (Debian package lua5.3): nothing is compared with it');

/** Runs programs in lua5.3 and gives what each returned first, or its error. */
function runTheirs(programs: readonly string[]): string[] {
  const script = `
    local function escape(s)
      return (s:gsub("[^ -~]", function(c) return ("\\\\x%02x"):format(c:byte()) end))
    end
    -- A long string drops the newline at its start.
    for _, program in ipairs({${programs.map(p => `[==[\n${p}]==]`).join(',\n')}}) do
      local ok, result = pcall(load(program, "line"))
      t_global, g_global = nil, nil
      print(escape((ok and "ok:" or "error:") .. (type(result) == "table" and "table" or tostring(result))))
    end`;
  const result = spawnSync('lua5.3', ['-'], { input: script, encoding: 'latin1', maxBuffer: 1 << 28 });
  assert.is(result.status, 0, result.stderr);
  return result.stdout.trimEnd().split('\n');
}

/** The same of our engine; undefined for a program that does not end. */
function runOurs(program: string): string | undefined {
  const outcome = runLua(program, { fuelLimit: PROGRAM_FUEL });
  if (outcome.ok) return `ok:${escapeAs53((outcome.values[0] as LuaString).bytes)}`;
  if (outcome.kind !== 'error') return undefined;
  return `error:${outcome.value instanceof LuaString ? escapeAs53(outcome.message) : 'table'}`;
}

const escapeAs53 = (text: string): string => escapeBytes(text).replaceAll('\\\\', '\\');

/** Which operand a NaN takes its sign from depends on how C was compiled. */
const withoutNaNSign = (text: string): string => text.replaceAll('-nan', 'nan');

if (isInstalled) {
  test('random programs give the same results as in lua5.3', () => {
    const total = scaled(1_000, 100_000);
    let compared = 0;
    for (let first = 1; first <= total; first += BATCH) {
      const programs: string[] = [];
      const ours: string[] = [];
      for (let seed = first; seed < Math.min(first + BATCH, total + 1); seed++) {
        const program = generateProgram(seed, true);
        const result = runOurs(program);
        if (result === undefined) continue;
        programs.push(program);
        ours.push(result);
      }
      const theirs = runTheirs(programs);
      ours.forEach((result, index) => {
        assert.is(withoutNaNSign(result), withoutNaNSign(theirs[index]!), programs[index]);
        compared++;
      });
    }
    console.log(`${compared} of ${total} programs end by themselves and were compared with lua5.3`);
    assert.ok(compared > total / 2);
  });
} else {
  test('without lua5.3 the vectors alone stand for it', () => {
    assert.is(isInstalled, false);
  });
}

test.run();
