import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { recordedShape, shapeOf, without } from '../../support/answers/answer-shape.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice, bob } = EXAMPLE;
const ALICE_WIF = 'YBSG5XAquvk8BXirgYGbbc9ECUaEhyuuG3hCoQpYezmRH3GzD5P2';
const STRANGER = 'wLhEPvxZmBBuWoyJedeRHSxuMEnMFP6ycb';
const FOREIGN_WIF = 'Y9mQGivKf9qVQLdXMmTjhpg2QvaQW56C35WBvHxKPS24dJKXGTyE';

const node = await startTestNode();
const keys = suite('keys');
keys.after(() => node.stop());

keys('a new address comes with a miner key or with the text null', async () => {
  const plain = await node.call('getnewaddr');
  assert.equal(shapeOf(plain), recordedShape('getnewaddr'));
  assert.is(plain.minerpubkey, 'null');
  assert.match((await node.call('getnewaddress', true)).minerpubkey as string, /^0[23][0-9a-f]{64}$/);
  assert.equal(await node.fail('getnewaddr', 'x'), {
    code: -3,
    message: 'Expected type bool, got str for params[0]',
  });
});

keys('listaddr has every address of the wallet with its coins, in ascending order', async () => {
  const list = await node.call<JsonObject[]>('listaddr');
  const { addr } = await node.call('getnewaddr');
  const longer = await node.call<JsonObject[]>('listaddr');
  assert.is(longer.length, list.length + 1);
  const addresses = longer.map(entry => entry.addr as string);
  assert.equal(addresses, addresses.toSorted());
  const fresh = longer.find(entry => entry.addr === addr)!;
  assert.equal(
    { ...fresh, tokens: { ...(fresh.tokens as object) } },
    { addr, regid: '0-0', regid_mature: false, received_votes: 0, tokens: {}, hasminerkey: false },
  );
  const funded = longer.find(entry => entry.addr === alice)!;
  const recorded = (
    recordedShape('listaddr') as [{ members: [string, { members: [string, unknown][] }][] }]
  )[0];
  const ours = shapeOf(funded) as { members: [string, { members: [string, unknown][] }][] };
  assert.equal(
    ours.members.map(([key]) => key),
    recorded.members.map(([key]) => key),
  );
  const tokens = (shape: typeof ours) => shape.members.find(([key]) => key === 'tokens')![1].members[0];
  assert.equal(tokens(ours), tokens(recorded));
  assert.is((await node.fail('listaddr', 1)).code, -1);
});

keys('a private key goes out and in again', async () => {
  const dumped = await node.call('dumpprivkey', alice);
  assert.equal(shapeOf(dumped), recordedShape('dumpprivkey'));
  assert.equal({ ...dumped }, { privkey: ALICE_WIF, minerkey: 'null' });
  assert.equal(
    await node.call('dropprivkey', alice),
    Object.assign(Object.create(null), { info: 'privkey was dropped.' }),
  );
  assert.equal(await node.fail('dumpprivkey', alice), {
    code: -2001,
    message: `Private key for uid ${alice} is not known.`,
  });
  assert.equal(await node.fail('dropprivkey', alice), {
    code: -2001,
    message: 'Failed to acquire CKey from address.',
  });
  assert.equal(await node.fail('submitsendtx', alice, bob, 10_000), {
    code: -2001,
    message: 'Sender address not found in wallet',
  });
  const imported = await node.call('importprivkey', ALICE_WIF);
  assert.equal(without(shapeOf(imported), ['imorpt key address']), recordedShape('importprivkey'));
  assert.equal({ ...imported }, { imported_key_address: alice, 'imorpt key address': alice });
  await node.call('submitsendtx', alice, bob, 10_000);
  await node.call('generate', 1);
});

keys('a key that is imported for an account becomes its miner key', async () => {
  const { addr } = await node.call('getnewaddr');
  await node.call('importprivkey', FOREIGN_WIF, addr as string);
  assert.is((await node.call('dumpprivkey', addr as string)).minerkey, FOREIGN_WIF);
});

keys('importprivkey refuses what is no key of this network', async () => {
  const failure = { code: -5, message: 'Invalid private key encoding.' };
  assert.equal(await node.fail('importprivkey', 'nonsense'), failure);
  assert.equal(await node.fail('importprivkey', `${ALICE_WIF}x`), failure);
  assert.equal(await node.fail('importprivkey', ALICE_WIF, 'nonsense'), {
    code: -5,
    message: 'Invalid address=nonsense: it ends at position 8, an address has 34 characters',
  });
});

