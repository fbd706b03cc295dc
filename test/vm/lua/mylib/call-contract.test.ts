import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { encode } from '../../../../src/codec/codec.js';
import type { Json } from '../../../../src/codec/json-value.js';
import { regIdText } from '../../../../src/codec/regid.js';
import { REGTEST } from '../../../../src/config/networks/regtest.js';
import { REGIDS } from '../../../../src/state/tables/accounts.js';
import { CDPS } from '../../../../src/state/tables/cdps.js';
import { ORDERS } from '../../../../src/state/tables/orders.js';
import { UTXOS } from '../../../../src/state/tables/utxos.js';
import { inlineTransaction } from '../../../../src/tx/types/universal.js';
import { MODULE_CONTRACTS } from '../../../../vm/universal/native-contracts/index.js';
import { objectIdOf } from '../../../../vm/universal/object-id.js';
import { CdpLedger } from '../../../support/ledgers/cdp-ledger.js';
import { ALICE, BOB } from '../../../support/ledgers/scratch-ledger.js';
import { regIdOfActor } from '../../../support/ledgers/universal.js';
import { CONTRACT, callLua, type LuaCall, luaContract } from '../../../support/lua/lua-call.js';
import { scaled } from '../../../support/random/scale.js';
import { byContract } from '../../../support/wasm/relay-contract.js';

/* `mylib.CallContract`: the modules of the node for Lua contracts (decision D22). */

const COIN = 100_000_000n;
const KEY_ID = 'c0'.repeat(20);
const SELF = regIdText(CONTRACT);
const B = regIdOfActor(BOB);

/** A ledger with prices, on which the contract has coins. */
function ledgerOf(balance = 10_000n * COIN): CdpLedger {
  const ledger = new CdpLedger();
  ledger.state.put(REGIDS, CONTRACT, KEY_ID);
  ledger.alter(KEY_ID, { regId: CONTRACT });
  for (const symbol of ['WICC', 'WUSD']) ledger.setToken(KEY_ID, symbol, { free: balance });
  return ledger;
}

/** A call as a script writes it. */
const callOf = (contract: string, action: string, args: string): string =>
  `mylib.CallContract({contract = "${contract}", action = "${action}", args = {${args}}})`;

const SELL = callOf(
  '0-300',
  'selllimit',
  'asset = {symbol = "WICC", amount = 1000000000}, coin = "WUSD", price = 50000000, dex_id = 0, memo = "by a contract"',
);

/** The id of an object that the n-th call of a run makes. */
function idOf({ txid }: LuaCall, call: number): string {
  return objectIdOf(txid, call);
}

function succeeds(source: string, ledger = ledgerOf()): LuaCall {
  const call = callLua(luaContract(source), { ledger });
  assert.is(call.failure, undefined);
  return call;
}

function failure(source: string, ledger = ledgerOf()): string {
  const call = callLua(luaContract(source), { ledger });
  assert.ok(call.failure !== undefined, source);
  return call.failure!;
}

const test = suite('mylib.CallContract');

test('places an order of the contract, returns its id, and shows it in receipts and trace', () => {
  const ledger = ledgerOf();
  const call = succeeds(`print(${SELL}) print(${SELL})`, ledger);
  const ids = [0, 1].map(n => idOf(call, n));
  assert.equal(call.log, ids);
  for (const id of ids) {
    const order = ledger.state.get(ORDERS, id)!;
    assert.equal(order.owner, CONTRACT);
    assert.is(order.assetAmount, 10n * COIN);
  }
  assert.equal(
    call.receipts.map(receipt => receipt.objectId),
    ids,
  );
  const { traces } = call.trace as {
    traces: readonly { object_id: string; receiver: string; trx: { data: Json } }[];
  };
  assert.equal(
    traces.map(({ object_id, receiver }) => [receiver, object_id]),
    ids.map(id => ['0-300', id]),
  );
  assert.is((traces[0]!.trx.data as { memo: string }).memo, 'by a contract');
  assert.is(ledger.token(KEY_ID, 'WICC').frozen, 20n * COIN);
});

