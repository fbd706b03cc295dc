import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { JsonSyntaxError, parseJson } from '../codec/json.js';
import type { Json, JsonObject } from '../codec/json-value.js';

/** A recording that cannot be read, with what would be right. */
class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

export interface RecordedBlock {
  readonly height: number;
  readonly hash: string;
  readonly raw: Buffer;
  /** The answer of getblock with transactions. */
  readonly json: JsonObject;
}

export interface RecordedTransaction {
  readonly height: number;
  /** Position in the block. */
  readonly index: number;
  readonly txid: string;
  /** The answer of gettxdetail. */
  readonly detail: JsonObject;
  /** The answer of wasm_gettxtrace, for transactions that have a trace. */
  readonly trace: Json | undefined;
}

interface RecordedAnswer {
  /** Height of the newest block when it was asked. */
  readonly height: number;
  readonly method: string;
  readonly params: readonly Json[];
  /** An object with `result` or `error`. */
  readonly answer: JsonObject;
}

/** A chain that the reference node made, with its own view of every block, transaction and piece of state. */
export interface Recording {
  /** By height, from 0 on. */
  readonly blocks: readonly RecordedBlock[];
  /** In the order of the blocks. */
  readonly transactions: readonly RecordedTransaction[];
  /** In the order in which they were asked. */
  readonly answers: readonly RecordedAnswer[];
}

/**
 * Reads a recording: the files blocks, receipts and state in JSON Lines form, each compressed with
 * gzip or not.
 *
 * @throws RecordingError
 */
export function readRecording(directory: string): Recording {
  const blocks = rows(directory, 'blocks').map(
    (row): RecordedBlock => ({
      height: integer(row, 'height'),
      hash: text(row, 'hash'),
      raw: Buffer.from(text(row, 'raw'), 'hex'),
      json: object(row, 'rpc'),
    }),
  );
  const gap = blocks.findIndex(({ height }, i) => height !== i);
  if (gap !== -1) throw new RecordingError(`blocks: line ${gap + 1} must be the block of height ${gap}`);
  const transactions = rows(directory, 'receipts').map(
    (row): RecordedTransaction => ({
      height: integer(row, 'height'),
      index: integer(row, 'index'),
      txid: text(row, 'txid'),
      detail: object(row, 'detail'),
      trace: row.value.trace,
    }),
  );
  const answers = rows(directory, 'state').map((row): RecordedAnswer => {
    const { params, result, error } = row.value;
    return {
      height: integer(row, 'height'),
      method: text(row, 'method'),
      params: (params ?? []) as readonly Json[],
      answer: error === undefined ? { result: result ?? null } : { error },
    };
  });
  return { blocks, transactions, answers };
}

/** A line of a file, with its place for messages. */
interface Row {
  readonly value: JsonObject;
  readonly place: string;
}

function rows(directory: string, name: string): Row[] {
  const plain = join(directory, `${name}.jsonl`);
  const packed = `${plain}.gz`;
  const path = existsSync(packed) ? packed : plain;
  let content: Buffer;
  try {
    content = path === packed ? gunzipSync(readFileSync(path)) : readFileSync(path);
  } catch (error) {
    throw new RecordingError(
      `${path} cannot be read: ${(error as Error).message}; a recording has the files blocks, receipts and state, as .jsonl or .jsonl.gz`,
      { cause: error },
    );
  }
  return content
    .toString('utf8')
    .split('\n')
    .flatMap((line, i) =>
      line === '' ? [] : [{ value: parsed(line, path, i + 1), place: `${path} line ${i + 1}` }],
    );
}

function parsed(line: string, path: string, number: number): JsonObject {
  try {
    return parseJson(line) as JsonObject;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new RecordingError(`${path} line ${number} is no JSON: ${error.reason}`, { cause: error });
  }
}

function integer({ value, place }: Row, name: string): number {
  const member = value[name];
  if (typeof member !== 'number') throw new RecordingError(`${place}: ${name} must be an integer`);
  return member;
}

function text({ value, place }: Row, name: string): string {
  const member = value[name];
  if (typeof member !== 'string') throw new RecordingError(`${place}: ${name} must be a text`);
  return member;
}

function object({ value, place }: Row, name: string): JsonObject {
  const member = value[name];
  if (typeof member !== 'object' || member === null || Array.isArray(member)) {
    throw new RecordingError(`${place}: ${name} must be an object`);
  }
  return member as JsonObject;
}
