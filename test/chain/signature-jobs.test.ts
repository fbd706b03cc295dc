import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { signatureJobs } from '../../src/chain/signature-jobs.js';
import { MAX_COSIGNERS } from '../../vm/universal/check.js';
import { ALICE, BOB, CAROL, ScratchLedger, signatureOf } from '../support/ledgers/scratch-ledger.js';
import { actorInteger, universalTx } from '../support/ledgers/universal.js';

const ledger = new ScratchLedger();

/** Who would be verified for a transaction of Alice with these co-signers, by public key. */
function jobsFor(accounts: readonly bigint[]): string[] {
  const signaturePairs = accounts.map(account => ({ account, signature: signatureOf(BOB.publicKey) }));
  const prepared = ledger.prepare(universalTx(ALICE, [], { signaturePairs }));
  return signatureJobs(ledger.state, prepared).map(({ publicKeyHex }) => publicKeyHex);
}

test('there is a job for the sender and for every co-signer whose key is known', () => {
  const nobody = 1n << 40n;
  assert.equal(jobsFor([actorInteger(BOB), nobody, actorInteger(CAROL)]), [
    ALICE.publicKey,
    BOB.publicKey,
    CAROL.publicKey,
  ]);
});

test('more co-signers than a transaction may have are not verified at all', () => {
  const many = (count: number) => jobsFor(Array(count).fill(actorInteger(BOB))).length;
  assert.is(many(MAX_COSIGNERS), 1 + MAX_COSIGNERS);
  assert.is(many(MAX_COSIGNERS + 1), 0);
});

test.run();
