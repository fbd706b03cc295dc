import type { Compactions } from './key-value-store.js';

/** What a database tells of itself of its compactions, as far as it is there. */
const NONE: Compactions = { seconds: 0, count: 0 };

/**
 * Compactions and flushes since a RocksDB was opened, from the table of its property `rocksdb.cfstats`. Its rows have
 * cells with blanks in them at the left only, so columns are counted from the right.
 */
export function rocksDbCompactions(statistics: string): Compactions {
  const lines = statistics.split('\n').map(line => line.trim().split(/\s+/));
  const head = lines.find(cells => cells.includes('Comp(cnt)'));
  const sum = lines.find(([first]) => first === 'Sum');
  if (head === undefined || sum === undefined) return NONE;
  const cell = (name: string): number => Number(sum.at(head.indexOf(name) - head.length));
  return { seconds: cell('Comp(sec)'), count: cell('Comp(cnt)') };
}

/** The time of the compactions of all levels since a LevelDB was opened, from its property `leveldb.stats`. */
export function levelDbCompactions(statistics: string): Compactions {
  const rows = statistics.split('\n').flatMap(line => {
    const cells = line.trim().split(/\s+/).map(Number);
    return cells.length === LEVELDB_COLUMNS && cells.every(Number.isFinite) ? [cells] : [];
  });
  return { seconds: rows.reduce((total, cells) => total + (cells[LEVELDB_TIME] ?? 0), 0), count: undefined };
}

/** Level, Files, Size(MB), Time(sec), Read(MB), Write(MB). */
const LEVELDB_COLUMNS = 6;
const LEVELDB_TIME = 3;
