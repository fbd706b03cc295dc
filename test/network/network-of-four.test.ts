import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../src/codec/json-value.js';
import { BFT } from '../../src/config/networks/bft.js';
import { encodeAddress } from '../../src/crypto/address.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import { USERS } from '../support/chains/test-chain.js';
import { killed, TestNetwork, whyNoNetwork } from '../support/network/local-network.js';
import { scaled } from '../support/random/scale.js';
import { SeededRandom } from '../support/random/seeded-random.js';

const FIRST_PORT = 27_300;
const ALL = [0, 1, 2, 3];
/** Blocks from one snapshot to the next. */
const SNAPSHOTS = 20;
const reason = whyNoNetwork();
const address = (index: number): string =>
  encodeAddress(BFT.addressVersion, keyIdOf(Buffer.from(USERS[index]?.publicKey ?? '', 'hex')));

let network: TestNetwork;
let sent = 1_000_000;

/** A transfer by a node, different from all before. @returns its id */
async function transfer(index: number): Promise<string> {
  const amount = `WICC:${++sent}:sawi`;
  const answer = await network
    .client(index)
    .call('submitsendtx', address(0), address(1), amount, 'WICC:10000:sawi');
  return answer.txid as string;
}

async function confirmed(index: number, txid: string): Promise<boolean> {
  const detail = await network.client(index).call<JsonObject>('gettxdetail', txid);
  return Number(detail.confirmed_height ?? 0) > 0;
}

async function agree(indexes: readonly number[] = ALL): Promise<void> {
  const height = Math.min(...(await Promise.all(indexes.map(index => network.height(index)))));
  const hashes = await Promise.all(indexes.map(index => network.hash(index, height)));
  assert.is(new Set(hashes).size, 1, `block ${height}: ${hashes.join(' ')}`);
}

if (reason !== undefined) {
  console.log(reason);
  test('where no network can be tested, it is said why', () => {
    assert.match(reason, /npm run test:network|cometbft/);
  });
} else {
  test('two commands make a network of four, which makes blocks that are the same on all nodes', async () => {
    network = await TestNetwork.init(FIRST_PORT, '--pause', '300', '--snapshots', `${SNAPSHOTS}`);
    const table = await network.command('start');
    assert.is(table.match(/InSync|IBD/g)?.length, 4, table);
    await network.grow(ALL);
    await agree();
  });

  test('a transfer by any node is confirmed on all of them', async () => {
    for (const index of ALL) {
      const txid = await transfer(index);
      for (const other of ALL) await network.until(`${txid} on node ${other}`, () => confirmed(other, txid));
    }
    await agree();
  });

  test('kills of nodes and engines at any moment lose nothing that was committed, and the chain goes on', async () => {
    const random = new SeededRandom();
    console.log(`SEED=${random.seed}`);
    const known: string[] = [];
    for (let round = 0; round < scaled(4, 500); round++) {
      const index = random.integer(0, 3);
      const others = ALL.filter(other => other !== index);
      known.push(await transfer(others[round % 3] ?? 0));
      const what = random.integer(1, 3);
      const [node, engine] = [network.pid(index), network.enginePid(index)];
      if ((what & 1) !== 0 && node !== undefined) killed(node);
      if ((what & 2) !== 0 && engine !== undefined) killed(engine);
      await network.grow(others);
      if ((what & 1) !== 0) {
        await network.until('the engine has ended too', async () => network.enginePid(index) === undefined);
        await network.command('start', network.member(index).name);
      }
      await network.grow(ALL);
    }
    for (const txid of known) {
      for (const index of ALL) await network.until(`${txid} on node ${index}`, () => confirmed(index, txid));
    }
    await agree();
  });

  test('with two of four the chain stands, and goes on when they are back', async () => {
    await network.command('stop', 'node3', 'node4');
    const stands = await network.height(0);
    const txid = await transfer(0);
    await new Promise(resolve => setTimeout(resolve, 4000));
    assert.ok((await network.height(0)) <= stands + 1);
    await network.command('start', 'node3', 'node4');
    await network.grow(ALL);
    await network.until(txid, () => confirmed(3, txid));
    await agree();
  });

  test('a validator that has lost its chain fetches it again from the others', async () => {
    await network.command('stop', 'node2');
    network.wipe(1);
    await network.command('start', 'node2');
    await network.grow(ALL);
    await agree();
  });

  test('a node that is added follows the others', async () => {
    await network.command('add');
    await network.command('start', 'node5');
    await network.until(
      'node5 has what the others have',
      async () => (await network.height(4)) >= (await network.height(0)) - 1,
    );
    await agree([0, 1, 2, 3, 4]);
  });

  test('a node that is added with --statesync begins with the state after a recent block and follows the others', async () => {
    await network.until('a snapshot', async () => (await network.height(0)) > SNAPSHOTS + 2);
    await network.command('add', '--statesync');
    await network.command('start', 'node6');
    await network.until(
      'node6 has what the others have',
      async () => (await network.height(5)) >= (await network.height(0)) - 1,
    );
    await agree([0, 5]);
    assert.match((await network.client(5).fail('getblock', 2)).message, /is not kept any more/);
    const txid = await transfer(5);
    for (const index of [0, 5]) await network.until(txid, () => confirmed(index, txid));
    await agree([0, 1, 2, 3, 4, 5]);
    assert.match(network.log(5), /the state of the chain is here and proven/);
    // A start that finds a chain fetches nothing.
    await network.command('stop', 'node6');
    await network.command('start', 'node6');
    await network.grow([0, 5]);
    await agree([0, 5]);
    assert.is(network.log(5).match(/is here and proven/g)?.length, 1);
  });

  test('nodes that are stopped end in good order, with their engines', async () => {
    await network.command('stop');
    for (const index of [...ALL, 4, 5]) {
      assert.match(network.log(index).trimEnd().split('\n').at(-1) ?? '', /stopped/);
      assert.is(network.enginePid(index), undefined);
    }
  });
}

test.run();
