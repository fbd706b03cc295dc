import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { plainNames, recordedLibrary } from '../../../support/lua/recorded-library.js';
import { showOutcome } from '../../../support/lua/run-lua.js';
import { scaled } from '../../../support/random/scale.js';

/** How many programs the recording has: a truncated file must not pass. */
const LEAST_PROGRAMS = 25_000;
/** Every one of so many is tried at normal volume, all at full volume. */
const EVERY = Math.max(1, Math.round(12 / scaled(1, 12)));

test('functions, operators and error texts are those of a real Lua, argument by argument', () => {
  const programs = recordedLibrary();
  assert.ok(programs.length >= LEAST_PROGRAMS);
  const failures: string[] = [];
  let tried = 0;
  programs.forEach(([source, lua536, lua531], n) => {
    if (n % EVERY !== 0) return;
    tried++;
    const shown = plainNames(showOutcome(Buffer.from(source)));
    const expected = lua531 ?? lua536;
    if (shown.join('\x01') !== expected.join('\x01')) {
      failures.push(`${source}\n  expected ${expected.join(', ')}\n  actual   ${shown.join(', ')}`);
    }
  });
  console.log(`lua53-library: ${tried - failures.length} of ${tried}`);
  assert.is(failures.length, 0, failures.slice(0, 5).join('\n'));
});

test('the recording has programs where Lua 5.3.1 and 5.3.6 differ, and says what each gives', () => {
  const differing = recordedLibrary().filter(([, , lua531]) => lua531 !== undefined);
  assert.ok(differing.length > 100);
  for (const [source, lua536, lua531] of differing) assert.is.not(lua536.join(), lua531!.join(), source);
});

test.run();
