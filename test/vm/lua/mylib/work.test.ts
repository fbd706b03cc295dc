import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CONTRACT_ACCOUNTS, type ContractAccount } from '../../../../src/state/tables/contract-accounts.js';
import { BASE_COIN } from '../../../../src/tx/symbols.js';
import { compileChunk } from '../../../../vm/lua/compile/compile.js';
import { Environment } from '../../../../vm/lua/machine/environment.js';
import { Machine } from '../../../../vm/lua/machine/machine.js';
import { BYTE_WORK, CALL_WORK, FUND_WORK } from '../../../../vm/lua/mylib/api-work.js';
import { ContractRun } from '../../../../vm/lua/mylib/contract-run.js';
import { MYLIB } from '../../../../vm/lua/mylib/index.js';
import { settleTokens, TOKEN_OPERATOR } from '../../../../vm/lua/mylib/token-operations.js';
import { TRANSACTION_WORK, WORK } from '../../../../vm/work.js';
import { ScratchLedger } from '../../../support/ledgers/scratch-ledger.js';
import { CONTRACT, CONTRACT_KEY_ID, callContext } from '../../../support/lua/lua-call.js';

/* What calls of the contract API take beside their fuel (spec 03 §7.8). */

const test = suite('work of the contract API');
const ENVIRONMENT = new Environment({ mylib: MYLIB });
const FUEL = 10_000_000;

function contractRun(ledger: ScratchLedger): ContractRun {
  ledger.endow(CONTRACT_KEY_ID, BASE_COIN, 0n);
  const call = {
    contract: CONTRACT,
    contractKeyId: CONTRACT_KEY_ID,
    arguments: new Uint8Array(0),
    symbol: BASE_COIN,
    amount: 0n,
  };
  return new ContractRun(callContext(ledger, ledger.state.child()), call);
}

/** Units of work of a program, whatever it comes to. */
function workOf(body: string, ledger = new ScratchLedger()): number {
  const source = `local m = require "mylib" ${body}`;
  const machine = new Machine({ environment: ENVIRONMENT, fuelLimit: FUEL, context: contractRun(ledger) });
  machine.run(compileChunk(Buffer.from(source), 'line'));
  return machine.workDone;
}

function accountWith(funds: number): ContractAccount {
  const frozen = Array.from({ length: funds }, (_, i) => ({
    timeoutHeight: 1_000_000,
    tag: Buffer.from(`tag ${i}`),
    value: 1n,
  }));
  return { free: 5n, frozen };
}

test('every function takes work, with whatever arguments', () => {
  const names = Object.keys(MYLIB);
  assert.ok(names.length >= 44);
  const without = workOf('');
  for (const name of names) {
    const work = workOf(`m["${name}"]()`) - without;
    assert.ok(work >= CALL_WORK, `${name}: ${work}`);
  }
});

test('bytes are paid one by one, as arguments, in tables and as results', () => {
  const of = (count: number): number =>
    workOf(`m.ByteToInteger(${Array.from({ length: count }, () => '1').join()})`);
  assert.is(of(8) - of(4), 4 * BYTE_WORK);
  const written = (length: number): number =>
    workOf(
      `local v = {} for i = 1, 500 do v[i] = 1 end m.WriteData({ key = "k", length = ${length}, value = v })`,
    );
  assert.is(written(500) - written(100), 400 * BYTE_WORK);
  assert.ok(workOf('m.IntegerToByte8(1)') - workOf('m.IntegerToByte4(1)') >= 4 * BYTE_WORK);
});

test('frozen funds are paid by whoever passes them, in the script and when it has ended', () => {
  const ledger = new ScratchLedger();
  ledger.state.put(CONTRACT_ACCOUNTS, [CONTRACT, 'few'], accountWith(0));
  ledger.state.put(CONTRACT_ACCOUNTS, [CONTRACT, 'all'], accountWith(1000));
  const asking = (user: string): number =>
    workOf(`m.GetUserAppAccValue({ idLen = 3, idValueTbl = { ("${user}"):byte(1, 3) } })`, ledger);
  assert.is(asking('all') - asking('few'), 1000 * FUND_WORK);

  const run = contractRun(ledger);
  const add = { operator: TOKEN_OPERATOR.addFree, timeoutHeight: 0, amount: 1n, tag: new Uint8Array(0) };
  run.tokenOperations.push({ ...add, user: 'few' }, { ...add, user: 'all' }, { ...add, user: 'all' });
  assert.ok(settleTokens(run));
  assert.is(run.context.work, WORK.luaUnit * FUND_WORK * 2000);
  run.context.work = TRANSACTION_WORK - 1;
  assert.not(settleTokens(run));
});

test.run();
