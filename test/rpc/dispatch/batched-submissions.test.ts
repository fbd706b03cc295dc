import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newUser, transfer, USERS } from '../../support/chains/test-chain.js';
import { startTestNode } from '../../support/nodes/node.js';
import type { RpcCall } from '../../support/nodes/rpc-client.js';

const [ALICE, BOB] = [USERS[0]!, USERS[1]!];
const COIN = 100_000_000n;

function submission(...[from, to, options]: Parameters<typeof transfer>): RpcCall {
  return { method: 'submittxraw', params: [transfer(from, to, options).raw.toString('hex')] };
}

test('submissions that follow each other in a batch share a block', async () => {
  const node = await startTestNode({ switches: ['-mining=instant'] });
  const replies = await node.batch(Array.from({ length: 20 }, () => submission(ALICE, BOB)));
  assert.ok(replies.every(({ error }) => error === null));
  assert.is(await node.call('getblockcount'), 2);
  await node.stop();
});

test('what stands between submissions is done after those before it and before those after it', async () => {
  const node = await startTestNode({ switches: ['-mining=instant'] });
  const height = { method: 'getblockcount', params: [] };
  const replies = await node.batch<unknown>([
    height,
    submission(ALICE, BOB),
    submission(BOB, ALICE),
    height,
    submission(ALICE, BOB),
    height,
  ]);
  assert.equal(
    [0, 3, 5].map(i => replies[i]!.result),
    [1, 2, 3],
  );
  await node.stop();
});

test('each submission of a batch has its own answer at its place, and may spend what one before it brings', async () => {
  const node = await startTestNode({ switches: ['-mining=instant'] });
  const receiver = newUser(1);
  const replies = await node.batch([
    submission(ALICE, receiver, { amount: 10n * COIN }),
    submission(receiver, BOB, { amount: COIN }),
    submission(ALICE, BOB, { fee: 1n }),
    { method: 'submittxraw', params: ['00'] },
    submission(newUser(2), BOB),
    submission(BOB, ALICE),
  ]);
  assert.equal(
    replies.map(({ error }) => error?.message ?? ''),
    [
      '',
      '',
      'CommitTx failed: code=16, reason=The given fee is too small: 1 < 10000 sawi',
      'UnserializePtr(), unsupport nTxType(0:NULL_TX) to unserialize',
      'CommitTx failed: code=16, reason=account-not-exist',
      '',
    ],
  );
  await node.stop();
});

test('submissions that come with signatures beside them are taken one after the other', async () => {
  const node = await startTestNode({ switches: ['-mining=instant'] });
  const [first, second] = [submission(ALICE, BOB), submission(BOB, ALICE)];
  const replies = await node.batch([
    first,
    { ...second, params: [...second.params, []] },
    submission(ALICE, BOB),
  ]);
  assert.ok(replies.every(({ error }) => error === null));
  assert.is(await node.call('getblockcount'), 4);
  await node.stop();
});

test.run();