test('takes effect at once: the script sees its balance, and takes an order back by its id', () => {
  const ledger = ledgerOf();
  const call = succeeds(
    `local before = mylib.GetAccountAsset({addressType = 1, address = {mylib.GetContractRegId()}, tokenType = "WICC"}).amount
     local id = ${SELL}
     local during = mylib.GetAccountAsset({addressType = 1, address = {mylib.GetContractRegId()}, tokenType = "WICC"}).amount
     print(before - during)
     print(${callOf('0-300', 'cancel', 'order_id = id')})`,
    ledger,
  );
  assert.equal(call.log, ['1000000000', 'true']);
  assert.is(ledger.orders().size, 0);
  assert.is(ledger.token(KEY_ID, 'WICC').frozen, 0n);
});

test('transfers, to an account by six bytes or text, and by amounts in three forms', () => {
  const ledger = ledgerOf();
  const before = ledger.free(BOB.keyId, 'WICC');
  const { height, index } = BOB.regId;
  const amounts = ['{symbol = "WICC", amount = 100000000}', '"1.00000000 WICC"'];
  const receivers = [`"${B}"`, `{${height}, 0, 0, 0, ${index}, 0}`];
  const calls = amounts.flatMap(amount =>
    receivers.map(to => callOf('0-200', 'transfer', `to = ${to}, quantity = ${amount}, memo = ""`)),
  );
  succeeds(calls.join('\n'), ledger);
  assert.is(ledger.free(BOB.keyId, 'WICC') - before, 4n * COIN);
});

test('opens and closes a debt position', () => {
  const ledger = ledgerOf();
  const call = succeeds(
    `print(${callOf(
      '0-400',
      'stake',
      'pledged = {symbol = "WICC", amount = 200000000000}, minted = {symbol = "WUSD", amount = 10000000000}',
    )})`,
    ledger,
  );
  const id = idOf(call, 0);
  assert.equal(call.log, [id]);
  assert.equal(ledger.state.get(CDPS, id)!.owner, CONTRACT);
  succeeds(
    callOf(
      '0-400',
      'redeem',
      `cdp_id = "${id}", repaid = 99999999999, redeemed = {symbol = "WICC", amount = 999999999999}`,
    ),
    ledger,
  );
  assert.is(ledger.state.get(CDPS, id), undefined);
});

test('charges outputs by tables within tables', () => {
  const ledger = ledgerOf();
  const call = succeeds(
    callOf(
      '0-500',
      'charge',
      `coin = "WICC", memo = "", outputs = {{amount = 5, owner = "${B}"}, {amount = 7, claim_height = 900}}`,
    ),
    ledger,
  );
  const outputs = [0, 1].map(index => ledger.state.get(UTXOS, [idOf(call, 0), index])!);
  assert.equal(
    outputs.map(({ output, creator }) => [output.coinAmount, output.conds.length, creator]),
    [
      [5n, 1, KEY_ID],
      [7n, 1, KEY_ID],
    ],
  );
});

test('costs what the same inline action costs a WebAssembly contract', () => {
  const ledger = ledgerOf();
  const args = [
    SELF,
    { amount: 10n * COIN, symbol: '8,WICC' },
    'WUSD',
    COIN / 2n,
    0,
    'by a contract',
  ] as Json;
  const inline = byContract(ledger, CONTRACT, '0-300', 'selllimit', args);
  const { report } = succeeds(SELL, ledger);
  assert.is(
    BigInt(report.fuel.account!),
    10_000n + 10n * BigInt(encode(inlineTransaction, inline).length) + 30_000n,
  );
});

test('acts for the contract only', () => {
  const other = `from = "${B}", to = "${SELF}", quantity = "1.00000000 WICC", memo = ""`;
  assert.match(failure(callOf('0-200', 'transfer', other)), /missing authority of 0-14/);
  const caller = `from = "${regIdOfActor(ALICE)}", to = "${SELF}", quantity = "1.00000000 WICC", memo = ""`;
  assert.match(failure(callOf('0-200', 'transfer', caller)), /missing authority of 0-13/);
  const own = `from = "${SELF}", to = "${B}", quantity = "1.00000000 WICC", memo = ""`;
  succeeds(callOf('0-200', 'transfer', own));
});

