import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { HttpConnection, postRequest } from '../support/nodes/http-connection.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import { residentMebibytes } from '../support/nodes/process-usage.js';
import { Progress } from '../support/random/progress.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { checkAnswer, checkAnswers } from './fuzzing/checked-answer.js';
import { FuzzedRequests } from './fuzzing/fuzzed-requests.js';
import { exchanged } from './fuzzing/raw-connection.js';

const REQUESTS = scaled(2_000, 1_000_000);
/** Requests after which it is looked whether a block was made. */
const ROUND = 1000;
const ROUNDS = REQUESTS / ROUND;
/** Rounds after which the whole state is compared with what it was, and the memory is noted. */
const CHAPTER = 10_000 / ROUND;
const isLong = process.env.SCALE === 'long';
/** Requests under way at a time, each on a connection of its own: nearly as many as a client may have. */
const CONNECTIONS = 60;
/** MiB that what lives long in each thread of the node may take: a leak ends the node instead of going unseen. */
const HEAP = 192;
/** Chapters after which everything that is loaded or filled once is in memory. */
const WARM_UP = 5;
/** Mebibytes by which the memory of the node may grow from then on. */
const MOST_GROWTH = 100;
const LOG = 'errors.log';

/** Each round has random numbers of its own, so that a run can go on with any of them. */
function seedOfRound(seed: number, round: number): number {
  return ((Math.imul(seed + round, 0x9e3779b1) >>> 0) % (2 ** 32 - 1)) + 1;
}

/** What became of the requests, also of those of earlier runs of the same build. */
interface Tally {
  seed: number;
  /** Answers with status 503. */
  busy: number;
  /** Resident memory of the node in MiB after each chapter. */
  mebibytes: number[];
}

/** The requests of one round, each on one of the connections as it becomes free. */
async function sendRound(
  node: NodeProcess,
  requests: FuzzedRequests,
  connections: (HttpConnection | undefined)[],
  random: SeededRandom,
): Promise<number> {
  const work: ({ readonly body: Buffer } | { readonly bytes: Buffer })[] = Array.from(
    { length: ROUND },
    () =>
      random.integer(0, 9) > 0 ? { body: requests.body(random) } : { bytes: requests.connection(random) },
  );
  let busy = 0;
  await Promise.all(
    connections.map(async (_, i) => {
      for (let next = work.pop(); next !== undefined; next = work.pop()) {
        if ('bytes' in next) {
          checkAnswers(await exchanged(node.port, next.bytes), next.bytes);
          continue;
        }
        if (connections[i]?.isClosed !== false) connections[i] = await HttpConnection.open(node.port);
        const reply = await connections[i].exchange(postRequest(node.credentials, next.body));
        checkAnswer(reply, next.body);
        if (reply.status === 503) busy++;
      }
    }),
  );
  return busy;
}

/** What identifies the whole state and all blocks of a node. */
async function digestOf(node: NodeProcess): Promise<string> {
  const { digest, path } = await node.call<{ digest: string; path: string }>('dev_dumpState', 'digest.dump');
  rmSync(path);
  return digest;
}

/** The errors that the node has logged, each of which is a failure of its own. */
function errorsOf(directory: string): readonly string[] {
  const path = join(directory, 'regtest', LOG);
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .slice(0, 20)
    : [];
}

test(`${REQUESTS} fuzzed requests and bodies: each has an answer that is declared, none is a failure of the node, and the state stays`, async () => {
  // Some methods write files where a parameter says.
  process.chdir(temporaryDirectory());
  // Several long runs add up to one.
  const tally: Tally = { seed: new SeededRandom().seed, busy: 0, mebibytes: [] };
  const progress = isLong ? new Progress('fuzzed-requests', ['src', 'vm', 'test/faults'], tally) : undefined;
  const firstRound = progress?.next ?? 1;
  console.log(`random numbers of SEED=${tally.seed}, from round ${firstRound} of ${ROUNDS} on`);
  const node = await NodeProcess.start({
    switches: ['-mining=manual', '-loglevel=error', `-logfile=${LOG}`],
    command: [process.execPath, `--max-old-space-size=${HEAP}`],
  });
  const requests = new FuzzedRequests(node.credentials);
  const connections = new Array<HttpConnection | undefined>(CONNECTIONS).fill(undefined);
  const digest = await digestOf(node);
  const height = await node.call('getblockcount');
  const used: number[] = [];
  let began = performance.now();
  for (let round = firstRound; round <= ROUNDS; round++) {
    tally.busy += await sendRound(
      node,
      requests,
      connections,
      new SeededRandom(seedOfRound(tally.seed, round)),
    );
    assert.is(await node.call('getblockcount'), height, 'no block is made');
    if (round % CHAPTER === 0) {
      assert.is(await digestOf(node), digest, 'no block was made, so the state is the same');
      assert.equal(errorsOf(node.directory), []);
      used.push(Math.round(residentMebibytes(node.pid) ?? 0));
      tally.mebibytes.push(used.at(-1)!);
      const seconds = (performance.now() - began) / 1000;
      began = performance.now();
      console.log(
        `${round * ROUND} requests, ${Math.round((CHAPTER * ROUND) / seconds)} a second, ` +
          `${used.at(-1)} MiB, ${tally.busy} answers of a busy node`,
      );
    }
    progress?.save(round + 1);
  }
  for (const connection of connections) connection?.close();
  const [before, ...after] = used.slice(WARM_UP);
  for (const mebibytes of after) {
    assert.ok(mebibytes < before! + MOST_GROWTH, `the memory stays flat: ${used}`);
  }
  assert.is(await digestOf(node), digest, 'no block was made, so the state is the same');
  assert.equal(errorsOf(node.directory), []);
  await node.call('generate', 1);
  assert.is(await node.call('verifychain', 5, 0), true);
  await node.stop();
});

test.run();
