import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import type { EngineName } from '../../src/storage/key-value-store.js';
import { BLOCK_STORE_PREFIX } from '../../src/storage/layout.js';
import { openStore } from '../../src/storage/open.js';
import { startTestNode } from '../support/nodes/node.js';
import { NodeProcess } from '../support/nodes/node-process.js';
import type { RpcCall } from '../support/nodes/rpc-client.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * A node under load is killed again and again, each time at another moment of another of its states, and
 * started again on what is there. What it has acknowledged is there after every start that follows: a
 * transaction in a block or waiting for one, a key in the wallet.
 *
 * Kills are made in rounds, each of two directories, one for each engine. With env RESUME, a directory, a run
 * that was stopped goes on with the next round.
 */

const KILLS_OF_ROUND = 20;
const KILLS_OF_DIRECTORY = KILLS_OF_ROUND / 2;
const ROUNDS = scaled(1, 500);
const ENGINES = ['rocksdb', 'leveldb'] as const;
const MODES = ['instant', 'manual', 'interval'] as const;
/** What a node does when it is killed, each as often as it stands here. */
const MOMENTS = ['load', 'load', 'load', 'start', 'start', 'reindex', 'reorganisation', 'stop'] as const;
const SENDERS = 4;
/** Milliseconds. */
const LONGEST_LOAD = 250;
const LONGEST_START = 900;
/** For the first acknowledgement, on a slow machine. */
const LONGEST_WAIT = 5_000;
/** Acknowledged transactions that are looked up after each start; at the end of a round all are. */
const LOOKED_UP = 100;
const ACCOUNTS = Array.from({ length: 10 }, (_, i) => `0-${13 + i}`);
const PASSPHRASE = 'a passphrase of the kills';

/** What a client of the node knows for certain. */
interface Acknowledged {
  readonly txids: string[];
  readonly addresses: string[];
  /** Block and position of those that were seen in a block, while no block was taken back since. */
  readonly places: Map<string, string>;
}

/** How far a run of several sessions has come. */
interface Progress {
  readonly seed: number;
  readonly rounds: number;
  readonly kills: number;
  readonly acknowledged: number;
}

const progressFile = process.env.RESUME === undefined ? undefined : join(process.env.RESUME, 'kills.json');

function progress(): Progress {
  if (progressFile !== undefined && existsSync(progressFile)) {
    return JSON.parse(readFileSync(progressFile, 'utf8')) as Progress;
  }
  return { seed: new SeededRandom().seed, rounds: 0, kills: 0, acknowledged: 0 };
}

test(`${ROUNDS * KILLS_OF_ROUND} kills at any moment: nothing that was acknowledged is lost or moves, and the state is that of executing all blocks again`, async () => {
  for (let { seed, rounds, kills, acknowledged } = progress(); rounds < ROUNDS; ) {
    const about = `round ${rounds} of SEED=${seed}`;
    console.log(about);
    const counts = await Promise.all(
      ENGINES.map((engine, i) => killInTurn(engine, new SeededRandom(seed + 2 * rounds + i), about)),
    );
    rounds++;
    kills += KILLS_OF_ROUND;
    acknowledged += counts.reduce((sum, count) => sum + count, 0);
    assert.ok(acknowledged > KILLS_OF_ROUND, 'the load was real');
    if (progressFile !== undefined)
      writeFileSync(progressFile, JSON.stringify({ seed, rounds, kills, acknowledged }));
    console.log(`${kills} kills, ${acknowledged} acknowledged, none lost`);
  }
});

