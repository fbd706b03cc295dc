import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { API } from '../../../../src/cli/contract/check/api.js';
import type { RuleName } from '../../../../src/cli/contract/check/finding.js';
import { lintLua } from '../../../../src/cli/contract/check/lint.js';
import { syntaxTree } from '../../../../src/cli/contract/check/syntax-tree.js';
import { MYLIB } from '../../../../vm/lua/mylib/index.js';
import { generateProgram } from '../../../support/lua/lua-generator.js';
import { scaled } from '../../../support/random/scale.js';
import { readGzipLines } from '../../../support/vectors/gzip-lines.js';

const HEAD = 'mylib = require "mylib"\n';

/** `line:column rule: message` for a source after the first line, which is line 1. */
function findings(source: string): string[] {
  return lintLua(Buffer.from(HEAD + source)).map(
    ({ line, column, rule, message }) => `${line}:${column} ${rule}: ${message}`,
  );
}

/** Sources that a rule must find something in: where it is, and a part of what it says. */
const MISTAKES: readonly (readonly [rule: RuleName, source: string, place: string, message: RegExp])[] = [
  ['syntax', 'local x = = 1', '2:11', /unexpected symbol near '='/],
  ['syntax', 'if true then\nend end', '3:5', /<eof> expected near 'end'/],
  ['missing-function', 'local now = os.time()', '2:13', /no operating system; mylib\.GetBlockTimestamp/],
  ['missing-function', 'local f = io.open("x")', '2:11', /mylib\.WriteData/],
  ['missing-function', 'local s = string.gfind("a", "b")', '2:11', /Lua 5\.3 has string\.gmatch/],
  ['missing-function', 'asert(contract[1] == 1)', '2:1', /did you mean assert\?/],
  ['missing-function', 'mylib.WriteDta({})', '2:1', /did you mean WriteData\?/],
  ['missing-function', 'local m = mylib\nm.Foo()', '3:1', /mylib\.Foo does not exist/],
  ['missing-function', 'local m = require "mylib"\nm.Transfer()', '3:1', /mylib\.Transfer does not exist/],
  ['missing-function', 'local amount = 3\namuont(3)', '3:1', /did you mean amount\?/],
  ['missing-function', 'return math.random(1, 6)', '2:8', /always answers 0/],
  ['missing-function', 'local c = coroutine.create(f)\nfunction f() end', '2:11', /no coroutines/],
  ['undefined-global', 'local amount = 1\nreturn amuont + 1', '3:8', /nil.*did you mean amount\?/],
  ['argument-layout', 'return contract[0]', '2:8', /begin at contract\[1\]/],
  [
    'argument-layout',
    'return mylib.ByteToInteger(table.unpack(contract, 3, 11))',
    '2:8',
    /takes 4 or 8 bytes, here are 9/,
  ],
  ['argument-layout', 'return mylib.ByteToInteger(contract[3], contract[4])', '2:8', /here are 2/],
  [
    'argument-layout',
    'local FIRST = 3\nlocal SIZE = 6\nreturn mylib.ByteToInteger(table.unpack(contract, FIRST, FIRST + SIZE - 1))',
    '4:8',
    /here are 6/,
  ],
  [
    'argument-layout',
    'local to = { table.unpack(contract, 3, 36) }\nlocal amount = { table.unpack(contract, 36, 43) }',
    '3:18',
    /bytes 36 to 43 and bytes 3 to 36 of the arguments share contract\[36\]/,
  ],
  [
    'argument-layout',
    'mylib.WriteData({ key = "a", lenght = 1, value = { 1 } })',
    '2:30',
    /no field lenght; did you mean length/,
  ],
  ['argument-layout', 'mylib.WriteData({ key = "a", value = { 1 } })', '2:17', /needs the field length/],
  [
    'argument-layout',
    'mylib.WriteData({ key = "a", length = 4, value = { 1, 2, 3 } })',
    '2:50',
    /3 bytes, but length says 4: mylib\.WriteData does nothing then/,
  ],
  [
    'argument-layout',
    'mylib.WriteData({ key = "a", length = 4, value = { mylib.IntegerToByte8(1) } })',
    '2:50',
    /8 bytes, but length says 4: the others are left out/,
  ],
  [
    'argument-layout',
    'assert(mylib.TransferContractAsset(table.unpack(contract, 3, 35)))',
    '2:8',
    /takes 34 bytes, here are 33/,
  ],
  [
    'argument-layout',
    'local money = { mylib.IntegerToByte4(5) }\nassert(mylib.WriteOutput({ addrType = 1, accountIdTbl = { mylib.GetCurTxAccount() }, operatorType = 1, outHeight = 0, moneyTbl = money }))',
    '3:130',
    /moneyTbl of mylib\.WriteOutput has 8 bytes, here are 4/,
  ],
  ['float-amount', 'return mylib.IntegerToByte8(1.5)', '2:29', /1\.5 is a float/],
  ['float-amount', 'local a = 7\nreturn mylib.IntegerToByte8(a / 2)', '3:29', /the operator \/\/ divides/],
  ['float-amount', 'return mylib.IntegerToByte8(90000000000 * 1e8)', '2:29', /1e8 is a float/],
  ['float-amount', 'return mylib.IntegerToByte8(9223372036854775808)', '2:29', /does not fit 64 bits/],
  ['float-amount', 'return mylib.Int64Add(2 ^ 10, 1)', '2:23', /the result of \^ is a float/],
  ['float-amount', 'local n = 9\nreturn mylib.IntegerToByte8(math.floor(n / 3))', '3:29', /53 bits/],
  [
    'float-amount',
    'local h = mylib.GetTxConfirmHeight(mylib.GetCurTxHash())\nreturn mylib.IntegerToByte4(h)',
    '3:29',
    /answers a float; use math\.tointeger/,
  ],
  [
    'unbounded-storage-loop',
    'local n = mylib.ByteToInteger(mylib.ReadData("count"))\nfor i = 1, n do\n  mylib.DeleteData("item" .. i)\nend',
    '3:1',
    /calls mylib\.DeleteData as often as a number of the arguments or of the storage says/,
  ],
  [
    'unbounded-storage-loop',
    'local function has(i) return mylib.ReadData("k" .. i) end\nlocal i = 0\nwhile has(i) do i = i + 1 end',
    '4:1',
    /calls mylib\.ReadData until something happens that may never/,
  ],
  [
    'unbounded-storage-loop',
    'repeat local v = mylib.ReadData("k") until not v',
    '2:1',
    /mylib\.ReadData until/,
  ],
  [
    'unchecked-result',
    'mylib.TransferAccountAssets({})',
    '2:1',
    /answers nothing where the money has not moved: put it into assert/,
  ],
  ['unchecked-result', 'local ok = mylib.TransferAccountAssets({})', '2:12', /has not moved/],
  [
    'unchecked-result',
    'mylib.ModifyData({ key = "a", length = 1, value = { 1 } })',
    '2:1',
    /answers false where the key does not exist/,
  ],
];

