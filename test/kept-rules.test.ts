import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { REGTEST } from '../src/config/networks/regtest.js';
import { packageRoot } from '../src/config/package-root.js';

/*
 * Rules of the reference that are kept although users would not expect them. Each row of the specification that says so
 * has a sentence in the help of the methods that it concerns, and one in docs/safety-of-money.md.
 */

const ROOT = packageRoot();
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Told {
  /** By chapter and row, as docs/safety-of-money.md cites it. */
  readonly row: string;
  /** What the help of each of the methods says. */
  readonly help: RegExp;
  readonly methods: readonly string[];
}

const TOLD: readonly Told[] = [
  {
    row: 'spec 07 U11',
    help: /115 restricts its maker and nobody else/,
    methods: ['submitutxotransfertx'],
  },
  {
    row: 'spec 06 §1, row 28',
    help: /the settler alone decides/,
    methods: [
      'submitdexsettletx',
      'submitdexbuylimitordertx',
      'submitdexselllimitordertx',
      'submitdexbuymarketordertx',
      'submitdexsellmarketordertx',
    ],
  },
  {
    row: 'spec 05 §1, row 10',
    help: /The value 0 counts as the default/,
    methods: ['submitparamgovernproposal', 'submitcdpparamgovernproposal'],
  },
  // Mended here, and told where the rule is listed.
  { row: 'spec 04 O25', help: /freezesHold/, methods: [] },
];

/** Rows of the tables of questions whose decision is to keep the rule and to document it. */
function documentedRows(): string[] {
  return readdirSync(join(ROOT, 'docs/spec')).flatMap(file =>
    text(`docs/spec/${file}`)
      .split('\n')
      .filter(line => line.startsWith('|') && /keep\b.*document|; document for/i.test(line))
      .map(line => {
        const name = line.split('|')[1]!.trim();
        return `spec ${file.slice(0, 2)} ${/^\d+$/.test(name) ? `§1, row ${name}` : name}`;
      }),
  );
}

test('every row that is kept and documented is told in help and in docs/safety-of-money.md', () => {
  assert.equal(documentedRows().toSorted(), TOLD.map(({ row }) => row).toSorted());
  const methods = text('docs/rpc.md').split(/^### /m);
  const safety = text('docs/safety-of-money.md');
  for (const { row, help, methods: concerned } of TOLD) {
    assert.ok(safety.includes(`(${row})`), row);
    for (const name of concerned) {
      const section = methods.find(one => one.startsWith(`${name}\n`));
      assert.match(section ?? '', help, `${name}: ${row}`);
    }
  }
});

test('docs/running.md has every rule that differs, with the behaviour of the reference beside it', () => {
  const rows = text('docs/running.md').split('\n');
  for (const rule of Object.keys(REGTEST.mended)) {
    const row = rows.find(line => line.startsWith('| `') && line.includes(`\`${rule}\``));
    assert.is(row?.split('|').filter(cell => cell.trim() !== '').length, 3, rule);
  }
});

test.run();
