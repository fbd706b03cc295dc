import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sha256 } from '../../src/crypto/hash.js';
import type { LogPosition } from '../../src/storage/record-log/read-log.js';
import type { StoredPending } from '../../src/wallet/transaction-index-keys.js';
import { type Waiting, WaitingLog } from '../../src/wallet/waiting-log.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const IDENTITY = sha256(Buffer.from('test'));
const NONE: Waiting = new Map();

function transaction(n: number, size = 20): readonly [string, StoredPending] {
  const raw = Buffer.alloc(size, n);
  return [n.toString(16).padStart(64, '0'), { order: n, time: n * 2, raw }];
}

function some(...numbers: readonly number[]): Map<string, StoredPending> {
  return new Map(numbers.map(n => transaction(n)));
}

async function open(directory: string, reached?: LogPosition) {
  return await WaitingLog.open({ directory, identity: IDENTITY, reached });
}

async function waitingIn(directory: string, reached?: LogPosition): Promise<Waiting> {
  const { log, waiting } = await open(directory, reached);
  await log.close();
  return waiting;
}

test('what was added is there after another opening, in order; what was forgotten is not', async () => {
  const directory = temporaryDirectory();
  const { log, isUnfinished } = await open(directory);
  assert.is(isUnfinished, true, 'a new log has to be stated');
  await log.restate(some(9));
  await log.add(some(1, 2), []);
  await log.add(some(3), [transaction(1)[0], transaction(77)[0]]);
  assert.is(log.held, 3);
  await log.close();
  assert.equal([...(await waitingIn(directory, log.end))], [...some(9, 2, 3)]);
});

test('after it was stated anew, what was before is gone with its files', async () => {
  const directory = temporaryDirectory();
  const { log } = await open(directory);
  await log.add(some(1, 2, 3), []);
  const before = log.end;
  await log.restate(some(2));
  assert.equal([...(await waitingIn(directory))], [...some(2)], 'while the files of before are there');
  await log.removeRestated();
  await log.close();
  assert.equal(readdirSync(directory), ['000001.log']);
  assert.equal([...(await waitingIn(directory, before))], [...some(2)], 'for a database of before');
});

test('more than one record holds is stated anew as well', async () => {
  const directory = temporaryDirectory();
  const { log } = await open(directory);
  const many = new Map(Array.from({ length: 60 }, (_, i) => transaction(i + 1, 50_000)));
  await log.restate(many);
  await log.close();
  assert.equal(await waitingIn(directory), many);
});

test('a log of another chain, or another log, is refused', async () => {
  const directory = temporaryDirectory();
  const { log } = await open(directory);
  await log.close();
  const error = await WaitingLog.open({ directory, identity: Buffer.alloc(32), reached: undefined }).then(
    () => undefined,
    (reason: Error) => reason,
  );
  assert.match(error?.message ?? '', /belongs to another chain/);
});

test('a random history, cut off anywhere: what was on the disk before the cut waits', async () => {
  const random = new SeededRandom();
  for (let run = 0; run < scaled(20, 500); run++) {
    const directory = temporaryDirectory();
    const { log } = await open(directory);
    let expected = new Map<string, StoredPending>();
    /** After each step: where the log ended, and what waited. */
    const steps: { end: LogPosition; waiting: Waiting }[] = [];
    const note = (): void => void steps.push({ end: log.end, waiting: new Map(expected) });
    let next = 1;
    for (let i = 0; i < 12; i++) {
      const kind = random.integer(0, 4);
      if (kind === 0) {
        await log.restate(expected);
        if (random.integer(0, 1) === 0) await log.removeRestated();
      } else {
        const kept = some(...Array.from({ length: random.integer(0, 3) }, () => next++));
        const forgotten = [...expected.keys()].filter(() => random.integer(0, 3) === 0);
        for (const txid of forgotten) expected.delete(txid);
        expected = new Map([...expected, ...kept]);
        await log.add(kept, forgotten);
      }
      note();
    }
    await log.close();
    const newest = readdirSync(directory)
      .filter(name => name.endsWith('.log'))
      .at(-1)!;
    const path = join(directory, newest);
    const size = readFileSync(path).length;
    const cut = random.integer(112, size); // After the header.
    truncateSync(path, cut);
    const number = Number(newest.slice(0, 6));
    const kept = steps.filter(
      ({ end }) => end.segment < number || (end.segment === number && end.offset <= cut),
    );
    const found = await openOrNothing(directory);
    if (found === undefined) {
      assert.ok(
        kept.every(({ end }) => end.segment < number),
        'the cut is within what states everything',
      );
      continue;
    }
    const before = kept.at(-1)?.waiting ?? NONE;
    for (const [txid, pending] of before) {
      const goesLater = steps.slice(kept.length).some(({ waiting }) => !waiting.has(txid));
      if (!goesLater) assert.equal(found.get(txid), pending, `SEED=${random.seed}, run ${run}`);
    }
    rmSync(directory, { recursive: true });
  }
});

/** A file that was to state everything, cut off within that while the files before are gone, is damage. */
async function openOrNothing(directory: string): Promise<Waiting | undefined> {
  try {
    const { log, waiting, isUnfinished } = await open(directory);
    if (isUnfinished) await log.restate(waiting);
    await log.close();
    return waiting;
  } catch (error) {
    assert.match((error as Error).message, /the file is missing/);
    return undefined;
  }
}

test('a bit that was changed anywhere before what the database has seen is refused with file and place', async () => {
  const directory = temporaryDirectory();
  const { log } = await open(directory);
  await log.add(some(1, 2), []);
  await log.add(some(3), []);
  await log.close();
  const file = join(directory, '000000.log');
  const sound = readFileSync(file);
  const random = new SeededRandom();
  for (let i = 0; i < scaled(60, 2000); i++) {
    const bytes = Buffer.from(sound);
    const at = random.integer(0, bytes.length - 1);
    bytes[at] = bytes[at]! ^ (1 << random.integer(0, 7));
    writeFileSync(file, bytes);
    const error = await open(directory, log.end).then(
      () => undefined,
      (reason: Error) => reason,
    );
    assert.match(error?.message ?? 'nothing', /000000\.log (is damaged at byte|belongs)/, `byte ${at}`);
    assert.equal(readFileSync(file), bytes, 'nothing was changed');
  }
});

test('what the end of the process has cut off within stating is kept from the files before', async () => {
  const directory = temporaryDirectory();
  const { log } = await open(directory);
  await log.add(some(1, 2), []);
  await log.restate(some(1, 2));
  await log.close();
  const copy = temporaryDirectory();
  cpSync(directory, copy, { recursive: true });
  const path = join(copy, '000001.log');
  truncateSync(path, readFileSync(path).length - 1);
  const again = await open(copy);
  assert.is(again.isUnfinished, true);
  assert.equal([...again.waiting], [...some(1, 2)]);
  await again.log.restate(again.waiting);
  await again.log.removeRestated();
  await again.log.add(some(5), []);
  await again.log.close();
  assert.is(existsSync(path), false);
  assert.equal([...(await waitingIn(copy))], [...some(1, 2, 5)]);
});

test.run();
