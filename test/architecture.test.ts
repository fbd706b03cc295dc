import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../src/config/package-root.js';

/*
 * What docs/ARCHITECTURE.md says of the rooms of this program, held against its sources.
 */

const test = suite('architecture');
const ROOT = packageRoot();
const MAP = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');

/** By file, the files of this project that it imports: values and types, at once or with `import()`. */
const IMPORTS: ReadonlyMap<string, readonly string[]> = new Map(
  ['src', 'vm'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'))
      .map(name => join(folder, name))
      .map(file => [file, importsOf(file)] as const),
  ),
);

/** Paths such as `src/tx/block.ts`. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), 'utf8');
  const named = source.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^import\s+)'(\.[^']*)'/gm);
  return [...named].map(([, path]) => normalize(join(dirname(file), path!)).replace(/\.js$/, '.ts'));
}

/** The room of a file; the composition root belongs to the room of what it needs beside the others. */
function roomOf(file: string): string {
  if (file === 'src/node.ts') return 'node';
  const [first, second] = file.split('/');
  return first === 'vm' ? 'vm' : second!;
}

function roomsInOrder(): string[] {
  const row = /^`(cli -> .*)`$/m.exec(MAP);
  return row![1]!.split(' -> ');
}

test('every room is in the row and on the map of the house, and there are no others', () => {
  const rooms = new Set([...IMPORTS.keys()].map(roomOf));
  assert.equal([...rooms].sort(), roomsInOrder().sort());
  for (const room of rooms) assert.match(MAP, new RegExp(`^ *${room}/ `, 'm'), room);
});

test('a room imports only from rooms behind it', () => {
  const order = roomsInOrder();
  const wrong = [...IMPORTS].flatMap(([file, imports]) =>
    imports
      .filter(target => order.indexOf(roomOf(target)) < order.indexOf(roomOf(file)))
      .map(target => `${file} imports ${target}`),
  );
  assert.equal(wrong, []);
});

test('every import names a file that there is', () => {
  const missing = [...IMPORTS].flatMap(([file, imports]) =>
    imports
      .filter(target => target.endsWith('.ts') && !IMPORTS.has(target))
      .map(target => `${file}: ${target}`),
  );
  assert.equal(missing, []);
  assert.ok([...IMPORTS.values()].flat().length > 3_000, 'imports are found');
});

test('no files import each other in a circle, be it types or what is loaded when it is needed', () => {
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string): void => {
    if (done.has(file)) return;
    const from = way.indexOf(file);
    if (from !== -1) assert.unreachable([...way.slice(from), file].join(' -> '));
    way.push(file);
    for (const target of IMPORTS.get(file) ?? []) visit(target);
    way.pop();
    done.add(file);
  };
  for (const file of IMPORTS.keys()) visit(file);
});

test('files that the map names exist', () => {
  const named = [...MAP.matchAll(/`([a-z][a-z-]*(?:\/[a-z-]+)+\.ts)`/g)].map(([, path]) => path!);
  assert.ok(named.length > 5);
  for (const path of named) assert.ok(IMPORTS.has(path) || IMPORTS.has(`src/${path}`), path);
});

/** Rooms whose outcome the chain alone decides. */
const DETERMINISTIC = ['ledger', 'vm', 'state', 'tx', 'codec'];
/** What differs from one run, machine or place to the next. */
const FROM_OUTSIDE =
  /\bperformance\b|\bDate\.now\b|\bnew Date\(\)|\bhrtime\b|\bMath\.random\b|\brandomBytes\b|\bset(Timeout|Immediate|Interval)\b|\bIntl\b|\blocaleCompare\b|\btoLocale/;

test('rooms that execute have no clock, no randomness and no locale', () => {
  const wrong = [...IMPORTS.keys()].filter(
    file => DETERMINISTIC.includes(roomOf(file)) && FROM_OUTSIDE.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  assert.equal(wrong, []);
});

/** The files that make objects of a class. */
function makersOf(name: string): string[] {
  const files = [...IMPORTS.keys()];
  return files.filter(file => readFileSync(join(ROOT, file), 'utf8').includes(`new ${name}(`));
}

test('one function executes transactions: it alone makes what they see of the ledger', () => {
  assert.equal(makersOf('TransactionContext'), ['src/ledger/execute-transaction.ts']);
});

test('the parts of a node are put together in one place', () => {
  assert.equal(makersOf('Mempool'), ['src/node/build-core.ts']);
  assert.equal(makersOf('VerifyPool'), ['src/node/build-core.ts']);
  assert.equal(makersOf('SoloConsensus'), ['src/consensus/drivers.ts']);
  assert.equal(makersOf('PriceFeeder'), ['src/node/build-node.ts']);
});

test.run();
