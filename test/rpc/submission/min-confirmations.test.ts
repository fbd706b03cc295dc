import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { convertWords } from '../../../src/cli/convert.js';
import { CallError } from '../../../src/client/errors.js';
import { stringifyJson } from '../../../src/codec/json.js';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { AREAS } from '../../../src/rpc/areas.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { MethodRegistry, takesConfirmations } from '../../../src/rpc/declaration/registry.js';
import { CONDITION_TYPES } from '../../../src/tx/utxo.js';
import { startTestNode } from '../../support/nodes/node.js';

/*
 * What waits for a block counts where callers say so, and answers say of what is shown that it waits.
 */

const { alice, bob, carol } = EXAMPLE;
const COIN = 100_000_000;
const LIMIT = [null, null, null] as const;
const test = suite('min_confirmations');
const node = await startTestNode();
test.after(() => node.stop());

test.before(async () => {
  await node.call('generate', 3);
});

async function txidOf(method: string, ...params: readonly Json[]): Promise<string> {
  return (await node.call(method, ...params)).txid as string;
}

async function newAddress(): Promise<string> {
  return (await node.call('getnewaddr')).addr as string;
}

/** The error of a call, with what it says besides. */
async function refusal(
  method: string,
  ...params: readonly Json[]
): Promise<{ code: number; detail: string }> {
  const failure: unknown = await node.call(method, ...params).catch((error: Error) => error.cause);
  assert.instance(failure, CallError);
  const { code, data } = failure as CallError;
  return { code, detail: String(data?.detail) };
}

/** Methods that sign something else than a transaction which they submit, or hand in what somebody else has signed. */
const SIGN_OTHERS = new Set([
  ...['genregisteraccountraw', 'genutxomultisignature', 'signmessage', 'signtxraw', 'genunsignedtxraw'],
  ...['startcommontpstest', 'startcontracttpstest', 'startwasmtpstest', 'getsignature', 'callcontractraw'],
]);

test('each method that spends coins of the wallet takes min_confirmations, as its last and an optional parameter', () => {
  const { methods } = new MethodRegistry(AREAS);
  const spending = methods.filter(({ declaration: { touches } }) =>
    (touches as readonly string[]).includes('spends'),
  );
  const without = spending.filter(method => !takesConfirmations(method)).map(({ name }) => name);
  assert.equal(
    without.filter(name => !SIGN_OTHERS.has(name)),
    [],
  );
  assert.ok(spending.length > 40);
  for (const { name, declaration } of methods) {
    const place = declaration.params.findIndex(parameter => parameter.name === 'min_confirmations');
    if (place === -1) continue;
    assert.is(place, declaration.params.length - 1, name);
    assert.ok(declaration.params.at(-1)?.optional, name);
  }
});

test('coins that wait are spent with min_confirmations 0 only, by whoever has had no block yet too', async () => {
  const newcomer = await newAddress();
  await node.call('submitsendtx', alice, newcomer, 'WICC:10:wi');
  const refusal = await node.fail('submitsendtx', newcomer, bob, 'WICC:1:wi');
  assert.is(refusal.code, -5);
  assert.is((await node.fail('submitsendtx', newcomer, bob, 'WICC:1:wi', null, null, 1)).code, -5);
  const sent = await txidOf('submitsendtx', newcomer, bob, 'WICC:1:wi', null, null, 0);
  await node.call('generate', 1);
  assert.ok(Number((await node.call('gettxdetail', sent)).confirmed_height) > 0);
  // More than what both the newest block and the pool have.
  assert.is((await node.fail('submitsendtx', newcomer, bob, 'WICC:10:wi', null, null, 0)).code, -2002);
});

test('the balances of an account and of the wallet count what waits with min_confirmations 0', async () => {
  const to = await newAddress();
  const wallet = async (...last: Json[]) =>
    (await node.call('getwalletinfo', ...last)).WICC_balance as number | bigint;
  const before = await wallet();
  await node.call('submitsendtx', alice, to, 'WICC:3:wi', 'WICC:10000:sawi');
  const free = (account: JsonObject) => ((account.tokens as JsonObject).WICC as JsonObject).free_amount;
  assert.is(free(await node.call('getaccountinfo', to, 0)), 3 * COIN);
  assert.equal((await node.call('getaccountinfo', to, 1)).onchain, false);
  assert.is(stringifyJson(await node.call('getbalance', to, 0)), '{"balance":3.00000000}');
  assert.is(await wallet(), before);
  // What the wallet sends to itself costs it the fee.
  assert.is(BigInt(await wallet(0)), BigInt(before) - 10_000n);
  await node.call('generate', 1);
  assert.is(free(await node.call('getaccountinfo', to, 0)), 3 * COIN);
});

test('only 0 and 1 are confirmations, and what waits is in no earlier block', async () => {
  for (const wrong of [2, -1]) {
    const { code, message } = await node.fail('getbalance', alice, wrong);
    assert.is(code, -8);
    assert.match(message, `min_confirmations=${wrong}: 0 counts what waits for a block too`);
  }
  assert.is((await node.fail('submitsendtx', alice, bob, 'WICC:1:wi', null, null, '0')).code, -1);
  assert.is((await node.fail('getbalance', alice, 0, { height: 1 })).code, -8);
});

