import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdUid } from '../../../src/codec/uid.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import { REGIDS } from '../../../src/state/tables/accounts.js';
import { CONTRACTS } from '../../../src/state/tables/contracts.js';
import { VM_LUA } from '../../../src/tx/enums.js';
import { TransactionRejected } from '../../../src/tx/reject.js';
import { TX } from '../../../src/tx/transactions.js';
import { workAlone } from '../../../vm/block-work.js';
import { compileWork } from '../../../vm/lua/compile/compile.js';
import { BLOCK_WORK, WORK } from '../../../vm/work.js';
import {
  ALICE,
  HEIGHT,
  rejectionOf,
  ScratchLedger,
  signatureOf,
} from '../../support/ledgers/scratch-ledger.js';
import { callLua, luaContract } from '../../support/lua/lua-call.js';

/* What the code of Lua contracts takes of a block (spec 03 §7.8): its compilation, once. */

const test = suite('work of Lua contracts');

const at = (index: number) => ({ height: 1, index });

/** A contract of so many bytes. */
function sourceOf(bytes: number, seed: number): string {
  return `-- ${seed} ${'x'.repeat(bytes)}`;
}

function ledgerWith(sources: readonly string[]): ScratchLedger {
  const ledger = new ScratchLedger();
  for (const [index, source] of sources.entries()) {
    const keyId = index.toString(16).padStart(40, 'c');
    ledger.alter(keyId, { regId: at(index) });
    ledger.state.put(REGIDS, at(index), keyId);
    ledger.state.put(CONTRACTS, at(index), {
      vmType: VM_LUA,
      maintainer: ALICE.regId,
      upgradable: false,
      code: Buffer.from(source),
      memo: Buffer.alloc(0),
      abi: Buffer.alloc(0),
    });
  }
  return ledger;
}

function call(index: number, nonce = 0): Parameters<ScratchLedger['prepare']>[0] {
  return {
    type: TX.LCONTRACT_INVOKE,
    version: 1,
    txUid: ALICE.uid,
    validHeight: HEIGHT,
    appUid: regIdUid(at(index)),
    fees: 1_000_000n,
    coinAmount: 0n,
    arguments: Buffer.from([nonce & 255, nonce >> 8]),
    signature: signatureOf(ALICE.publicKey),
  };
}

const unitsOf = (source: string): number => WORK.luaCompileUnit * compileWork(Buffer.from(source));

test('compilation counts whether or not the node has the code, and once in a block', () => {
  const source = sourceOf(60_000, 1);
  const ledger = ledgerWith([source]);
  const block = ledger.begin();
  for (let i = 0; i < 100; i++) {
    const { work } = block.execute(ledger.prepare(call(0, i)));
    assert.is(workAlone(work) - work.own, unitsOf(source));
  }
  assert.ok(block.work.units < unitsOf(source) + 100 * 40_000, `${block.work.units}`);
});

test('contracts that are called in turn count their compilation until the block is full: exceed-max-work', () => {
  const sources = Array.from({ length: 30 }, (_, i) => sourceOf(65_000, i));
  const ledger = ledgerWith(sources);
  const block = ledger.begin();
  const fitting = Math.floor(BLOCK_WORK / unitsOf(sources[0]!));
  assert.ok(fitting < sources.length);
  for (let i = 0; i < fitting; i++) block.execute(ledger.prepare(call(i)));
  const refused = rejectionOf(() => block.execute(ledger.prepare(call(fitting))));
  assert.is(refused.reason, 'exceed-max-work');
  block.execute(ledger.prepare(call(0, 1)));
});

test('a call that fails leaves its compilation to be counted with the next one', () => {
  const ledger = ledgerWith(['error("no")', 'if contract[1] == 0 then error("no") end']);
  const block = ledger.begin();
  for (const tx of [call(0), call(1)]) rejectionOf(() => block.execute(ledger.prepare(tx)));
  assert.is(block.work.units, 0);
  const { work } = block.execute(ledger.prepare(call(1, 1)));
  assert.is(block.work.units, workAlone(work));
  assert.ok(work.own < workAlone(work));
});

/** Fuel that a fee can buy at most. */
const WHOLE_BLOCK = 600_562_500;
/** Storage fuel beyond what may be executed: 60,600,000 units. */
const STORES_MUCH =
  'local v = {("x"):rep(500):byte(1, -1)} ' +
  'for i = 1, 200 do mylib.WriteData({key = string.format("%05d", i), length = 500, value = v}) end ';

test('a call executes what 25,000,000 units of fuel pay for at most, whatever its fee', () => {
  const { failure, report } = callLua(luaContract('while true do end'), { fuelLimit: WHOLE_BLOCK });
  assert.match(String(failure), /Burned-out lua_BurnStep. Need more fuel to burn$/);
  assert.ok(Number(report.fuel.total) < 25_000_100, `${report.fuel.total}`);
  const stored = callLua(luaContract(`${STORES_MUCH} while true do end`), { fuelLimit: WHOLE_BLOCK });
  assert.match(String(stored.failure), /Burned-out lua_BurnStep/);
});

test('storage is not executed: it may take what the fee pays for', () => {
  const { failure, fuel } = callLua(luaContract(STORES_MUCH), { fuelLimit: WHOLE_BLOCK });
  assert.is(failure, undefined);
  assert.ok(fuel > 60_000_000n);
});

test('what a failing call has executed is in the work that nobody pays for', () => {
  const ledger = ledgerWith(['while true do end']);
  try {
    ledger.begin().execute(ledger.prepare(call(0)));
    assert.unreachable('an endless call has succeeded');
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    assert.ok(error.work > WORK.luaFuel * 900_000, `${error.work}`);
  }
});

test('on networks of the reference instructions are no work', () => {
  const ledger = new ScratchLedger({ mended: { ...REGTEST.mended, instructionsAreWork: false } });
  const options = { fuelLimit: 31_000_000, ledger };
  assert.match(String(callLua(luaContract('while true do end'), options).failure), /Burned-out lua_BurnStep/);
});

test.run();
