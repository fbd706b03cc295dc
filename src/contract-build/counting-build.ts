import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join } from 'node:path';
import { countPlaces, type PlaceOf } from '../../vm/wasm/coverage/count-lines.js';
import type { SourcePlace } from '../../vm/wasm/coverage/counting-module.js';
import { required } from '../codec/required.js';
import { buildContract } from './compile.js';
import type { ContractSource } from './read-contract.js';

/** A build of a contract that counts its lines. */
export interface CountingBuild {
  readonly wasm: Uint8Array;
  /** The line that each counter belongs to, and the function of the module in which it counts. */
  readonly counters: readonly { readonly place: SourcePlace; readonly function: number }[];
}

/** Bytes that the target `coverage` of asconfig.json leaves free (`memoryBase`). */
const FREE_BYTES = 262_144;

/**
 * Compiles a contract so that it counts how often its lines run: without optimization, with a counter in
 * front of every instruction that the compiler's source map leads back to a line of the author.
 *
 * @throws ContractBuildError, as `buildContract`; RangeError for a contract with more than 65,536 places
 */
export async function buildCountingContract(file: string): Promise<CountingBuild> {
  const { wasm, sources, sourceMap } = await buildContract(file, { target: 'coverage' });
  const map = new SourceMap(JSON.parse(required(sourceMap, 'the source map')) as SourceMapPayload);
  const lines = new Map<string, SourcePlace>();
  const folder = dirname(file);
  const placeOf: PlaceOf<SourcePlace> = offset => {
    const entry = map.findEntry(0, offset);
    if (!('originalSource' in entry) || entry.generatedColumn !== offset) return undefined;
    const { originalSource: path, originalLine, originalColumn } = entry;
    const source = sources.get(path);
    if (source === undefined || isAdded(source, originalLine, originalColumn)) return undefined;
    const key = `${path}:${originalLine}`;
    const line = lines.get(key) ?? { file: join(folder, path), line: originalLine + 1 };
    lines.set(key, line);
    return line;
  };
  const { bytes, counters } = countPlaces(wasm, placeOf, FREE_BYTES);
  return { wasm: bytes, counters };
}

/**
 * Whether the builder has added the code at a place: after the last line, or before a class's
 * closing brace.
 */
function isAdded({ source, text }: ContractSource, line: number, column: number): boolean {
  const start = offsetOfLine(text, line);
  if (start === undefined) return true;
  const lineEnd = text.indexOf('\n', start);
  const brace = source.classes.find(
    ({ mark, end }) => mark.name !== 'contract' && end >= start && (lineEnd < 0 || end < lineEnd),
  );
  return brace !== undefined && start + column >= brace.end;
}

/** Where a line begins, counted from 0; undefined after the last one. */
function offsetOfLine(text: string, line: number): number | undefined {
  let start = 0;
  for (let i = 0; i < line; i++) {
    const end = text.indexOf('\n', start);
    if (end < 0) return undefined;
    start = end + 1;
  }
  return start;
}
