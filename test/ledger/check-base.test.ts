import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, NULL_UID, publicKeyUid, regIdUid } from '../../src/codec/uid.js';
import type { MendedRules } from '../../src/config/network.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { MINER_FEES } from '../../src/state/tables/parameters.js';
import { ALL_PERMISSIONS, NO_PERMISSIONS, PERMISSION } from '../../src/tx/permissions.js';
import { TX } from '../../src/tx/transactions.js';
import type { AssetIssue } from '../../src/tx/types/asset-issue.js';
import type { UcoinBlockReward } from '../../src/tx/types/ucoin-block-reward.js';
import {
  baseTransferTx,
  clearPermissionsTx,
  stakeTx,
  transferTo,
  transferTx,
} from '../support/ledgers/sample-transactions.js';
import {
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  ScratchLedger,
  STRANGER_KEY_ID,
  STRANGER_KEYS,
  signatureOf,
} from '../support/ledgers/scratch-ledger.js';

const NOBODY = regIdUid({ height: 9, index: 9 });

/** A type whose sender must be named by its regid. */
function assetIssueTx(changes: Partial<AssetIssue> = {}): AssetIssue {
  return {
    type: TX.ASSET_ISSUE,
    version: 1,
    validHeight: HEIGHT - 1,
    txUid: ALICE.uid,
    feeSymbol: 'WICC',
    fees: 10_000n,
    assetSymbol: 'ROGTEST',
    ownerUid: ALICE.uid,
    assetName: 'rog',
    mintable: true,
    totalSupply: 1n,
    signature: signatureOf(ALICE.publicKey),
    ...changes,
  };
}

test('step 1: the sender has an account', () => {
  const ledger = new ScratchLedger();
  for (const txUid of [NOBODY, NULL_UID, keyIdUid(STRANGER_KEY_ID), publicKeyUid(STRANGER_KEYS[0])]) {
    assert.equal(ledger.rejection(transferTx({ txUid })), { code: 16, reason: 'account-not-exist' });
  }
});

test('step 2: the signature is that of the account that the regid names', () => {
  const signature = signatureOf(BOB.publicKey);
  assert.equal(new ScratchLedger().rejection(transferTx({ signature })), { code: 48, reason: 'bad-tx-sign' });
});

test('step 2: the signature is that of the key that the sender names', () => {
  const ledger = new ScratchLedger();
  const txUid = publicKeyUid(ALICE.publicKey);
  const signature = signatureOf(BOB.publicKey);
  assert.equal(ledger.rejection(transferTx({ txUid, signature })), { code: 48, reason: 'bad-tx-sign' });
  ledger.execute(transferTx({ txUid }));
});

test('step 2: an account without any permission cannot sign by its regid (spec 07 A5)', () => {
  const ledger = new ScratchLedger();
  ledger.alter(ALICE.keyId, { permsSum: NO_PERMISSIONS });
  assert.equal(ledger.rejection(clearPermissionsTx()), { code: 48, reason: 'bad-tx-sign' });
});

test('step 2: such an account can sign by its public key (spec 07 A5)', () => {
  const frozen = (mended: MendedRules) => {
    const ledger = new ScratchLedger({ mended });
    ledger.alter(ALICE.keyId, { permsSum: NO_PERMISSIONS });
    return ledger;
  };
  const txUid = publicKeyUid(ALICE.publicKey);
  const reference = frozen({ ...REGTEST.mended, freezesHold: false });
  reference.execute(clearPermissionsTx({ txUid }));
  assert.equal(reference.rejection(transferTx({ txUid })), { code: 48, reason: 'account-lacks-perm' });
  const refusal = { code: 48, reason: 'account-lacks-perm' };
  assert.equal(
    frozen(REGTEST.mended).rejection(clearPermissionsTx({ txUid })),
    refusal,
    'not where freezes hold',
  );
});

test('step 2: an account without a regid has no key to check against', () => {
  const ledger = new ScratchLedger();
  ledger.endow(STRANGER_KEY_ID, 'WICC', 10n ** 12n);
  assert.equal(ledger.rejection(transferTx({ txUid: keyIdUid(STRANGER_KEY_ID) })), {
    code: 48,
    reason: 'tx-account-not-registered',
  });
});

test('step 3: a fee is at most all base coins there can be', () => {
  const fees = 210_000_000n * 100_000_000n + 1n;
  assert.equal(new ScratchLedger().rejection(transferTx({ fees })), {
    code: 16,
    reason: 'bad-tx-fee-toolarge',
  });
});

test('step 3: a fee is paid in the base or the stable coin', () => {
  for (const feeSymbol of ['WGRT', 'ROGTEST', '']) {
    assert.equal(new ScratchLedger().rejection(transferTx({ feeSymbol })), {
      code: 16,
      reason: 'bad-tx-fee-symbol',
    });
  }
  const ledger = new ScratchLedger();
  ledger.endow(ALICE.keyId, 'WUSD', 10_000n);
  ledger.execute(transferTx({ feeSymbol: 'WUSD' }));
  assert.is(ledger.free(ALICE.keyId, 'WUSD'), 0n);
});