/** @returns how many transactions were acknowledged */
async function killInTurn(engine: EngineName, random: SeededRandom, about: string): Promise<number> {
  const directory = temporaryDirectory();
  const known: Acknowledged = { txids: [], addresses: [], places: new Map() };
  for (let kill = 0; kill < KILLS_OF_DIRECTORY; kill++) {
    const drawn = MOMENTS[random.integer(0, MOMENTS.length - 1)]!;
    // A wallet is encrypted once, and submits nothing while it is locked.
    const moment = kill === 0 ? 'load' : kill === KILLS_OF_DIRECTORY - 1 ? 'encrypt' : drawn;
    const mode = MODES[random.integer(0, MODES.length - 1)]!;
    const switches = [`-engine=${engine}`, `-mining=${mode}`, '-mininginterval=1', '-loglevel=error'];
    const message = `${about}, ${engine}, kill ${kill} (${moment}, ${mode})`;
    try {
      await killOnce({ directory, switches, moment, mode, random, known });
    } catch (cause) {
      throw new Error(`${message}: ${(cause as Error).message}`, { cause });
    }
  }
  const digests: string[] = [];
  for (const more of [[], ['-reindex']]) {
    const node = await startTestNode({ directory, switches: [`-engine=${engine}`, ...more] });
    let tip: string;
    try {
      await assertAllThere(node, known, 0);
      assert.is(await node.call('verifychain', 3, 50), true);
      const { chain } = node.node.context;
      await chain.settled();
      tip = `${chain.tip.hash} ${chain.digest.toString('hex')}`;
    } finally {
      await node.stop();
    }
    digests.push(`${tip} ${await stateHash(directory, engine)}`);
  }
  assert.is(digests[1], digests[0], `${about}, ${engine}: state after executing all blocks again`);
  rmSync(directory, { recursive: true, force: true });
  return known.txids.length;
}

/** Hash of the whole state as it is stored. */
async function stateHash(directory: string, engine: EngineName): Promise<string> {
  const path = join(directory, REGTEST.directory, 'chain');
  const { store } = await openStore({ path, engine, cacheBytes: 8 << 20 });
  const hash = createHash('sha256');
  for (const [key, value] of store.iterate({ gte: Buffer.of(1), lt: Buffer.of(BLOCK_STORE_PREFIX) })) {
    hash.update(key).update(value);
  }
  await store.close();
  return hash.digest('hex');
}

interface Kill {
  readonly directory: string;
  readonly switches: readonly string[];
  readonly moment: (typeof MOMENTS)[number] | 'encrypt';
  readonly mode: (typeof MODES)[number];
  readonly random: SeededRandom;
  readonly known: Acknowledged;
}

async function killOnce({ directory, switches, moment, mode, random, known }: Kill): Promise<void> {
  if (moment === 'start' || moment === 'reindex') {
    const words = moment === 'reindex' ? [...switches, '-reindex'] : switches;
    await NodeProcess.startAndKill({ directory, switches: words }, random.integer(100, LONGEST_START));
    return;
  }
  const node = await NodeProcess.start({ directory, switches });
  let killed = false;
  const meanwhile: Promise<void>[] = [];
  const untilKilled = (work: () => Promise<void>): void => {
    meanwhile.push(
      work().catch((error: unknown) => {
        // A connection that ends makes `fetch`, and reading the body, fail with a TypeError; a node that stops answers 503.
        const isEnd = error instanceof TypeError || /HTTP error 503/.test(String(error));
        if (!killed || !isEnd) throw error;
      }),
    );
  };
  try {
    await assertAllThere(node, known, known.txids.length - LOOKED_UP);
    for (let sender = 0; sender < SENDERS; sender++) {
      untilKilled(async () => {
        for (;;) await sendSome(node, random, known, mode);
      });
    }
    const moments: Partial<Record<Kill['moment'], () => Promise<void>>> = {
      reorganisation: () => reorganise(node, known),
      encrypt: async () => {
        await node.call('encryptwallet', PASSPHRASE).catch(() => undefined);
      },
      stop: async () => void (await node.call('stop')),
    };
    const work = moments[moment];
    const before = known.txids.length;
    for (let waited = 0; known.txids.length === before && waited < LONGEST_WAIT; waited += 10) {
      await Promise.race([delay(10), ...meanwhile]);
    }
    await Promise.race([delay(random.integer(1, LONGEST_LOAD)), ...meanwhile]);
    if (work !== undefined) {
      killed = moment === 'stop';
      untilKilled(work);
      await Promise.race([delay(random.integer(1, LONGEST_LOAD)), ...meanwhile]);
    }
  } finally {
    killed = true;
    await node.kill();
  }
  await Promise.all(meanwhile);
}

/** A number that no other memo has. */
let memo = 0;

