import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  heightKey,
  put,
  receiptsCodec,
  recordKey,
  transactionRecordCodec,
} from '../../src/chain/block-records.js';
import type { Chain } from '../../src/chain/chain.js';
import { reexecuteChain } from '../../src/chain/reexecute-chain.js';
import { diskKey } from '../../src/state/table.js';
import { ACCOUNTS } from '../../src/state/tables/accounts.js';
import { CONTRACT_DATA } from '../../src/state/tables/contracts.js';
import type { KeyValueStore } from '../../src/storage/key-value-store.js';
import { openMemory } from '../../src/storage/memory.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { TX } from '../../src/tx/transactions.js';
import {
  deployedLua,
  newUser,
  openTestChain,
  signed,
  transfer,
  USERS,
} from '../support/chains/test-chain.js';
import { fingerprint } from '../support/stores/chain-contents.js';
import { lasting } from '../support/stores/surviving-store.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];
/** Blocks after the two of the genesis, enough for rewards to be paid. */
const BLOCKS = 110;

/** A chain with transfers, new accounts and paid rewards. */
async function makeChain(store: KeyValueStore) {
  const dev = await openTestChain({ store });
  for (let i = 0; i < 6; i++) {
    dev.mempool.admit(transfer(ALICE, i % 2 === 0 ? BOB : newUser(i)));
    dev.mempool.admit(transfer(BOB, ALICE));
    await dev.solo.produce(1);
  }
  await dev.solo.produce(BLOCKS - 6);
  return dev;
}

/** The chain of a store whose content was changed directly in the database, opened again. */
async function problemAfter(change: (store: KeyValueStore, chain: Chain) => Promise<void>): Promise<string> {
  const store = openMemory();
  const dev = await makeChain(lasting(store));
  await dev.close();
  await change(store, dev.chain);
  const reopened = await openTestChain({ store });
  const { problem } = await reexecuteChain(reopened.chain, 0);
  await reopened.close();
  return problem ?? 'none';
}

test('a sound chain gives the same digests and records again, as deep as is asked for, and stays as it is', async () => {
  const dev = await makeChain(openMemory());
  const before = fingerprint(dev.chain, dev.state);
  assert.equal(await reexecuteChain(dev.chain, 0), { verified: BLOCKS + 1, problem: undefined });
  assert.equal(await reexecuteChain(dev.chain, 3), { verified: 3, problem: undefined });
  assert.equal(await reexecuteChain(dev.chain, 10_000), { verified: BLOCKS + 1, problem: undefined });
  assert.is(fingerprint(dev.chain, dev.state), before);
  await dev.close();
});

/** Stores in which block the transaction is that the call names, or that there is none yet. */
const ASKING = `mylib = require "mylib"
local height = mylib.GetTxConfirmHeight(table.unpack(contract, 2))
local value = tostring(height)
mylib.WriteData({ key = 'found' .. contract[1], length = #value, value = { value:byte(1, #value) } })`;

test('a contract that asks about past transactions learns what it learned then, not what came later', async () => {
  const dev = await openTestChain();
  const contract = await deployedLua(dev, ALICE, ASKING);
  const asked = transfer(BOB, ALICE);
  const ask = (number: number): PreparedTransaction =>
    signed(
      {
        type: TX.LCONTRACT_INVOKE,
        version: 1,
        validHeight: 1,
        txUid: BOB.uid,
        appUid: contract,
        fees: 2_000_000n,
        coinAmount: 0n,
        arguments: Buffer.concat([Buffer.of(number), Buffer.from(asked.txid, 'hex')]),
        signature: Buffer.alloc(0),
      },
      BOB,
    );
  for (const next of [ask(1), asked, ask(2)]) {
    await dev.solo.submit(next);
    await dev.solo.produce(1);
  }
  const stored = [...dev.chain.state.iterate(CONTRACT_DATA)].map(([, value]) =>
    Buffer.from(value).toString(),
  );
  assert.equal(stored, ['nil', '4.0']);
  assert.equal(await reexecuteChain(dev.chain, 0), { verified: 5, problem: undefined });
  await dev.close();
});

test('blocks whose undo records are gone are not executed again', async () => {
  const dev = await openTestChain({ state: { undoBlocks: 5 } });
  await dev.solo.produce(20);
  assert.equal(await reexecuteChain(dev.chain, 0), { verified: 5, problem: undefined });
  await dev.close();
});

test('no block is made while blocks are executed again, and what arrives waits', async () => {
  const dev = await openTestChain({ mode: 'instant' });
  await dev.solo.produce(20);
  const verifying = reexecuteChain(dev.chain, 0);
  const submitted = dev.solo.submit(transfer(ALICE, BOB));
  assert.equal(await verifying, { verified: 21, problem: undefined });
  assert.is((await submitted).block?.height, 22);
  await dev.close();
});

test('a balance that no block has given is found at the newest block that touches the account', async () => {
  const problem = await problemAfter(async (store, chain) => {
    const [keyId, account] = [...chain.state.iterate(ACCOUNTS)].find(
      ([, { ownerKey }]) => ownerKey === ALICE.publicKey,
    )!;
    const tokens = new Map(account.tokens);
    tokens.set('WICC', { ...tokens.get('WICC')!, free: tokens.get('WICC')!.free + 1n });
    const value = ACCOUNTS.value.encode({ ...account, tokens });
    await store.batch([{ type: 'put', key: diskKey(ACCOUNTS, ACCOUNTS.key.encode(keyId)), value }]);
  });
  assert.match(problem, /^block 7: the stored value of [0-9a-f]{40} in table accounts is not the one/);
});

test('receipts that executing a block does not give are found', async () => {
  const problem = await problemAfter(async store => {
    const [key, value] = [...store.iterate({ gte: recordKey('payment', '00'.repeat(32)) })][0]!;
    assert.is(String.fromCharCode(key[1]!), 'p');
    assert.ok(value.length > 1);
    await store.batch([put(key, receiptsCodec, [])]);
  });
  assert.match(problem, /^block \d+: its record ff70[0-9a-f]{64} is not the one/);
});

test('a transaction record at a wrong place is found', async () => {
  const problem = await problemAfter(async (store, chain) => {
    const { txid } = chain.blocks.blockByHeight(4)!.transactions[2]!;
    const wrong = { height: 4, index: 1, receipts: chain.blocks.receiptsOf(txid)! };
    await store.batch([put(recordKey('transaction', txid), transactionRecordCodec, wrong)]);
  });
  assert.match(problem, /^block 4: its record ff74/);
});

test('a block that the rules refuse, and one that is missing, are found', async () => {
  const refused = await problemAfter(async (store, chain) => {
    const other = chain.blocks.rawBlock(9)!;
    await store.batch([{ type: 'put', key: heightKey('block', 10), value: other }]);
  });
  assert.match(refused, /^block 10: executing it again fails: .*bad-prevblk/);
  const missing = await problemAfter(store => store.batch([{ type: 'del', key: heightKey('block', 10) }]));
  assert.match(missing, /^block 10: it is not stored/);
});

test.run();
