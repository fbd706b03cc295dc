import {
  copyFileSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { StorageError } from '../../src/storage/errors.js';
import type { LogRecord } from '../../src/storage/record-log/format.js';
import type { LogPosition } from '../../src/storage/record-log/read-log.js';
import { RecordLog } from '../../src/storage/record-log/record-log.js';
import { scaled } from '../support/random/scale.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const test = suite('record log');
const IDENTITY = Buffer.alloc(32, 0xab);
/** Small, so that logs of some records have several files. */
const SEGMENT_BYTES = 400;

interface OpenedLog {
  readonly log: RecordLog;
  readonly records: readonly LogRecord[];
  readonly torn: { offset: number; bytes: Buffer } | undefined;
}

async function openLog(directory: string, reached?: LogPosition, identity = IDENTITY): Promise<OpenedLog> {
  const records: LogRecord[] = [];
  const { log, torn } = await RecordLog.open({
    directory,
    identity,
    reached,
    segmentBytes: SEGMENT_BYTES,
    visit: ({ kind, body }) => records.push({ kind, body: Buffer.from(body) }),
  });
  return { log, records, torn };
}

/** The records of a directory, read and closed again. */
async function recordsOf(directory: string, reached?: LogPosition): Promise<readonly LogRecord[]> {
  const { log, records } = await openLog(directory, reached);
  await log.close();
  return records;
}

function numbered(count: number): LogRecord[] {
  return Array.from({ length: count }, (_, i) => ({ kind: 1 + (i % 4), body: Buffer.from(`record ${i}`) }));
}

/** A log with records in several files. @returns the place after the last one */
async function writeLog(directory: string, records: readonly LogRecord[]): Promise<LogPosition> {
  const { log } = await openLog(directory);
  const appended = records.map(record => log.append(record));
  await Promise.all(appended.map(({ written }) => written));
  await log.close();
  return log.end;
}

function files(directory: string): string[] {
  return readdirSync(directory)
    .filter(name => name.endsWith('.log'))
    .sort();
}

/** The error of opening, which must be one of the storage. */
async function refusal(opening: Promise<unknown>): Promise<StorageError> {
  try {
    await opening;
  } catch (error) {
    assert.instance(error, StorageError);
    return error as StorageError;
  }
  throw new Error('it was opened');
}

test('records come back in their order, over several files and openings', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(
          fc.record({ kind: fc.integer({ min: 1, max: 255 }), body: fc.uint8Array({ maxLength: 300 }) }),
          { maxLength: 8 },
        ),
        { maxLength: 4 },
      ),
      async rounds => {
        const directory = temporaryDirectory();
        const all: LogRecord[] = [];
        let reached: LogPosition | undefined;
        for (const round of rounds) {
          const { log, records } = await openLog(directory, reached);
          assert.equal(records, all);
          for (const { kind, body } of round) {
            const record = { kind, body: Buffer.from(body) };
            all.push(record);
            const { end, written } = log.append(record);
            await written;
            assert.equal(end, log.end);
          }
          reached = log.end;
          await log.close();
        }
        assert.equal(await recordsOf(directory, reached), all);
      },
    ),
    { numRuns: scaled(15, 500) },
  );
});

test('what was appended before a record is on the disk when that record is', async () => {
  const directory = temporaryDirectory();
  const { log } = await openLog(directory);
  const records = numbered(40);
  const appended = records.map(record => log.append(record));
  await appended.at(-1)!.written;
  assert.ok(files(directory).length > 1);
  const copy = temporaryDirectory();
  for (const name of files(directory)) copyFileSync(join(directory, name), join(copy, name));
  assert.equal(await recordsOf(copy, log.end), records);
  await log.close();
});

test('a tail that was cut off while it was written is cut away, and kept beside', async () => {
  const directory = temporaryDirectory();
  const records = numbered(3);
  await writeLog(directory, records);
  const path = join(directory, '000000.log');
  const size = statSync(path).size;
  const before = await sizeWithout(records);
  for (let cut = size - 1; cut > before; cut--) {
    truncateSync(path, cut);
    const { log, records: found, torn } = await openLog(directory);
    assert.equal(found, records.slice(0, 2));
    assert.is(torn?.offset, before);
    assert.is(statSync(path).size, before);
    assert.ok(readFileSync(`${path}.torn-at-${before}`).length === cut - before);
    const { written } = log.append(records[2]!);
    await written;
    await log.close();
    assert.equal(await recordsOf(directory), records);
  }
});

