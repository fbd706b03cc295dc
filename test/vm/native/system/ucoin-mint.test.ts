import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyUid } from '../../../../src/codec/uid.js';
import { TX } from '../../../../src/tx/transactions.js';
import type { UcoinMint } from '../../../../src/tx/types/ucoin-mint.js';
import { ALICE, HEIGHT, ScratchLedger } from '../../../support/ledgers/scratch-ledger.js';

function mintTx(changes: Partial<UcoinMint> = {}): UcoinMint {
  return {
    type: TX.UCOIN_MINT,
    version: 1,
    txUid: publicKeyUid(ALICE.publicKey),
    validHeight: HEIGHT,
    coinSymbol: 'WGRT',
    coinAmount: 7n,
    signature: new Uint8Array(),
    ...changes,
  };
}

/** A network whose system genesis block has the height of the blocks of the tests. */
const AT_GENESIS = { forks: { systemGenesis: HEIGHT, r2: HEIGHT + 1, r3: HEIGHT + 1, r3_5: HEIGHT + 1 } };

test('coins are created in the system genesis block only: unavailable-tx (16)', () => {
  assert.equal(new ScratchLedger().rejection(mintTx()), { code: 16, reason: 'unavailable-tx' });
});

test('an account that is registered keeps its regid and gets the coins', () => {
  const ledger = new ScratchLedger(AT_GENESIS);
  ledger.execute(mintTx());
  assert.equal(ledger.account(ALICE.keyId)!.regId, ALICE.regId);
  assert.is(ledger.free(ALICE.keyId, 'WGRT'), 7n);
});

test('the receiver is named by its key, or is nobody: txUid-type-error (16)', () => {
  assert.equal(new ScratchLedger(AT_GENESIS).rejection(mintTx({ txUid: ALICE.uid })), {
    code: 16,
    reason: 'txUid-type-error',
  });
});

test.run();
