import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { definitionOf, TRANSACTION_TYPES, TX } from '../../src/tx/transactions.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Every member of a definition that compiles, as its source. */
const MEMBERS: Readonly<Record<string, string>> = {
  type: '101',
  name: "'EXAMPLE_TX'",
  since: "'R3'",
  origin: "'sender'",
  senders: "['regid']",
  permission: "'none'",
  minimumFee: '{ reference: 1n, development: 1n, governable: true }',
  feeCheck: "'base'",
  feeDiscount: "'none'",
  contract: "'none'",
  validHeight: "'checked'",
  placement: "'by-fee-rate'",
  standardSize: '100_000',
  baseJson: 'true',
  fields: '{ version: varintSigned32 }',
  json: '() => ({})',
};

test('a definition that misses a fact does not compile', () => {
  const names = Object.keys(MEMBERS);
  assert.equal(compilerErrors(definitionWithout(undefined)), []);
  const errors = compilerErrors(...names.map(definitionWithout));
  for (const name of names) {
    const line = names.indexOf(name) + 2;
    const about = errors.filter(error => error.startsWith(`example.ts(${line},`)).join('\n');
    assert.match(about, `'${name}' is missing in type`, `without ${name}: ${about}`);
  }
});

test('a minimum fee has to be given for every schedule, a permission has to exist', () => {
  const wrong: readonly (readonly [member: string, value: string, message: RegExp])[] = [
    ['minimumFee', '{ reference: 1n, governable: true }', /'development' is missing/],
    ['minimumFee', '{ reference: 1n, development: 1n }', /'governable' is missing/],
    ['permission', "'FLY'", /'"FLY"' is not assignable/],
    ['since', "'R9'", /'"R9"' is not assignable/],
    ['senders', "['name']", /'"name"' is not assignable/],
  ];
  const errors = compilerErrors(
    ...wrong.map(([member, value]) => definition({ ...MEMBERS, [member]: value })),
  );
  for (const [index, [member, value, message]] of wrong.entries()) {
    const about = errors.filter(error => error.startsWith(`example.ts(${index + 2},`)).join('\n');
    assert.match(about, message, `${member}: ${value}`);
  }
});

test('types are listed by ascending number, and each is found by its number and by its name', () => {
  const numbers = TRANSACTION_TYPES.map(({ type }) => type);
  assert.equal(
    numbers,
    [...new Set(numbers)].sort((a, b) => a - b),
  );
  for (const definition of TRANSACTION_TYPES) {
    assert.is(definitionOf(definition.type), definition);
    assert.is(TX[definition.name.replace(/_TX$/, '') as keyof typeof TX], definition.type);
  }
});

test('what has no sender has no signature, permission or fee, and is named by nobody', () => {
  for (const { name, system, senders, permission, minimumFee, fieldNames } of TRANSACTION_TYPES) {
    assert.is(senders.length === 0, system, name);
    if (!system) assert.ok(fieldNames.includes('signature') && minimumFee.development > 0n, name);
    else assert.ok(permission === 'none' && minimumFee.reference === 0n && !minimumFee.governable, name);
  }
});

function definition(members: Readonly<Record<string, string>>): string {
  const list = Object.entries(members).map(([name, value]) => `${name}: ${value}`);
  return `defineTransaction({ ${list.join(', ')} });`;
}

function definitionWithout(left: string | undefined): string {
  return definition(Object.fromEntries(Object.entries(MEMBERS).filter(([name]) => name !== left)));
}

/** What the compiler says of definitions: the first stands in line 2, each in a line of its own. */
function compilerErrors(...definitions: readonly string[]): string[] {
  const directory = temporaryDirectory();
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  const [codec, tx] = ['codec/codec.js', 'tx/definition.js'].map(path => join(ROOT, 'dist/src', path));
  const imports = `import { varintSigned32 } from '${codec}'; import { defineTransaction } from '${tx}';`;
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(directory, 'example.ts'), [imports, ...definitions, 'void varintSigned32;'].join('\n'));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const options = [
    '--noEmit',
    '--pretty',
    'false',
    '--strict',
    '--target',
    'es2022',
    '--module',
    'nodenext',
    '--skipLibCheck',
  ];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [compiler, ...options, '--types', 'node', 'example.ts'],
    {
      cwd: directory,
      encoding: 'utf8',
    },
  );
  assert.is(stderr, '');
  // A message goes on in indented lines.
  return stdout.split(/\n(?! )/).filter(line => line !== '');
}

test.run();