test('null stands for a parameter that is left out before min_confirmations, and nowhere else', async () => {
  const waiting = await txidOf('submitsendtx', alice, bob, 'WICC:1:wi', null, 'memo', 1);
  assert.is((await node.call('gettxdetail', waiting)).memo, 'memo');
  assert.is((await node.fail('submitsendtx', alice, bob, 'WICC:1:wi', null)).code, -8);
  assert.is((await node.fail('submitsendtx', alice, null, 'WICC:1:wi', null, null, 0)).code, -1);
  const registry = new MethodRegistry(AREAS);
  assert.equal(convertWords('submitsendtx', [alice, bob, '1', 'null', 'null', '0'], registry), [
    ...[alice, bob, '1'],
    ...[null, null, 0],
  ]);
  assert.equal(convertWords('submitsendtx', [alice, bob, '1', 'null'], registry), [alice, bob, '1', 'null']);
  await node.call('generate', 1);
});

test('an order that waits is shown, and can be cancelled with min_confirmations 0', async () => {
  const order = await txidOf('submitdexselllimitordertx', bob, 'WUSD', 'WICC:5:wi', 20_000_000, ...LIMIT, 0);
  const shown = await node.call('getdexorder', order);
  assert.equal([shown.order_id, shown.asset_amount, shown.waits], [order, 5 * COIN, true]);
  const detail = 'the transaction waits for a block; with min_confirmations 0 it counts already';
  assert.equal(await refusal('getdexorder', order, 1), { code: -32602, detail });
  assert.equal(await refusal('submitdexcancelordertx', bob, order), { code: -4003, detail });
  await node.call('submitdexcancelordertx', bob, order, null, 0);
  const expected = await node.call('getdexorder', order, 0);
  assert.equal([expected.state, expected.waits], ['CANCELLED', true]);
  await node.call('generate', 1);
  const closed = await node.call('getdexorder', order);
  assert.equal([closed.state, 'waits' in closed], ['CANCELLED', false]);
  assert.equal(await node.call('getdexorder', order, 0), closed);
});

test('an order of a block is shown as blocks have it, or with min_confirmations 0 as what waits will leave it', async () => {
  const order = await txidOf('submitdexselllimitordertx', bob, 'WUSD', 'WICC:5:wi', 20_000_000);
  await node.call('generate', 1);
  await node.call('submitdexcancelordertx', bob, order);
  const now = await node.call('getdexorder', order);
  assert.not('state' in now || 'waits' in now);
  const expected = await node.call('getdexorder', order, 0);
  assert.equal([expected.state, expected.waits], ['CANCELLED', true]);
  await node.call('generate', 1);
});

test('an output that waits is shown, and cannot be spent before its block', async () => {
  const { OP2SA, IP2SA } = CONDITION_TYPES;
  const output = { coin_amount: COIN, conds: [{ cond_type: OP2SA, uid: bob }] };
  const made = await txidOf('submitutxotransfertx', alice, 'WICC', [], [output]);
  const shown = await node.call('getutxo', made, 0);
  assert.equal([shown.coin_amount, shown.spendable, shown.waits], [COIN, false, true]);
  assert.is((await node.fail('getutxo', made, 0, null, 1)).code, -5);
  const listed = async (...last: Json[]) =>
    ((await node.call('listutxos', bob, ...last)).utxos as JsonObject[]).map(({ txid, waits }) => [
      txid,
      waits,
    ]);
  assert.equal(await listed(), []);
  assert.equal(await listed(null, null, null, null, null, 0), [[made, true]]);
  const input = {
    prev_utxo_txid: made,
    prev_utxo_vout_index: 0,
    conds: [{ cond_type: IP2SA }],
  };
  for (const confirmations of [0, 1]) {
    const { code, detail } = await refusal(
      'submitutxotransfertx',
      ...[bob, 'WICC', [input], [], null, null, confirmations],
    );
    assert.is(code, -2001);
    assert.match(detail, /waits for a block itself: it can be spent in the block after/);
  }
  await node.call('generate', 1);
  assert.equal(await listed(), [[made, undefined]]);
  const spending = await txidOf('submitutxotransfertx', bob, 'WICC', [input], []);
  const expected = await node.call('getutxo', made, 0, null, 0);
  assert.equal([expected.spent, expected.spent_by, expected.waits], [true, spending, true]);
  assert.is((await node.call('getutxo', made, 0)).spent, false);
  await node.call('generate', 1);
  assert.is((await node.call('getutxo', made, 0)).spent, true);
});

test('a debt position that waits can be redeemed; opened and closed in one block, it is in the index of its owner', async () => {
  await node.call('dev_setPrice', 'WICC:USD=0.2');
  await node.call('generate', 8);
  // For the interest.
  await node.call('submitcdpstaketx', alice, 'WICC:1000:wi', 'WUSD:50:wi');
  await node.call('generate', 1);
  await node.call('submitsendtx', alice, carol, 'WUSD:1:wi');
  await node.call('generate', 1);
  const cdp = await txidOf('submitcdpstaketx', carol, 'WICC:1000:wi', 'WUSD:50:wi');
  assert.match((await refusal('submitcdpredeemtx', carol, cdp, 1, 1)).detail, 'waits for a block');
  assert.is(((await node.call('getcdp', cdp, null, 0)).cdp as JsonObject).cdpid, cdp);
  await node.call('submitcdpredeemtx', carol, cdp, 50 * COIN, 1000 * COIN, null, 0);
  await node.call('generate', 1);
  const { positions } = await node.call('listaccountpositions', carol);
  assert.equal(
    (positions as JsonObject[]).map(({ cdp_id, is_open, close_type }) => [cdp_id, is_open, close_type]),
    [[cdp, false, 'redeem']],
  );
});

test.run();
