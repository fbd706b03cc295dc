import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type RegId, regIdRaw } from '../../../../src/codec/regid.js';
import { regIdUid } from '../../../../src/codec/uid.js';
import { hash160 } from '../../../../src/crypto/hash.js';
import { TX } from '../../../../src/tx/transactions.js';
import { ALICE, BOB, HEIGHT, ScratchLedger, signatureOf } from '../../../support/ledgers/scratch-ledger.js';

const ADD_FREE = 1;
const SUB_FREE = 2;
const FEES = 200_000_000n;
const MAX_U64 = 2n ** 64n - 1n;
const ALL_BASE_COINS = 21_000_000_000_000_000n;
const HEADER = `mylib = require "mylib"
local function bytes(n) return {n & 255, n >> 8 & 255, n >> 16 & 255, n >> 24 & 255,
  n >> 32 & 255, n >> 40 & 255, n >> 48 & 255, n >> 56 & 255} end
local function output(account, operator, amount) return mylib.WriteOutput({addrType = 1, accountIdTbl = account,
  operatorType = operator, outHeight = 0, moneyTbl = bytes(amount)}) end
local contract = {mylib.GetContractRegId()}
`;

/** A contract on a ledger, in a block before the one that calls it. */
class CalledContract {
  readonly ledger = new ScratchLedger();
  readonly #regId: RegId = { height: HEIGHT - 1, index: 1 };
  readonly keyId = hash160(regIdRaw(this.#regId)).toString('hex');

  constructor(source: string) {
    this.ledger.execute(
      {
        type: TX.LCONTRACT_DEPLOY,
        version: 1,
        validHeight: HEIGHT,
        txUid: ALICE.uid,
        contract: { code: Buffer.from(HEADER + source), memo: Buffer.alloc(0) },
        fees: FEES,
        signature: signatureOf(ALICE.publicKey),
      },
      HEIGHT - 1,
    );
  }

  /** A call by Alice who pays the contract. */
  call(coinAmount: bigint) {
    return {
      type: TX.LCONTRACT_INVOKE,
      version: 1,
      validHeight: HEIGHT,
      txUid: ALICE.uid,
      appUid: regIdUid(this.#regId),
      fees: FEES,
      coinAmount,
      arguments: Buffer.alloc(0),
      signature: signatureOf(ALICE.publicKey),
    } as const;
  }
}

/** An account as a table of the bytes of its regid. */
const table = (regId: RegId): string => `{${[...regIdRaw(regId)].join(', ')}}`;

test('what accounts receive by outputs is what the contract gives', () => {
  const contract = new CalledContract(
    `output(${table(BOB.regId)}, ${ADD_FREE}, 70000) output(contract, ${SUB_FREE}, 70000)`,
  );
  const { ledger } = contract;
  const before = ledger.free(BOB.keyId, 'WICC');
  ledger.execute(contract.call(100_000n));
  assert.is(ledger.free(BOB.keyId, 'WICC'), before + 70_000n);
  assert.is(ledger.free(contract.keyId, 'WICC'), 30_000n);
});

test('a contract cannot give more than it takes, what others have, or what it does not have', () => {
  const reasonOf = (source: string): string => {
    const contract = new CalledContract(source);
    return contract.ledger.rejection(contract.call(100_000n)).reason;
  };
  const toBob = (amount: number) => `output(${table(BOB.regId)}, ${ADD_FREE}, ${amount}) `;
  const unbalanced = 'run-script-error: VmScript CheckOperate Failed';
  assert.is(reasonOf(`${toBob(70_001)} output(contract, ${SUB_FREE}, 70000)`), unbalanced);
  assert.is(reasonOf(`${toBob(70_000)} output(${table(ALICE.regId)}, ${SUB_FREE}, 70000)`), unbalanced);
  assert.is(
    reasonOf(`${toBob(100_001)} output(contract, ${SUB_FREE}, 100001)`),
    'run-script-error: VmScript OperateAccount Failed',
  );
});

test('outputs that would not fit the balance of their receiver fail, and are no fault of the program', () => {
  const whole = MAX_U64 / ALL_BASE_COINS;
  const rest = MAX_U64 % ALL_BASE_COINS;
  const all = (account: string, operator: number) =>
    `for i = 1, ${whole} do output(${account}, ${operator}, ${ALL_BASE_COINS}) end output(${account}, ${operator}, ${rest}) `;
  const contract = new CalledContract(all(table(BOB.regId), ADD_FREE) + all('contract', SUB_FREE));
  assert.is(
    contract.ledger.rejection(contract.call(0n)).reason,
    'run-script-error: VmScript OperateAccount Failed',
  );
});

test.run();
