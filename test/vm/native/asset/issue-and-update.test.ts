import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid } from '../../../../src/codec/uid.js';
import { reserveRegId } from '../../../../src/config/system-accounts.js';
import { ASSET_TYPE, ASSETS } from '../../../../src/state/tables/assets.js';
import { ACTIVE_DELEGATES } from '../../../../src/state/tables/delegates.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { REJECT } from '../../../../src/tx/reject.js';
import { TX } from '../../../../src/tx/transactions.js';
import type { AssetIssue } from '../../../../src/tx/types/asset-issue.js';
import type { AssetUpdate, AssetUpdateValue } from '../../../../src/tx/types/asset-update.js';
import {
  type Actor,
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  ScratchLedger,
  signatureOf,
} from '../../../support/ledgers/scratch-ledger.js';

/* The older transactions for assets, types 9 and 10 (spec 04 §8.2). */

const assets = suite('transactions of types 9 and 10');
const COIN = 100_000_000n;
const FEE = 100_000_000n;
const MOST = 9_000_000_000_000_000_000n;

const head = (sender: Actor) => ({
  version: 1,
  validHeight: HEIGHT - 1,
  txUid: sender.uid,
  feeSymbol: 'WICC',
  fees: FEE,
  signature: signatureOf(sender.publicKey),
});

function issue(changes: Partial<AssetIssue> = {}, sender = ALICE): AssetIssue {
  return {
    type: TX.ASSET_ISSUE,
    ...head(sender),
    assetSymbol: 'OLDGOLD',
    ownerUid: BOB.uid,
    assetName: 'Old gold',
    mintable: true,
    totalSupply: 1000n * COIN,
    ...changes,
  };
}

function update(value: AssetUpdateValue, sender = BOB, assetSymbol = 'OLDGOLD'): AssetUpdate {
  return { type: TX.UIA_UPDATE, ...head(sender), assetSymbol, update: value };
}

function ledgerWithAsset(changes: Partial<AssetIssue> = {}): ScratchLedger {
  const ledger = new ScratchLedger();
  ledger.execute(issue(changes));
  return ledger;
}

assets('the sender pays 550 coins to reserve and producers, and the owner gets the supply', () => {
  const ledger = new ScratchLedger();
  const before = ledger.free(ALICE.keyId, 'WICC');
  const reserve = ledger.keyIdAt(reserveRegId(ledger.network))!;
  const reserved = ledger.free(reserve, 'WICC');
  const { receipts } = ledger.execute(issue());
  const producers = ledger.state.get(ACTIVE_DELEGATES, undefined)!;
  assert.is(before - ledger.free(ALICE.keyId, 'WICC'), 550n * COIN + FEE);
  assert.is(ledger.free(reserve, 'WICC') - reserved, 220n * COIN);
  const paid = receipts.filter(({ type }) => type === RECEIPT.ASSET_ISSUED_FEE_TO_MINER);
  assert.is(paid.length, producers.length);
  assert.is(
    paid.reduce((sum, { amount }) => sum + amount, 0n),
    330n * COIN,
  );
  assert.is(ledger.free(BOB.keyId, 'OLDGOLD'), 1000n * COIN);
  assert.equal(ledger.state.get(ASSETS, 'OLDGOLD'), {
    symbol: 'OLDGOLD',
    name: 'Old gold',
    type: ASSET_TYPE.userIssued,
    permsSum: 3n,
    owner: BOB.regId,
    totalSupply: 1000n * COIN,
    mintable: true,
    icon: '',
  });
});

const ISSUES: readonly [rule: string, tx: () => AssetIssue, reason: string][] = [
  ['a symbol of five letters', () => issue({ assetSymbol: 'SHORT' }), 'invalid-asset-symbol'],
  ['a symbol with a digit', () => issue({ assetSymbol: 'OLDG0LD' }), 'invalid-asset-symbol'],
  ['a coin of the system', () => issue({ assetSymbol: 'WICC' }), 'invalid-asset-symbol'],
  ['no name', () => issue({ assetName: '' }), 'invalid-asset-name'],
  ['a name of 33 bytes', () => issue({ assetName: 'n'.repeat(33) }), 'invalid-asset-name'],
  ['no supply', () => issue({ totalSupply: 0n }), 'invalid-total-supply'],
  ['too large a supply', () => issue({ totalSupply: MOST + 1n }), 'invalid-total-supply'],
  [
    'an owner that is named by its key',
    () => issue({ ownerUid: keyIdUid(BOB.keyId) }),
    'owner-uid-type-error',
  ],
  [
    'an owner who does not exist',
    () => issue({ ownerUid: { kind: 'regid', regId: { height: 99, index: 9 } } }),
    'account-not-exist',
  ],
];