test('step 3: a fee below the minimum is answered with both figures', () => {
  assert.equal(new ScratchLedger().rejection(stakeTx({ fees: 9_999n })), {
    code: 16,
    reason: 'The given fee is too small: 9999 < 10000 sawi',
  });
  const reference = new ScratchLedger({ minimumFees: 'reference' });
  assert.equal(reference.rejection(stakeTx()), {
    code: 16,
    reason: 'The given fee is too small: 10000 < 1000000 sawi',
  });
});

test('step 3: what governance sets takes the place of the minimum, a zero does not', () => {
  const ledger = new ScratchLedger();
  ledger.state.put(MINER_FEES, [8, 'WICC'], 25_000n);
  assert.equal(ledger.rejection(stakeTx()), {
    code: 16,
    reason: 'The given fee is too small: 10000 < 25000 sawi',
  });
  ledger.state.put(MINER_FEES, [8, 'WICC'], 0n);
  ledger.execute(stakeTx());
});

test('step 3: a transfer pays the minimum for each entry', () => {
  const transfers = [transferTo(BOB.uid), transferTo(CAROL.uid), transferTo(BOB.uid)];
  const ledger = new ScratchLedger();
  assert.equal(ledger.rejection(transferTx({ transfers, fees: 29_999n })), {
    code: 16,
    reason: 'The given fee is too small: 29999 < 30000 sawi',
  });
  ledger.execute(transferTx({ transfers, fees: 30_000n }));
});

test('step 4: a sender is named by regid or public key', () => {
  assert.equal(new ScratchLedger().rejection(transferTx({ txUid: keyIdUid(ALICE.keyId) })), {
    code: 16,
    reason: 'txUid-type-error',
  });
});

test('step 4: some types take a regid only', () => {
  const txUid = publicKeyUid(ALICE.publicKey);
  assert.equal(new ScratchLedger().rejection(assetIssueTx({ txUid })), {
    code: 16,
    reason: 'txUid-type-error',
  });
});

test('a reward is no transaction that can be executed among others', () => {
  const reward: UcoinBlockReward = {
    type: TX.UCOIN_BLOCK_REWARD,
    version: 1,
    validHeight: HEIGHT,
    txUid: regIdUid({ height: 0, index: 2 }),
    rewardFees: new Map(),
    inflatedBcoins: 0n,
  };
  assert.equal(new ScratchLedger().rejection(reward), { code: 16, reason: 'unavailable-tx' });
});

test('step 5: a type of a later feature version is unavailable', () => {
  const forks = { systemGenesis: 1, r2: 2, r3: HEIGHT + 1, r3_5: HEIGHT + 1 };
  const ledger = new ScratchLedger({ forks });
  assert.equal(ledger.rejection(clearPermissionsTx()), { code: 16, reason: 'unavailable-tx' });
  ledger.execute(clearPermissionsTx({ validHeight: HEIGHT }), HEIGHT + 1);
});

test('step 6: each type needs its permission', () => {
  const rows = [
    [transferTx(), PERMISSION.SEND_COIN],
    [baseTransferTx(), PERMISSION.SEND_COIN],
    [stakeTx(), PERMISSION.STAKE_COIN],
  ] as const;
  for (const [tx, permission] of rows) {
    const ledger = new ScratchLedger();
    ledger.alter(ALICE.keyId, { permsSum: ALL_PERMISSIONS & ~permission });
    assert.equal(ledger.rejection(tx), { code: 48, reason: 'account-lacks-perm' }, `type ${tx.type}`);
    ledger.alter(ALICE.keyId, { permsSum: permission });
    ledger.execute(tx);
  }
});

test('the steps come in this order: what is wrong first is what is said', () => {
  const ledger = new ScratchLedger();
  ledger.alter(ALICE.keyId, { permsSum: PERMISSION.MINE_BLOCK });
  const wrongs = [
    [{ txUid: NOBODY }, 'account-not-exist'],
    [{ signature: signatureOf(BOB.publicKey) }, 'bad-tx-sign'],
    [{ fees: 2n ** 63n }, 'bad-tx-fee-toolarge'],
    [{ feeSymbol: 'WGRT' }, 'bad-tx-fee-symbol'],
    [{ fees: 1n }, 'The given fee is too small: 1 < 10000 sawi'],
    [{ txUid: keyIdUid(ALICE.keyId) }, 'txUid-type-error'],
    [{ transfers: [transferTo(NULL_UID)] }, 'account-lacks-perm'],
  ] as const;
  // From the last wrong to the first, each is added to those that come later.
  let changes = {};
  for (const [wrong, reason] of [...wrongs].reverse()) {
    changes = { ...changes, ...wrong };
    assert.is(ledger.rejection(transferTx(changes)).reason, reason);
  }
});

test.run();
