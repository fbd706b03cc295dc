import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdUid } from '../../../../src/codec/uid.js';
import { reserveRegId } from '../../../../src/config/system-accounts.js';
import { REGIDS } from '../../../../src/state/tables/accounts.js';
import { CONTRACT_DATA, CONTRACTS } from '../../../../src/state/tables/contracts.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { REJECT } from '../../../../src/tx/reject.js';
import { TX } from '../../../../src/tx/transactions.js';
import type { TransactionOfType } from '../../../../vm/native/handler.js';
import { ALICE, HEIGHT, ScratchLedger, signatureOf } from '../../../support/ledgers/scratch-ledger.js';
import { luaContract } from '../../../support/lua/lua-call.js';

/* Calls, types 4 and 15 (spec 03 §5). */

type LuaCall = TransactionOfType<typeof TX.LCONTRACT_INVOKE>;
type UniversalCall = TransactionOfType<typeof TX.UCONTRACT_INVOKE>;

const calls = suite('transactions of types 4 and 15');

const COIN = 100_000_000n;
const FEE = 10_000_000n;
const CONTRACT = { height: HEIGHT - 100, index: 2 } as const;
const CONTRACT_KEY_ID = 'c0'.repeat(20);

const STORE = `
  mylib.WriteData({ key = "arguments", length = #contract, value = contract })
`;

function ledgerWith(source = STORE): ScratchLedger {
  const ledger = new ScratchLedger();
  ledger.alter(CONTRACT_KEY_ID, { regId: CONTRACT });
  ledger.state.put(REGIDS, CONTRACT, CONTRACT_KEY_ID);
  ledger.state.put(CONTRACTS, CONTRACT, luaContract(source));
  return ledger;
}

const head = {
  version: 1,
  validHeight: HEIGHT - 1,
  txUid: ALICE.uid,
  appUid: regIdUid(CONTRACT),
  fees: FEE,
  arguments: Buffer.from([1, 2, 3]),
  signature: signatureOf(ALICE.publicKey),
};

function lua(changes: Partial<LuaCall> = {}): LuaCall {
  return { type: TX.LCONTRACT_INVOKE, ...head, coinAmount: 0n, ...changes };
}

function universal(changes: Partial<UniversalCall> = {}): UniversalCall {
  return {
    type: TX.UCONTRACT_INVOKE,
    ...head,
    feeSymbol: 'WICC',
    coinSymbol: 'WICC',
    coinAmount: 0n,
    ...changes,
  };
}

calls('the contract gets its arguments, and what it stores stays', () => {
  for (const tx of [lua(), universal()]) {
    const ledger = ledgerWith();
    ledger.execute(tx);
    const stored = ledger.state.get(CONTRACT_DATA, [CONTRACT, 'arguments'])!;
    assert.equal([...stored], [1, 2, 3]);
  }
});

calls('coins are at the contract before it runs: of the base coin, or with type 15 of any', () => {
  const ledger = ledgerWith();
  ledger.endow(ALICE.keyId, 'WUSD', 10n * COIN);
  ledger.execute(lua({ coinAmount: COIN }));
  ledger.execute(universal({ coinSymbol: 'WUSD', coinAmount: 3n * COIN }));
  assert.is(ledger.free(CONTRACT_KEY_ID, 'WICC'), COIN);
  assert.is(ledger.free(CONTRACT_KEY_ID, 'WUSD'), 3n * COIN);
  assert.is(ledger.free(ALICE.keyId, 'WUSD'), 7n * COIN);
});

calls('an amount of zero has a receipt with type 15 only', () => {
  const moves = (tx: LuaCall | UniversalCall): number =>
    ledgerWith()
      .execute(tx)
      .receipts.filter(({ type }) => type === RECEIPT.LUAVM_TRANSFER_ACTUAL_COINS).length;
  assert.equal([moves(lua()), moves(universal())], [0, 1]);
});

calls('fuel that is paid in the stable coin goes to the reserve', () => {
  const ledger = ledgerWith();
  ledger.endow(ALICE.keyId, 'WUSD', COIN);
  const reserve = ledger.keyIdAt(reserveRegId(ledger.network))!;
  const before = ledger.free(reserve, 'WUSD');
  const { receipts, fuelFee } = ledger.execute(universal({ feeSymbol: 'WUSD' }));
  assert.ok(fuelFee > 0n);
  assert.is(ledger.free(reserve, 'WUSD') - before, fuelFee);
  assert.is(ledger.free(ALICE.keyId, 'WUSD'), COIN - FEE);
  const paid = receipts.filter(({ type }) => type === RECEIPT.CONTRACT_FUEL_TO_RISK_RESERVE);
  assert.equal(
    paid.map(({ coinSymbol, amount }) => [coinSymbol, amount]),
    [['WUSD', fuelFee]],
  );
});

calls('no other coin pays for fuel', () => {
  const ledger = ledgerWith();
  ledger.endow(ALICE.keyId, 'WGRT', COIN);
  assert.is(ledger.rejection(universal({ feeSymbol: 'WGRT' })).code, REJECT.REJECT_INVALID);
});

calls('a failure takes everything back, and names the line', () => {
  const source = `${STORE} error("no")`;
  for (const [tx, code] of [
    [lua({ coinAmount: COIN }), REJECT.UPDATE_ACCOUNT_FAIL],
    [universal({ coinAmount: COIN }), REJECT.EXECUTE_SCRIPT_FAIL],
  ] as const) {
    const ledger = ledgerWith(source);
    const before = ledger.free(ALICE.keyId, 'WICC');
    const rejection = ledger.rejection(tx);
    assert.is(rejection.code, code);
    assert.is(rejection.reason, 'run-script-error: lua_pcallk failed: [string "line"]:4: no');
    assert.is(ledger.free(ALICE.keyId, 'WICC'), before);
    assert.is(ledger.free(CONTRACT_KEY_ID, 'WICC'), 0n);
    assert.is(ledger.state.get(CONTRACT_DATA, [CONTRACT, 'arguments']), undefined);
  }
});

calls('what is no call is refused', () => {
  const ledger = ledgerWith();
  const nowhere = regIdUid({ height: 1, index: 1 });
  assert.is(ledger.rejection(lua({ arguments: Buffer.alloc(4097) })).reason, 'arguments-size-toolarge');
  assert.is(
    ledger.rejection(lua({ appUid: { kind: 'keyid', keyId: CONTRACT_KEY_ID } })).reason,
    'appUid-type-error',
  );
  assert.is(ledger.rejection(lua({ appUid: nowhere })).reason, 'bad-read-script');
  assert.is(ledger.rejection(universal({ coinSymbol: 'NOCOIN' })).reason, 'invalid-coin-symbol');
  assert.is(ledger.rejection(lua({ coinAmount: 10n ** 15n })).reason, 'operate-minus-account-failed');
});

calls.run();
