import { existsSync, linkSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sha256 } from '../../src/crypto/hash.js';
import { keepClock } from '../../src/node/clock-file.js';
import { readLog } from '../../src/storage/record-log/read-log.js';
import { RecordLog } from '../../src/storage/record-log/record-log.js';
import { replaceFile } from '../../src/storage/whole-file.js';
import type { StoredPending } from '../../src/wallet/transaction-index-keys.js';
import { WaitingLog } from '../../src/wallet/waiting-log.js';
import { PowerLossRecorder } from '../support/files/power-loss.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * Power is lost between any two changes of files: what was synced is there, of the rest any part. Whatever was
 * acknowledged has survived, and the next start is not refused.
 */

const test = suite('loss of power');
const IDENTITY = sha256(Buffer.from('test'));
const RECORDS = 12;

/** Does something, then looks at everything that a loss of power could have left of it. */
async function afterEachLoss(
  root: string,
  work: (acknowledge: () => void) => Promise<void>,
  check: (directory: string, known: number) => Promise<void>,
): Promise<number> {
  const recorder = await PowerLossRecorder.begin(root);
  try {
    await work(() => recorder.acknowledge());
  } finally {
    recorder.end();
  }
  let count = 0;
  for (const { directory, known, about } of recorder.remains()) {
    count++;
    try {
      await check(directory, known);
    } catch (cause) {
      throw new Error(`${about}, ${known} acknowledged: ${(cause as Error).message}`, { cause });
    }
  }
  return count;
}

async function recordsIn(directory: string): Promise<string[]> {
  const bodies: string[] = [];
  const visit = ({ body }: { readonly body: Buffer }): void => void bodies.push(body.toString());
  const { log } = await RecordLog.open({ directory, identity: IDENTITY, segmentBytes: 300, visit });
  await log.close();
  return bodies;
}

test('a log of records in several files, in a directory that was made for it', async () => {
  const root = temporaryDirectory();
  const count = await afterEachLoss(
    root,
    async acknowledge => {
      const directory = join(root, 'network', 'blocks');
      const { log } = await RecordLog.open({ directory, identity: IDENTITY, segmentBytes: 300 });
      for (let i = 0; i < RECORDS; i++) {
        await log.append({ kind: 1, body: Buffer.from(`record ${i}`) }).written;
        acknowledge();
      }
      await log.close();
    },
    async (directory, known) => {
      const found = await recordsIn(join(directory, 'network', 'blocks'));
      assert.ok(found.length >= known, `${found.length} are left`);
      assert.equal(
        found,
        found.map((_, i) => `record ${i}`),
      );
    },
  );
  assert.ok(count > RECORDS, `${count}`);
});

test('a log whose torn tail is cut off a file that a backup shares', async () => {
  const root = temporaryDirectory();
  const directory = join(root, 'blocks');
  const { log } = await RecordLog.open({ directory, identity: IDENTITY });
  await log.append({ kind: 1, body: Buffer.from('record 0') }).written;
  await log.append({ kind: 1, body: Buffer.alloc(100, 1) }).written;
  await log.close();
  const file = join(directory, '000000.log');
  truncateSync(file, readFileSync(file).length - 3);
  linkSync(file, join(root, 'backup'));
  await afterEachLoss(
    root,
    async acknowledge => {
      const again = await RecordLog.open({ directory, identity: IDENTITY });
      for (let i = 1; i < 4; i++) {
        await again.log.append({ kind: 1, body: Buffer.from(`record ${i}`) }).written;
        acknowledge();
      }
      await again.log.close();
    },
    async (left, known) => {
      const found = await recordsIn(join(left, 'blocks'));
      assert.ok(found.length > known, `${found.length} are left`);
    },
  );
});

test('the log of what waits, while it is stated anew and the files before go', async () => {
  const root = temporaryDirectory();
  const transaction = (n: number): readonly [string, StoredPending] => [
    n.toString(16).padStart(64, '0'),
    { order: n, time: n, raw: Buffer.alloc(40, n) },
  ];
  const open = async (directory: string) => {
    const opened = await WaitingLog.open({ directory, identity: IDENTITY, reached: undefined });
    if (opened.isUnfinished) await opened.log.restate(opened.waiting);
    return opened;
  };
  await afterEachLoss(
    root,
    async acknowledge => {
      const waiting = new Map<string, StoredPending>();
      const { log } = await open(join(root, 'waiting'));
      for (let i = 1; i <= RECORDS; i++) {
        waiting.set(...transaction(i));
        await log.add(new Map([transaction(i)]), []);
        acknowledge();
        if (i % 4 !== 0) continue;
        await log.restate(waiting);
        await log.removeRestated();
      }
      await log.close();
    },
    async (directory, known) => {
      const { log, waiting } = await open(join(directory, 'waiting'));
      await log.close();
      for (let i = 1; i <= known; i++) assert.ok(waiting.has(transaction(i)[0]), `transaction ${i}`);
      await readLogOf(join(directory, 'waiting'));
    },
  );
});

async function readLogOf(directory: string): Promise<void> {
  const [first = 0] = readdirSync(directory)
    .filter(name => name.endsWith('.log'))
    .map(name => Number(name.slice(0, 6)))
    .sort((a, b) => a - b);
  await readLog({ directory, identity: IDENTITY, first });
}

test('a file that is replaced as a whole has the content of before or the new one', async () => {
  const root = temporaryDirectory();
  const path = join(root, 'file');
  await replaceFile(path, 'content 0');
  await afterEachLoss(
    root,
    async acknowledge => {
      for (let i = 1; i < 4; i++) {
        await replaceFile(path, `content ${i}`);
        acknowledge();
      }
    },
    async (directory, known) => {
      const [, number = ''] = /^content (\d)$/.exec(readFileSync(join(directory, 'file'), 'utf8')) ?? [];
      assert.ok(Number(number) >= known, `content ${number}`);
    },
  );
});

test('the clock of a chain that was set', async () => {
  const root = temporaryDirectory();
  let set = (_milliseconds: number): void => undefined;
  const clockOf = (directory: string): number => {
    const chainControl = {
      clockOffset: 0,
      followClock(follow: (milliseconds: number) => void) {
        set = follow;
      },
    };
    keepClock(directory, { chainControl } as never, { info: () => undefined });
    return chainControl.clockOffset;
  };
  clockOf(root);
  await afterEachLoss(
    root,
    async acknowledge => {
      for (let i = 1; i < 4; i++) {
        set(i * 1000);
        acknowledge();
      }
    },
    async (directory, known) => assert.ok(clockOf(directory) >= known * 1000),
  );
  assert.ok(existsSync(join(root, 'clock-offset')));
});

test.run();