for (const [rule, source, place, message] of MISTAKES) {
  test(`${rule} finds: ${source.replaceAll('\n', '; ')}`, () => {
    const found = findings(source).filter(finding => finding.includes(` ${rule}: `));
    assert.is(found.length, 1, found.join('\n'));
    assert.ok(found[0]!.startsWith(`${place} ${rule}: `), found[0]);
    assert.match(found[0]!, message);
  });
}

/** Sources that are right, though they look like a mistake. */
const SOUND: readonly string[] = [
  'os = { time = function() return mylib.GetBlockTimestamp(0) end }\nreturn os.time()',
  'local string = { gfind = function() end }\nreturn string.gfind()',
  'if debug then return debug end',
  'return limit or 5',
  'function f() return later end\nlater = 5\nreturn f()',
  '_G["made"] = 1\nreturn made + 1',
  'local contract = { [0] = 1 }\nreturn contract[0]',
  'return mylib.ByteToInteger(table.unpack(contract, 3, 10))',
  'return mylib.ByteToInteger(table.unpack(contract, contract[2], 10))',
  'local a = 3\na = a + 1\nreturn mylib.ByteToInteger(table.unpack(contract, a, 10))',
  'if contract[1] == 1 then\n  return table.unpack(contract, 3, 10)\nelse\n  return table.unpack(contract, 5, 12)\nend',
  'local whole = { table.unpack(contract, 3, 20) }\nlocal part = { table.unpack(contract, 5, 8) }',
  'local entry = {}\nentry.key = "a"\nmylib.WriteData(entry)',
  'local bytes = { string.byte("name", 1, -1) }\nmylib.WriteData({ key = "a", length = 4, value = bytes })',
  'local money = {}\nfor i = 1, 8 do money[i] = 0 end\nassert(mylib.WriteOutput({ addrType = 1, accountIdTbl = { mylib.GetCurTxAccount() }, operatorType = 1, outHeight = 0, moneyTbl = money }))',
  'local v = { 1 }\ntable.insert(v, 2)\nmylib.WriteData({ key = "a", length = 2, value = v })',
  'local v = { 1 }\nlocal w = v\nw[2] = 2\nmylib.WriteData({ key = "a", length = 2, value = v })',
  'mylib.WriteData({ key = "a", length = #contract, value = contract })',
  'local a = 7\nreturn mylib.IntegerToByte8(a // 2 * 3 % 5)',
  'local share = 0.5\nreturn share * 2',
  'local n = mylib.ByteToInteger(table.unpack(contract, 3, 6))\nassert(n < 10)\nlocal sum = 0\nfor i = 1, n do sum = sum + i end',
  'for i = 1, 10 do mylib.DeleteData("item" .. i) end',
  'for i = 1, #contract do mylib.DeleteData("item" .. i) end',
  'local n = mylib.ByteToInteger(table.unpack(contract, 3, 6))\nfor i = 1, math.min(n, 10) do mylib.DeleteData("item" .. i) end',
  'local i = 0\nwhile i < 5 and mylib.ReadData("k" .. i) do i = i + 1 end',
  'local i = 0\nwhile true do\n  if i > 5 then break end\n  mylib.DeleteData("k" .. i)\n  i = i + 1\nend',
  'assert(mylib.TransferAccountAssets({ {} }), "paying failed")',
  'if not mylib.TransferAccountAssets({ {} }) then error("paying failed") end',
  'local ok = mylib.TransferAccountAssets({ {} })\nreturn ok',
];

