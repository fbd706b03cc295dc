import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJson, stringifyJson } from '../../src/codec/json.js';
import type { Json } from '../../src/codec/json-value.js';
import { resultOf } from './answer-members.js';
import { readTranscript } from './transcript.js';

/** The folder of whoever recorded, whose files the requests name. */
export const RECORDED_FOLDER = '/tmp/lua';

/** The files by their paths in the folder, as far as answers show what they contain. */
const FILES: readonly (readonly [path: string, content: () => string | Buffer])[] = [
  ['wallet/bad.json', () => '{"nothing": 1}'],
  ['kv.lua', () => Buffer.from(String(shown('15_r3_lua', 'getcontractinfo').code), 'hex')],
  ['wasm/echo.wasm', () => Buffer.from(String(shown('17_r3_wasm', 'wasm_getcode').code), 'hex')],
  ['wasm/echo.abi', () => stringifyJson(shown('17_r3_wasm', 'wasm_getabi').abi as Json)],
];

/** Writes the files that the requests of the recordings name into a folder of ours. */
export function writeRecordedFiles(folder: string): void {
  for (const [path, content] of FILES) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content());
  }
}

/** The result of the first call of a method in a transcript. */
function shown(transcript: string, method: string): ReturnType<typeof resultOf> {
  const exchange = readTranscript(transcript).find(({ body }) => body?.includes(`"method": "${method}"`));
  if (exchange === undefined) throw new Error(`${transcript} has no call of ${method}`);
  return resultOf(parseJson(exchange.answer ?? ''));
}
