import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type AccountLike, assertFails, bytes, CallFailed, coins, Devnet } from '../../src/testing/index.js';

const test = suite('Lua contracts in the test harness');

/** Pays back, logs, stores, counts and fails: one method each. */
const SOURCE = `mylib = require "mylib"
local function log(text)
  mylib.LogPrint({ key = 0, length = #text, value = text })
end

local function store(key, text)
  mylib.WriteData({ key = key, length = #text, value = { string.byte(text, 1, -1) } })
end

local check = function(condition)
  log("checking")
  if not condition then
    error("it does not hold")
  end
end

local method = contract[1]
if method == 1 then
  log("first")
  log("second")
elseif method == 2 then
  store("name", "value of it")
elseif method == 3 then
  check(false)
elseif method == 4 then
  local nothing = nil
  return nothing.field
elseif method == 5 then
  while true do end
elseif method == 6 then
  log("" .. mylib.GetCurRunEnvHeight())
end
`;

const methods = {
  logTwice: () => bytes(1),
  keep: () => bytes(2),
  fail: () => bytes(3),
  index: () => bytes(4),
  spin: () => bytes(5),
  height: () => bytes(6),
};

const base = Devnet.start();
const deployed = base.deployLua({ text: SOURCE, name: 'sample.lua', methods });
/** A fork of the chain with the contract, for each test. */
const fresh = () => {
  const chain = base.fork();
  return { chain, contract: deployed.on(chain) };
};

test('is deployed by whoever is named, in a block of its own, and has an account', () => {
  const chain = Devnet.start();
  const { alice, bob } = chain.accounts;
  const before = chain.balance(bob);
  const contract = chain.deployLua({ file: 'contracts/lua/hello.lua', from: bob });
  assert.is(contract.regId, '2-2');
  assert.is(contract.name, 'hello.lua');
  assert.is(before - chain.balance(bob), 110_000_000n);
  chain.transfer(alice, contract, coins(1));
  assert.is(chain.balance(contract), coins(1));
  assert.is(chain.luaContract('2-2').keyId, contract.keyId);
  assert.throws(() => chain.luaContract('2-1'), /2-1 is no Lua contract on this chain/);
});

test('answers with fuel by kind, fee, receipts and what it logged', () => {
  const { chain, contract } = fresh();
  const { fuel, fee, logs, receipts, trace, height, txid } = contract.methods.logTwice();
  assert.equal(logs, ['first', 'second']);
  assert.is(trace, undefined);
  assert.is(height, chain.height);
  assert.equal(receipts, chain.receiptsOf(txid));
  const { step, op, store, account, func, memory, refund } = fuel.kinds as Record<string, number>;
  assert.is(BigInt(step! + op! + store! + account! + func! + memory! - refund!), fuel.total);
  assert.is(account, 0);
  assert.ok(func! > 0 && step! > 0 && memory! > 0);
  assert.is(fee.paid, coins(1));
  assert.is(fee.burned, ((fuel.total + 99n) / 100n) * 100n);
});

test('the fee that is said to suffice, suffices, and a smaller one does not', () => {
  const { contract } = fresh();
  const { fee } = contract.views.keep();
  assertFails(() => contract.call(methods.keep(), { fee: fee.needed - 100n }), { reason: /Burned-out/ });
  assert.is(contract.call(methods.keep(), { fee: fee.needed }).fee.needed, fee.needed);
});

test('is called by its deployer, or by whoever it is given to', () => {
  const { chain, contract } = fresh();
  const { alice, bob, carol } = chain.accounts;
  const payerOf = (call: () => unknown): string => {
    const before = [alice, bob, carol].map(each => chain.balance(each));
    call();
    return [alice, bob, carol].find((each, i) => chain.balance(each) !== before[i])!.name;
  };
  assert.is(
    payerOf(() => contract.methods.keep()),
    'alice',
  );
  assert.is(
    payerOf(() => contract.as(bob).methods.keep()),
    'bob',
  );
  assert.is(
    payerOf(() => contract.as(bob).call(bytes(2), { from: carol })),
    'carol',
  );
});

test('gets coins of any kind with a call', () => {
  const { chain, contract } = fresh();
  const { alice, bob } = chain.accounts;
  contract.call(bytes(2), { coins: coins(3) });
  chain.setBalance(bob, coins(9), 'WUSD');
  contract.as(bob, { coins: { symbol: 'WUSD', amount: coins(2) } }).methods.keep();
  assert.equal([chain.balance(contract), chain.balance(contract, 'WUSD')], [coins(3), coins(2)]);
  assert.is(chain.balance(bob, 'WUSD'), coins(7));
  assertFails(() => contract.as(alice).call(bytes(2), { coins: { symbol: 'NOSUCH', amount: 1n } }), {
    reason: 'invalid-coin-symbol',
  });
});

test('a view leaves nothing behind, not even its fee', () => {
  const { chain, contract } = fresh();
  const before = chain.digest;
  const { fuel } = contract.views.keep();
  assert.is(contract.view(bytes(2)).fuel.total, fuel.total);
  assert.equal([chain.digest, contract.stored('name')], [before, undefined]);
  assert.is(contract.methods.keep().fuel.total, fuel.total);
  assert.is(contract.stored('name')!.toString(), 'value of it');
});

test('a view sees the block that the next transaction will be in', () => {
  const { chain, contract } = fresh();
  chain.mine(7);
  assert.equal(contract.views.height().logs, [String(chain.height + 1)]);
  assert.equal(contract.methods.height().logs, [String(chain.height)]);
});

