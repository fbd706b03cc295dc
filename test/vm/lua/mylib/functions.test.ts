import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdRaw } from '../../../../src/codec/regid.js';
import { CONTRACT_ACCOUNTS } from '../../../../src/state/tables/contract-accounts.js';
import { TX } from '../../../../src/tx/transactions.js';
import { MYLIB, REFERENCE_MYLIB } from '../../../../vm/lua/mylib/index.js';
import { toUint8, toUint16, toUint32 } from '../../../../vm/lua/mylib/number-conversion.js';
import { storeCost } from '../../../../vm/lua/mylib/storage.js';
import { ALICE, BOB, ScratchLedger } from '../../../support/ledgers/scratch-ledger.js';
import { CONTRACT, callLua, type LuaCallOptions, luaContract } from '../../../support/lua/lua-call.js';

/** What a list of expressions is, as texts; each has its first result only. */
function evaluate(expressions: readonly string[], options: LuaCallOptions = {}): string[] {
  const shown = expressions.map(expression => `print(tostring((${expression})))`).join('\n');
  const { failure, log } = callLua(luaContract(shown), options);
  assert.is(failure, undefined);
  return [...log];
}

/** All results of an expression, which are bytes, in hex. */
function bytesOf(expression: string, options: LuaCallOptions = {}): string {
  const source = `local s = "" for _, b in ipairs({${expression}}) do s = s .. string.format("%02x", b) end print(s)`;
  const { failure, log } = callLua(luaContract(source), options);
  assert.is(failure, undefined);
  return log[0]!;
}

/** The fuel of functions and accounts that one call costs. */
function fuelOf(call: string, options: LuaCallOptions = {}): number {
  const { failure, report } = callLua(luaContract(call), options);
  assert.is(failure, undefined);
  return report.fuel.func! + report.fuel.account!;
}

test('mylib has the 44 names of the reference, and one for the modules behind them', () => {
  assert.is(Object.keys(REFERENCE_MYLIB).length, 44);
  assert.equal(Object.keys(MYLIB), [...Object.keys(REFERENCE_MYLIB), 'CallContract']);
});

test('numbers become integers of C as on x86-64', () => {
  assert.equal([256, -1, 1.9, Number.NaN, 2 ** 40].map(toUint8), [0, 255, 1, 0, 0]);
  assert.equal([65_536, -1, 501.5].map(toUint16), [0, 65_535, 501]);
  assert.equal([2 ** 32 + 5, -1, 2 ** 63, 4_294_967_295].map(toUint32), [5, 4_294_967_295, 0, 4_294_967_295]);
});

test('64-bit arithmetic has no result instead of a wrong one', () => {
  const results = evaluate([
    'mylib.Int64Div(-7, 2)',
    'mylib.Int64Sub(math.mininteger, 1)',
    'mylib.Int64Div(math.mininteger, -1)',
    'mylib.Int64Mul(3037000499, 3037000499)',
    'mylib.Int64Mul(3037000500, 3037000500)',
    'mylib.Int64Add(1, 2.0)',
    'mylib.Int64Add(1, 2, 3)',
  ]);
  assert.equal(results, ['-3', 'nil', 'nil', '9223372030926249001', 'nil', 'nil', 'nil']);
});

test('integers and bytes convert, the lowest byte first', () => {
  assert.is(bytesOf('mylib.IntegerToByte8(-2)'), 'feffffffffffffff');
  assert.is(bytesOf('mylib.IntegerToByte4(0x1122334455)'), '55443322');
  const results = evaluate([
    'mylib.ByteToInteger(255, 255, 255, 255)',
    'mylib.ByteToInteger(255, 255, 255, 255, 255, 255, 255, 255)',
    'mylib.ByteToInteger(1, 2, 3)',
    'mylib.IntegerToByte8(3.0)',
  ]);
  assert.equal(results, ['4294967295', '-1', 'nil', 'nil']);
});

test('hashes are those of the bytes up to the first zero byte', () => {
  const once = createHash('sha256').update('abc').digest();
  assert.is(bytesOf('mylib.Sha256Once("abc\\0def")'), once.toString('hex'));
  assert.is(bytesOf('mylib.Sha256("abc")'), createHash('sha256').update(once).digest('hex'));
  assert.is(fuelOf('mylib.Sha256(string.rep("a", 33))'), 50 + 2 * 10);
  assert.is(fuelOf('mylib.Sha256("")'), 0);
});

