import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generatePrivateKey, publicKeyOf } from '../../src/crypto/keys.js';
import { sign } from '../../src/crypto/signature.js';
import { packJobs, unpackJobs } from '../../src/crypto/verify-batch.js';
import { type VerifyJob, VerifyPool } from '../../src/crypto/verify-pool.js';

const privateKey = generatePrivateKey();
const publicKey = publicKeyOf(privateKey);

/** Jobs of which every third is forged, and what the pool must say about them. */
function someJobs(count: number): { jobs: VerifyJob[]; expected: boolean[] } {
  const jobs = Array.from({ length: count }, (_, i) => {
    const hash = randomBytes(32);
    const signature = sign(hash, privateKey, { grind: false });
    return i % 3 === 0 ? { hash: randomBytes(32), signature, publicKey } : { hash, signature, publicKey };
  });
  return { jobs, expected: jobs.map((_, i) => i % 3 !== 0) };
}

/** A worker program given as text. */
const program = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

test('jobs of any sizes survive packing', () => {
  const anyBytes = fc.uint8Array({ maxLength: 80 });
  const anyJob = fc.record(
    { hash: anyBytes, signature: anyBytes, publicKey: anyBytes },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(anyJob), jobs => {
      assert.equal(unpackJobs(packJobs(jobs)), jobs);
    }),
  );
});

for (const count of [0, 1, 15, 16, 40]) {
  test(`a batch of ${count} has its verdicts in the order of its jobs`, async () => {
    const pool = new VerifyPool();
    const { jobs, expected } = someJobs(count);
    assert.equal(await pool.verifyMany(jobs), expected);
    await pool.close();
  });
}

test('batches sent together are answered each with its own verdicts', async () => {
  const pool = new VerifyPool();
  const batches = [20, 3, 17, 30].map(someJobs);
  const answers = await Promise.all(batches.map(batch => pool.verifyMany(batch.jobs)));
  assert.equal(
    answers,
    batches.map(batch => batch.expected),
  );
  await pool.close();
});

test('the bytes of the jobs stay usable and unchanged', async () => {
  const pool = new VerifyPool();
  const { jobs } = someJobs(16);
  const before = structuredClone(jobs.map(job => Buffer.from(job.signature).toString('hex')));
  await pool.verifyMany(jobs);
  assert.equal(
    jobs.map(job => Buffer.from(job.signature).toString('hex')),
    before,
  );
  await pool.close();
});

for (const [what, source] of [
  [
    'exits',
    'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit(3));',
  ],
  [
    'throws',
    'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => { throw new Error("lost"); });',
  ],
  ['cannot start', 'this is not a program'],
] as const) {
  test(`batches of a worker that ${what} are verified without it, and the crash is reported`, async () => {
    const causes: Error[] = [];
    const pool = new VerifyPool({ program: program(source), onCrash: cause => causes.push(cause) });
    const batches = [16, 20].map(someJobs);
    const answers = await Promise.all(batches.map(batch => pool.verifyMany(batch.jobs)));
    assert.equal(
      answers,
      batches.map(batch => batch.expected),
    );
    assert.is(causes.length, 1);
    assert.match(causes[0]!.message, /exited with code 3|lost|Unexpected identifier/);

    // Further workers fail as well; after the third the pool does without.
    for (let i = 0; i < 5; i++) {
      const { jobs, expected } = someJobs(16);
      assert.equal(await pool.verifyMany(jobs), expected);
    }
    assert.is(causes.length, 3);
    await pool.close();
  });
}

test('an error inside the worker reaches the caller', async () => {
  const pool = new VerifyPool({
    program: program(
      'import { parentPort } from "node:worker_threads";' +
        'parentPort.on("message", ({ id }) => parentPort.postMessage({ id, error: new Error("a bug") }));',
    ),
  });
  const outcome = await pool.verifyMany(someJobs(16).jobs).catch((error: unknown) => error);
  assert.instance(outcome, Error);
  assert.is((outcome as Error).message, 'a bug');
  await pool.close();
});

test('closing answers what is out and refuses what comes later', async () => {
  const pool = new VerifyPool();
  const { jobs, expected } = someJobs(30);
  const answer = pool.verifyMany(jobs);
  await pool.close();
  assert.equal(await answer, expected);
  const outcome = await pool.verifyMany([]).catch((error: unknown) => error);
  assert.match((outcome as Error).message, /pool is closed/);
  await pool.close();
});

test('a process waits for each batch and then ends although the pool was not closed', () => {
  const url = new URL('../../src/crypto/verify-pool.js', import.meta.url);
  const source = `
    const { VerifyPool } = await import(${JSON.stringify(url.href)});
    const job = { hash: Buffer.alloc(32), signature: Buffer.alloc(70), publicKey: Buffer.alloc(33) };
    const pool = new VerifyPool({ onCrash: cause => console.log(cause) });
    for (let i = 0; i < 2; i++) console.log((await pool.verifyMany(Array(16).fill(job))).length);
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
    timeout: 5_000,
  });
  assert.is(output, '16\n16\n');
});

test.run();
