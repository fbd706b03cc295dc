import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdUid } from '../../../src/codec/uid.js';
import { chainDigest, INITIAL_DIGEST } from '../../../src/state/digest.js';
import type { Overlay } from '../../../src/state/state.js';
import { REGIDS } from '../../../src/state/tables/accounts.js';
import { CONTRACTS } from '../../../src/state/tables/contracts.js';
import { TransactionRejected } from '../../../src/tx/reject.js';
import { TX } from '../../../src/tx/transactions.js';
import { ALICE, HEIGHT, ScratchLedger, signatureOf } from '../../support/ledgers/scratch-ledger.js';
import { luaContract } from '../../support/lua/lua-call.js';

/* Hostile contracts, called by transactions: each is refused and leaves the state as it was. */

const CONTRACT = { height: HEIGHT - 100, index: 2 } as const;
const CONTRACT_KEY_ID = 'c0'.repeat(20);
/** What a call usually pays: 900,000 units of fuel at rate 100. */
const FEE = 1_000_000n;
/** Far more than that fuel pays for, so that a busy machine does not fail the test. */
const TIME_MS = 5_000;
/** Every program does something first, which must not stay. */
const EFFECTS = `
  mylib.WriteData({ key = "k", length = 3, value = { 1, 2, 3 } })
  mylib.WriteOutAppOperate({ operatorType = 1, outHeight = 0, moneyTbl = { 1, 0, 0, 0, 0, 0, 0, 0 },
    userIdLen = 3, userIdTbl = { 65, 66, 67 }, fundTagLen = 0, fundTagTbl = {} })
`;

const HOSTILE: Readonly<Record<string, string>> = {
  'an endless loop': 'while true do end',
  'an endless loop in a protected call': 'pcall(function() while true do end end)',
  'protected calls without end': 'while true do pcall(function() while true do end end) end',
  'recursion without end': 'local function f() return 1 + f() end f()',
  'a long string made of long strings': 'local s = "x" while true do s = s .. s end',
  'a string repeated without measure': 'return ("x"):rep(1 << 40)',
  'a table that grows without end': 'local t = {} for i = 1, math.maxinteger do t[i] = { i } end',
  'a pattern that backtracks': 'return ("a"):rep(200):find(".-.-.-.-.-b")',
  'an error object that raises': 'error(setmetatable({}, { __tostring = function() error("again") end }))',
  'metamethods on the global table':
    'setmetatable(_G, { __index = function(t, k) error("no " .. k) end }) return missing',
  'a check of coins that raises':
    'setmetatable(_G, { __index = function(t, k) if k == "gCheckAccount" then error("late") end end })',
  'a binary chunk': 'assert(load("\\27Lua"))',
  'what JavaScript objects have': 'return mylib.constructor.constructor("return process")()',
  'a prototype as a key': 'return ({}).__proto__.polluted',
  'a source that nests without end': `return ${'('.repeat(30_000)}1${')'.repeat(30_000)}`,
};

/** A ledger with a contract at `CONTRACT`. */
function ledgerWith(source: string): ScratchLedger {
  const ledger = new ScratchLedger();
  ledger.alter(CONTRACT_KEY_ID, { regId: CONTRACT });
  ledger.state.put(REGIDS, CONTRACT, CONTRACT_KEY_ID);
  ledger.state.put(CONTRACTS, CONTRACT, luaContract(source));
  return ledger;
}

function digestOf(state: Overlay): string {
  return chainDigest(INITIAL_DIGEST, HEIGHT, state.changes()).toString('hex');
}

/** Why a call is refused; undefined when it is not. The digest of the block's state must not tell of it then. */
function refusalOf(ledger: ScratchLedger): string | undefined {
  const block = ledger.begin();
  const before = digestOf(block.state);
  const started = process.cpuUsage();
  try {
    block.execute(
      ledger.prepare({
        type: TX.LCONTRACT_INVOKE,
        version: 1,
        validHeight: HEIGHT - 1,
        txUid: ALICE.uid,
        appUid: regIdUid(CONTRACT),
        fees: FEE,
        coinAmount: 5n,
        arguments: Buffer.from([0xf0]),
        signature: signatureOf(ALICE.publicKey),
      }),
    );
    assert.is.not(digestOf(block.state), before);
    return undefined;
  } catch (error) {
    if (!(error instanceof TransactionRejected)) throw error;
    assert.is(digestOf(block.state), before, 'a refused call has changed the state');
    return error.reason;
  } finally {
    const { user, system } = process.cpuUsage(started);
    assert.ok((user + system) / 1000 < TIME_MS, `took ${(user + system) / 1000} ms`);
    block.state.discard();
  }
}

test('the same call without harm changes the digest', () => {
  assert.is(refusalOf(ledgerWith(EFFECTS)), undefined);
});

for (const [what, source] of Object.entries(HOSTILE)) {
  test(`${what} is refused and leaves the digest as it was`, () => {
    const reason = refusalOf(ledgerWith(`${EFFECTS}\n${source}`));
    assert.match(reason ?? 'not refused', /^run-script-error: /);
  });
}

test.run();