test('DES takes keys of 8 bytes and fills the last block up', () => {
  const call = (data: string, flag: number, key = '0x13,0x34,0x57,0x79,0x9b,0xbc,0xdf,0xf1') =>
    `mylib.Des({dataLen=#{${data}}, data={${data}}, keyLen=#{${key}}, key={${key}}, flag=${flag}})`;
  const plain = '0x01,0x23,0x45,0x67,0x89,0xab,0xcd,0xef';
  const cipher = '0x85,0xe8,0x13,0x54,0x0f,0x0a,0xb4,0x05';
  assert.is(bytesOf(call(plain, 1)), '85e813540f0ab405');
  assert.is(bytesOf(call(cipher, 0)), '0123456789abcdef');
  assert.is(bytesOf(call('1', 1)).length, 16);
  assert.is(bytesOf(call(plain, 1, '1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16')), '');
  assert.is(fuelOf(call(`${plain},1`, 1)), 50 + 2 * 2);
});

test('storing costs by what grows and shrinks', () => {
  assert.equal(storeCost(3, 0, 5), { fuel: 4800, refund: 0 });
  assert.equal(storeCost(3, 5, 5), { fuel: 750, refund: 0 });
  assert.equal(storeCost(3, 5, 7), { fuel: 2 * 600 + 5 * 150, refund: 0 });
  assert.equal(storeCost(3, 7, 5), { fuel: 750, refund: 2 * 450 });
  assert.equal(storeCost(3, 7, 0), { fuel: 0, refund: 7 * 450 });
  assert.equal(storeCost(3, 0, 0), { fuel: 0, refund: 0 });
});

test('what is stored is seen at once, and by other contracts', () => {
  const [height, index] = [CONTRACT.height, CONTRACT.index];
  const id = [...regIdRaw({ height, index })].join(',');
  const call = callLua(
    luaContract(`
      mylib.WriteData({key = "k", length = 2, value = {1, 2}})
      print(#{mylib.ReadData("k")}, mylib.GetContractData({id = {${id}}, key = "k"}))
      print(mylib.ModifyData({key = "other", length = 1, value = {1}}))
      print(mylib.DeleteData("k"), #{mylib.ReadData("k")})
      mylib.WriteData({key = "", length = 1, value = {"7"}})`),
  );
  assert.is(call.failure, undefined);
  assert.equal(call.log, ['2\t1\t2', 'false', 'true\t0']);
  assert.is(call.stored(''), '\x07');
});

test('wrong arguments have no result and cost nothing', () => {
  const wrong = [
    'mylib.WriteData({key = "k", length = 0, value = {}})',
    'mylib.WriteData({key = "k", length = 501, value = {}})',
    'mylib.WriteData({key = "k", length = 2, value = {1, "x"}})',
    'mylib.GetBlockHash(1.0)',
    'mylib.GetBlockTimestamp(1)',
    'mylib.QueryAccountBalance(1, 2, 3)',
    'mylib.WriteOutput({})',
    'mylib.WriteOutAppOperate("x")',
  ];
  assert.equal(
    evaluate(wrong),
    wrong.map(() => 'nil'),
  );
  for (const call of wrong) assert.is(fuelOf(call), 0, call);
});

test('functions that need their run have no result once VmScriptRun is something else', () => {
  const { log } = callLua(
    luaContract('VmScriptRun = 1 print(#{mylib.GetCurTxHash()}, mylib.GetBlockTimestamp(0) > 0)'),
  );
  assert.equal(log, ['0\ttrue']);
});

