import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { crc32c, maskedCrc32c } from '../../src/storage/engine-files/crc32c.js';
import { readEngineLog } from '../../src/storage/engine-files/engine-log.js';
import { proveDatabase } from '../../src/storage/engine-files/prove-database.js';
import { noteTables } from '../../src/storage/file-sums.js';
import { openStore } from '../../src/storage/open.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const ENGINES = ['rocksdb', 'leveldb'] as const;
type Engine = (typeof ENGINES)[number];
const CACHE_BYTES = 1 << 20;
const ROUNDS = 3;

test('CRC-32C: published values, from any byte to any other', () => {
  const digits = Buffer.from('123456789');
  assert.is(crc32c(digits, 0, 9), 0xe3069283);
  assert.is(crc32c(Buffer.alloc(32), 0, 32), 0x8a9136aa);
  assert.is(crc32c(Buffer.alloc(32, 0xff), 0, 32), 0x62a8ab43);
  assert.is(crc32c(Buffer.concat([Buffer.of(1), digits, Buffer.of(2)]), 1, 10), 0xe3069283);
  assert.is(
    maskedCrc32c(digits, 0, 9),
    ((((0xe3069283 >>> 15) | (0xe3069283 << 17)) >>> 0) + 0xa282ead8) % 2 ** 32,
  );
});

/** A database of several openings, as a killed process leaves it: a copy of its files while it is open. */
async function killedDatabase(engine: Engine, random: SeededRandom): Promise<string> {
  const path = temporaryDirectory();
  const killed = temporaryDirectory();
  for (let round = 0; round < ROUNDS; round++) {
    const { store } = await openStore({ path, engine, cacheBytes: CACHE_BYTES });
    for (let i = 0; i < 30; i++) {
      const isLarge = i % 10 === 0;
      const operations = Array.from({ length: random.integer(isLarge ? 10 : 1, 20) }, (_, j) => ({
        type: 'put' as const,
        key: Buffer.from(`${round} ${i} ${j}`),
        // Nowhere zeros: bytes that a test overwrites with zeros are then changed.
        value: Buffer.alloc(random.integer(0, isLarge ? 20_000 : 200), random.integer(1, 255)),
      }));
      await store.batch(operations, { sync: i % 7 === 0 });
    }
    await noteTables(path); // An open database does that by itself, a little later.
    if (round === ROUNDS - 1)
      cpSync(path, killed, { recursive: true, filter: name => !name.endsWith('LOCK') });
    await store.close();
  }
  return killed;
}

function logsOf(directory: string): string[] {
  return readdirSync(directory)
    .filter(name => name.endsWith('.log'))
    .sort();
}