for (const source of SOUND) {
  test(`nothing is found in: ${source.replaceAll('\n', '; ')}`, () => {
    assert.equal(findings(source), []);
  });
}

test('no name is suggested that does not exist itself', () => {
  assert.match(findings('os.time()\nfoo(3)')[1]!, /foo does not exist: contracts have no such function$/);
});

test('what cannot be deployed is found: another first line, too many bytes', () => {
  assert.match(lintLua(Buffer.from('return 1'))[0]!.message, /must begin with mylib = require/);
  const large = lintLua(Buffer.from(`${HEAD}--${'x'.repeat(65_536)}`));
  assert.equal(
    large.map(({ rule }) => rule),
    ['deployment', 'syntax'],
  );
  assert.match(large[0]!.message, /at most 65536 can be deployed/);
});

test('columns count characters, not bytes', () => {
  assert.ok(findings('local s = "größe" .. os.time()')[0]!.startsWith('2:22 '));
});

test('the sample contracts have nothing to look at', () => {
  const directory = join('contracts', 'lua');
  const samples = readdirSync(directory).filter(name => name.endsWith('.lua') && !name.endsWith('.meta.lua'));
  assert.ok(samples.length >= 4);
  for (const name of samples) assert.equal(lintLua(readFileSync(join(directory, name))), [], name);
});

test('the published contracts of the recorded chain have nothing to look at', () => {
  const rows = readGzipLines<{ method: string; result: { vm_type?: number; code?: string } }>('replay/state');
  const LUA = 1;
  const codes = new Set(
    rows.flatMap(({ method, result }) =>
      method === 'getcontractinfo' && result.vm_type === LUA ? [result.code!] : [],
    ),
  );
  assert.ok(codes.size >= 4, `${codes.size} contracts`);
  for (const code of codes) assert.equal(lintLua(Buffer.from(code, 'hex')), []);
});

test('every function of mylib is described, and no other', () => {
  assert.equal(Object.keys(API).toSorted(), Object.keys(MYLIB).toSorted());
});

test('whatever compiles is read, and nothing goes wrong in looking at it', () => {
  for (let seed = 1; seed <= scaled(100, 4_000); seed++) {
    const source = generateProgram(seed);
    assert.is(syntaxTree(source).type, 'Chunk', `seed ${seed}`);
    lintLua(Buffer.from(HEAD + source, 'latin1'));
  }
});

test.run();