test('shows what it has stored, by key and all of it', () => {
  const { contract } = fresh();
  contract.methods.keep();
  assert.is(contract.stored(Buffer.from('name'))!.toString(), 'value of it');
  assert.equal(
    contract.storedValues().map(({ key, value }) => [key.toString(), value.toString()]),
    [['name', 'value of it']],
  );
});

test('shows the accounts of the token that it manages', () => {
  const chain = Devnet.start();
  const { alice, bob } = chain.accounts;
  const vesting = chain.deployLua({
    file: 'contracts/lua/vesting.lua',
    methods: { lock: (to: AccountLike, height: number) => bytes(0xf0, 0x11).address(to).u32le(height) },
  });
  vesting.as(alice, { coins: coins(2) }).methods.lock(bob, 20);
  assert.equal(vesting.appAccount(bob), { free: 0n, frozen: [{ amount: coins(2), height: 20 }] });
  assert.equal(vesting.appAccount(Buffer.from(bob.address)), vesting.appAccount(bob));
  assert.equal(vesting.appAccount(alice), { free: 0n, frozen: [] });
});

test('a failure names contract, method, file and line, shows the source there, and the call stack', () => {
  const { contract } = fresh();
  const failure = assertFails(() => contract.methods.fail());
  assert.is(failure.code, 50);
  assert.is(failure.summary, 'it does not hold');
  assert.equal(failure.location, { file: 'sample.lua', line: 13 });
  assert.equal(failure.logs, ['checking']);
  assert.equal(
    failure.frames.map(({ name, location }) => [name, location?.line]),
    [
      ['error', undefined],
      ['check', 13],
      ['main chunk', 24],
    ],
  );
  assert.is(
    failure.message,
    `sample.lua: fail failed: it does not hold
sample.lua:13
  11 |   log("checking")
  12 |   if not condition then
> 13 |     error("it does not hold")
  14 |   end
  15 | end
call stack:
  error (host)
  check (sample.lua:13)
  main chunk (sample.lua:24)
logged before:
  checking
code 50, run-script-error: lua_pcallk failed: [string "line"]:13: it does not hold`,
  );
});

test('errors of the language and burned-out runs are failures with a line too', () => {
  const { contract } = fresh();
  const nothing = assertFails(() => contract.methods.index());
  assert.is(nothing.summary, "attempt to index a nil value (local 'nothing')");
  assert.is(nothing.location!.line, 27);
  const spinning = assertFails(() => contract.call(methods.spin(), { fee: 20_000n }));
  assert.match(spinning.summary, /^Burned-out/);
  assert.is(spinning.location!.line, 29);
});

test('a refused call costs nothing and makes no block', () => {
  const { chain, contract } = fresh();
  const before = [chain.height, chain.digest, chain.balance(chain.accounts.alice)];
  assertFails(() => contract.methods.fail());
  assert.equal([chain.height, chain.digest, chain.balance(chain.accounts.alice)], before);
});

test('a source that does not compile is not deployed, and the line is named', () => {
  const chain = Devnet.start();
  const failure = assertFails(() =>
    chain.deployLua({ text: 'mylib = require "mylib"\nlocal x = = 3\n', name: 'wrong.lua' }),
  );
  assert.instance(failure, CallFailed);
  assert.match(failure.message, /^wrong\.lua: compile failed: unexpected symbol near '='\nwrong\.lua:2\n/);
  assert.is(chain.height, 1);
});

test('a source that the ledger refuses is refused with its reason, and what would be right', () => {
  const refused = (text: string) =>
    assertFails(() => Devnet.start().deployLua({ text, name: 'wrong.lua' }), {
      code: 'REJECT_INVALID',
      reason: 'vmscript-invalid',
    });
  assert.match(
    refused('return 1').message,
    /^wrong\.lua: deploy failed: the first line must begin with mylib = require, .*\nwrong\.lua:1\n> 1 \| return 1\n/,
  );
  const large = `mylib = require "mylib"\n${'-'.repeat(70_000)}`;
  assert.match(
    refused(large).message,
    /deploy failed: the source has 70024 bytes; at most 65536 can be deployed/,
  );
});

test('a call stack that is deep shows its innermost calls, and says that there are more', () => {
  const contract = Devnet.start().deployLua({
    text: 'mylib = require "mylib"\nlocal function dig(n) return 1 + dig(n + 1) end\ndig(1)',
    name: 'deep.lua',
  });
  const { message } = assertFails(() => contract.call(''));
  assert.match(message, /call stack:\n {2}dig \(deep\.lua:2\), 20 times\n {2}\.\.\.\n/);
});

test('a call stack shows repeated calls once, with their number', () => {
  const contract = Devnet.start().deployLua({
    text: 'mylib = require "mylib"\nlocal function dig(n) if n == 0 then error("here") end return 1 + dig(n - 1) end\ndig(3)',
    name: 'deep.lua',
  });
  const { message } = assertFails(() => contract.call(''));
  assert.match(
    message,
    /call stack:\n {2}error \(host\)\n {2}dig \(deep\.lua:2\), 4 times\n {2}main chunk \(deep\.lua:3\)\n/,
  );
});

test('amounts of stored integers survive beyond 2^53', () => {
  const chain = Devnet.start();
  const contract = chain.deployLua({
    text: `mylib = require "mylib"
local n = mylib.ByteToInteger(table.unpack(contract, 1, 8))
local value = { mylib.IntegerToByte8(n + 1) }
mylib.WriteData({ key = "n", length = 8, value = value })`,
  });
  contract.call(bytes().u64le(2n ** 53n + 1n));
  assert.is(contract.stored('n')!.readBigInt64LE(), 2n ** 53n + 2n);
});

test.run();
