import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice, bob, carol } = EXAMPLE;
const NO_CDP = '0'.repeat(64);
const STRANGER = 'wSms4pZnNe7bxjouLxUXQLowc7JqtNps94';
const CDP_MEMBERS = [
  'cdpid',
  'regid',
  'last_height',
  'bcoin_symbol',
  'total_bcoin',
  'scoin_symbol',
  'total_scoin',
  'collateral_ratio',
  'interest_due',
  'interest_days',
];

const node = await startTestNode();
const cdps = suite('debt positions');
cdps.after(() => node.stop());

/** The position that ALICE opens first. */
let cdpId = '';

async function feed(wicc: number): Promise<void> {
  const price = (coin: string, amount: number) => ({ coin, currency: 'USD', price: amount });
  await node.call('submitpricefeedtx', '0-2', [price('WICC', wicc), price('WGRT', 5_000_000)]);
}

/** Submits and makes the block. @returns the txid */
async function mined(method: string, ...params: Json[]): Promise<string> {
  const { txid } = await node.call<{ txid: string }>(method, ...params);
  await node.call('generate', 1);
  return txid;
}

/** Lets the prices that were fed so far leave the window, and feeds another one. */
async function priceFallsTo(wicc: number): Promise<void> {
  await node.call('generate', 11);
  await feed(wicc);
  await node.call('generate', 1);
}

async function cdp(id: string): Promise<JsonObject> {
  return { ...((await node.call('getcdp', id)).cdp as JsonObject) };
}

cdps.before(async () => {
  await mined('submitcoinstaketx', '0-2', 'WICC:210000:wi');
  await feed(20_000_000);
  await node.call('generate', 1);
});

cdps('a stake opens a position, whose id is that of the transaction', async () => {
  cdpId = await mined('submitcdpstaketx', alice, 'WICC:1000:wi', 'WUSD:50:wi');
  const height = await node.call<number>('getblockcount');
  const { height: answered, cdp: shown } = await node.call('getcdp', cdpId);
  assert.is(answered, height);
  assert.equal(
    { ...(shown as JsonObject) },
    {
      cdpid: cdpId,
      regid: (await node.call('getaccountinfo', alice)).regid,
      last_height: height,
      bcoin_symbol: 'WICC',
      total_bcoin: 100_000_000_000,
      scoin_symbol: 'WUSD',
      total_scoin: 5_000_000_000,
      collateral_ratio: '400.00%',
      interest_due: 1_604_458,
      interest_days: 1,
      current_ratio: 40_000,
      liquidatable_at_price: 7_500_499,
      force_liquidated_at_price: 5_200_000,
    },
  );
});

cdps('getcdpinfo is getcdp, and a second parameter has no effect', async () => {
  assert.equal(await node.call('getcdpinfo', cdpId, 1), await node.call('getcdp', cdpId));
});

cdps('amounts without a coin are sawi of the base and the stable coin', async () => {
  await mined('submitcdpstaketx', alice, 100_000_000, '1', cdpId);
  assert.is((await cdp(cdpId)).total_bcoin, 100_100_000_000);
});

cdps(
  'getusercdp and getaccountinfo list the positions of an account in the form of the reference',
  async () => {
    const { user_cdps } = await node.call('getusercdp', alice);
    const [listed] = user_cdps as JsonObject[];
    assert.equal(Object.keys(listed!), CDP_MEMBERS);
    assert.equal((await node.call('getaccountinfo', alice)).cdp_list, user_cdps);
    assert.equal((await node.call('getusercdp', bob)).user_cdps, []);
    const { regid } = await node.call('getaccountinfo', alice);
    assert.equal((await node.call('getusercdp', regid as string)).user_cdps, user_cdps);
  },
);

cdps('a redemption takes sawi and its coin from the position', async () => {
  await mined('submitcdpredeemtx', alice, cdpId, 1_000_000_000, 10_000_000_000, 'WICC:100000:sawi');
  const { total_bcoin, total_scoin } = await cdp(cdpId);
  assert.equal([total_bcoin, total_scoin], [90_100_000_000, 4_000_000_001]);
});

cdps('a position without debt has an infinite ratio and no price at which it is in danger', async () => {
  const free = await mined('submitcdpstaketx', carol, 'WICC:100:wi', 'WUSD:1:wi');
  await mined('submitsendtx', alice, carol, 'WUSD:1:wi');
  await mined('submitcdpredeemtx', carol, free, 100_000_000, 0);
  const shown = await cdp(free);
  assert.equal(Object.keys(shown), CDP_MEMBERS);
  assert.equal([shown.collateral_ratio, shown.interest_due], ['INF', 0]);
});

