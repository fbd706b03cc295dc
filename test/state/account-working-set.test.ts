import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, NULL_UID, publicKeyUid, regIdUid } from '../../src/codec/uid.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import { AccountWorkingSet } from '../../src/state/account-working-set.js';
import { ACCOUNTS, newAccount, tokenOf } from '../../src/state/tables/accounts.js';
import { RECEIPT } from '../../src/tx/receipt.js';
import { memoryState } from '../support/stores/memory-state.js';

const PUBLIC_KEY = '0376de6a21f63c35a053c849a339598016a0261d6bdc5567adeda0af78b750c4cc';
const OWN = keyIdOf(Buffer.from(PUBLIC_KEY, 'hex'));
const PEER = '22'.repeat(20);
const REGID = { height: 7, index: 3 };

function withAccounts() {
  const state = memoryState().overlay();
  const accounts = new AccountWorkingSet(state);
  accounts.register(newAccount(OWN), REGID, PUBLIC_KEY);
  accounts.save(newAccount(PEER));
  return { state, accounts };
}

test('an account is found by its regid, its key id and its public key', () => {
  const { accounts } = withAccounts();
  for (const uid of [regIdUid(REGID), keyIdUid(OWN), publicKeyUid(PUBLIC_KEY)]) {
    assert.is(accounts.resolve(uid)?.keyId, OWN, uid.kind);
  }
  assert.is(accounts.resolve(NULL_UID), undefined);
  assert.is(accounts.resolve(regIdUid({ height: 7, index: 4 })), undefined);
});

test('what is saved is in the state only after flush', () => {
  const { state, accounts } = withAccounts();
  assert.is(state.get(ACCOUNTS, OWN), undefined);
  accounts.flush();
  assert.is(state.get(ACCOUNTS, OWN)?.ownerKey, PUBLIC_KEY);
  assert.equal(state.get(ACCOUNTS, OWN)?.regId, REGID);
});

test('a receipt names giver and taker as spec 07 §10.2 has it', () => {
  const { accounts } = withAccounts();
  const operate = (operation: 'ADD_FREE' | 'SUB_FREE' | 'STAKE', peer?: string): boolean =>
    accounts.operate({
      keyId: OWN,
      operation,
      symbol: 'WICC',
      amount: 5n,
      receiptType: RECEIPT.TRANSFER_ACTUAL_COINS,
      ...(peer !== undefined && { peer }),
    });
  assert.ok(operate('ADD_FREE'));
  assert.ok(operate('SUB_FREE', PEER));
  assert.ok(operate('ADD_FREE', PEER));
  assert.ok(operate('STAKE'));
  assert.equal(
    accounts.receipts.map(({ operation, from, to }) => [operation, from, to]),
    [
      ['ADD_FREE', NULL_UID, keyIdUid(OWN)],
      ['SUB_FREE', keyIdUid(OWN), keyIdUid(PEER)],
      ['ADD_FREE', keyIdUid(OWN), keyIdUid(PEER)],
      ['STAKE', keyIdUid(OWN), NULL_UID],
    ],
  );
});

test('an operation without enough coins changes nothing and leaves no receipt', () => {
  const { accounts } = withAccounts();
  const before = accounts.byKeyId(OWN);
  const done = accounts.operate({
    keyId: OWN,
    operation: 'SUB_FREE',
    symbol: 'WICC',
    amount: 1n,
    receiptType: RECEIPT.TRANSFER_ACTUAL_COINS,
    peer: PEER,
  });
  assert.is(done, false);
  assert.is(accounts.byKeyId(OWN), before);
  assert.is(tokenOf(accounts.byKeyId(PEER)!, 'WICC').free, 0n);
  assert.equal(accounts.receipts, []);
});

test('operating on an account that does not exist is a fault', () => {
  const { accounts } = withAccounts();
  assert.throws(
    () =>
      accounts.operate({
        keyId: '33'.repeat(20),
        operation: 'ADD_FREE',
        symbol: 'WICC',
        amount: 1n,
        receiptType: RECEIPT.TRANSFER_ACTUAL_COINS,
      }),
    /there is no account 3333/,
  );
});

test('DEX_DEAL without a receiver is a fault', () => {
  const { accounts } = withAccounts();
  assert.throws(
    () =>
      accounts.operate({
        keyId: OWN,
        operation: 'DEX_DEAL',
        symbol: 'WICC',
        amount: 0n,
        receiptType: RECEIPT.DEX_ASSET_TO_BUYER,
      }),
    /needs a peer/,
  );
});

test.run();
