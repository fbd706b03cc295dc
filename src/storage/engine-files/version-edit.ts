import type { EngineRecord } from './engine-log.js';

/*
 * The records of a manifest: what a database consists of is what all of them together say. Each is a row of fields,
 * a tag and what belongs to it; integers are varints. LevelDB has the tags up to 9, RocksDB those and further ones.
 */

/** What a database consists of. */
export interface DatabaseVersion {
  /** Logs below this number are in tables completely. */
  readonly firstLog: number;
  /** Logs are not older than the operation behind this one. */
  readonly lastSequence: bigint;
  /** Size of each table, by its number. */
  readonly tables: ReadonlyMap<number, number>;
}

/** From this bit on a tag is followed by the size of what belongs to it. */
const IGNORABLE = 1 << 13;
/** Of the fields at the end of a table of RocksDB: no further one. */
const END_OF_FIELDS = 1;

const TAG = {
  comparator: 1,
  logNumber: 2,
  nextFile: 3,
  lastSequence: 4,
  compactCursor: 5,
  deletedTable: 6,
  table: 7,
  previousLog: 9,
  firstLogToKeep: 10,
  tableWithSequences: 100,
  tableWithPath: 102,
  tableWithFields: 103,
  column: 200,
  columnAdded: 201,
  columnDropped: 202,
  mostColumns: 203,
  group: 300,
} as const;

/** A field that this program does not know. */
class UnknownField extends Error {}

class Fields {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  get atEnd(): boolean {
    return this.#at >= this.bytes.length;
  }

  /** @throws UnknownField where the bytes end */
  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.bytes[this.#at++];
      if (byte === undefined) break;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new UnknownField('a number that does not end');
  }

  number(): number {
    return Number(this.varint());
  }

  skipText(): void {
    const size = this.number();
    this.#at += size;
    if (this.#at > this.bytes.length) throw new UnknownField('a text that does not end');
  }
}

class VersionReader {
  readonly tables = new Map<number, number>();
  firstLog = 0;
  lastSequence = 0n;

  take(fields: Fields): void {
    const tag = fields.number();
    switch (tag) {
      case TAG.logNumber:
        this.firstLog = Math.max(this.firstLog, fields.number());
        return;
      case TAG.lastSequence:
        this.lastSequence = fields.varint();
        return;
      case TAG.nextFile:
      case TAG.previousLog:
      case TAG.firstLogToKeep:
      case TAG.column:
      case TAG.mostColumns:
      case TAG.group:
        fields.varint();
        return;
      case TAG.comparator:
      case TAG.columnAdded:
        fields.skipText();
        return;
      case TAG.columnDropped:
        return;
      case TAG.compactCursor:
        fields.varint();
        fields.skipText();
        return;
      case TAG.deletedTable:
        fields.varint();
        this.tables.delete(fields.number());
        return;
      case TAG.table:
      case TAG.tableWithSequences:
      case TAG.tableWithPath:
      case TAG.tableWithFields:
        this.#table(tag, fields);
        return;
      default:
        if ((tag & IGNORABLE) === 0) throw new UnknownField(`tag ${tag}`);
        fields.skipText();
    }
  }

  #table(tag: number, fields: Fields): void {
    fields.varint(); // Level.
    const number = fields.number();
    if (tag === TAG.tableWithPath) fields.varint();
    this.tables.set(number, fields.number());
    fields.skipText(); // Smallest key.
    fields.skipText(); // Greatest key.
    if (tag === TAG.table) return;
    fields.varint();
    fields.varint();
    if (tag !== TAG.tableWithFields) return;
    while (fields.number() !== END_OF_FIELDS) fields.skipText();
  }
}

/** What the records of a manifest say; undefined where one has something that this program does not know. */
export function versionOf(records: readonly EngineRecord[]): DatabaseVersion | undefined {
  const version = new VersionReader();
  try {
    for (const { body } of records) {
      const fields = new Fields(body);
      while (!fields.atEnd) version.take(fields);
    }
  } catch (error) {
    if (error instanceof UnknownField) return undefined;
    throw error;
  }
  return version;
}
