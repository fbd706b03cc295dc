import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJson, stringifyJson } from '../../src/codec/json.js';
import type { Json } from '../../src/codec/json-value.js';
import { MAX_CODE_SIZE } from '../../vm/native/contract/lua-deployment.js';
import { vectorDirectory } from '../support/vectors/vectors.js';
import { resultOf } from './answer-members.js';
import { readTranscript } from './transcript.js';

/** The folder on the recorder's machine whose files the requests name. */
export const RECORDED_FOLDER = '/tmp/lua';

/** The files by their paths in the folder, as far as answers show what they contain. */
const FILES: readonly (readonly [path: string, content: () => string | Buffer])[] = [
  ['wallet/bad.json', () => '{"nothing": 1}'],
  ['kv.lua', () => Buffer.from(String(shown('15_r3_lua', 'getcontractinfo').code), 'hex')],
  ['hello.lua', () => Buffer.from(String(transaction('LCONTRACT_DEPLOY_TX').contract_code), 'hex')],
  ['no_mylib.lua', () => 'function Main() end\nMain()\n'],
  ['empty.lua', () => ''],
  ['big.lua', () => '-'.repeat(MAX_CODE_SIZE + 1)],
  ['syntax_error.lua', () => 'mylib = require "mylib"\nfunction Main(\nend\n'],
  ['eval.lua', () => readFileSync(join(vectorDirectory, 'oracle', '18_lua_vectors_contract.lua'))],
  ['wasm/echo.wasm', () => Buffer.from(String(shown('17_r3_wasm', 'wasm_getcode').code), 'hex')],
  ['wasm/echo.abi', () => stringifyJson(shown('17_r3_wasm', 'wasm_getabi').abi as Json)],
];

/**
 * Writes the files that the requests of the recordings name into a folder of this test, which is below that
 * of the recordings: contracts are read from nowhere else. It is there until the process ends.
 * @returns the folder
 */
export function writeRecordedFiles(): string {
  mkdirSync(RECORDED_FOLDER, { recursive: true });
  const folder = mkdtempSync(join(RECORDED_FOLDER, 'conformance-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of FILES) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content());
  }
  return folder;
}

/** A transaction of the Lua contracts' transcript by its type. */
function transaction(type: string): ReturnType<typeof resultOf> {
  const exchange = readTranscript('15_r3_lua').find(({ answer }) => answer?.includes(`"tx_type":"${type}"`));
  if (exchange === undefined) throw new Error(`15_r3_lua shows no transaction ${type}`);
  return resultOf(parseJson(exchange.answer ?? ''));
}

/** The result of the first call of a method in a transcript. */
function shown(transcript: string, method: string): ReturnType<typeof resultOf> {
  const exchange = readTranscript(transcript).find(({ body }) => body?.includes(`"method": "${method}"`));
  if (exchange === undefined) throw new Error(`${transcript} has no call of ${method}`);
  return resultOf(parseJson(exchange.answer ?? ''));
}