keys('listtx has waiting transactions until a block has them', async () => {
  const before = await node.call<{ confirmed_tx: string[]; unconfirmed_tx: string[] }>('listtx');
  const { txid } = await node.call('submitsendtx', alice, bob, 10_000);
  const waiting = await node.call<{ confirmed_tx: string[]; unconfirmed_tx: string[] }>('listtx');
  assert.equal(Object.keys(waiting), ['confirmed_tx', 'unconfirmed_tx']);
  assert.equal(waiting.unconfirmed_tx, [txid]);
  assert.is((await node.call('getwalletinfo')).unconfirmed_tx_num, 1);
  await node.call('generate', 1);
  const confirmed = await node.call<{ confirmed_tx: string[]; unconfirmed_tx: string[] }>('listtx');
  assert.equal(confirmed.unconfirmed_tx, []);
  assert.equal(confirmed.confirmed_tx, [txid, ...before.confirmed_tx]);
});

keys('listtx gives all transactions, or as many as are asked for', async () => {
  const txids: string[] = [];
  for (let i = 0; i < 12; i++) {
    txids.unshift((await node.call('submitsendtx', alice, bob, 10_000 + i)).txid as string);
    await node.call('generate', 1);
  }
  const list = async (...params: number[]) =>
    (await node.call<{ confirmed_tx: string[] }>('listtx', ...params)).confirmed_tx;
  const all = await list();
  assert.equal(all.slice(0, 12), txids);
  assert.ok(all.length > 12);
  assert.equal(await list(3), txids.slice(0, 3));
  assert.equal(await list(2, 1), txids.slice(1, 3));
  assert.is((await node.call('getwalletinfo')).coinfirmed_tx_num, all.length);
  assert.equal(await node.fail('listtx', 'x'), { code: -1, message: 'value is type str, expected int' });
});

keys('the rewards of producers in the wallet are not listed', async () => {
  const before = await node.call('listtx');
  await node.call('generate', 2);
  assert.equal(await node.call('listtx'), before);
});

keys(
  'getwalletinfo has the members of the reference, and the balance that the requirement names',
  async () => {
    const info = await node.call('getwalletinfo');
    assert.equal(without(shapeOf(info), ['wallet_balance']), recordedShape('getwalletinfo'));
    assert.equal(Object.keys(info).slice(0, 2), ['wallet_version', 'wallet_balance']);
    const balance = info.wallet_balance as unknown as { value: number };
    assert.is(balance.value, Number(info.WICC_balance) / 1e8);
  },
);

keys('messages are signed and verified', async () => {
  const signature = await node.call<string>('signmessage', alice, 'hello');
  assert.is(await node.call('verifymessage', alice, signature, 'hello'), true);
  assert.is(await node.call('verifymessage', '0-13', signature, 'hello'), true);
  assert.is(await node.call('verifymessage', alice, signature, 'hell0'), false);
  assert.is(await node.call('verifymessage', bob, signature, 'hello'), false);
  assert.equal(await node.fail('verifymessage', alice, 'A', 'hello'), {
    code: -5,
    message: 'Malformed base64 encoding',
  });
  assert.equal(await node.fail('signmessage', STRANGER, 'hello'), {
    code: -2001,
    message: 'Private key not available',
  });
});

keys('a recorded signature of the reference node is made again', async () => {
  await node.call('importprivkey', FOREIGN_WIF);
  const signature = await node.call('signmessage', 'wQjpb6sN4zWEjEHbfxkxwG7bhL8Mt8NMCV', 'hello');
  assert.is(
    signature,
    'IPmNZIJTWGqC+cWPupRz8yg/+acHXdqrQuT6g4aldad/RVg8btBJCErR8/g9mkbPyaMHNLHM5O4XXwqT81xwBfs=',
  );
});

keys('getsignature signs a hash with a given key', async () => {
  const { signature } = await node.call('getsignature', ALICE_WIF, '11'.repeat(32));
  assert.match(signature as string, /^30[0-9a-f]{136,140}$/);
  assert.equal(await node.fail('getsignature', 'x', '11'.repeat(32)), {
    code: -5,
    message: 'Invalid private key encoding',
  });
  assert.is((await node.fail('getsignature', ALICE_WIF, '11')).code, -32602);
});

keys('a wallet without miner keys cannot be made ready for cold mining, one with them can', async () => {
  const cold = await startTestNode();
  assert.is((await cold.fail('dropminermainkeys')).code, -1);
  const { addr } = await cold.call('getnewaddr', true);
  assert.equal({ ...(await cold.call('dropminermainkeys')) }, { info: 'wallet is ready for cold mining.' });
  const { privkey, minerkey } = await cold.call('dumpprivkey', addr as string);
  assert.is(privkey, 'null');
  assert.match(minerkey as string, /^Y/);
  await cold.stop();
});

keys.run();
