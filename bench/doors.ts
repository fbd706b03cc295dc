/**
 * What a well-behaved client waits while others attack the interface of a node, and what the attacks take of memory:
 * `npm run bench doors [-- --json]`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EXAMPLE } from '../src/rpc/declaration/common-parameters.js';
import { saltedHash } from '../src/rpc/http/users.js';
import { NodeProcess } from '../test/support/nodes/node-process.js';
import { peakMebibytes, residentMebibytes } from '../test/support/nodes/process-usage.js';
import type { AttackTask } from './doors/attack.js';
import { ATTACKS } from './doors/attacks.js';
import { OrdinaryClient } from './doors/ordinary-client.js';
import type { BenchmarkResult } from './result.js';
import { percentile } from './support/client.js';

const SECONDS = 5;
const CROWD = 200;
/** Milliseconds between two requests of a client of the crowd. */
const CROWD_INTERVAL = 2000;
const ATTACKER = 'attacker:attacker';
const SALT = '00';
const PROGRAM = fileURLToPath(new URL('./doors/attacker-process.js', import.meta.url));

/** What was measured while something went on. */
interface Row {
  readonly while: string;
  readonly 'getblockcount p50 ms': number;
  readonly 'getblockcount p99 ms': number;
  readonly 'submitsendtx p50 ms': number;
  readonly 'submitsendtx p99 ms': number;
  readonly refused: number;
  readonly MiB: number;
}

export async function run(): Promise<BenchmarkResult> {
  const node = await NodeProcess.start({
    switches: [
      '-mining=interval',
      '-mininginterval=1',
      '-loglevel=error',
      `-rpcauth=attacker:${SALT}$${saltedHash(SALT, 'attacker')}`,
      '-rpcrole=attacker:wallet',
    ],
  });
  const rows: Row[] = [];
  const refusals: string[] = [];
  const counting = new OrdinaryClient(node.port, node.credentials, () => body('getblockcount', []));
  const paying = new OrdinaryClient(node.port, node.credentials, payment);
  const measure = async (name: string): Promise<void> => {
    console.log(`measuring: ${name}`);
    counting.take();
    paying.take();
    await delay(SECONDS * 1000);
    const [counts, payments] = [counting.take(), paying.take()];
    const refused = [...counts.refused, ...payments.refused];
    refusals.push(...refused);
    rows.push({
      while: name,
      'getblockcount p50 ms': rounded(percentile(counts.waits, 0.5)),
      'getblockcount p99 ms': rounded(percentile(counts.waits, 0.99)),
      'submitsendtx p50 ms': rounded(percentile(payments.waits, 0.5)),
      'submitsendtx p99 ms': rounded(percentile(payments.waits, 0.99)),
      refused: refused.length,
      MiB: Math.round(residentMebibytes(node.pid) ?? 0),
    });
  };
  try {
    await delay(1000);
    await measure('nothing');
    for (const { name } of ATTACKS) {
      const attacker = fork(PROGRAM);
      await once(attacker, 'message');
      attacker.send({ name, port: node.port, credentials: ATTACKER } satisfies AttackTask);
      await measure(name);
      attacker.kill('SIGKILL');
      await once(attacker, 'exit');
    }
    const crowd = Array.from(
      { length: CROWD },
      (_, i) =>
        new OrdinaryClient(node.port, node.credentials, number => crowdBody(i, number), CROWD_INTERVAL),
    );
    await measure(`${CROWD} ordinary clients`);
    const others = crowd.flatMap(client => [...client.take().refused]);
    refusals.push(...others);
    await Promise.all(crowd.map(client => client.end()));
  } finally {
    await counting.end();
    await paying.end();
  }
  const peak = Math.round(peakMebibytes(node.pid) ?? 0);
  await node.stop();
  for (const refusal of refusals.slice(0, 5)) console.log(`refused: ${refusal}`);
  return {
    rows: rows.map(row => ({ ...row })),
    figures: {
      aloneP99Ms: worstOf(rows.slice(0, 1)),
      worstP99Ms: worstOf(rows.slice(1)),
      worstRssMiB: peak,
      refusedOrdinary: refusals.length,
    },
  };
}

function body(method: string, params: readonly unknown[]): string {
  return JSON.stringify({ id: 1, method, params });
}

/** Each another transaction. */
function payment(number: number): string {
  return body('submitsendtx', [EXAMPLE.alice, EXAMPLE.bob, `WICC:${10_000 + number}:sawi`]);
}

/** What clients of an exchange ask for. */
function crowdBody(client: number, number: number): string {
  switch ((client + number) % 3) {
    case 0:
      return body('getaccountinfo', [EXAMPLE.alice]);
    case 1:
      return body('getnewaddr', []);
    default:
      return body('getblock', [number % 2]);
  }
}

function worstOf(rows: readonly Row[]): number {
  return Math.max(...rows.flatMap(row => [row['getblockcount p99 ms'], row['submitsendtx p99 ms']]));
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
