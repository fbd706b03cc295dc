import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/*
 * Contracts choose the texts that vm/lua works on: what takes longer than in proportion to a text, or goes through
 * one that nobody pays for, must not be used there. Every use that remains is listed with its reason.
 */

const ROOT = join('vm', 'lua');
const SUSPECT =
  /\.(indexOf|lastIndexOf|includes|split|replaceAll|replace|search|matchAll|startsWith|endsWith)\(|new RegExp\(|[=(:!&|,]\s*\/(?![/*])[^/\n]+\/[dgimsuvy]*\.?(test|exec)?\b|\.(test|exec)\(/;

/** Uses by file, each a part of its line, and why it is no danger. */
const ALLOWED: Readonly<Record<string, readonly (readonly [use: string, why: string])[]>> = {
  'bytecode/debug-names.ts': [
    ["string.bytes.indexOf('\\0')", 'a name in the code, only in an error, charged with it'],
    ["source.startsWith('=')", 'one character'],
    ["startsWith('@')", 'one character'],
    [
      "text.indexOf('\\0')",
      'of a text cut to what is shown; file names are never chosen by contracts at full length',
    ],
    ["cText.indexOf('\\n')", 'of a text cut to what is shown'],
  ],
  'compile/compile.ts': [
    ['text.indexOf(word', 'words of at most six letters, once through a source of at most 64 KiB'],
    ['SYNTAX_STATUSES.includes', 'two numbers'],
    ["message.replace(': too many JS levels", "the compiler's own message"],
  ],
  'lib/base.ts': [
    ["startsWith('#')", 'one character'],
    ["mode.includes('t')", 'charged by length before'],
  ],
  'lib/c-string.ts': [['seen.indexOf(ZERO)', 'one character, up to a limit']],
  'lib/find-text.ts': [
    ['text.indexOf(pattern, from)', 'a pattern of at most four characters, charged before'],
  ],
  'lib/format.ts': [
    ['FLAGS.includes', 'five flags'],
    ['item.flags.includes', 'at most five flags'],
    ["startsWith('-')", 'one character'],
    [".replace('-', '')", 'a number of at most 20 digits'],
    ['/^[-+ ]?(?:0[xX])?/.exec', 'at most three characters'],
    ['template.indexOf(ESCAPE, at)', 'one character; the format is passed once'],
  ],
  'lib/math.ts': [['sources.includes', 'two values']],
  'lib/pack.ts': [
    ["text.includes('\\0')", 'one character, charged by length before'],
    ["bytes.indexOf('\\0', at)", 'one character; what is passed becomes a string that is paid for'],
  ],
  'lib/string.ts': [
    ['SPECIALS.includes', 'eight characters'],
    ["pattern.startsWith('^')", 'one character'],
  ],
  'machine/environment.ts': [['hostModuleNames.includes', 'names of this program']],
  'run-contract.ts': [['UNPREFIXED.includes', 'two texts of this program']],
  'machine/heap.ts': [["template.split('%s')", 'a message of this program']],
  'value/describe.ts': [['NAME.test(key.bytes)', 'a text of at most 60 bytes']],
  'value/number/exact.ts': [['/^0*$/.test', 'the digits of a double']],
  'value/number/format.ts': [
    ['.test(text)', 'the text of a double'],
    [".replace('.', '')", 'the text of a double'],
    ["longer.indexOf('e')", 'the text of a double'],
    ["text.indexOf('e')", 'the text of a double'],
    ["fraction.replace(/0+$/, '')", 'at most 120 digits of a double'],
  ],
};

function* sources(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (entry.name.endsWith('.ts')) yield path;
  }
}

/** Folders whose texts come from this program, from the compiler or have at most 500 bytes. */
const OWN_TEXTS = /^(jit|coverage|tracing|mylib)\//;

test('no file of vm/lua uses a text function on texts of contracts without a reason', () => {
  const unexplained: string[] = [];
  const used = new Set<string>();
  for (const path of sources(ROOT)) {
    const file = relative(ROOT, path).replaceAll('\\', '/');
    if (OWN_TEXTS.test(file)) continue;
    readFileSync(path, 'utf8')
      .split('\n')
      .forEach((line, n) => {
        const isComment = /^\s*(\*|\/\/|\/\*)/.test(line);
        if (isComment || !SUSPECT.test(line)) return;
        const reason = ALLOWED[file]?.find(([use]) => line.includes(use));
        if (reason === undefined) unexplained.push(`${file}:${n + 1}: ${line.trim()}`);
        else used.add(`${file} ${reason[0]}`);
      });
  }
  assert.equal(unexplained, []);
  const listed = Object.entries(ALLOWED).flatMap(([file, uses]) => uses.map(([use]) => `${file} ${use}`));
  assert.equal(
    listed.filter(use => !used.has(use)),
    [],
    'reasons for uses that are gone',
  );
});

test.run();