/** One call, or a batch, of one of the kinds of load. */
async function sendSome(
  node: NodeProcess,
  random: SeededRandom,
  known: Acknowledged,
  mode: string,
): Promise<void> {
  const kind = random.integer(0, 9);
  if (kind === 0) {
    const made = await node.call<{ addr: string }>('getnewaddr').catch(ifRefused);
    if (made !== undefined) known.addresses.push(made.addr);
    return;
  }
  if (kind === 1 && mode === 'manual') {
    await node.call('generate', 1).catch(ifRefused);
    return;
  }
  const calls = Array.from({ length: kind < 4 ? 8 : 1 }, () => submission(random));
  for (const { result, error } of await node.batch<{ txid: string }>(calls)) {
    if (result !== null) known.txids.push(result.txid);
    else if (!REFUSED.test(error.message)) throw new Error(`a submission failed: ${error.message}`);
  }
}

/** Why a submission may be refused: a wallet that was just encrypted, or blocks that are taken back. */
const REFUSED = /passphrase|reorgani|disconnect|stopp|height/i;

function ifRefused(error: unknown): undefined {
  if (error instanceof TypeError) throw error;
}

function submission(random: SeededRandom): RpcCall {
  const account = (): string => ACCOUNTS[random.integer(0, ACCOUNTS.length - 1)]!;
  const amount = random.integer(10_000, 1_000_000);
  const kinds: RpcCall[] = [
    { method: 'submitsendtx', params: [account(), account(), amount, 10_000, `${memo++}`] },
    { method: 'submitsendtx', params: [account(), account(), amount, 10_000, `${memo++}`] },
    {
      method: 'submitdexselllimitordertx',
      params: [account(), 'WUSD', `WICC:${100_000_000 + memo++}:sawi`, 100_000_000],
    },
  ];
  return kinds[random.integer(0, kinds.length - 1)]!;
}

/** Takes blocks back and makes them the chain again. */
async function reorganise(node: NodeProcess, known: Acknowledged): Promise<void> {
  known.places.clear();
  const height = await node.call<number>('getblockcount');
  const { hash } = await node
    .call<{ hash: string }>('getblockhash', Math.max(2, height - 4))
    .catch(() => ({ hash: '' }));
  if (hash === '' || height < 3) return;
  for (;;) {
    await node.call('invalidateblock', hash).catch(ifRefused);
    await node.call('reconsiderblock', hash, true).catch(ifRefused);
    known.places.clear();
  }
}

type Caller = Pick<NodeProcess, 'call' | 'batch'>;

/** @param from - the first of the acknowledged transactions to look at */
async function assertAllThere(node: Caller, known: Acknowledged, from: number): Promise<void> {
  const txids = known.txids.slice(Math.max(0, from));
  const calls = txids.map(txid => ({ method: 'gettxdetail', params: [txid] as Json[] }));
  let refused: ReadonlySet<string> | undefined;
  for (const [i, { result }] of (calls.length > 0 ? await node.batch<JsonObject>(calls) : []).entries()) {
    const txid = txids[i]!;
    const isKnown = result !== null && Object.keys(result).length > 0;
    if (!isKnown) refused ??= await refusedOf(node);
    assert.ok(isKnown || refused?.has(txid), `${txid} was acknowledged and is not known`);
    const place = result?.tx_code === undefined ? undefined : `${result.tx_code} ${result.block_hash}`;
    const seen = known.places.get(txid);
    if (seen !== undefined) assert.is(place, seen, `${txid} has moved`);
    else if (place !== undefined) known.places.set(txid, place);
  }
  const listed = await node.call<{ addr: string }[]>('listaddr');
  const addresses = new Set(listed.map(({ addr }) => addr));
  for (const address of known.addresses) assert.ok(addresses.has(address), `the key of ${address} is lost`);
}

/** Acknowledged transactions that are not valid at present, as after a reorganisation: they stay stored. */
async function refusedOf(node: Caller): Promise<ReadonlySet<string>> {
  const list = await node.call<{ refused_tx?: { txid: string }[] }>('listtx', 1);
  return new Set((list.refused_tx ?? []).map(({ txid }) => txid));
}

test.run();
