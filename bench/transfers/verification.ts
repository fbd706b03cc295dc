import { performance } from 'node:perf_hooks';
import { nativeCurve } from '../../src/crypto/backend.js';
import { verifyWithNative, verifyWithNoble } from '../../src/crypto/signature.js';
import type { VerifyJob } from '../../src/crypto/verify-batch.js';
import { VerifyPool } from '../../src/crypto/verify-pool.js';
import { TX } from '../../src/tx/transactions.js';
import { keyOfAccount } from '../support/accounts.js';
import { signedTransfers } from '../support/signed-transfers.js';

const ACCOUNTS = 1_000;
const JOBS = 2_000;
const NOBLE_JOBS = 100;
const POOL_BATCH = 250;
const POOL_ROUNDS = 5;

/** Signatures a second: of the first two in this thread, of the pool in its own. */
export interface VerificationRates {
  readonly noble: number;
  /** Undefined where the native library does not load. */
  readonly native: number | undefined;
  readonly pool: number;
}

type Verify = (hash: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean;

export async function measureVerification(): Promise<VerificationRates> {
  const jobs = signatures();
  return {
    noble: rateOf(verifyWithNoble, jobs.slice(0, NOBLE_JOBS)),
    native: 'curve' in nativeCurve() ? rateOf(verifyWithNative, jobs) : undefined,
    pool: await poolRate(jobs),
  };
}

function signatures(): VerifyJob[] {
  const prepared = signedTransfers({ count: JOBS, accounts: ACCOUNTS, validHeight: 1 });
  return prepared.map(({ sighash, tx }) => {
    // The key of the sender's regid is found as it was chosen.
    if (tx.type !== TX.UCOIN_TRANSFER || tx.txUid.kind !== 'regid')
      throw new TypeError('a transfer names its sender by regid');
    const publicKey = Buffer.from(keyOfAccount(tx.txUid.regId.index - 1).publicKey, 'hex');
    return { hash: sighash, signature: tx.signature, publicKey };
  });
}

function rateOf(verify: Verify, jobs: readonly VerifyJob[]): number {
  const start = performance.now();
  const valid = jobs.filter(({ hash, signature, publicKey }) => verify(hash, signature, publicKey)).length;
  requireAll(valid, jobs.length);
  return perSecond(jobs.length, start);
}

async function poolRate(jobs: readonly VerifyJob[]): Promise<number> {
  const pool = new VerifyPool();
  await pool.verifyMany(jobs.slice(0, POOL_BATCH)); // Starts the thread.
  const start = performance.now();
  for (let round = 0; round < POOL_ROUNDS; round++) {
    const batches: Promise<boolean[]>[] = [];
    for (let i = 0; i < jobs.length; i += POOL_BATCH)
      batches.push(pool.verifyMany(jobs.slice(i, i + POOL_BATCH)));
    requireAll((await Promise.all(batches)).flat().filter(Boolean).length, jobs.length);
  }
  const rate = perSecond(jobs.length * POOL_ROUNDS, start);
  await pool.close();
  return rate;
}

function perSecond(count: number, start: number): number {
  return (count / (performance.now() - start)) * 1000;
}

function requireAll(valid: number, all: number): void {
  if (valid !== all) throw new Error(`${all - valid} of ${all} valid signatures were taken for invalid`);
}