/** Bytes of a file with all records but the last. */
async function sizeWithout(records: readonly LogRecord[]): Promise<number> {
  const directory = temporaryDirectory();
  await writeLog(directory, records.slice(0, -1));
  return statSync(join(directory, '000000.log')).size;
}

test('every bit that is changed below the place that was reached is found, with the file and the place', async () => {
  const source = temporaryDirectory();
  const reached = await writeLog(source, numbered(30));
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 7 }), async (which, where, bit) => {
      const directory = temporaryDirectory();
      for (const name of files(source)) copyFileSync(join(source, name), join(directory, name));
      const name = files(directory)[which % files(directory).length]!;
      const path = join(directory, name);
      const bytes = readFileSync(path);
      bytes[where % bytes.length]! ^= 1 << bit;
      writeFileSync(path, bytes);
      const error = await refusal(openLog(directory, reached));
      assert.ok(['damaged', 'foreign-log'].includes(error.code), error.message);
      assert.ok(error.message.includes(path), error.message);
      assert.ok(readFileSync(path).equals(bytes), 'a refused start changes nothing');
    }),
    { numRuns: scaled(100, 10_000) },
  );
});

test('a damaged record before a sound one is damage, even if nobody knows how far the log went', async () => {
  const directory = temporaryDirectory();
  await writeLog(directory, numbered(4));
  const path = join(directory, '000000.log');
  const bytes = readFileSync(path);
  bytes[bytes.indexOf('record 1')]! ^= 1;
  writeFileSync(path, bytes);
  const error = await refusal(openLog(directory));
  assert.is(error.code, 'damaged');
  assert.match(error.message, /000000\.log is damaged at byte \d+/);
});

test('a file that is missing, shorter or an older copy is found', async () => {
  const source = temporaryDirectory();
  const early = await writeLog(source, numbered(10));
  const older = temporaryDirectory();
  for (const name of files(source)) copyFileSync(join(source, name), join(older, name));
  const { log } = await openLog(source, early);
  await log.append({ kind: 1, body: Buffer.alloc(300) }).written;
  await log.close();
  const reached = log.end;

  for (const name of files(source)) {
    const path = join(source, name);
    const whole = readFileSync(path);
    unlinkSync(path);
    assert.is((await refusal(openLog(source, reached))).code, 'damaged', `${name} removed`);
    writeFileSync(path, whole.subarray(0, whole.length - 1));
    assert.is((await refusal(openLog(source, reached))).code, 'damaged', `${name} cut`);
    writeFileSync(path, whole);
  }
  const error = await refusal(openLog(older, reached));
  assert.is(error.code, 'damaged');
  assert.match(error.message, /-reindex/);
});

test('files of two logs do not mix', async () => {
  const directory = temporaryDirectory();
  const other = temporaryDirectory();
  await writeLog(directory, numbered(30));
  await writeLog(other, numbered(31).reverse());
  const last = files(directory).at(-1)!;
  copyFileSync(join(other, last), join(directory, last));
  assert.is((await refusal(openLog(directory))).code, 'damaged');
});

test('the log of another chain is refused by its name', async () => {
  const directory = temporaryDirectory();
  await writeLog(directory, numbered(1));
  const error = await refusal(openLog(directory, undefined, Buffer.alloc(32, 1)));
  assert.is(error.code, 'foreign-log');
  assert.ok(error.message.includes(IDENTITY.toString('hex')));
});

test('nothing is appended after a record that could not be written', async () => {
  const { log } = await openLog(temporaryDirectory());
  await log.append({ kind: 1, body: Buffer.from('a') }).written;
  await log.close();
  assert.throws(() => log.append({ kind: 1, body: Buffer.from('b') }), /closed/);
});

test.run();
