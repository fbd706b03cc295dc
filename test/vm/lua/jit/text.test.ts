import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Proto } from '../../../../vm/lua/bytecode/proto.js';
import { compileChunk } from '../../../../vm/lua/compile/compile.js';
import { findBlocks, successors } from '../../../../vm/lua/jit/control-flow-graph.js';
import { writeFunction } from '../../../../vm/lua/jit/write-function.js';
import { generateHotProgram } from '../../../support/lua/hot-program-generator.js';
import { generateProgram } from '../../../support/lua/lua-generator.js';
import { scaled } from '../../../support/random/scale.js';

/*
 * The JIT compiles text with `new Function`. Nothing that the author of a contract chose may be in it.
 */

const HELPER = 'helper';
/** Variables of the text: registers, constants and so on by number, and those that every function has. */
const VARIABLE = /^(?:[arckup]\d+|lua|m|cl|base|prev|ci|args|varargs|registers|f|v|s|t|open|K|P|S)$/;
const WORDS = new Set([
  ...[
    'const',
    'let',
    'return',
    'function',
    'if',
    'else',
    'for',
    'break',
    'continue',
    'new',
    'typeof',
    'instanceof',
  ],
  ...['true', 'false', 'undefined', HELPER],
  // What the text uses of its parameters, of helpers and of JavaScript itself.
  ...[
    'LuaTable',
    'LuaClosure',
    'LuaFloat',
    'Upvalue',
    'CLOSED',
    'UNSHARED',
    'Math',
    'floor',
    'max',
    'slice',
    'length',
  ],
  ...[
    'nextJit',
    'previous',
    'closure',
    'func',
    'pc',
    'stack',
    'stackLast',
    'remaining',
    'steps',
    'results',
    'resultCount',
  ],
  ...[
    'upvalues',
    'value',
    'index',
    'metatable',
    'array',
    'arraySize',
    'nearString',
    'workOnVarargs',
    'replaceString',
    'jitCode',
    'frameSize',
  ],
  ...['callStack', 'tailCall', 'resultList', 'returned', 'workOnList', 'takeFromStack', 'limit', 'step'],
  ...[
    'indexAt',
    'setIndexAt',
    'lengthAt',
    'concatAt',
    'arithmeticAt',
    'bitAnd',
    'bitOr',
    'bitXor',
    'shiftLeftAt',
  ],
  ...[
    'shiftRightAt',
    'equalsAt',
    'lessAt',
    'lessEqualAt',
    'prepareForAt',
    'previousIndex',
    'nextIndex',
    'forContinues',
  ],
  ...['iterate', 'newTableAt', 'newClosureAt', 'setListAt', 'openVarargs', 'burnOut'],
]);
const LABEL = /^[BL]\d+$/;
const STRINGS = new Set(["'use strict'", "'number'", "'object'"]);
const TOKEN = /'[^'\n]*'|"[^"\n]*"|`|[A-Za-z_$][\w$]*|\d[\w.]*|\s+|[-+*/%&|^~!<>=?:;,.(){}[\]]/gy;

/** The tokens of a text that do not belong into it. */
function strangers(text: string): string[] {
  const found: string[] = [];
  let end = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (index !== end) break;
    end += token.length;
    if (/^\s/.test(token) || /^[-+*/%&|^~!<>=?:;,.(){}[\]]$/.test(token) || /^\d+$/.test(token)) continue;
    if (!(WORDS.has(token) || VARIABLE.test(token) || LABEL.test(token) || STRINGS.has(token)))
      found.push(token);
  }
  if (end !== text.length) found.push(text.slice(end, end + 20));
  return found;
}

/** The texts of a function and those inside it: entered at its start, and wherever one of its loops turns. */
function* textsOf(proto: Proto): Iterable<string> {
  const turns = [...findBlocks(proto.code, 0).values()].flatMap(({ start, exit }) =>
    successors(exit).filter(target => target <= start),
  );
  for (const pc of new Set([0, ...turns])) {
    const written = writeFunction(proto, [HELPER], { pc, isInside: pc !== 0, offset: 0 });
    if (written !== undefined) yield written.text;
  }
  for (const inner of proto.protos) yield* textsOf(inner);
}

function assertOwnText(source: string): void {
  const { proto } = compileChunk(Buffer.from(source, 'latin1'), 'line');
  for (const text of textsOf(proto)) assert.equal(strangers(text), [], text);
}

test('the text of compiled functions is made of fixed words and numbers', () => {
  for (let seed = 1; seed <= scaled(12, 20_000); seed++) {
    assertOwnText(generateProgram(seed));
    assertOwnText(generateHotProgram(seed));
  }
});

test('names, strings and numerals of a contract are not in the text of its functions', () => {
  assertOwnText(`
    local process, constructor, __proto__ = "'); process.exit(1); ('", "\\\\u0027\\n*/", [[\${process}]]
    goto globalThis
    ::globalThis::
    eval = function(require, ...)
      require["constructor"]["constructor"]("return process")()
      return require.__proto__, 1e308, 0x7fffffffffffffff, -0.0, constructor .. process, { [process] = __proto__ }
    end
    for arguments = 1, 9007199254740993 do eval(arguments) end
    return function() return eval(__proto__), constructor end`);
});

test('a stranger in a text is found', () => {
  for (const text of [
    'process.exit()',
    "r0 = 'x'",
    'r0 = `1`',
    'globalThis',
    'r0 = 1n',
    'eval(r0)',
    'r0\\u0041',
  ]) {
    assert.ok(strangers(text).length > 0, text);
  }
});

test.run();
