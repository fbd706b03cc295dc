import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ResponseApplySnapshotChunk_Result as Chunk,
  ResponseOfferSnapshot_Result as Offer,
  type Snapshot,
} from 'cosmjs-types/tendermint/abci/types';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chunksOf, formatManifest, parseManifest, snapshotId } from '../../../src/chain/snapshot/manifest.js';
import { required } from '../../../src/codec/required.js';
import { loadOptions } from '../../../src/config/load-options.js';
import { createLogger } from '../../../src/config/logging.js';
import { sha256 } from '../../../src/crypto/hash.js';
import { SignatureCache } from '../../../src/ledger/signature-cache.js';
import { ledgerOf } from '../../../src/node/build-core.js';
import { withProducerCount } from '../../../src/node/development.js';
import { type OpenedDatabase, openDatabase } from '../../../src/node/open-database.js';
import { transfer, USERS, type User } from '../../support/chains/test-chain.js';
import { AbciClient } from '../../support/network/abci-client.js';
import { startValidator, type Validator } from '../../support/network/validator.js';
import { SeededRandom } from '../../support/random/seeded-random.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';

/*
 * A node that joins a network begins with the state that others offer, and takes nothing that is not what the
 * validators have signed. A script stands in the place of the engine.
 */

const [ALICE, BOB] = USERS as [User, User];
const INTERVAL = 4;
const BLOCKS = 10;

/** A validator that makes snapshots, with some blocks. */
async function sourceOf(blocks: readonly (readonly Uint8Array[])[]): Promise<Validator> {
  const directory = temporaryDirectory();
  const validator = await startValidator({
    settings: { snapshots: { directory, interval: INTERVAL, reserve: 0 } },
  });
  for (const txs of blocks) {
    await validator.decide({ txs });
    await snapshotMade(validator);
  }
  return validator;
}

