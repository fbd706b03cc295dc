import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { manualPage } from '../../src/cli/manual/manual-page.js';
import { OPTION_GROUPS } from '../../src/config/options.js';

test('docs/coind.1 is what the declarations say; npm run docs writes it', () => {
  assert.ok(readFileSync('docs/coind.1', 'utf8') === manualPage(), 'docs/coind.1 is stale: run npm run docs');
});

test('the manual page has every option, and man shows it without a warning', () => {
  const page = manualPage();
  const options = Object.values(OPTION_GROUPS).flatMap(group => Object.keys(group));
  for (const name of options) assert.ok(page.includes(`\n.B \\-${name}`), name);
  const { error, stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww'], {
    input: page,
    encoding: 'utf8',
  });
  if (error) {
    console.log('left out: groff is not installed');
    return;
  }
  assert.is(stderr, '');
  // Terminals of old show bold letters by printing them twice.
  const plain = stripVTControlCharacters(stdout)
    .split('\b')
    .map(part => part.slice(0, -1))
    .join('');
  assert.match(plain, /datadir=<path>/);
});

test.run();