for (const [rule, tx, reason] of ISSUES) {
  assets(`issuing is refused for ${rule}`, () => {
    assert.is(new ScratchLedger().rejection(tx()).reason, reason);
  });
}

assets('a symbol is issued once', () => {
  assert.is(ledgerWithAsset().rejection(issue()).reason, 'asset-existed-error');
});

assets('who cannot pay the 550 coins issues nothing', () => {
  const ledger = new ScratchLedger();
  ledger.endow(ALICE.keyId, 'WICC', 550n * COIN + FEE - 1n);
  assert.equal(ledger.rejection(issue()), {
    code: REJECT.REJECT_INVALID,
    reason: 'process-asset-fee-failed',
  });
  ledger.endow(ALICE.keyId, 'WICC', 550n * COIN + FEE);
  ledger.execute(issue());
});

assets('an owner changes the name, hands the asset over, and mints for itself', () => {
  const ledger = ledgerWithAsset();
  ledger.execute(update({ kind: 'name', name: 'Gold' }));
  const { receipts } = ledger.execute(update({ kind: 'mint_amount', amount: 5n * COIN }));
  assert.is(receipts.at(-1)!.type, RECEIPT.ASSET_MINT_NEW_AMOUNT);
  assert.is(ledger.free(BOB.keyId, 'OLDGOLD'), 1005n * COIN);
  ledger.execute(update({ kind: 'owner_uid', owner: CAROL.uid }));
  const { name, totalSupply, owner } = ledger.state.get(ASSETS, 'OLDGOLD')!;
  assert.equal([name, totalSupply, owner], ['Gold', 1005n * COIN, CAROL.regId]);
  assert.is(ledger.rejection(update({ kind: 'name', name: 'Mine' })).reason, 'asset-uid-mismatch');
});

const UPDATES: readonly [rule: string, tx: () => AssetUpdate, reason: string][] = [
  ['an unknown asset', () => update({ kind: 'name', name: 'x' }, BOB, 'NOSUCHT'), 'get-asset-failed'],
  ['another than the owner', () => update({ kind: 'name', name: 'x' }, ALICE), 'asset-uid-mismatch'],
  [
    'a coin of the system',
    () => update({ kind: 'mint_amount', amount: 1n }, BOB, 'WUSD'),
    'asset-uid-mismatch',
  ],
  ['no name', () => update({ kind: 'name', name: '' }), 'invalid-asset-name'],
  ['a name of 33 bytes', () => update({ kind: 'name', name: 'n'.repeat(33) }), 'invalid-asset-name'],
  ['nothing to mint', () => update({ kind: 'mint_amount', amount: 0n }), 'invalid-mint-amount'],
  [
    'more than there may be',
    () => update({ kind: 'mint_amount', amount: MOST - 1000n * COIN + 1n }),
    'invalid-mint-amount',
  ],
  [
    'the owner as the new owner',
    () => update({ kind: 'owner_uid', owner: BOB.uid }),
    'invalid-new-asset-owner-uid',
  ],
  [
    'a new owner who does not exist',
    () => update({ kind: 'owner_uid', owner: { kind: 'regid', regId: { height: 99, index: 9 } } }),
    'account-not-exist',
  ],
  [
    'a new owner that is named by its key',
    () => update({ kind: 'owner_uid', owner: keyIdUid(CAROL.keyId) }),
    'owner-uid-type-error',
  ],
];

for (const [rule, tx, reason] of UPDATES) {
  assets(`an update is refused for ${rule}`, () => {
    assert.is(ledgerWithAsset().rejection(tx()).reason, reason);
  });
}

assets('what is not mintable stays as it is', () => {
  const ledger = ledgerWithAsset({ mintable: false });
  assert.is(ledger.rejection(update({ kind: 'mint_amount', amount: 1n })).reason, 'asset-not-mintable');
});

assets.run();
