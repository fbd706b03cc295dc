import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { plain } from '../../support/answers/plain.js';
import { startTestNode, type TestNode, type TestNodeOptions } from '../../support/nodes/node.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { readVectors } from '../../support/vectors/vectors.js';

const { alice } = EXAMPLE;
const [vector] = readVectors<{
  mnemonics: { mnemonic: string; testnet: { address: string } }[];
}>('keys').mnemonics;

const nodes: TestNode[] = [];
async function start(options: TestNodeOptions = {}): Promise<TestNode> {
  const node = await startTestNode(options);
  nodes.push(node);
  return node;
}
test.after.each(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});

async function pay(node: TestNode, addr: Json, coins = 'WICC:1000:wi'): Promise<void> {
  await node.call('submitsendtx', alice, addr, coins);
  await node.call('generate', 1);
}

test('a wallet that is lost comes back from its mnemonic with its addresses, coins and transactions', async () => {
  const directory = temporaryDirectory();
  const first = await start({ directory });
  const addresses: string[] = [];
  for (let i = 0; i < 4; i++) addresses.push((await first.call('getnewaddr', i === 2)).addr as string);
  const { mnemonic, path } = await first.call('getmnemonic');
  assert.is(path, "m/44'/99999'/0'/0");
  assert.is((await first.fail('getmnemonic')).code, -2001);
  await pay(first, addresses[0]!);
  await pay(first, addresses[2]!);
  // One of them is registered, with its key for mining, and has sent something.
  await first.call('submitaccountregistertx', addresses[2]!);
  await first.call('generate', 1);
  const sent = await first.call('submitsendtx', addresses[0]!, alice, 'WICC:1:wi');
  await first.call('generate', 1);
  const listed = (await first.call<{ confirmed_tx: string[] }>('listtx')).confirmed_tx;
  await first.stop();
  nodes.pop();

  // Another wallet file on the same chain: none of its keys is the development network's.
  const second = await start({ directory, switches: ['-wallet=other.dat'] });
  for (const { addr } of await second.call<{ addr: string }[]>('listaddr')) {
    if (addresses.includes(addr)) assert.unreachable(`${addr} is here already`);
  }
  const restored = await second.call('restorewallet', mnemonic!, 5);
  assert.equal(
    (restored.addresses as JsonObject[]).map(({ addr }) => addr),
    addresses.slice(0, 3),
  );
  assert.is(restored.next_index, 3);
  assert.is((await second.call('getnewaddr')).addr, addresses[3]);
  const balances = (await second.call<JsonObject[]>('listaddr')).filter(({ addr }) =>
    addresses.includes(addr as string),
  );
  assert.is(balances.length, 4);
  const list = await second.call<{ confirmed_tx: string[] }>('listtx');
  assert.equal(list.confirmed_tx.toSorted(), listed.toSorted());
  assert.ok(list.confirmed_tx.includes(sent.txid as string));
  await second.call('submitsendtx', addresses[2]!, alice, 'WICC:1:wi');
  // The same words again add nothing; others are refused.
  assert.is((await second.call('restorewallet', mnemonic!)).transactions, 0);
  assert.is((await second.fail('restorewallet', vector!.mnemonic)).code, -2001);
});

test("the mnemonic of an SDK gives the SDK's address, and finds transactions that came before", async () => {
  const node = await start();
  await pay(node, vector!.testnet.address);
  const restored = await node.call('restorewallet', vector!.mnemonic);
  assert.equal(plain(restored.addresses!), [
    { addr: vector!.testnet.address, path: "m/44'/99999'/0'/0/0", has_minerkey: false },
  ]);
  await node.call('submitsendtx', vector!.testnet.address, alice, 'WICC:1:wi');
});

test('a locked wallet has addresses until its stock is used up, and fills it when it is unlocked', async () => {
  const node = await start({ switches: ['-keypool=2'] });
  await node.call('encryptwallet', 'p');
  const source = async () => (await node.call('getkeypoolinfo')).keypool_size;
  assert.is(await source(), 2);
  await node.call('getnewaddr');
  assert.is((await node.fail('getnewaddr', true)).code, -2006, 'a key for mining has to be made');
  await node.call('getnewaddr');
  assert.is(await source(), 0);
  assert.is((await node.fail('getnewaddr')).code, -2006);
  assert.is((await node.fail('keypoolrefill')).code, -2006);
  await node.call('walletpassphrase', 'p', 60);
  assert.is(await source(), 2);
  assert.is((await node.call('keypoolrefill', 4)).keypool_size, 4);
  assert.is((await node.fail('keypoolrefill', -1)).code, -8);
});

test.run();
