import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lintLua } from '../../src/cli/contract/check/lint.js';
import { runCoind } from '../support/nodes/command-line.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/* The contracts of docs/gallery.md. What no test notices there is measured by hand: see the page. */

const test = suite('gallery');

const GALLERY = resolve('contracts', 'gallery');
const files = readdirSync(GALLERY);
const names = files.filter(file => file.endsWith('.lua')).map(file => basename(file, '.lua'));
const page = readFileSync('docs/gallery.md', 'utf8');

test('each contract has tests, a row of the page, and nothing else is there', () => {
  assert.equal(
    files.toSorted(),
    names.flatMap(name => [`${name}.lua`, `${name}.test.ts`]),
  );
  const rows = [...page.matchAll(/^\| \[`(.*?)`\]\(\.\.\/contracts\/gallery\/\1\.lua\)/gm)].map(
    ([, name]) => name,
  );
  assert.equal(rows.toSorted(), names.toSorted());
});

test('contracts say their methods, and coind contract check finds nothing in them', () => {
  for (const name of names) {
    const source = readFileSync(join(GALLERY, `${name}.lua`));
    assert.match(source.toString(), /^-- @methods$/m);
    assert.equal(lintLua(source), [], name);
  }
});

test('their tests pass', async () => {
  // In one process: loading the harness takes longer than all of them.
  const directory = temporaryDirectory();
  const imports = names.map(name => `import ${JSON.stringify(join(GALLERY, `${name}.test.ts`))};\n`);
  writeFileSync(join(directory, 'gallery.test.ts'), imports.join(''));
  const { code, output, errors } = await runCoind(directory, ['contract', 'test', '--no-coverage']);
  assert.is(code, 0, output + errors);
  const written = names
    .map(name => readFileSync(join(GALLERY, `${name}.test.ts`), 'utf8'))
    .reduce((sum, text) => sum + [...text.matchAll(/^test\('/gm)].length, 0);
  assert.match(output, new RegExp(`Passed: +${written}\\n`));
  assert.not.match(output, /Warning/);
});

test.run();