/** Waits for the snapshot that is due at the newest height. */
async function snapshotMade({ chain, client }: Validator): Promise<void> {
  const { height } = chain.head.header;
  if (height % INTERVAL !== 0) return;
  for (;;) {
    const { snapshots } = await client.ask('listSnapshots');
    if (snapshots.some(snapshot => snapshot.height === BigInt(height))) return;
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}

const BODIES = Array.from({ length: BLOCKS }, (_, i) =>
  i === 0 ? [] : [transfer(ALICE, BOB, { amount: 1000n + BigInt(i) }).raw],
);
const sources = await Promise.all([sourceOf(BODIES), sourceOf(BODIES)]);
const [first, second] = sources as [Validator, Validator];
const offered = (await first.client.ask('listSnapshots')).snapshots;
const newest = required(
  offered.find(({ height }) => height === 8n),
  'the snapshot of block 8',
);
/** What the engine knows of block 8 by the signatures of the validators: the header after it has this app hash. */
const TRUSTED = await trustedAt(8);

async function trustedAt(height: number): Promise<Uint8Array> {
  const other = await startValidator();
  for (const txs of BODIES.slice(0, height)) await other.decide({ txs });
  const { lastBlockAppHash } = await other.client.ask('info');
  await other.close();
  return lastBlockAppHash;
}

async function chunkOf(
  validator: Validator,
  { height, format }: Snapshot,
  chunk: number,
): Promise<Uint8Array> {
  return (await validator.client.ask('loadSnapshotChunk', { height, format, chunk })).chunk;
}

/** A node that begins, and a script as its engine. */
async function joining(directory: string, ended: Promise<unknown> = new Promise(() => undefined)) {
  const { options } = loadOptions(
    [`-datadir=${directory}`, '-loglevel=silent', '-nettype=bft', '-bps=4', '-statesync'],
    {},
  );
  await mkdir(options.networkDirectory, { recursive: true });
  const network = withProducerCount(options.network, options.bps);
  const abci = { path: join(directory, 'abci.sock') };
  const engine = {
    abci,
    rpc: { host: '127.0.0.1', port: 1 },
    command: undefined,
    log: { debug() {}, info() {}, warn() {} },
    onFailure: () => undefined,
  };
  const opened: Promise<OpenedDatabase> = openDatabase(
    options,
    () => ledgerOf(network, new SignatureCache()),
    createLogger(options),
    undefined,
    { engine, ended },
  );
  // Who waits for it sees what it throws.
  opened.catch(() => undefined);
  while (!existsSync(abci.path)) await new Promise(resolve => setTimeout(resolve, 5));
  return { opened, client: await AbciClient.connect(abci), network: options.networkDirectory };
}

/** Takes a snapshot as an engine does. @returns what the node answers to the last part */
async function fetched(client: AbciClient, snapshot: Snapshot, from: readonly Validator[]): Promise<Chunk> {
  let result = Chunk.UNKNOWN;
  for (let index = 0; index < snapshot.chunks; index++) {
    const chunk = await chunkOf(required(from[index % from.length], 'a source'), snapshot, index);
    result = (await client.ask('applySnapshotChunk', { index, chunk, sender: 'honest' })).result;
  }
  return result;
}

/** The question by which an engine goes on behind a snapshot; it is not answered. */
function goOn(client: AbciClient): void {
  void client.ask('finalizeBlock', first.describe({}, 9)).catch(() => undefined);
}

test('every interval a snapshot is made, the same bytes on each validator, and two are kept', async () => {
  assert.equal(
    offered.map(({ height, format }) => [height, format]),
    [
      [4n, 1],
      [8n, 1],
    ],
  );
  assert.equal((await second.client.ask('listSnapshots')).snapshots, offered);
  for (let index = 0; index < newest.chunks; index++) {
    assert.equal(await chunkOf(first, newest, index), await chunkOf(second, newest, index));
  }
  for (const asked of [
    { ...newest, format: 2 },
    { ...newest, height: 7n },
  ]) {
    assert.is((await chunkOf(first, asked, 0)).length, 0);
  }
  assert.is((await chunkOf(first, newest, newest.chunks)).length, 0);
});

test('a node that joins has the state of others and goes on to the same blocks as they', async () => {
  const directory = temporaryDirectory();
  const { opened, client, network } = await joining(directory);
  assert.is((await client.ask('info')).lastBlockHeight, 0n);
  assert.is((await client.ask('checkTx', { tx: Buffer.of(1) })).code, 1);
  const { result } = await client.ask('offerSnapshot', { snapshot: newest, appHash: TRUSTED });
  assert.is(result, Offer.ACCEPT);
  assert.is(await fetched(client, newest, sources), Chunk.ACCEPT);
  const info = await client.ask('info');
  assert.is(info.lastBlockHeight, 8n);
  assert.equal(info.lastBlockAppHash, TRUSTED);
  goOn(client);
  const { store, openLog } = await opened;
  client.close();
  assert.equal(
    readdirSync(network).filter(name => name.includes('statesync') || name.includes('received')),
    [],
  );

  const joined = await startValidator({ store, openLog });
  assert.is(joined.chain.head.header.height, 8);
  assert.equal((await joined.client.ask('info')).lastBlockAppHash, TRUSTED);
  for (const txs of BODIES.slice(8)) await joined.decide({ txs });
  assert.is(joined.chain.head.hash, first.chain.head.hash);
  assert.equal(await joined.client.ask('info'), await first.client.ask('info'));
  assert.equal(joined.problems, []);
  await joined.close();
});

test('an offer that is not what the validators have signed is refused', async () => {
  const { client, opened } = await joining(temporaryDirectory());
  const { manifest } = parseManifest(Buffer.from(newest.metadata).toString('utf8'), 'it');
  const withManifest = (change: object): Snapshot => {
    const text = formatManifest({ ...manifest, ...change });
    return { ...newest, hash: Buffer.from(snapshotId(text), 'hex'), metadata: Buffer.from(text) };
  };
  const digest = 'ab'.repeat(32);
  const none = { stateChunks: [], historyChunks: [], blockChunks: [] };
  for (const [snapshot, appHash, expected] of [
    [{ ...newest, format: 2 }, TRUSTED, Offer.REJECT_FORMAT],
    [{ ...newest, hash: Buffer.alloc(32, 1) }, TRUSTED, Offer.REJECT],
    [{ ...newest, height: 4n }, TRUSTED, Offer.REJECT],
    [{ ...newest, chunks: newest.chunks + 1 }, TRUSTED, Offer.REJECT],
    [{ ...newest, metadata: Buffer.from('nonsense') }, TRUSTED, Offer.REJECT],
    [{ ...newest, metadata: Buffer.alloc(0) }, TRUSTED, Offer.REJECT],
    [newest, Buffer.alloc(32, 7), Offer.REJECT],
    [withManifest({ stateDigest: digest }), TRUSTED, Offer.REJECT],
    [withManifest({ hash: digest }), TRUSTED, Offer.REJECT],
    [withManifest({ height: 7 }), TRUSTED, Offer.REJECT],
    [withManifest({ network: 'main' }), TRUSTED, Offer.REJECT],
    [withManifest({ genesis: digest }), TRUSTED, Offer.REJECT],
    [{ ...withManifest(none), chunks: 0 }, TRUSTED, Offer.REJECT],
    [newest, TRUSTED, Offer.ACCEPT],
  ] as const) {
    const { result } = await client.ask('offerSnapshot', { snapshot, appHash });
    assert.is(result, expected);
  }
  // No engine of this world asks for blocks now; what does is told to be wrong.
  assert.instance(await client.ask('finalizeBlock', first.describe({}, 9)).catch((e: Error) => e), Error);
  assert.match(((await opened.catch((e: Error) => e)) as Error).message, /before it has the state/);
  client.close();
});

test('a part that is changed is fetched again from another node, and a snapshot that proves false is refused whole', async () => {
  const random = new SeededRandom();
  const { client, opened } = await joining(temporaryDirectory());
  // The engine has this from somebody who lies: block and state digest are right, the state is not.
  const { manifest } = parseManifest(Buffer.from(newest.metadata).toString('utf8'), 'it');
  const state = Buffer.from(await chunkOf(first, newest, 0));
  const at = random.integer(0, state.length - 1);
  state[at] = (state[at] ?? 0) ^ 1;
  const [chunk, ...others] = manifest.stateChunks;
  const changed = { bytes: chunk?.bytes ?? 0, sha256: sha256(state).toString('hex') };
  const text = formatManifest({ ...manifest, stateChunks: [changed, ...others] });
  const false_ = { ...newest, hash: Buffer.from(snapshotId(text), 'hex'), metadata: Buffer.from(text) };
  assert.is(
    (await client.ask('offerSnapshot', { snapshot: false_, appHash: TRUSTED })).result,
    Offer.ACCEPT,
    'its parts are not here yet',
  );
  let last = (await client.ask('applySnapshotChunk', { index: 0, chunk: state, sender: 'liar' })).result;
  for (let index = 1; index < newest.chunks; index++) {
    const rest = await chunkOf(first, newest, index);
    last = (await client.ask('applySnapshotChunk', { index, chunk: rest, sender: 'liar' })).result;
  }
  assert.is(last, Chunk.REJECT_SNAPSHOT, `SEED=${random.seed}`);
  assert.is((await client.ask('info')).lastBlockHeight, 0n);

  await client.ask('offerSnapshot', { snapshot: newest, appHash: TRUSTED });
  const wrong = await client.ask('applySnapshotChunk', { index: 0, chunk: state, sender: 'liar' });
  assert.equal(wrong, { result: Chunk.RETRY, refetchChunks: [0], rejectSenders: ['liar'] });
  const beyond = { index: newest.chunks, chunk: state, sender: 'liar' };
  assert.is((await client.ask('applySnapshotChunk', beyond)).result, Chunk.RETRY_SNAPSHOT);
  assert.is(await fetched(client, newest, [second]), Chunk.ACCEPT);
  goOn(client);
  const { store } = await opened;
  client.close();
  await store.close();
});

test('a node that ends while it fetches goes on with that at its next start, whatever its engine has by then', async () => {
  const directory = temporaryDirectory();
  let end = (): void => undefined;
  const ending = (): Promise<void> =>
    new Promise(resolve => {
      end = resolve;
    });
  const failed = async (opened: Promise<unknown>): Promise<string> =>
    ((await opened.catch((e: Error) => e)) as Error).name;

  let node = await joining(directory, ending());
  await node.client.ask('offerSnapshot', { snapshot: newest, appHash: TRUSTED });
  end();
  assert.is(await failed(node.opened), 'StateSyncEnded');
  node.client.close();

  // The engine may or may not have taken over what was loaded.
  node = await joining(directory, ending());
  assert.is((await node.client.ask('info')).lastBlockHeight, 0n);
  const older = required(offered[0], 'the snapshot of block 4');
  await node.client.ask('offerSnapshot', { snapshot: older, appHash: await trustedAt(4) });
  assert.is(await fetched(node.client, older, [first]), Chunk.ACCEPT);
  end();
  assert.is(await failed(node.opened), 'StateSyncEnded');
  node.client.close();

  node = await joining(directory, ending());
  assert.is((await node.client.ask('info')).lastBlockHeight, 4n);
  await node.client.ask('offerSnapshot', { snapshot: newest, appHash: TRUSTED });
  assert.is(await fetched(node.client, newest, [first]), Chunk.ACCEPT);
  goOn(node.client);
  const { store, openLog } = await node.opened;
  node.client.close();
  const joined = await startValidator({ store, openLog });
  assert.is(joined.chain.head.header.height, 8);
  await joined.close();
});

test('the engine keeps the newest blocks, and always those behind the oldest snapshot', async () => {
  for (const [keptBlocks, snapshots, expected] of [
    [undefined, false, [0n, 0n, 0n, 0n, 0n]],
    [3, false, [0n, 0n, 1n, 2n, 3n]],
    [2, true, [0n, 1n, 2n, 3n, 4n, 4n, 4n, 4n]],
  ] as const) {
    const directory = temporaryDirectory();
    const validator = await startValidator({
      settings: {
        keptBlocks,
        ...(snapshots && { snapshots: { directory, interval: INTERVAL, reserve: 0 } }),
      },
    });
    const answers: bigint[] = [];
    for (const _ of expected) {
      await validator.client.ask('finalizeBlock', validator.describe());
      answers.push((await validator.client.ask('commit')).retainHeight);
      if (snapshots) await snapshotMade(validator);
    }
    assert.equal(answers, [...expected]);
    await validator.close();
  }
});

test('the sources end in good order', async () => {
  for (const source of sources) {
    assert.equal([...source.problems, ...source.failures], []);
    await source.close();
  }
  assert.is(
    chunksOf(parseManifest(Buffer.from(newest.metadata).toString('utf8'), 'it').manifest).length,
    newest.chunks,
  );
});

test.run();
