import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { convertWords } from '../../src/cli/convert.js';
import { AREAS } from '../../src/rpc/areas.js';
import { MIN_CONFIRMATIONS } from '../../src/rpc/declaration/common-parameters.js';
import { type DeclaredArea, defineMethods } from '../../src/rpc/declaration/method.js';
import * as p from '../../src/rpc/declaration/parameters/index.js';
import { MethodRegistry } from '../../src/rpc/declaration/registry.js';
import * as r from '../../src/rpc/declaration/result-types/index.js';
import { readVectors } from '../support/vectors/vectors.js';

const HASH = 'ab'.repeat(32);

const forms = defineMethods({
  forms: {
    summary: 'One parameter of each form.',
    params: [
      { name: 'text', type: p.string, summary: '' },
      { name: 'flag', type: p.bool, summary: '' },
      { name: 'number', type: p.uint64, summary: '' },
      { name: 'list', type: p.jsonArray, summary: '' },
      { name: 'block', type: p.heightOrHash, summary: '' },
      { name: 'either', type: p.textOrInteger, summary: '' },
      { name: 'record', type: p.object, summary: '' },
    ],
    result: r.any('none'),
    errors: [],
    examples: [],
    touches: ['reads', 'node'],
  },
});
const registry = new MethodRegistry<DeclaredArea>([{ title: 'Forms', methods: forms }]);

/** What the word at an index becomes, or the error. */
function word(index: number, text: string): unknown {
  try {
    const words = [...Array(index).keys()].map(i => ['x', 'true', '1', '[]', '1', 'x', '{}'][i]!);
    return convertWords('forms', [...words, text], registry)[index];
  } catch (error) {
    return (error as Error).message;
  }
}

const GOOD: [index: number, text: string, value: unknown][] = [
  [0, '5', '5'],
  [0, '-x', '-x'],
  [1, 'true', true],
  [1, '"false"', false],
  [2, '5', 5],
  [2, ' -7 ', -7],
  [2, '"5"', 5],
  [2, '"\\"5\\""', 5],
  [2, '9007199254740993', 9007199254740993n],
  [3, '[1,"a"]', [1, 'a']],
  [3, '"[1]"', [1]],
  [4, '100', 100],
  [4, HASH, HASH],
  [4, '1'.repeat(32), '1'.repeat(32)],
  [5, '100', 100],
  [5, 'WICC:5', 'WICC:5'],
  [5, '-5', '-5'],
];

for (const [index, text, value] of GOOD) {
  test(`${forms.forms.params[index]!.name}: ${text} is accepted`, () => {
    assert.equal(word(index, text), value);
  });
}

const BAD: [index: number, text: string][] = [
  [1, '1'],
  [1, 'True'],
  [1, '""'],
  [2, '1.5'],
  [2, 'x'],
  [2, ''],
  [2, '5 6'],
  [2, '"x"'],
  [2, '99999999999999999999'],
  [3, '{}'],
  [3, '[1'],
  [4, 'abc'],
  [6, '[]'],
];

for (const [index, text] of BAD) {
  test(`${forms.forms.params[index]!.name}: ${text} is refused`, () => {
    assert.is(word(index, text), `Error parsing JSON:${text}`);
  });
}

test('a number that means an integer is one', () => {
  assert.is(word(2, '1.0'), 1);
  assert.is(word(2, '1e3'), 1000);
});

test('words beyond the declared parameters and of unknown methods stay text', () => {
  assert.equal(convertWords('nosuch', ['1', 'true'], registry), ['1', 'true']);
  assert.equal(convertWords('forms', ['x', 'true', '1', '[]', '1', 'x', '{}', '8'], registry).at(-1), '8');
});

/**
 * Where the declarations convert less: `listaddr` takes no parameter at all (spec 02 §5.5), and the
 * digits of an amount of coins mean the same as a text, which can name another unit (spec 02 §3.1).
 * `listcontracts` has a parameter that the reference does not know, as others have `min_confirmations`.
 */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listaddr: {},
  listcontracts: { 0: 'boolean', 1: 'integer' },
  submitcontractcalltx: { 5: 'integer' },
  submitluacontractcalltx: { 5: 'integer' },
};

test('the declarations give the conversions of the reference (spec 02 §2.3)', () => {
  const declared = new MethodRegistry<DeclaredArea>(AREAS);
  let compared = 0;
  for (const [name, expected] of Object.entries(
    readVectors<Record<string, Record<string, string>>>('command-line-forms'),
  )) {
    const method = declared.find(name);
    if (method === undefined) continue;
    compared++;
    const actual: Record<string, string> = {};
    for (const [index, { name: parameter, type }] of method.declaration.params.entries()) {
      if (type.commandLine !== 'string' && parameter !== MIN_CONFIRMATIONS.name)
        actual[index] = type.commandLine;
    }
    assert.equal([name, actual], [name, EXCEPTIONS[name] ?? expected]);
  }
  assert.ok(compared > 0);
});

test.run();