async function refusal(directory: string): Promise<string | undefined> {
  return await proveDatabase(directory).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

for (const engine of ENGINES) {
  test(`${engine}: files of a killed process are proven, every record of its log is read`, async () => {
    const directory = await killedDatabase(engine, new SeededRandom());
    assert.is(await refusal(directory), undefined);
    const newest = logsOf(directory).at(-1)!;
    const { records, bad } = readEngineLog(readFileSync(join(directory, newest)));
    assert.is(bad, undefined);
    assert.is(records.length, 30);
  });

  test(`${engine}: a bit that was changed anywhere in the log is refused with its place, but in what may be a torn end`, async () => {
    const random = new SeededRandom();
    const directory = await killedDatabase(engine, random);
    const name = logsOf(directory).at(-1)!;
    const path = join(directory, name);
    const sound = readFileSync(path);
    const { records } = readEngineLog(sound);
    const last = records.at(-1)!.offset;
    let refused = 0;
    for (let i = 0; i < scaled(30, 3000); i++) {
      const bytes = Buffer.from(sound);
      const at = random.integer(0, bytes.length - 1);
      bytes[at] = bytes[at]! ^ (1 << random.integer(0, 7));
      writeFileSync(path, bytes);
      const reason = await refusal(directory);
      const isRest = readEngineLog(bytes).bad === undefined;
      if (isRest) assert.is(reason, undefined, 'what is left of a block is not used');
      else if (at >= last) continue;
      else {
        const [, place] = /\.log is damaged at byte (\d+)/.exec(reason ?? '') ?? [];
        assert.ok(place !== undefined, `SEED=${random.seed}: byte ${at} of ${bytes.length}: ${reason}`);
        const record = records.findLast(({ offset }) => offset <= at);
        assert.is(Number(place), record?.offset, `byte ${at}`);
        refused++;
      }
    }
    assert.ok(refused > 0);
  });

  test(`${engine}: a log that was cut off anywhere is a torn end; zeros within it are refused`, async () => {
    const random = new SeededRandom();
    const directory = await killedDatabase(engine, random);
    const path = join(directory, logsOf(directory).at(-1)!);
    const sound = readFileSync(path);
    for (let i = 0; i < scaled(12, 1000); i++) {
      writeFileSync(path, sound);
      truncateSync(path, random.integer(0, sound.length - 1));
      assert.is(await refusal(directory), undefined);
      const bytes = Buffer.from(sound);
      const from = random.integer(0, sound.length - 70_000);
      bytes.fill(0, from, from + 4096);
      writeFileSync(path, bytes);
      assert.match(
        (await refusal(directory)) ?? 'nothing',
        /\.log is damaged at byte/,
        `SEED=${random.seed}: zeros from byte ${from} of ${sound.length}`,
      );
    }
    writeFileSync(path, Buffer.concat([sound, Buffer.alloc(100_000)]));
    assert.is(await refusal(directory), undefined, 'space that was reserved');
  });

  test(`${engine}: a table that is missing or shorter, a manifest that was cut and a name of none are refused`, async () => {
    const directory = await killedDatabase(engine, new SeededRandom());
    const [table = ''] = readdirSync(directory).filter(name => /\.(sst|ldb)$/.test(name));
    const [manifest = ''] = readdirSync(directory).filter(name => name.startsWith('MANIFEST'));
    const spoil = async (name: string, how: (path: string) => void): Promise<string> => {
      const path = join(directory, name);
      const bytes = readFileSync(path);
      how(path);
      const reason = await refusal(directory);
      writeFileSync(path, bytes);
      return reason ?? 'nothing';
    };
    assert.ok((await spoil(table, rmSync)).includes(`${table} is damaged: the file is missing`));
    assert.ok(
      (await spoil(table, path => truncateSync(path, 100))).includes(`${table} is damaged: it has 100`),
    );
    const half = (path: string): void => truncateSync(path, readFileSync(path).length >> 1);
    assert.ok((await spoil(manifest, half)).includes(manifest));
    const bit = (path: string): void => {
      const bytes = readFileSync(path);
      bytes[3] = bytes[3]! ^ 1;
      writeFileSync(path, bytes);
    };
    assert.match(await spoil(manifest, bit), /MANIFEST-\d+ is damaged at byte 0/);
    assert.match(await spoil('CURRENT', bit), /CURRENT is damaged: it is to name a manifest/);
    assert.match(await spoil('CURRENT', path => truncateSync(path, 3)), /CURRENT is damaged/);
    assert.is(await refusal(directory), undefined);
  });

  test(`${engine}: a bit changed in a table that a killed process has made is refused`, async () => {
    const directory = await killedDatabase(engine, new SeededRandom());
    const tables = readdirSync(directory).filter(name => /\.(sst|ldb)$/.test(name));
    assert.ok(tables.length > 0);
    for (const table of tables) {
      const copy = temporaryDirectory();
      cpSync(directory, copy, { recursive: true });
      const path = join(copy, table);
      const bytes = readFileSync(path);
      const middle = bytes.length >> 1;
      bytes[middle] = bytes[middle]! ^ 8;
      writeFileSync(path, bytes);
      const reason = await openStore({ path: copy, engine, cacheBytes: CACHE_BYTES }).then(
        ({ store }) => store.close().then(() => 'it was opened'),
        (error: Error) => error.message,
      );
      assert.ok(reason.includes(table) && reason.includes('-reindex'), reason);
    }
  });
}

test.run();
