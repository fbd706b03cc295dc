import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../../src/codec/json.js';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';

/** What the reference node answered to a method about governance or prices, at some state of its chain. */
interface RecordedAnswer {
  readonly source: string;
  readonly label: string | null;
  readonly method: string;
  readonly params: readonly Json[];
  readonly result?: JsonObject;
  readonly error?: { readonly code: number; readonly message: string };
}

const FILE = join(process.env.VECTORS ?? join('test', 'vectors'), 'oracle', 'governance-answers.jsonl');

/** All recorded answers; numbers with a fraction are kept different from integers. */
const RECORDED_ANSWERS: readonly RecordedAnswer[] = readFileSync(FILE, 'utf8')
  .split('\n')
  .filter(line => line !== '')
  .map(line => parseJson(line) as unknown as RecordedAnswer);

/** The first recorded result of a method that meets a condition. */
export function recordedResult(
  method: string,
  matches: (result: JsonObject) => boolean = () => true,
): JsonObject {
  for (const answer of RECORDED_ANSWERS) {
    if (answer.method === method && answer.result !== undefined && matches(answer.result))
      return answer.result;
  }
  throw new Error(`there is no recorded result of ${method} like that`);
}

/** The recorded error of a method whose message has a certain part. */
export function recordedError(method: string, part: string): { code: number; message: string } {
  const found = RECORDED_ANSWERS.find(
    ({ error, ...answer }) => answer.method === method && error?.message.includes(part),
  );
  if (found?.error === undefined) throw new Error(`there is no recorded error of ${method} with ${part}`);
  return { code: Number(found.error.code), message: found.error.message };
}
