import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reexecuteChain } from '../../src/chain/reexecute-chain.js';
import { stringifyJson } from '../../src/codec/json.js';
import type { Json } from '../../src/codec/json-value.js';
import { AREAS } from '../../src/rpc/areas.js';
import { RPC_ERRORS } from '../../src/rpc/declaration/errors.js';
import { MethodRegistry } from '../../src/rpc/declaration/registry.js';
import { assertDeclaredError } from '../support/answers/declared-answer.js';
import type { RpcFailure } from '../support/nodes/rpc-client.js';
import { startWatchedNode } from '../support/nodes/watched-node.js';
import { fuzzedBytes } from '../support/random/fuzzed-bytes.js';
import { Progress } from '../support/random/progress.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const REQUESTS = scaled(2_000, 1_000_000);
/** Requests under way at a time. */
const CONNECTIONS = 8;
/** Requests after which the digest is compared with what it was. */
const ROUND = 50;
const ROUNDS = REQUESTS / ROUND;
const isLong = process.env.SCALE === 'long';
/** Methods that end the node, are slow or wait on purpose, or take blocks back and make them. */
const LEFT_OUT = new Set([
  ...['stop', 'encryptwallet', 'walletpassphrase', 'walletpassphrasechange', 'dumpwallet', 'importwallet'],
  ...['generate', 'setgenerate', 'disconnectblock', 'invalidateblock', 'reconsiderblock', 'submitblock'],
  ...['setautomine', 'setblocktime', 'waitfornewblock', 'waitforconfirmation'],
  'dumpdb', // It prints the whole state where no file is named.
]);
/** How the methods begin that move a development chain through time and state. */
const MOVES_THE_CHAIN = 'dev_';
/** Of bodies; 503 is that of a node that is busy, which executes nothing. */
const STATUSES = new Set([200, 400, 404, 500, 503]);
/** Of requests of which the head was fuzzed too. */
const STATUSES_OF_REQUESTS = new Set([
  ...[200, 204, 400, 401, 403, 404, 405, 408, 411, 413, 415, 417, 426, 431, 500, 501, 503, 505],
]);
/** Of requests that reach no method. */
const CODES_OF_REQUESTS = new Set<number>(
  (['PARSE_ERROR', 'INVALID_REQUEST', 'NODE_BUSY'] as const).map(name => RPC_ERRORS[name].code),
);
/** Rounds after which everything that is loaded once is in memory. */
const WARM_UP = 400;
/** Mebibytes by which what is in use may differ. */
const MOST_GROWTH = 32;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Heads of requests that work. */
const HEADS: readonly string[] = [
  'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: LENGTH',
  'POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: LENGTH',
  'GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close',
  'GET /health/ready HTTP/1.1\r\nHost: [::1]\r\nConnection: close',
  'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Length: LENGTH',
  'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked',
  'POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nOrigin: http://localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Length: LENGTH',
  'OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nAccess-Control-Request-Method: POST\r\nConnection: close',
];

/** Values where numbers, texts, objects and hex go over an edge. */
const ODD_VALUES: readonly string[] = [
  ...['null', 'true', '0', '-1', '1.5', '1e400', '-0.0', '9223372036854775807', '18446744073709551615'],
  ...['18446744073709551616', '-9223372036854775809', '4294967296', '2147483648', '[]', '{}', '""', '"0"'],
  ...['"0-0"', '"0-13"', '"4294967296-1"', '"WICC:1:wi"', '"WICC:-1"', '":"', '"\\u0000"', '"\\ud800"'],
  ...['"__proto__"', '{"__proto__":1}', '{"constructor":{"prototype":1}}', '"é漢字😀"', '"zz"', '"abc"'],
  ...[
    `"${'00'.repeat(32)}"`,
    `"${'ff'.repeat(33)}"`,
    `"${'a'.repeat(5000)}"`,
    `${'['.repeat(200)}1${']'.repeat(200)}`,
  ],
];

/** Bodies that work: the examples of every method. */
function examples(): { readonly method: string; readonly params: readonly Json[] }[] {
  return new MethodRegistry(AREAS).methods
    .filter(({ name }) => !LEFT_OUT.has(name) && !name.startsWith(MOVES_THE_CHAIN))
    .flatMap(({ name, declaration }) => declaration.examples.map(({ params }) => ({ method: name, params })));
}

function odd(random: SeededRandom): string {
  return ODD_VALUES[random.integer(0, ODD_VALUES.length - 1)]!;
}

/** A call with some of its parameters replaced, left out or added. */
function fuzzedCall(
  { method, params }: { method: string; params: readonly Json[] },
  random: SeededRandom,
): string {
  const texts = params.map(value => (random.integer(0, 2) === 0 ? odd(random) : stringifyJson(value)));
  if (random.integer(0, 5) === 0) texts.push(odd(random));
  if (random.integer(0, 8) === 0) texts.pop();
  return `{"id":${random.integer(0, 9)},"method":"${method}","params":[${texts.join(',')}]}`;
}