cdps('what is asked for is refused as recorded', async () => {
  const committed = (code: number, reason: string) => ({
    code: -2001,
    message: `CommitTx failed: code=${code}, reason=${reason}`,
  });
  const unknown = { code: -32602, message: `CDP (${NO_CDP}) does not exist!` };
  const stake = 'submitcdpstaketx';
  const rows: readonly (readonly [method: string, params: Json[], error: JsonObject])[] = [
    [stake, [bob, 'WICC:0:wi', 'WUSD:1:wi'], { code: -8, message: 'stake_amount is zero!' }],
    [stake, [bob, 'WICC:1:wi', 'WUSD:0:wi'], { code: -8, message: 'mint_amount is zero!' }],
    [stake, [bob, 'x:y:z', '1'], { code: -8, message: 'bcoinsToStake ComboMoney format error' }],
    [stake, [bob, '1', 'x:y:z'], { code: -8, message: 'scoinsToMint ComboMoney format error' }],
    [stake, [bob, 'WICC:100:wi', 'WUSD:100000:wi'], committed(16, 'CDP-collateral-ratio-toosmall')],
    [stake, [bob, 'WICC:1:wi', 'WUSD:0.1:wi'], committed(16, 'total-staked-bcoins-too-small')],
    [stake, [alice, 'WICC:1000:wi', 'WUSD:50:wi'], committed(16, 'user-cdp-created')],
    ['submitcdpredeemtx', [bob, cdpId, 1, 1], committed(16, 'permission-denied')],
    ['submitcdpredeemtx', [alice, NO_CDP, 1, 1], unknown],
    ['submitcdpredeemtx', [alice, cdpId, -1, 1], { code: -3, message: 'Invalid amount' }],
    ['submitcdpliquidatetx', [bob, cdpId, 1_000], committed(65, 'account-scoins-insufficient')],
    ['submitcdpliquidatetx', [alice, cdpId, 1_000], committed(16, 'cdp-not-liquidate-ready')],
    ['submitcdpliquidatetx', [bob, '1'.repeat(64), 1_000], committed(16, 'cdp-not-exist')],
    ['getcdp', [NO_CDP], { code: -5, message: `CDP (${NO_CDP}) does not exist!` }],
    [
      'getusercdp',
      ['nonsense'],
      { code: -5, message: 'Invalid addr: it ends at position 8, an address has 34 characters' },
    ],
    ['getclosedcdp', [NO_CDP], { code: -5, message: `Closed CDP (${NO_CDP}) does not exist!` }],
  ];
  for (const [method, params, error] of rows) {
    assert.equal(await node.fail(method, ...params), error, `${method} ${JSON.stringify(params)}`);
  }
});

cdps('an account that is not on chain has no positions to ask for', async () => {
  const { code, message } = await node.fail('getusercdp', STRANGER);
  assert.is(code, -5);
  assert.match(message, /^The account not exists! userId=/);
});

cdps('a position is in danger exactly at the prices that getcdp tells', async () => {
  const { liquidatable_at_price, force_liquidated_at_price } = await cdp(cdpId);
  await mined('submitsendtx', alice, bob, 'WUSD:10:wi');
  await priceFallsTo(Number(liquidatable_at_price) + 1);
  const early = await node.fail('submitcdpliquidatetx', bob, cdpId, 500_000_000);
  assert.match(early.message, /cdp-not-liquidate-ready/);
  await priceFallsTo(Number(liquidatable_at_price));
  await mined('submitcdpliquidatetx', bob, cdpId, 500_000_000);
  assert.ok(Number((await cdp(cdpId)).total_scoin) < 4_000_000_001);
  assert.ok(Number(force_liquidated_at_price) > 0);
});

cdps(
  'the system takes a position over at the price that getcdp tells, and tells what became of it',
  async () => {
    const { force_liquidated_at_price } = await cdp(cdpId);
    await priceFallsTo(Number(force_liquidated_at_price) + 1);
    assert.ok(await cdp(cdpId));
    await priceFallsTo(Number(force_liquidated_at_price));
    assert.is((await node.fail('getcdp', cdpId)).code, -5);
    const closed = await node.call('getclosedcdp', cdpId);
    assert.equal([closed.cdp_id, closed.cdp_close_type], [cdpId, 'force_liquidate']);
  },
);

cdps('a closed position is found by its id and by the transaction that closed it', async () => {
  await priceFallsTo(20_000_000);
  const id = await mined('submitcdpstaketx', bob, 'WICC:100:wi', 'WUSD:5:wi');
  const txid = await mined('submitcdpredeemtx', bob, id, 600_000_000, 10_000_000_000);
  const closed = { cdp_id: id, cdp_close_txid: txid, cdp_close_type: 'redeem' };
  assert.equal({ ...(await node.call('getclosedcdp', id)) }, closed);
  assert.equal({ ...(await node.call('getclosedcdp', txid)) }, closed);
  const shouted = await node.call('getclosedcdp', id.toUpperCase());
  assert.is(shouted.cdp_id, id);
});

cdps.run();
