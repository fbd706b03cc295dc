import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../src/config/package-root.js';

/*
 * Code, tests and documents cite the specification by chapter and section (`spec 06 §7.2`), by row of
 * its tables of questions (`spec 07 U3`) and by decision (`decision D22`). Every citation leads somewhere.
 */

const test = suite('specification');
const ROOT = packageRoot();
const SPECIFICATION = 'docs/spec';
/** Holds the rows W1 to W33 that are cited as rows of chapter 02. */
const WORKFLOWS = 'docs/design/workflows.md';
const DECISIONS = '00-decisions.md';

interface Chapter {
  readonly file: string;
  readonly text: string;
  /** Numbers of its headings, such as `8.8a`. */
  readonly sections: ReadonlySet<string>;
  /** Names of the rows of its tables, such as `O-12` or `U3`. */
  readonly rows: ReadonlySet<string>;
}

/** By two digits. */
const CHAPTERS: ReadonlyMap<string, Chapter> = new Map(
  readdirSync(join(ROOT, SPECIFICATION))
    .filter(file => /^0[1-9]-/.test(file))
    .map(file => {
      const text = readFileSync(join(ROOT, SPECIFICATION, file), 'utf8');
      const sections = [...text.matchAll(/^#+ (?:§)?(\d+(?:\.\d+)*[a-z]?)[. ]/gm)].map(match => match[1]!);
      const tables = file === '02-rpc.md' ? text + readFileSync(join(ROOT, WORKFLOWS), 'utf8') : text;
      const rows = [...tables.matchAll(/^\| \**([A-Z]{1,2}-?\d+)\** \|/gm)].map(match => match[1]!);
      return [file.slice(0, 2), { file, text, sections: new Set(sections), rows: new Set(rows) }] as const;
    }),
);

/** Numbers of the decisions, with the cell that says where the rule stands. */
const DECIDED: ReadonlyMap<string, string> = new Map(
  [
    ...readFileSync(join(ROOT, SPECIFICATION, DECISIONS), 'utf8').matchAll(/^\| (D\d+) \|.*\| ([^|]+) \|$/gm),
  ].map(([, name, place]) => [name!, place!] as const),
);

const SECTION = '§\\d+(?:\\.\\d+)*[a-z]?';
const ROW = '[A-Z]{1,2}-?\\d{1,2}\\b';
const LIST = `(?:${SECTION}|${ROW})(?:(?:,| and| to| or|,? rows? \\d+(?: and \\d+)?,?)? (?:${SECTION}|${ROW}))*`;

function files(folder: string, ending: RegExp): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => ending.test(name) && !name.includes('node_modules') && !name.startsWith('vectors/'))
    .map(name => join(folder, name));
}

/** The text of a file in which a comment that goes on in the next line is one line. */
function flowing(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replaceAll(/\n\s*(?:\*|\/\/|--)?[ \t]*/g, ' ');
}

/** What is wrong with a list of sections and rows of a chapter. */
function unresolved(chapter: string, list: string): string[] {
  const { sections, rows } = CHAPTERS.get(chapter) ?? { sections: new Set(), rows: new Set() };
  const places = list.match(new RegExp(`${SECTION}|${ROW}`, 'g')) ?? [];
  return places
    .filter(
      place =>
        !(place.startsWith('§') ? sections.has(place.slice(1)) : rows.has(place) || DECIDED.has(place)),
    )
    .map(place => `spec ${chapter} ${place}`);
}

const CITING = [
  ...['src', 'vm', 'test', 'bench'].flatMap(folder => files(folder, /\.(ts|lua)$/)),
  ...files('contracts', /\.(ts|lua|md)$/),
  ...files('docs', /\.md$/),
  'README.md',
  'CONTRIBUTING.md',
].filter(file => !file.endsWith('specification.test.ts'));

test('every section and row of the specification that is cited exists', () => {
  const citation = new RegExp(`\\b(?:spec )?(0[1-8]) (${LIST})`, 'gi');
  const wrong = CITING.flatMap(file =>
    [...flowing(file).matchAll(citation)].flatMap(([, chapter, list]) =>
      unresolved(chapter!, list!).map(place => `${file}: ${place}`),
    ),
  );
  assert.equal(wrong, []);
});

test('code cites the specification more than 800 times, and this test reads those citations', () => {
  const citation = new RegExp(`\\bspec 0[1-8] ${LIST}`, 'gi');
  const count = CITING.filter(file => /^(src|vm|test)\//.test(file)).reduce(
    (sum, file) => sum + [...flowing(file).matchAll(citation)].length,
    0,
  );
  assert.ok(count > 800, `${count} citations were read`);
});

test('a section that a chapter names without a number is one of its own', () => {
  const wrong = [...CHAPTERS.values()].flatMap(({ file, text, sections }) =>
    [...text.matchAll(/(?<!\b0\d (?:§[\d.a-z]+(?:,| and| to|\/)? ?)*)§(\d+(?:\.\d+)*[a-z]?)/g)]
      .filter(match => !sections.has(match[1]!))
      .map(match => `${file}: §${match[1]}`),
  );
  assert.equal(wrong, []);
});

test('every decision that is cited exists', () => {
  const wrong = CITING.flatMap(file =>
    [...flowing(file).matchAll(/(?:\bdecisions? |\b00 |\(|, )(D\d{1,2})\b(?![\w.-])/g)]
      .filter(match => !DECIDED.has(match[1]!))
      .map(match => `${file}: ${match[1]}`),
  );
  assert.equal(wrong, []);
});

test('every decision says where its rule stands, and the rule there names the decision', () => {
  assert.ok(DECIDED.size >= 41);
  for (const [name, place] of DECIDED) {
    const links = [...place.matchAll(/\b(0[1-8]) ((?:§[\d.]+[a-z]?(?:, )?)+)/g)];
    assert.ok(links.length > 0, `${name} names no section`);
    for (const [, chapter, list] of links) {
      assert.equal(unresolved(chapter!, list!), [], name);
      assert.match(
        CHAPTERS.get(chapter!)!.text,
        new RegExp(`\\b${name}\\b`),
        `${chapter} does not name ${name}`,
      );
    }
  }
});

test('no chapter leaves a rule that another text overrules', () => {
  for (const { file, text } of CHAPTERS.values()) assert.not.match(text, /overruled/i, file);
});

test('links of the specification and of the studies lead to files', () => {
  for (const file of files('docs', /^(spec|design)\/.*\.md$/)) {
    for (const [, target] of readFileSync(join(ROOT, file), 'utf8').matchAll(
      /\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g,
    )) {
      assert.ok(
        readdirSync(join(ROOT, file, '..', target!, '..')).includes(target!.split('/').at(-1)!),
        `${file}: ${target}`,
      );
    }
  }
});

test('files that ARCHITECTURE.md tells to read exist, and a transfer needs about 45', () => {
  const text = readFileSync(join(ROOT, 'docs/ARCHITECTURE.md'), 'utf8');
  const lists = text.slice(text.indexOf('## What to read'), text.indexOf('## Where new parts will stand'));
  const named = (part: string) => [...part.matchAll(/`((?:src|vm)\/[^`]+\.ts)`/g)].map(match => match[1]!);
  assert.equal(
    named(lists).filter(file => !existsSync(join(ROOT, file))),
    [],
  );
  const transfer = named(lists.slice(0, lists.indexOf('**A call of a Lua contract**')));
  assert.is(new Set(transfer).size, transfer.length);
  assert.ok(transfer.length >= 40 && transfer.length <= 50, `${transfer.length} files`);
});

test.run();