function fuzzed(calls: ReturnType<typeof examples>, random: SeededRandom): Sent {
  const call = () => calls[random.integer(0, calls.length - 1)]!;
  const kind = random.integer(0, 9);
  if (kind === 0) {
    const batch = Array.from({ length: random.integer(0, 6) }, () => fuzzedCall(call(), random));
    return { body: Buffer.from(`[${batch.join(',')}]`) };
  }
  const { method, params } = call();
  const body = Buffer.from(fuzzedCall({ method, params }, random));
  return kind < 5 ? { body: fuzzedBytes(body, random) } : { body, method };
}

/** Each round has random numbers of its own, so that a run can go on with any of them. */
function seedOfRound(seed: number, round: number): number {
  return ((Math.imul(seed + round, 0x9e3779b1) >>> 0) % (2 ** 32 - 1)) + 1;
}

/** The head of a request, of which everything but the password is fuzzed, and a body. */
function fuzzedRequest(
  calls: ReturnType<typeof examples>,
  authorization: string,
  random: SeededRandom,
): Buffer {
  const { body } = fuzzed(calls, random);
  const head = HEADS[random.integer(0, HEADS.length - 1)]!.replace('LENGTH', String(body.length));
  const [first = '', ...others] = fuzzedBytes(Buffer.from(head), random).toString('latin1').split('\r\n');
  const lines = [first, `Authorization: ${authorization}`, ...others, '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body]);
}

/** All that the server sends to a connection on which some bytes are sent, until it is closed. */
function exchanged(port: number, bytes: Buffer): Promise<string> {
  return new Promise(resolve => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(bytes));
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
    // A connection that is closed while something is on its way to it is reset.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
  });
}

/** A body, with the method of the call where it is one that was not spoilt. */
interface Sent {
  readonly body: Buffer;
  readonly method?: string;
}

function checkAnswer({ status, text }: { status: number; text: string }, { body, method }: Sent): void {
  assert.ok(STATUSES.has(status), `status ${status} for ${body.toString('latin1')}`);
  const reply: unknown = JSON.parse(text);
  for (const one of Array.isArray(reply) ? reply : [reply]) assert.ok('result' in one, text);
  if (method === undefined || Array.isArray(reply)) return;
  const { error } = reply as { error: RpcFailure | null };
  if (error !== null && !CODES_OF_REQUESTS.has(error.code)) assertDeclaredError(method, error);
}

/** Mebibytes of objects that are in use. */
function usedMebibytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

test(`${REQUESTS} fuzzed requests and bodies: each has an answer that is declared, none is a failure of the node, and the state stays`, async () => {
  // Some methods write files where a parameter says.
  process.chdir(temporaryDirectory());
  // Several long runs add up to one.
  const tally = { seed: new SeededRandom().seed };
  const progress = isLong ? new Progress('fuzzed-requests', ['src/rpc', 'test/faults'], tally) : undefined;
  const firstRound = progress?.next ?? 1;
  console.log(`random numbers of SEED=${tally.seed}, from round ${firstRound} of ${ROUNDS} on`);
  const { node, errors } = await startWatchedNode();
  try {
    const { chain } = node.node.context;
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const authorization = `Basic ${Buffer.from(node.credentials).toString('base64')}`;
    const post = (body: Buffer) =>
      new Promise<{ status: number; text: string }>((resolve, reject) => {
        const sent = httpRequest(
          node.endpoint,
          { method: 'POST', agent, headers: { authorization, 'content-length': String(body.length) } },
          response => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () =>
              resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString('utf8') }),
            );
          },
        );
        sent.on('error', reject);
        sent.end(body);
      });
    const calls = examples();
    const digest = chain.digest.toString('hex');
    const port = Number(new URL(node.endpoint).port);
    let before: number | undefined;
    for (let round = firstRound; round <= ROUNDS; round++) {
      const random = new SeededRandom(seedOfRound(tally.seed, round));
      const work = Array.from({ length: ROUND }, () => {
        if (random.integer(0, 9) > 0) {
          const sent = fuzzed(calls, random);
          return async () => checkAnswer(await post(sent.body), sent);
        }
        const request = fuzzedRequest(calls, authorization, random);
        return async () => {
          const answers = await exchanged(port, request);
          const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answers)?.[1] ?? 400);
          assert.ok(STATUSES_OF_REQUESTS.has(status), `${answers}\nfor\n${request.toString('latin1')}`);
        };
      });
      await Promise.all(work.map(one => one()));
      assert.is(chain.digest.toString('hex'), digest, 'no block was made, so the state is the same');
      progress?.save(round + 1);
      if (round - firstRound === WARM_UP) before = usedMebibytes();
    }
    assert.equal(errors(), []);
    if (before !== undefined) {
      const used = usedMebibytes();
      console.log(
        `${Math.round(before)} MiB were in use after ${WARM_UP * ROUND} requests, ${Math.round(used)} MiB are now`,
      );
      assert.ok(used < before + MOST_GROWTH, 'the memory in use stays flat');
    }
    agent.destroy();
    assert.is(await node.call('getblockcount'), 1);
    await node.call('generate', 1);
    assert.is((await reexecuteChain(chain, 0)).problem, undefined);
    assert.is(await node.call('verifychain'), true);
  } finally {
    // Without this a failure would keep the process for ever.
    await node.stop();
  }
});

test.run();
