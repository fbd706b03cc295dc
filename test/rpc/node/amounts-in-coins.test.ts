import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { startTestNode } from '../../support/nodes/node.js';

/* With -displayvalueinsawi=0 balances are texts in coins (spec 02 §4); each answer is held to its declaration. */

const { alice, bob } = EXAMPLE;
const node = await startTestNode({ switches: ['-displayvalueinsawi=0'] });
test.after(() => node.stop());
test.before(async () => {
  await node.call('generate', 2);
});

test('balances are texts in coins with eight decimals', async () => {
  await node.call('submitsendtx', alice, bob, 'WICC:1.5:wi');
  const waiting = await node.call<Record<string, { fees: string }>>('getrawmempool', true);
  assert.equal(
    Object.values(waiting).map(({ fees }) => fees),
    ['0.00010000'],
  );
  await node.call('generate', 1);
  const { tokens } = await node.call<{ tokens: { WICC: Record<string, string> } }>('getaccountinfo', bob);
  assert.is(tokens.WICC.free_amount, '1000001.50000000');
  assert.is(tokens.WICC.staked_amount, '0.00000000');
});

test('the coin amounts of receipts are, those of the transaction are not', async () => {
  const { confirmed_tx: txids } = await node.call<{ confirmed_tx: string[] }>('listtx');
  const { transfers, receipts } = await node.call<{
    transfers: { coin_amount: number }[];
    receipts: { coin_amount: string }[];
  }>('gettxdetail', txids[0]!);
  assert.is(transfers[0]!.coin_amount, 150_000_000);
  assert.equal(
    receipts.map(({ coin_amount }) => coin_amount),
    ['0.00010000', '1.50000000'],
  );
});

test('so are totals, the wallet, votes, fees of relay and what producers have', async () => {
  const inCoins = /^\d+\.\d{8}$/;
  const { WICC } = await node.call<{ WICC: Record<string, string> }>('gettotalcoins');
  assert.match(WICC.total_amount!, inCoins);
  for (const [method, member] of [
    ['getinfo', 'WICC_balance'],
    ['getinfo', 'relay_fee_perkb'],
    ['getwalletinfo', 'WGRT_balance'],
    ['getnetworkinfo', 'relayfee'],
  ] as const) {
    assert.match(String((await node.call(method))[member]), inCoins, `${method}.${member}`);
  }
  const { delegates } = await node.call<{ delegates: { active_votes: string }[] }>('listdelegates', 1);
  assert.match(delegates[0]!.active_votes, inCoins);
});

test.run();
