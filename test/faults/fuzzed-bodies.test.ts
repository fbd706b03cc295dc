import { Agent, request as httpRequest } from 'node:http';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { reexecuteChain } from '../../src/chain/reexecute-chain.js';
import { stringifyJson } from '../../src/codec/json.js';
import type { Json } from '../../src/codec/json-value.js';
import { AREAS } from '../../src/rpc/areas.js';
import { MethodRegistry } from '../../src/rpc/declaration/registry.js';
import { startWatchedNode } from '../support/nodes/watched-node.js';
import { fuzzedBytes } from '../support/random/fuzzed-bytes.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const BODIES = scaled(2_000, 100_000);
/** Requests under way at a time. */
const CONNECTIONS = 8;
/** Requests after which the digest is compared with what it was. */
const ROUND = 50;
/** Methods that end the node, are slow on purpose, or take blocks back and make them. */
const LEFT_OUT = new Set([
  ...['stop', 'encryptwallet', 'walletpassphrase', 'walletpassphrasechange', 'dumpwallet', 'importwallet'],
  ...['generate', 'setgenerate', 'disconnectblock', 'invalidateblock', 'reconsiderblock', 'submitblock'],
  ...['setautomine', 'setblocktime'],
  'dumpdb', // It prints the whole state where no file is named.
]);
/** How the methods begin that move a development chain through time and state. */
const MOVES_THE_CHAIN = 'dev_';
const STATUSES = new Set([200, 400, 404, 500]);

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

function fuzzedBody(calls: ReturnType<typeof examples>, random: SeededRandom): Buffer {
  const call = () => fuzzedCall(calls[random.integer(0, calls.length - 1)]!, random);
  const kind = random.integer(0, 9);
  if (kind === 0) return Buffer.from(`[${Array.from({ length: random.integer(0, 6) }, call).join(',')}]`);
  const body = Buffer.from(call());
  return kind < 5 ? fuzzedBytes(body, random) : body;
}

test(`${BODIES} fuzzed bodies: each has an answer of the interface, none is a failure of the node, and the state stays`, async () => {
  // Some methods write files where a parameter says.
  process.chdir(temporaryDirectory());
  const random = new SeededRandom();
  console.log(`random numbers of SEED=${random.seed}`);
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
    let answered = 0;
    for (let sent = 0; sent < BODIES; sent += ROUND) {
      const bodies = Array.from({ length: Math.min(ROUND, BODIES - sent) }, () => fuzzedBody(calls, random));
      await Promise.all(
        bodies.map(async body => {
          const { status, text } = await post(body);
          assert.ok(STATUSES.has(status), `status ${status} for ${body.toString('latin1')}`);
          const reply: unknown = text === 'Work queue depth exceeded' ? { result: null } : JSON.parse(text);
          for (const one of Array.isArray(reply) ? reply : [reply]) assert.ok('result' in one, text);
          answered++;
        }),
      );
      assert.is(chain.digest.toString('hex'), digest, 'no block was made, so the state is the same');
    }
    assert.is(answered, BODIES);
    assert.equal(errors(), []);
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
