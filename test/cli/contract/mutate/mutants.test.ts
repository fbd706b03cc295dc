import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assemblyScriptMutants } from '../../../../src/cli/contract/mutate/assembly-script-mutants.js';
import { luaMutants } from '../../../../src/cli/contract/mutate/lua-mutants.js';
import { type Mutant, mutatedText } from '../../../../src/cli/contract/mutate/mutant.js';
import { MUTATION_OPERATORS } from '../../../../src/cli/contract/mutate/operators.js';

const HEAD = 'mylib = require "mylib"\n';

/** The changes of the lines behind the head, as `operator: line of the mutant`. */
function luaChanges(lines: string): string[] {
  const source = HEAD + lines;
  return changes(source, luaMutants('x.lua', source), HEAD.length);
}

function assemblyScriptChanges(source: string): string[] {
  return changes(source, assemblyScriptMutants('x.ts', source), 0);
}

function changes(source: string, mutants: readonly Mutant[], from: number): string[] {
  return mutants
    .map(mutant => `${mutant.operator}: ${mutatedText(source, mutant).slice(from).trim()}`)
    .sort();
}

for (const [what, source, expected] of [
  [
    'a comparison becomes its neighbour and its opposite',
    'return a < b',
    ['comparison: return a <= b', 'comparison: return a >= b', 'result: return nil'],
  ],
  ['== has an opposite only', 'local x = a == b', ['comparison: local x = a ~= b']],
  ['arithmetic is inverted', 'local x = a * b', ['arithmetic: local x = a // b']],
  [
    'an operator is found behind parentheses and comments that have operators in them',
    'local x = (a) --[[ - ]] + (b)',
    ['arithmetic: local x = (a) --[[ - ]] - (b)'],
  ],
  [
    'bitwise operators become others',
    'local x = a & b << c',
    ['bitwise: local x = a & b >> c', 'bitwise: local x = a | b << c'],
  ],
  ['"and" becomes "or"', 'local x = a and b', ['logical: local x = a or b']],
  ['"not" and signs are taken out', 'local x = not a', ['negation: local x =  a']],
  [
    'a condition is always true, always false, negated',
    'if a() then b = c end',
    [
      'condition: if false then b = c end',
      'condition: if true then b = c end',
      'negation: if not (a()) then b = c end',
      'statement: if a() then  end',
    ],
  ],
  [
    'a loop is never entered, or ends at once',
    'while a do end',
    ['condition: while false do end', 'negation: while not (a) do end'],
  ],
  [
    'whole numbers are one more and one less',
    'local x = 0xff',
    ['constant: local x = 254', 'constant: local x = 256'],
  ],
  ['0 is only one more, and floats stay', 'local x, y = 0, 1.5', ['constant: local x, y = 1, 1.5']],
  ['true becomes false', 'local x = true', ['constant: local x = false']],
  [
    'texts are empty where they are compared or given to the node, not where they are names or messages',
    'local x = "a" == b\nlocal y = "c"\nerror("d" .. 1)',
    [
      'comparison: local x = "a" ~= b\nlocal y = "c"\nerror("d" .. 1)',
      'constant: local x = "" == b\nlocal y = "c"\nerror("d" .. 1)',
      'statement: local x = "a" == b\nlocal y = "c"',
    ],
  ],
  [
    'what assert makes sure of is not looked at, and what it calls still happens',
    'assert(f(x), "no 1")',
    ['check: do local _ = f(x), "no 1" end', 'statement: '],
  ],
  ['a condition without effects is taken out with its assert', 'assert(x, "no")', ['statement: ']],
  [
    'break is taken out',
    'repeat break until x',
    [
      'condition: repeat break until true',
      'negation: repeat break until not (x)',
      'statement: repeat  until x',
    ],
  ],
] as const) {
  test(`Lua: ${what}`, () => {
    assert.equal(luaChanges(source), [...expected].sort());
  });
}

test('the first line stays: the ledger deploys nothing without it', () => {
  assert.equal(luaMutants('x.lua', HEAD), []);
});

for (const [what, source, expected] of [
  [
    'operators, also those that assign',
    'export function f(a: i32, b: i32): void { a += b; }',
    [
      'arithmetic: export function f(a: i32, b: i32): void { a -= b; }',
      'statement: export function f(a: i32, b: i32): void { ; }',
    ],
  ],
  [
    'results by the type of the function',
    'export function f(a: i32): bool { return g(a); }',
    ['result: export function f(a: i32): bool { return !(g(a)); }'],
  ],
  [
    'what check makes sure of',
    'export function f(a: i32): void { check(g(a), "no"); }',
    ['check: export function f(a: i32): void { g(a); }', 'statement: export function f(a: i32): void { ; }'],
  ],
  [
    'conditions of ?: and comments',
    'export function f(a: bool): i32 { return /* 1 < 2 */ a ? 7 : h; }',
    [
      'condition: export function f(a: bool): i32 { return /* 1 < 2 */ false ? 7 : h; }',
      'condition: export function f(a: bool): i32 { return /* 1 < 2 */ true ? 7 : h; }',
      'constant: export function f(a: bool): i32 { return /* 1 < 2 */ a ? 6 : h; }',
      'constant: export function f(a: bool): i32 { return /* 1 < 2 */ a ? 8 : h; }',
      'negation: export function f(a: bool): i32 { return /* 1 < 2 */ !(a) ? 7 : h; }',
      'result: export function f(a: bool): i32 { return /* 1 < 2 */ 0; }',
    ],
  ],
] as const) {
  test(`AssemblyScript: ${what}`, () => {
    assert.equal(assemblyScriptChanges(source), [...expected].sort());
  });
}

const SAMPLES = readdirSync('contracts/lua')
  .filter(name => name.endsWith('.lua') && !name.endsWith('.meta.lua'))
  .map(name => join('contracts/lua', name));

test('a contract of some size has at least 50 mutants, which use most operators and keep all lines in their places', () => {
  const used = new Set<string>();
  for (const file of SAMPLES) {
    const source = readFileSync(file, 'latin1');
    const mutants = luaMutants(file, source);
    if (source.length > 2500) assert.ok(mutants.length >= 50, `${file}: ${mutants.length}`);
    for (const mutant of mutants) {
      used.add(mutant.operator);
      const text = mutatedText(source, mutant);
      assert.is(text.split('\n').length, source.split('\n').length, `${file}:${mutant.line}`);
      assert.is.not(text, source);
    }
  }
  const unused = Object.keys(MUTATION_OPERATORS).filter(operator => !used.has(operator));
  assert.equal(unused, ['bitwise']);
});

test('the asset contract of the system has at least 50 mutants in AssemblyScript', () => {
  const mutants = ['index.ts', 'ledger.ts', 'rules.ts'].flatMap(name => {
    const file = join('contracts/asset', name);
    return assemblyScriptMutants(file, readFileSync(file, 'utf8'));
  });
  assert.ok(mutants.length >= 50, `${mutants.length}`);
});

test.run();
