import * as assert from 'uvu/assert';
import { RPC_ERRORS } from '../../../src/rpc/declaration/errors.js';
import { assertDeclaredError } from '../../support/answers/declared-answer.js';
import type { RpcFailure } from '../../support/nodes/rpc-client.js';

/** Of bodies; 503 is that of a node that is busy, which executes nothing. */
const STATUSES = new Set([200, 400, 404, 500, 503]);
/** Of requests of which the head was fuzzed too. */
const STATUSES_OF_REQUESTS = new Set([
  ...[100, 101, 200, 204, 400, 401, 403, 404, 405, 408, 411, 413, 415, 417, 426, 431, 500, 501, 503, 505],
]);
/** Of requests that reach no method. */
const CODES_OF_REQUESTS = new Set<number>(
  (['PARSE_ERROR', 'INVALID_REQUEST', 'NODE_BUSY'] as const).map(name => RPC_ERRORS[name].code),
);
const METHOD = /"method"/g;

interface Reply {
  readonly result: unknown;
  readonly error: RpcFailure | null;
}

/** Fails unless a body was answered as it is declared. */
export function checkAnswer({ status, body: text }: { status: number; body: string }, body: Buffer): void {
  assert.ok(STATUSES.has(status), `status ${status} for ${body.toString('latin1')}`);
  const answer = JSON.parse(text) as Reply | readonly Reply[];
  const replies = Array.isArray(answer) ? (answer as readonly Reply[]) : [answer as Reply];
  for (const one of replies) assert.ok('result' in one && 'error' in one, text);
  const methods = methodsOf(body.toString('utf8'), Array.isArray(answer));
  for (const [i, method] of methods.entries()) {
    const error = replies[i]?.error;
    if (error === undefined || error === null || CODES_OF_REQUESTS.has(error.code)) continue;
    if (method !== undefined) assertDeclaredError(method, error);
  }
}

/** The methods of the calls of a body, as far as it is sure which the node has read. */
function methodsOf(body: string, isBatch: boolean): readonly (string | undefined)[] {
  let calls: unknown;
  try {
    calls = JSON.parse(body);
  } catch {
    return []; // It was spoilt.
  }
  const all = isBatch ? calls : [calls];
  // Of two members of one name, the node reads the first, and this the last.
  if (!Array.isArray(all) || (body.match(METHOD)?.length ?? 0) > all.length) return [];
  return all.map((call: unknown) => {
    const { method } = (call ?? {}) as { readonly method?: unknown };
    return typeof method === 'string' ? method : undefined;
  });
}

/** Fails unless each answer on a connection has a status that there is. */
export function checkAnswers(answers: string, sent: Buffer): void {
  const statuses = [...answers.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
  for (const status of statuses) {
    assert.ok(STATUSES_OF_REQUESTS.has(status), `${answers}\nfor\n${sent.toString('latin1')}`);
  }
}