test('a refused call ends the run, with the reason of the typed transaction and the line, past pcall', () => {
  const ledger = ledgerOf(COIN);
  const text = failure(`local ok = pcall(function() ${SELL} end)\nprint("went on")`, ledger);
  assert.match(
    text,
    /^lua_pcallk failed: \[string "line"\]:2: \(3260001\) native_contract_assert_exception\n/,
  );
  assert.match(text, /native\/0-300\/selllimit\s*: operate-dex-order-account-failed$/);
  assert.is(ledger.orders().size, 0);
  const permissions = ledgerOf();
  permissions.alter(KEY_ID, { permsSum: 1n });
  assert.match(failure(SELL, permissions), /account-lacks-perm/);
});

test('wrong arguments end the run and say what would be right', () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['mylib.CallContract()', /a table \{contract, action, args\} is expected/],
    ['mylib.CallContract("0-200")', /a table \{contract, action, args\} is expected/],
    [callOf('0-800', 'transfer', ''), /contract must be one of 0-200, 0-300, 0-400, 0-500/],
    [callOf('0-100', 'setcode', ''), /contract must be one of/],
    [callOf(SELF, 'run', ''), /contract must be one of/],
    [callOf('0-300', 'transfer', ''), /action must be one of buylimit, selllimit, .* for contract 0-300/],
    ['mylib.CallContract({contract = "0-200", action = "transfer"})', /args must be a table/],
    [
      callOf('0-200', 'transfer', `to = "${B}", memo = ""`),
      /the field "quantity" is missing.*packing transfer\.quantity/s,
    ],
    [
      callOf('0-200', 'transfer', `to = 5, quantity = "1.00000000 WICC", memo = ""`),
      /5 is given, a text is expected/,
    ],
    [callOf('0-200', 'transfer', 'to = {1, 2, 3}'), /to: 6 bytes of a regid/],
    [callOf('0-200', 'transfer', 'to = {1, 2, 3, 4, 5, 256}'), /to: 6 bytes of a regid/],
    [callOf('0-200', 'transfer', 'quantity = {symbol = "WICC", amount = 1.0}'), /quantity: a table \{symbol/],
    [callOf('0-200', 'transfer', 'memo = print'), /memo: a text or an integer/],
    [callOf('0-200', 'transfer', 'memo = string.rep("x", 501)'), /memo: 501 bytes, at most 500/],
    [callOf('0-200', 'transfer', 'memo = "\\xff"'), /memo: a text in UTF-8/],
    [callOf('0-300', 'buylimit', 'price = 1.5'), /price: a text or an integer/],
    [callOf('0-300', 'settle', 'deals = 1'), /deals: an array is expected/],
    [callOf('0-300', 'settle', 'deals = {1}'), /deals\[1\]: a table of fields is expected/],
    [
      callOf('0-500', 'draw', 'inputs = {{signers = {accounts = {1}}}}'),
      /"memo" is missing|"coin" is missing/,
    ],
    [callOf('0-400', 'redeem', 'cdp_id = {}'), /cdp_id: a table is given, a value of the type hash256/],
  ];
  for (const [source, pattern] of wrong) assert.match(failure(source), pattern, source);
});

test('metamethods of its arguments are not called, and further fields do not matter', () => {
  const ledger = ledgerOf();
  const proxied = `local args = setmetatable({to = "${B}", memo = "", quantity = "1.00000000 WICC", other = print},
      {__index = function() error("called") end})
    mylib.CallContract(setmetatable({contract = "0-200", action = "transfer", args = args}, {__index = error}))`;
  succeeds(proxied, ledger);
});

test('without the environment of the run it does nothing, as the other functions', () => {
  const ledger = ledgerOf();
  const { log } = succeeds(`VmScriptRun = nil print(select("#", ${SELL}))`, ledger);
  assert.equal(log, ['0']);
  assert.is(ledger.orders().size, 0);
});

