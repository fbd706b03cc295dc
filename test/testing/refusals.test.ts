import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bytes, CallFailed, type CallOutcome, coins, Devnet } from '../../src/testing/index.js';
import { callLua, luaContract } from '../support/lua/lua-call.js';
import { scaled } from '../support/random/scale.js';

const HEAD = 'mylib = require "mylib"\n';

/** Calls a contract of these lines, which begin on line 2. */
function called(source: string, options: { readonly coins?: bigint } = {}): CallOutcome {
  return Devnet.start()
    .deployLua({ text: HEAD + source })
    .call(bytes(1), options);
}

/** What `mylib` says of each call of these lines that does nothing. */
function reasons(source: string): readonly string[] {
  return called(source).refusals.map(({ line, function: name, reason }) => `${line} ${name}: ${reason}`);
}

function failureOf(work: () => unknown): CallFailed {
  try {
    work();
  } catch (error) {
    if (error instanceof CallFailed) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

const REGID = '{ mylib.GetCurTxAccount() }';

/** Calls that do nothing, and what is said of them. */
const REFUSED: readonly (readonly [source: string, reason: string])[] = [
  [
    'mylib.WriteData({ key = string.rep("x", 600), length = 1, value = { 1 } })',
    '"key" has 600 bytes, at most 500',
  ],
  ['mylib.WriteData({ key = "k", length = 600, value = { 1 } })', '"value" would have 600 bytes, 1 to 500'],
  [
    'mylib.WriteData({ key = "k", lenght = 1, value = { 1 } })',
    '"length" is missing; the table has "lenght"',
  ],
  ['mylib.WriteData({ key = "k", length = 4, value = { 1, 2 } })', '"value" has 2 bytes, 4 are expected'],
  ['mylib.WriteData({ key = "k", length = 2, value = { 1, {} } })', 'byte 2 of the field "value" is a table'],
  ['mylib.WriteData({ key = {}, length = 2, value = { 1, 2 } })', '"key" is a table; a text is expected'],
  ['mylib.WriteData("k", 1)', 'the argument is the integer 1; a table is expected'],
  [
    'mylib.ModifyData({ key = "k", length = 1, value = { 1 } })',
    'nothing is stored under "k", so nothing is modified',
  ],
  ['mylib.DeleteData("k")', 'nothing is stored under "k", so nothing is deleted'],
  ['mylib.ReadData({})', 'the argument is a table; a text is expected'],
  ['mylib.ByteToInteger(mylib.ReadData("k"))', 'no argument is given; bytes are expected'],
  ['mylib.ByteToInteger(1, 2, 3)', '3 bytes are given, 4 or 8 are expected'],
  ['mylib.IntegerToByte8(7 / 2)', 'the argument is the float 3.5; an integer is expected'],
  ['mylib.Int64Mul(math.maxinteger, 2)', 'Int64Mul(9223372036854775807, 2) has no result in 64 bits'],
  ['mylib.Int64Div(1, 0)', 'Int64Div(1, 0) has no result'],
  ['mylib.Int64Add(1, 2.5)', 'the integer 1, the float 2.5 is given; two integers are expected'],
  ['mylib.GetBlockHash(9999)', '9999 is no height of a block before this one'],
  ['mylib.GetBase58Addr(9, 9, 9, 9, 9, 9)', 'no account has the regid'],
  ['mylib.LogPrint({ key = 0, length = 9, value = "short" })', '"value" has 5 bytes, field "length" says 9'],
  ['mylib.Sha256("")', 'the text is empty'],
  [
    `mylib.TransferAccountAsset({ isContractAccount = true, toAddressType = 1, toAddress = ${REGID},
      tokenType = "WICC", tokenAmount = { mylib.IntegerToByte8(500) } })`,
    'has 0 sawi of WICC, 500 are asked for',
  ],
  [
    `mylib.TransferAccountAsset({ isContractAccount = true, toAddressType = 3, toAddress = ${REGID},
      tokenType = "WICC", tokenAmount = { mylib.IntegerToByte8(500) } })`,
    'the type of "toAddress" is neither 1',
  ],
  [
    `mylib.TransferAccountAsset({ isContractAccount = true, toAddressType = 1, toAddress = ${REGID},
      tokenType = "WICX", tokenAmount = { mylib.IntegerToByte8(500) } })`,
    'there is no asset "WICX"',
  ],
  [
    `mylib.TransferAccountAsset({ isContractAccount = true, toAddressType = 1, toAddress = ${REGID},
      tokenType = "WICC", tokenAmount = { mylib.IntegerToByte8(-5) } })`,
    'the amount is -5 sawi of WICC; 1 to',
  ],
  [
    `mylib.TransferAccountAsset({ isContractAccount = "yes", toAddressType = 1, toAddress = ${REGID},
      tokenType = "WICC", tokenAmount = { 1, 2 } })`,
    '"isContractAccount" is the text "yes"; true or false is expected',
  ],
];

for (const [source, reason] of REFUSED) {
  test(`a call that does nothing says why: ${reason}`, () => {
    const found = reasons(source);
    assert.ok(found[0]?.includes(reason), `${found}`);
    assert.ok(found[0]?.startsWith('2 mylib.'), `${found}`);
  });
}

test('what a contract does not look at is told from what it does', () => {
  const write = 'mylib.WriteData({ key = "k", length = 0, value = {} })';
  const ignored = (source: string): boolean => called(source).refusals[0]!.isIgnored;
  assert.ok(ignored(write));
  assert.ok(ignored(`local done = ${write}`));
  assert.ok(ignored(`pcall(function() ${write} end)`));
  assert.not(ignored(`if not ${write} then print("no") end`));
  assert.not(ignored(`local done = ${write}\nlocal text = tostring(done)`));
  assert.not(ignored(`local done = ${write}\nlocal function later() return done end`));
  assert.not(ignored(`return ${write}`));
  assert.not(ignored(`done = ${write}`));
});

test('a transfer that fails when the script has ended names its line, whose coins, which and how many', () => {
  const failure = failureOf(() =>
    called(`local function output(account, operator)
  mylib.WriteOutput({ addrType = 1, accountIdTbl = account, operatorType = operator, outHeight = 0,
    moneyTbl = { mylib.IntegerToByte8(500) } })
end
output({ mylib.GetContractRegId() }, 2)
output({ mylib.GetCurTxAccount() }, 1)`),
  );
  assert.match(failure.summary, /the contract w\w{33} has 0 sawi of WICC, 500 are asked for/);
  assert.is(failure.location?.line, 3);
  assert.match(failure.message, /> 3 \| +mylib\.WriteOutput/);
  assert.is(
    failure.reason,
    'run-script-error: VmScript OperateAccount Failed',
    'what the ledger says is as it was',
  );
});

test('outputs that do not match say by how much', () => {
  const failure = failureOf(() =>
    called(`mylib.WriteOutput({ addrType = 1, accountIdTbl = ${REGID}, operatorType = 1, outHeight = 0,
    moneyTbl = { mylib.IntegerToByte8(500) } })`),
  );
  assert.match(
    failure.message,
    /contract\.lua:2: mylib\.WriteOutput: accounts receive 500 sawi, the contract gives 0/,
  );
});

test('tokens of the contract that are not there say whose and how many', () => {
  const failure = failureOf(() =>
    called(`local user = { mylib.GetBase58Addr(mylib.GetCurTxAccount()) }
mylib.WriteOutAppOperate({ operatorType = 2, outHeight = 0, moneyTbl = { mylib.IntegerToByte8(70) },
  userIdLen = #user, userIdTbl = user, fundTagLen = 0, fundTagTbl = {} })`),
  );
  assert.match(failure.summary, /the user w\w{33} has 0 tokens of this contract, 70 are asked for/);
  assert.is(failure.location?.line, 3);
});

test('an assertion about a refused call shows the refusal', () => {
  const failure = failureOf(() => called('assert(mylib.WriteData({ key = "k", length = 1 }), "not stored")'));
  assert.is(failure.summary, 'not stored');
  assert.match(
    failure.message,
    /what mylib refused:\n +contract\.lua:2: mylib\.WriteData: field "value" is missing/,
  );
  assert.is(failure.refusals.length, 1);
});

test('error values that are no text are shown', () => {
  const shown = (source: string): string => failureOf(() => called(source)).summary;
  assert.is(
    shown('error({ code = 7, message = "too late" })'),
    'error with the value {code = 7, message = "too late"}',
  );
  assert.is(shown('error({ 1, 2, { 3 } })'), 'error with the value {1, 2, {3}}');
  assert.is(shown('error()'), 'error with the value nil');
  assert.is(shown('error(true)'), 'error with the value true');
  assert.is(shown('error(print)'), 'error with the value a function');
  assert.is(shown('error("text", 0)'), 'text');
  assert.is(shown('error("unknown", 0)'), 'unknown');
  const round = 'local t = {}\nt.t = t\nerror(t)';
  assert.is(shown(round), 'error with the value {t = {t = {t = {...}}}}');
});

test('a balance that does not suffice says whose, of what and how much, whatever was tried', () => {
  const chain = Devnet.start();
  const { alice, bob } = chain.accounts;
  const rich = coins(50_000_000);
  const lacks = (work: () => unknown): void => {
    const { summary } = failureOf(work);
    assert.match(summary, new RegExp(`${alice.address} has 9999\\d{10} sawi of WICC, ${rich} are asked for`));
  };
  const contract = chain.deployLua({ text: HEAD });
  lacks(() => chain.transfer(alice, bob, rich));
  lacks(() => contract.call('', { fee: rich }));
  lacks(() =>
    chain.wasmContract('0-800').call('transfer', [alice, bob, `${rich / 10n ** 8n}.00000000 WICC`, '']),
  );
  assert.match(
    failureOf(() => contract.call('', { coins: { symbol: 'WUSD', amount: 5n } })).summary,
    /0 sawi of WUSD, 5/,
  );
});

/** Values of every type, for fields and arguments. */
const VALUES = [
  'nil',
  '1',
  '-1',
  '2.5',
  '"text"',
  '{}',
  '{1,2,3,4,5,6}',
  'true',
  'print',
  'string.rep("x", 700)',
];
/** Functions that answer without arguments, or whose answer may be nothing though all is well. */
const MAY_ANSWER_NOTHING = new Set([
  'ReadData',
  'GetContractData',
  'GetScriptData',
  'GetUserAppAccFundWithTag',
]);

test('whatever functions of mylib get, one without a result has said why, and being told costs nothing', () => {
  const chain = Devnet.start();
  const names = chain.deployLua({ text: `${HEAD}for name in pairs(mylib) do print(name) end` }).call('').logs;
  assert.is(names.length, 45);
  const fields = [
    'key',
    'value',
    'length',
    'id',
    'addrType',
    'accountIdTbl',
    'operatorType',
    'outHeight',
    'moneyTbl',
  ];
  const more = [
    'userIdLen',
    'userIdTbl',
    'fundTagLen',
    'fundTagTbl',
    'toAddrTbl',
    'tokenType',
    'tokenAmount',
  ];
  const value = fc.constantFrom(...VALUES);
  const table = fc
    .array(fc.tuple(fc.constantFrom(...fields, ...more), value), { maxLength: 8 })
    .map(entries => `{ ${entries.map(([name, v]) => `${name} = ${v}`).join(', ')} }`);
  const args = fc.array(fc.oneof(value, table), { maxLength: 3 }).map(list => list.join(', '));
  const usable = names.filter(name => name !== 'CallContract' && name !== 'LogPrint');
  fc.assert(
    fc.property(fc.constantFrom(...usable), args, (name, given) => {
      const text = `${HEAD}local t = table.pack(mylib.${name}(${given}))\nprint(t.n)`;
      const contract = luaContract(Buffer.from(text));
      let told = 0;
      const observed = callLua(contract, { refused: () => told++ });
      const alone = callLua(contract);
      if (observed.log[0] === '0' && !MAY_ANSWER_NOTHING.has(name)) assert.is(told, 1, `${name}(${given})`);
      assert.equal([observed.report, observed.work, observed.log], [alone.report, alone.work, alone.log]);
    }),
    { numRuns: scaled(150, 20_000) },
  );
});

test.run();
