import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdRaw } from '../../../../src/codec/regid.js';
import { reserveRegId } from '../../../../src/config/system-accounts.js';
import { hash160 } from '../../../../src/crypto/hash.js';
import { CONTRACTS } from '../../../../src/state/tables/contracts.js';
import { VM_LUA, VM_WASM } from '../../../../src/tx/enums.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { REJECT } from '../../../../src/tx/reject.js';
import { TX } from '../../../../src/tx/transactions.js';
import type { TransactionOfType } from '../../../../vm/native/handler.js';
import { ALICE, HEIGHT, ScratchLedger, signatureOf } from '../../../support/ledgers/scratch-ledger.js';

/* Deployments, types 5 and 14 (spec 03 §4). */

type LuaDeployment = TransactionOfType<typeof TX.LCONTRACT_DEPLOY>;
type UniversalDeployment = TransactionOfType<typeof TX.UCONTRACT_DEPLOY>;

const deployments = suite('transactions of types 5 and 14');

/** Where a deployment costs its fuel and its bytes only. */
const REFERENCE_FEES = { minimumFees: 'reference' } as const;
const COIN = 100_000_000n;
const FEE = 2n * COIN;
const CODE = Buffer.from('mylib = require "mylib"\n');
const MEMO = Buffer.from('a memo');
/** What a deployment of `CODE` with `MEMO` burns: both with the byte that says their length. */
const FUEL = BigInt(CODE.length + 1 + MEMO.length + 1);
/** The first transaction of a block after its reward. */
const POSITION = { height: HEIGHT, index: 1 };

const head = {
  version: 1,
  validHeight: HEIGHT - 1,
  txUid: ALICE.uid,
  signature: signatureOf(ALICE.publicKey),
};

function lua(changes: Partial<LuaDeployment> = {}): LuaDeployment {
  return { type: TX.LCONTRACT_DEPLOY, ...head, contract: { code: CODE, memo: MEMO }, fees: FEE, ...changes };
}

function universal(changes: Partial<UniversalDeployment> = {}): UniversalDeployment {
  return {
    type: TX.UCONTRACT_DEPLOY,
    ...head,
    feeSymbol: 'WICC',
    fees: FEE,
    vmType: VM_LUA,
    upgradable: true,
    code: CODE,
    memo: MEMO,
    abi: Buffer.alloc(0),
    ...changes,
  };
}

deployments('the contract is stored under the regid of its transaction, and gets an account', () => {
  for (const tx of [lua(), universal()]) {
    const ledger = new ScratchLedger();
    const { fuel } = ledger.execute(tx);
    const contract = ledger.state.get(CONTRACTS, POSITION)!;
    assert.equal(contract.maintainer, ALICE.regId);
    assert.is(contract.upgradable, tx.type === TX.UCONTRACT_DEPLOY);
    assert.equal(
      [contract.code, contract.memo].map(bytes => Buffer.from(bytes)),
      [CODE, MEMO],
    );
    assert.is(ledger.keyIdAt(POSITION), hash160(regIdRaw(POSITION)).toString('hex'));
    assert.is(fuel, tx.type === TX.UCONTRACT_DEPLOY ? FUEL + 3n : FUEL, 'type 14 has three bytes more');
  }
});

deployments('coins that were sent to the address before are kept', () => {
  const ledger = new ScratchLedger();
  const keyId = hash160(regIdRaw(POSITION)).toString('hex');
  ledger.endow(keyId, 'WICC', 5n * COIN);
  ledger.execute(lua());
  assert.is(ledger.free(keyId, 'WICC'), 5n * COIN);
});

deployments('fuel that is paid in the stable coin goes to the reserve, in the base coin nowhere', () => {
  const ledger = new ScratchLedger();
  ledger.endow(ALICE.keyId, 'WUSD', 10n * COIN);
  const reserve = ledger.keyIdAt(reserveRegId(ledger.network))!;
  const [base, stable] = [ledger.free(reserve, 'WICC'), ledger.free(reserve, 'WUSD')];
  const paid = ledger.execute(universal({ feeSymbol: 'WUSD' }));
  const fuel = paid.receipts.filter(({ type }) => type === RECEIPT.CONTRACT_FUEL_TO_RISK_RESERVE);
  assert.equal(
    fuel.map(({ coinSymbol, amount }) => [coinSymbol, amount]),
    [['WUSD', COIN]],
  );
  assert.is(ledger.free(reserve, 'WUSD') - stable, COIN);
  assert.is(ledger.free(reserve, 'WICC'), base);
  assert.is(ledger.free(ALICE.keyId, 'WUSD'), 10n * COIN - FEE);

  const other = new ScratchLedger();
  const { receipts } = other.execute(universal());
  assert.not(receipts.some(({ type }) => type === RECEIPT.CONTRACT_FUEL_TO_RISK_RESERVE));
});

deployments('what is no contract is refused', () => {
  const ledger = new ScratchLedger();
  const refused: readonly (readonly [LuaDeployment | UniversalDeployment, string])[] = [
    [lua({ contract: { code: Buffer.from('mylib = requirE "mylib"'), memo: MEMO } }), 'vmscript-invalid'],
    [
      lua({ contract: { code: Buffer.concat([CODE, Buffer.alloc(65_536)]), memo: MEMO } }),
      'vmscript-invalid',
    ],
    [lua({ contract: { code: CODE, memo: Buffer.alloc(101) } }), 'vmscript-invalid'],
    [universal({ abi: Buffer.from('{}') }), 'vmscript-invalid'],
    [universal({ vmType: VM_WASM }), 'vm-type-error'],
  ];
  for (const [tx, reason] of refused) assert.is(ledger.rejection(tx).reason, reason);
});

deployments('a fee below that of the network, or that lacks a sawi for each byte, is refused', () => {
  const ledger = new ScratchLedger();
  const { code, reason } = ledger.rejection(lua({ fees: COIN }));
  assert.is(code, REJECT.REJECT_INVALID);
  assert.is(reason, 'fee-too-small-for-burned-fuel');
  const size = ledger.prepare(lua()).raw.length;
  const cheap = new ScratchLedger(REFERENCE_FEES);
  const needed = COIN + BigInt(size);
  assert.is(cheap.rejection(lua({ fees: COIN })).reason, `fee-too-small-in-fee/kb: ${COIN} < ${needed}`);
  assert.ok(cheap.execute(lua({ fees: needed })));
});

deployments('bytes that are no Lua deploy, and fail when they are called', () => {
  const ledger = new ScratchLedger();
  const code = Buffer.from('mylib = require this is no Lua');
  assert.ok(ledger.execute(lua({ contract: { code, memo: MEMO } })));
});

deployments.run();