test('networks of the reference do not have it', () => {
  const ledger = new CdpLedger({ mended: { ...REGTEST.mended, modulesAreContracts: false } });
  const { log } = succeeds('print(mylib.CallContract)', ledger);
  assert.equal(log, ['nil']);
});

test('calls without end, and arguments without end, end by fuel', () => {
  const transfer = callOf('0-200', 'transfer', `to = "${B}", quantity = "0.00010000 WICC", memo = ""`);
  const looping = callLua(luaContract(`while true do ${transfer} end`), {
    ledger: ledgerOf(),
    fuelLimit: 20_000_000,
  });
  assert.match(looping.failure!, /Burned-out lua_BurnAccountOperate CallContract\(\)/);
  const deals = 'local d = {} for i = 1, 70000 do d[i] = {} end';
  const huge = callLua(luaContract(`${deals} ${callOf('0-300', 'settle', 'deals = d')}`), {
    ledger: ledgerOf(),
  });
  assert.match(huge.failure!, /more than 65536 values/);
  const many = callLua(
    luaContract(
      `local i = {txid = string.rep("a", 64), index = 0} local all = {} for n = 1, 3000 do all[n] = i end
       ${callOf('0-500', 'draw', 'coin = "WICC", memo = "", inputs = all')}`,
    ),
    { ledger: ledgerOf(), fuelLimit: 1_500_000 },
  );
  assert.match(many.failure!, /Burned-out lua_BurnAccountOperate CallContract\(\)/);
});

test('whatever a script passes, the call takes effect or ends the run', () => {
  const ledger = ledgerOf();
  const values = [
    ...['nil', 'true', '5', '-1', '5.5', '0/0', 'math.mininteger', 'print', '_G', 'mylib'],
    ...[
      '""',
      '"text"',
      '"\\xff"',
      '"1.00000000 WICC"',
      '"8,WICC"',
      '"WUSD"',
      `"${B}"`,
      `"${'ab'.repeat(32)}"`,
    ],
    ...['{}', '{1}', '{{}}', '{{{}}}', '{0, 0, 0, 0, 14, 0}', '{amount = {}, symbol = 1}', '{{amount = 1}}'],
    ...['{symbol = "WICC", amount = 100000000}', `{{txid = "${'0'.repeat(64)}", index = 0, signers = {}}}`],
  ];
  const value = fc.constantFrom(...values);
  const actions = [...MODULE_CONTRACTS].flatMap(([id, { actions: declared }]) =>
    declared.map(({ name, fields }) => ({ contract: `0-${id}`, name, fields: Object.keys(fields) })),
  );
  const calls = fc.constantFrom(...actions).chain(({ contract, name, fields }) =>
    fc.tuple(...fields.map(() => value)).map(given => {
      const args = fields.map((field, i) => `${field} = ${given[i]}`).join(', ');
      return callOf(contract, name, args);
    }),
  );
  let refused = 0;
  fc.assert(
    fc.property(calls, source => {
      const { failure: text } = callLua(luaContract(source), { ledger });
      if (text === undefined) return;
      assert.match(text, /^lua_pcallk failed: /);
      refused++;
    }),
    { numRuns: scaled(2_000, 100_000) },
  );
  assert.ok(refused > 1_000, `${refused}`);
});

test('what a call spent is not there for outputs that take effect at the end', () => {
  const ledger = ledgerOf(10n * COIN);
  const output = (operator: number, regId: { height: number; index: number }) => {
    const raw = Buffer.alloc(6);
    raw.writeUInt32LE(regId.height, 0);
    raw.writeUInt16LE(regId.index, 4);
    const money = Buffer.alloc(8);
    money.writeBigUInt64LE(COIN);
    return `mylib.WriteOutput({addrType = 1, accountIdTbl = {${[...raw]}}, operatorType = ${operator}, outHeight = 0, moneyTbl = {${[...money]}}})`;
  };
  const pay = `${output(1, BOB.regId)} ${output(2, CONTRACT)}`;
  assert.is(failure(`${pay} ${SELL}`, ledger), 'VmScript OperateAccount Failed');
  succeeds(pay, ledgerOf(10n * COIN));
});

test.run();