test('past transactions are found by their id', () => {
  const txid = '12'.repeat(32);
  const tx = {
    type: TX.LCONTRACT_INVOKE,
    version: 1,
    txUid: BOB.uid,
    validHeight: 1,
    appUid: { kind: 'regid', regId: CONTRACT },
    fees: 1n,
    coinAmount: 0n,
    arguments: Buffer.from('f00102', 'hex'),
    signature: new Uint8Array(),
  } as const;
  const history = {
    blockHash: (height: number) => (height === 5 ? 'ab'.repeat(32) : undefined),
    transaction: (id: string) => (id === txid ? { tx, height: 1234 } : undefined),
  };
  const id = `table.unpack({${'18,'.repeat(32)}})`;
  assert.equal(evaluate([`mylib.GetTxConfirmHeight(${id})`], { history }), ['1234.0']);
  assert.is(bytesOf(`mylib.GetTxContract(${id})`, { history }), 'f00102');
  assert.is(bytesOf(`mylib.GetTxRegID(${id})`, { history }), regIdRaw(BOB.regId).toString('hex'));
  assert.is(bytesOf('mylib.GetBlockHash(5)', { history }), 'ab'.repeat(32));
  assert.is(bytesOf('mylib.GetBlockHash(300)', { history }), '');
});

test('accounts are read by regid and by address', () => {
  const regId = [...regIdRaw(ALICE.regId)].join(',');
  assert.is(bytesOf(`mylib.GetAccountPublickey(${regId})`), ALICE.publicKey);
  const ledger = new ScratchLedger();
  const free = Buffer.alloc(8);
  free.writeBigUInt64LE(ledger.free(ALICE.keyId, 'WICC'));
  assert.is(bytesOf(`mylib.QueryAccountBalance(mylib.GetBase58Addr(${regId}))`), free.toString('hex'));
});

/** A `WriteOutAppOperate` for a user who is named by one byte. */
const operate = (operator: number, user: number, money: number, height = 0, tag = '') =>
  `assert(mylib.WriteOutAppOperate({operatorType=${operator}, outHeight=${height}, moneyTbl={mylib.IntegerToByte8(${money})},
     userIdLen=1, userIdTbl={${user}}, fundTagLen=${tag.length}, fundTagTbl={string.byte("${tag}", 1, -1)}}))`;

test('frozen tokens become free at their height', () => {
  const ledger = new ScratchLedger();
  const run = (source: string) => callLua(luaContract(source), { ledger });
  const first = run(`${operate(3, 65, 7, 300, 'a')} ${operate(3, 65, 8, 301, 'a')} ${operate(1, 65, 1)}`);
  assert.is(first.failure, undefined);
  assert.equal(
    first.receipts.map(({ type, coinSymbol, amount }) => [type, coinSymbol, amount]),
    [
      [604, 'a', 7n],
      [604, 'a', 8n],
      [602, '', 1n],
    ],
  );
  const second = run(`
    print(mylib.ByteToInteger(mylib.GetUserAppAccValue({idLen = 1, idValueTbl = {65}})))
    ${operate(4, 65, 3, 301, 'a')}`);
  assert.equal(second.log, ['8']);
  const account = ledger.state.get(CONTRACT_ACCOUNTS, [CONTRACT, 'A']);
  assert.is(account?.free, 8n);
  assert.equal(
    account?.frozen.map(({ value, timeoutHeight }) => [value, timeoutHeight]),
    [[5n, 301]],
  );
  assert.is(run(operate(4, 65, 1, 300, 'a')).failure, 'OperateAppAccount Failed');
});

test('more tokens than there are, and operations that do not exist, fail the call', () => {
  for (const source of [operate(2, 65, 1), operate(9, 65, 1), operate(3, 65, 1, 0, 'a')]) {
    assert.is(callLua(luaContract(source)).failure, 'OperateAppAccount Failed');
  }
});

test('a contract can ask that its tokens match the coins of the call', () => {
  const issue = (amount: number) => `gCheckAccount = true ${operate(1, 65, amount)}`;
  assert.is(callLua(luaContract(issue(50)), { amount: 50n }).failure, undefined);
  assert.is(callLua(luaContract(issue(51)), { amount: 50n }).failure, 'VmScript CheckAppAcct Failed');
});

test('a metamethod that raises while gCheckAccount is read fails the call', () => {
  const source = 'setmetatable(_G, {__index = function() error("no") end})';
  assert.is(callLua(luaContract(source)).failure, 'reading gCheckAccount failed');
});

test('code that does not compile fails the call', () => {
  assert.match(
    callLua(luaContract('x =')).failure!,
    /^luaL_loadbuffer failed: \[string "line"\]:2: unexpected/,
  );
});

test.run();
