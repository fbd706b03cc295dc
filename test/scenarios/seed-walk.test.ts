import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { CONDITION_TYPES } from '../../src/tx/utxo.js';
import {
  arrayOf,
  boolean,
  type Fields,
  HASH,
  HEX,
  has,
  integer,
  matching,
  object,
  REGID,
  string,
} from '../support/answers/answer-fields.js';
import { sampleContract } from '../support/lua/sample-contracts.js';
import { startTestNode } from '../support/nodes/node.js';
import type { RpcFailure } from '../support/nodes/rpc-client.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/*
 * The product requirement section by section, as its first reader would try it on a new node: what
 * follows transfers and accounts, which seed-transfers.test.ts walks through. Names of tests are the
 * requirement's own words.
 */

const { alice, bob, carol, aliceRegId, bobRegId } = EXAMPLE;
const COIN = 100_000_000n;
const GOVERNOR = '1-2';
const SETTLER = '1-3';
const CONTRACT_DIRECTORY = '/tmp/lua';

const node = await startTestNode();
const walk = suite('requirement');
walk.after(() => node.stop());

async function mine(count = 1): Promise<void> {
  await node.call('generate', count);
}

/** Submits, and makes a block of it. @returns the whole answer, which has a `txid` */
async function submitted(method: string, ...params: Json[]): Promise<JsonObject & { txid: string }> {
  const answer = await node.call<JsonObject & { txid: string }>(method, ...params);
  has(answer, { txid: matching(HASH) }, method);
  await mine();
  return answer;
}

async function tokens(uid: string): Promise<Record<string, Record<string, number | bigint> | undefined>> {
  return (
    await node.call<{ tokens: Record<string, Record<string, number | bigint> | undefined> }>(
      'getaccountinfo',
      uid,
    )
  ).tokens;
}

async function amount(uid: string, symbol: string, kind = 'free_amount'): Promise<bigint> {
  return BigInt((await tokens(uid))[symbol]?.[kind] ?? 0);
}

function failed(failure: RpcFailure, message: RegExp): void {
  assert.match(failure.message, message);
}

/** Lets earlier prices leave the window of the median, and feeds others. */
async function feed(price: number): Promise<void> {
  await mine(11);
  for (const feeder of ['0-2', '0-3', '0-4']) {
    await node.call('submitpricefeedtx', feeder, [
      { coin: 'WICC', currency: 'USD', price },
      { coin: 'WGRT', currency: 'USD', price: 5_000_000 },
    ]);
  }
  await mine();
}

walk.before(async () => {
  // Regids are accepted in place of their accounts from a hundred blocks on.
  await mine(101);
  await submitted('submitsendtx', GOVERNOR, bob, 'WGRT:1000:wi');
  await submitted('submitsendtx', alice, SETTLER, 'WICC:100:wi');
});

/** "Transaction trace (tx_trace, returned by submittx and submittxraw; null possible)" */
const TRACE_ENTRY: Fields = {
  trx_id: matching(HASH),
  receiver: matching(REGID),
  trx: object({
    contract: matching(REGID),
    action: string,
    authorization: arrayOf(object({ account: matching(REGID), permission: string })),
    data: value => assert.ok(value !== undefined),
  }),
};
const TRACE: Fields = {
  trx_id: matching(HASH),
  elapsed: integer,
  minimum_fee: integer,
  traces: arrayOf(object(TRACE_ENTRY)),
};

/** "Asset info (getassetinfo)" */
const ASSET: Fields = {
  asset_symbol: string,
  asset_name: string,
  asset_type: integer,
  perms_sum: matching(/^[01]+$/),
  owner_regid: matching(REGID),
  total_supply: integer,
  mintable: boolean,
};

const asset = (action: string, data: Json, sender: string = alice) =>
  submitted('submittx', sender, '0-800', action, data);
const assetRefused = (action: string, data: Json, sender: string = alice) =>
  node.fail('submittx', sender, '0-800', action, data);

walk(
  'native assets: issue, with its trace, fee, and what getassetinfo and getaccountinfo then show',
  async () => {
    const before = await amount(alice, 'WICC');
    const answer = await asset('issue', ['8,MYGOLD', aliceRegId, 'My gold', 1_000n * COIN, true, 'first']);
    has(answer, { tx_trace: object(TRACE) }, 'submittx');
    const [entry] = (answer.tx_trace as JsonObject).traces as JsonObject[];
    const { contract, action, authorization } = entry!.trx as JsonObject;
    assert.equal([contract, action], ['0-800', 'issue']);
    assert.equal(
      { ...(authorization as JsonObject[])[0] },
      { account: aliceRegId, permission: 'wasmio_owner' },
    );
    for (const inline of (entry!.inline_traces ?? []) as JsonObject[])
      has(inline, TRACE_ENTRY, 'inline_traces');
    const { fees } = await node.call('gettxdetail', answer.txid);
    assert.is(
      before - (await amount(alice, 'WICC')),
      550n * COIN + BigInt(fees as number),
      'the issue fee is 550',
    );
    const info = await node.call('getassetinfo', 'MYGOLD');
    has(info, ASSET, 'getassetinfo');
    assert.equal(
      [info.asset_name, info.owner_regid, info.total_supply, info.mintable],
      ['My gold', aliceRegId, 100_000_000_000, true],
    );
    assert.is(await amount(alice, 'MYGOLD'), 1_000n * COIN);
  },
);

walk('native assets: transfer, mint and burn of a quantity with 8 fractional digits', async () => {
  await asset('transfer', [aliceRegId, bobRegId, '1.50000000 MYGOLD', 'a memo']);
  assert.is(await amount(bob, 'MYGOLD'), 150_000_000n);
  await asset('mint', [bobRegId, '2.00000000 MYGOLD', 'more']);
  await asset('burn', [aliceRegId, '0.50000000 MYGOLD', 'less']);
  const supply = (await node.call('getassetinfo', 'MYGOLD')).total_supply;
  assert.is(BigInt(supply as number), 1_001n * COIN + COIN / 2n);
  assert.is(await amount(bob, 'MYGOLD'), 350_000_000n);
  assert.is((await amount(alice, 'MYGOLD')) + (await amount(bob, 'MYGOLD')), BigInt(supply as number));
});

walk('native assets: symbol 6 to 7 characters A-Z with prefix 8, name 1 to 32 characters', async () => {
  const issue = (symbol: string, name = 'Name', supply: bigint = COIN, owner: string = aliceRegId): Json => [
    symbol,
    owner,
    name,
    supply,
    true,
    '',
  ];
  for (const symbol of ['8,SHORT', '8,TOOLONGS', '8,lowers', '8,DIG1TS', '4,MYCOIN', 'MYCOIN', '8,MYGOLD']) {
    failed(await assetRefused('issue', issue(symbol)), /exception/);
  }
  for (const symbol of ['8,SIXSIX', '8,SEVENSS']) await asset('issue', issue(symbol));
  failed(await assetRefused('issue', issue('8,NAMEAA', '')), /name/);
  failed(await assetRefused('issue', issue('8,NAMEAA', 'n'.repeat(33))), /name/);
  await asset('issue', issue('8,NAMEAA', 'n'.repeat(32)));
});

walk('native assets: total_supply at most 900 x 10^8 x 10^8 sawi; owners must exist', async () => {
  const most = 90_000_000_000n * COIN;
  const issue = (supply: bigint, owner: string = aliceRegId): Json => [
    '8,BIGGEST',
    owner,
    'Big',
    supply,
    false,
    '',
  ];
  failed(await assetRefused('issue', issue(most + 1n)), /supply/);
  failed(await assetRefused('issue', issue(COIN, '77777-1')), /exception/);
  await asset('issue', issue(most));
  assert.is((await node.call('getassetinfo', 'BIGGEST')).total_supply, most, 'every digit is kept');
  failed(await assetRefused('mint', [aliceRegId, '1.00000000 BIGGEST', '']), /exception/);
  assert.ok((await node.fail('getassetinfo', '8,BIGGEST')).code < 0, 'the symbol has no prefix here');
});

walk('CDP: stake and mint, more by cdp_id, redeem, liquidate; amounts are scaled by 10^8', async () => {
  await feed(100_000_000);
  const feeOf = async (txid: string) => (await node.call('gettxdetail', txid)).fees;
  const first = await submitted('submitcdpstaketx', alice, 'WICC:3000:wi', 'WUSD:1000:wi');
  assert.is(await feeOf(first.txid), 100_000, 'the default fee is 100000 sawi');
  const cdpId = first.txid;
  assert.is((await node.call<{ cdp: JsonObject }>('getcdp', cdpId)).cdp.cdpid, cdpId);
  assert.is(await amount(alice, 'WUSD'), 1_000n * COIN);
  await submitted('submitcdpstaketx', alice, 100_000_000_000, 10_000_000_000, cdpId, 'WICC:100000:sawi');
  const owned = await node.call<{ user_cdps?: JsonObject[] }>('getusercdp', alice);
  assert.ok(JSON.stringify(owned, (_, v) => (typeof v === 'bigint' ? String(v) : v)).includes(cdpId));
  has(
    await node.call('getaccountinfo', alice),
    { cdp_list: arrayOf(object({ cdpid: matching(HASH) })) },
    'account',
  );
  const redeemed = await submitted('submitcdpredeemtx', alice, cdpId, 10_000_000_000, 10_000_000_000);
  assert.is(await feeOf(redeemed.txid), 100_000);
  await submitted('submitsendtx', alice, bob, 'WUSD:500:wi', 'WICC:10000:sawi');
  await feed(36_000_000);
  const liquidated = await submitted('submitcdpliquidatetx', bob, cdpId, 10_000_000_000);
  assert.is(await feeOf(liquidated.txid), 100_000);
  failed(await node.fail('submitcdpstaketx', alice, 'WICC:1:wi', 'WUSD:1:wi', '', 'WICC:99999:sawi'), /fee/);
  await feed(100_000_000);
});

walk('DEX: the four order submissions in the current and in the older positional form', async () => {
  const forms: readonly (readonly [method: string, ...params: Json[]])[] = [
    ['submitdexselllimitordertx', bob, 'WICC', 'WGRT:1:wi', 900_000_000, 0, 'WICC:10000:sawi', 'memo'],
    ['submitdexselllimitordertx', bob, 'WICC', 'WGRT', 100_000_000, 900_000_000],
    ['submitdexbuylimitordertx', alice, 'WICC', 'WGRT:1:wi', 1_000_000],
    ['submitdexbuylimitordertx', alice, 'WICC', 'WGRT', 100_000_000, 1_000_000],
    ['submitdexsellmarketordertx', bob, 'WICC', 'WGRT:1:wi'],
    ['submitdexsellmarketordertx', bob, 'WICC', 'WGRT', 100_000_000],
    ['submitdexbuymarketordertx', alice, 'WICC:1:wi', 'WGRT'],
    ['submitdexbuymarketordertx', alice, 'WICC', 100_000_000, 'WGRT'],
  ];
  const ids: string[] = [];
  for (const [method, ...params] of forms) ids.push((await submitted(method, ...params)).txid);
  const [sellNew, sellOld, buyNew, buyOld] = ids as [string, string, string, string];
  for (const [one, other] of [
    [sellNew, sellOld],
    [buyNew, buyOld],
  ] as const) {
    const [a, b] = [await node.call('getdexorder', one), await node.call('getdexorder', other)];
    for (const key of [
      'order_side',
      'order_type',
      'coin_symbol',
      'asset_symbol',
      'asset_amount',
      'price',
      'dex_id',
    ]) {
      assert.is(a[key], b[key], key);
    }
  }
  const page = await node.call('getdexorders');
  has(
    page,
    {
      // The heights of the first and the last order that are returned.
      begin_height: integer,
      end_height: integer,
      has_more: boolean,
      last_pos_info: string,
      count: integer,
      orders: arrayOf(object({ order_id: matching(HASH) })),
    },
    'getdexorders',
  );
  assert.is(page.count, (page.orders as Json[]).length);
  const one = await node.call('getdexorders', 0, page.end_height as number, 1);
  assert.equal([one.count, one.has_more], [1, true]);
  const next = await node.call('getdexorders', 0, page.end_height as number, 1, one.last_pos_info as string);
  assert.is.not((next.orders as JsonObject[])[0]!.order_id, (one.orders as JsonObject[])[0]!.order_id);
  has(
    await node.call('getdexsysorders'),
    { height: integer, orders: arrayOf(object({})) },
    'getdexsysorders',
  );
  for (const [i, id] of ids.entries()) {
    await submitted('submitdexcancelordertx', forms[i]![1] as string, id);
  }
});

walk('DEX: limit against limit, the later one takes; a market order takes from a limit order', async () => {
  const item = (buy: string, sell: string, price: number, coins: number, assets: number): Json => ({
    buy_order_id: buy,
    sell_order_id: sell,
    deal_price: price,
    deal_coin_amount: coins,
    deal_asset_amount: assets,
  });
  const sell = (await submitted('submitdexselllimitordertx', bob, 'WICC', 'WGRT:3:wi', 20_000_000)).txid;
  const buy = (await submitted('submitdexbuylimitordertx', alice, 'WICC', 'WGRT:1:wi', 30_000_000)).txid;
  // The deal is at the price of the maker, who was in the chain first.
  failed(
    await node.fail('submitdexsettletx', SETTLER, [item(buy, sell, 30_000_001, 30_000_001, 100_000_000)]),
    /deal-price/,
  );
  await submitted('submitdexsettletx', SETTLER, [item(buy, sell, 20_000_000, 20_000_000, 100_000_000)]);
  const market = (await submitted('submitdexbuymarketordertx', alice, 'WICC:0.4:wi', 'WGRT')).txid;
  await submitted('submitdexsettletx', SETTLER, [item(market, sell, 20_000_000, 40_000_000, 200_000_000)]);
  for (const id of [sell, buy, market]) assert.is((await node.call('getdexorder', id)).state, 'FILLED');
});

walk('DEX: gendexoperatorordertx makes what the operator must sign before it is submitted', async () => {
  const { rawtx } = await node.call<{ rawtx: string }>(
    'gendexoperatorordertx',
    ...[alice, 'LIMIT_PRICE', 'BUY', 'WICC:0', 'WGRT:2:wi', 30_000_000, 0, 'PUBLIC', 80_000, 40_000],
    ...['WICC:10000:sawi', 'WICC:5000:sawi', 'by two'],
  );
  assert.match(rawtx, HEX);
  const byOwner = await node.call<{ rawtx: string }>('signtxraw', rawtx, [alice]);
  failed(await node.fail('submittxraw', byOwner.rawtx), /bad-operator-signature/);
  const whole = await node.call<{ rawtx: string }>('signtxraw', byOwner.rawtx, [SETTLER]);
  const { txid } = await submitted('submittxraw', whole.rawtx);
  assert.equal(
    { ...((await node.call('getdexorder', txid)).operator_config as JsonObject) },
    { open_mode: 'PUBLIC', taker_fee_ratio: 80_000, maker_fee_ratio: 40_000 },
  );
  await submitted('submitdexcancelordertx', alice, txid);
});

walk('accounts: becoming a price feeder requires staking at least 210000 coins', async () => {
  const staked = await submitted('submitcoinstaketx', alice, 'WICC:210000:wi');
  const detail = await node.call('gettxdetail', staked.txid);
  assert.equal([detail.stake_type, detail.fees], ['STAKE', 10_000], 'STAKE and 10000 sawi are the defaults');
  assert.is(await amount(alice, 'WICC', 'staked_amount'), 210_000n * COIN);
  await submitted('submitcoinstaketx', alice, 'WICC:210000:wi', 'UNSTAKE', 'WICC:10000:sawi');
  assert.is(await amount(alice, 'WICC', 'staked_amount'), 0n);
  const feeder = '0-6';
  const stake = await amount(feeder, 'WICC', 'staked_amount');
  const report = [{ coin: 'WICC', currency: 'USD', price: 100_000_000 }];
  const least = 210_000n * COIN;
  if (stake < least) await submitted('submitsendtx', alice, feeder, `WICC:${least}:sawi`);
  if (stake < least) await submitted('submitcoinstaketx', feeder, `WICC:${least - stake}:sawi`);
  await submitted('submitpricefeedtx', feeder, report);
  await submitted(
    'submitcoinstaketx',
    feeder,
    `WICC:${(stake < least ? least : stake) - least + 1n}:sawi`,
    'UNSTAKE',
  );
  failed(await node.fail('submitpricefeedtx', feeder, report), /stake/);
});

walk(
  'smart contracts: deploy from /tmp/lua/ for at least 110000000 sawi, and what is then shown',
  async () => {
    mkdirSync(CONTRACT_DIRECTORY, { recursive: true });
    const file = join(CONTRACT_DIRECTORY, `seed-walk-${process.pid}.lua`);
    writeFileSync(file, sampleContract('token.lua'));
    try {
      failed(
        await node.fail('submitcontractdeploytx', bob, '/etc/hostname', 110_000_000),
        /not inside \/tmp\/lua/,
      );
      assert.ok((await node.fail('submitcontractdeploytx', bob, file, 109_999_999)).code < 0);
      const { txid } = await submitted('submitcontractdeploytx', bob, file, 110_000_000);
      const found = await node.call<{ regid: string; regid_hex: string }>('getcontractregid', txid);
      has(found, { regid: matching(REGID), regid_hex: matching(HEX) }, 'getcontractregid');
      await tokenWalk(found.regid);
    } finally {
      rmSync(file, { force: true });
    }
  },
);

/** "Contract argument bytes for the sample token contract" and "Contract-level failures" */
async function tokenWalk(contract: string): Promise<void> {
  has(
    await node.call('getcontractinfo', contract),
    {
      contract_regid: value => assert.is(value, contract),
      vm_type: integer,
      upgradable: boolean,
      code: matching(HEX),
      memo: string,
      abi: value => assert.ok(value !== undefined),
    },
    'getcontractinfo',
  );
  const call = (sender: string, args: string) =>
    submitted('submitcontractcalltx', sender, contract, args, 0, 1_000_000);
  const refused = (sender: string, args: string) =>
    node.fail('submitcontractcalltx', sender, contract, args, 0, 1_000_000);
  const send = (receiver: string, units: bigint) => {
    const money = Buffer.alloc(8);
    money.writeBigInt64LE(units);
    const args = Buffer.concat([Buffer.from('f0160000', 'hex'), Buffer.from(receiver, 'latin1'), money]);
    assert.is(args.length, 46);
    return args.toString('hex');
  };
  await call(carol, 'f0110000');
  failed(await refused(carol, 'f0110000'), /Already configured/);
  const supply = 90_000_000_000n * COIN;
  const account = await node.call('getcontractaccountinfo', contract, alice);
  has(
    account,
    { account_uid: matching(HEX), free_value: integer, frozen_funds: arrayOf(object({})) },
    'getcontractaccountinfo',
  );
  assert.is(Buffer.from(account.account_uid as string, 'hex').toString(), alice);
  assert.is(account.free_value, supply, '90000000000 x 10^8');
  const free = async (holder: string) =>
    BigInt((await node.call('getcontractaccountinfo', contract, holder)).free_value as number);
  const beyond = 2n ** 53n + 1n;
  await call(alice, send(bob, beyond));
  assert.equal([await free(bob), await free(alice)], [beyond, supply - beyond], 'exact to the last sawi');
  await call(bob, send(alice, beyond - 46n * COIN));
  assert.is(await free(bob), 46n * COIN);
  for (const [sender, args, message] of [
    [alice, send(bob, 0n), /<=0 error/],
    [alice, send(bob, -1n), /<=0 error/],
    [bob, send(alice, 46n * COIN + 1n), /Insufficient money/],
    [alice, send(bob, 1n).slice(0, -2), /not found or parameter error/],
    [alice, `${send(bob, 1n)}00`, /not found or parameter error/],
    [alice, 'f0990000', /not found or parameter error/],
    [alice, 'f01100', /length error/],
  ] as const) {
    failed(await refused(sender, args), message);
  }
  const text = await node.call('getcontractdata', contract, 'owner', false);
  assert.equal({ ...text }, { contract_regid: contract, key: 'owner', value: alice });
  const hex = (word: string) => Buffer.from(word).toString('hex');
  const inHex = await node.call('getcontractdata', contract, hex('owner'), true);
  assert.equal({ ...inHex }, { contract_regid: contract, key: hex('owner'), value: hex(alice) });
  const decimals = await node.call('getcontractdata', contract, hex('decimals'), true);
  assert.is(Buffer.from(decimals.value as string, 'hex').readBigInt64LE(), 8n, 'sample contract decimals');
}

const output = (...conds: Json[]): Json => ({ coin_amount: 100_000_000, conds });
const input = (txid: string, ...conds: Json[]): Json => ({
  prev_utxo_txid: txid,
  prev_utxo_vout_index: 0,
  conds,
});
/** Vins and vouts as JSON text, as the requirement has them. */
const moved = (sender: string, vins: Json[], vouts: Json[]) =>
  submitted('submitutxotransfertx', sender, 'WICC', JSON.stringify(vins), JSON.stringify(vouts));
const notMoved = (sender: string, vins: Json[], vouts: Json[]) =>
  node.fail('submitutxotransfertx', sender, 'WICC', JSON.stringify(vins), JSON.stringify(vouts));

walk('UTXO: charge money, spend money, draw money; an address lock', async () => {
  const before = await amount(bob, 'WICC');
  const charge = await moved(alice, [], [output({ cond_type: CONDITION_TYPES.OP2SA, uid: bob })]);
  const key = { cond_type: CONDITION_TYPES.IP2SA };
  failed(await notMoved(carol, [input(charge.txid, key)], []), /check-utox-cond-err/);
  const spend = await moved(bob, [input(charge.txid, key)], [output()]);
  failed(await notMoved(bob, [input(charge.txid, key)], []), /double-spend/);
  const draw = await moved(bob, [input(spend.txid)], []);
  assert.ok((await amount(bob, 'WICC')) > before);
  for (const { txid } of [charge, spend, draw]) {
    assert.is((await node.call('gettxdetail', txid)).tx_type, 'UTXO_TRANSFER_TX');
  }
});

walk('UTXO: multi-signature lock', async () => {
  const signers = [alice, bob, carol];
  const { multi_addr } = await node.call<{ multi_addr: string }>('genutxomultisignaddr', 3, 2, signers);
  const { txid } = await moved(
    alice,
    [],
    [output({ cond_type: CONDITION_TYPES.OP2MA, multisign_address: multi_addr })],
  );
  const { hash } = await node.call<{ hash: string }>(
    'genutxomultiinputcondhash',
    3,
    2,
    txid,
    0,
    signers,
    bob,
  );
  const signatures: string[] = [];
  for (const signer of [carol, alice]) {
    const { signature } = await node.call<{ signature: string }>('genutxomultisignature', signer, hash);
    signatures.push(signature);
  }
  const key = (given: string[]): Json => ({
    cond_type: CONDITION_TYPES.IP2MA,
    m: 2,
    n: 3,
    uids: signers,
    signatures: given,
  });
  failed(await notMoved(bob, [input(txid, key(signatures.slice(1)))], []), /check-utox-cond-err/);
  await moved(bob, [input(txid, key(signatures))], []);
});

walk('UTXO: password lock, with and without a proof; over 256 cannot be parsed', async () => {
  const lock = (password: string, required: boolean): Json => ({
    cond_type: CONDITION_TYPES.OP2PH,
    password,
    password_proof_required: required,
  });
  const open = await moved(alice, [], [output(lock('sesame', false))]);
  failed(
    await notMoved(carol, [input(open.txid, { cond_type: CONDITION_TYPES.IP2PH, password: 'wrong' })], []),
    /check-utox-cond-err/,
  );
  await moved(carol, [input(open.txid, { cond_type: CONDITION_TYPES.IP2PH, password: 'sesame' })], []);
  const proved = await moved(alice, [], [output(lock('x'.repeat(256), true))]);
  const key = { cond_type: CONDITION_TYPES.IP2PH, password: 'x'.repeat(256) };
  failed(await notMoved(bob, [input(proved.txid, key)], []), /check-utox-cond-err/);
  await submitted('submitpasswordprooftx', bob, proved.txid, 0, 'x'.repeat(256), alice);
  await moved(bob, [input(proved.txid, key)], []);
  failed(await notMoved(alice, [], [output(lock('x'.repeat(257), false))]), /256/);
});

walk('UTXO: over-time lock and recycle lock, by height', async () => {
  const height = await node.call<number>('getblockcount');
  const later = height + 4;
  const overTime = await moved(
    alice,
    [],
    [output({ cond_type: CONDITION_TYPES.OCLAIM_LOCK, height: later })],
  );
  const recycle = await moved(
    alice,
    [],
    [
      output(
        { cond_type: CONDITION_TYPES.ORECLAIM_LOCK, height: later },
        { cond_type: CONDITION_TYPES.OP2SA, uid: alice },
      ),
    ],
  );
  failed(await notMoved(bob, [input(overTime.txid, { cond_type: 14 })], []), /height not reached/);
  failed(await notMoved(alice, [input(recycle.txid, { cond_type: 15 })], []), /height not reached/);
  await mine(3);
  await moved(bob, [input(overTime.txid, { cond_type: 14 })], []);
  await moved(alice, [input(recycle.txid, { cond_type: 15 })], []);
});

walk('wallet: dumpwallet, importwallet, backupwallet, getwalletinfo', async () => {
  const directory = temporaryDirectory();
  const dumped = await node.call('dumpwallet', join(directory, 'dump.json'));
  has(dumped, { info: string, 'key size': integer }, 'dumpwallet');
  const other = await startTestNode();
  const imported = await other.call('importwallet', join(directory, 'dump.json'));
  has(imported, { info: string, count: integer }, 'importwallet');
  await other.stop();
  assert.is(await node.call('backupwallet', join(directory, 'backup.dat')), null);
  assert.ok(existsSync(join(directory, 'backup.dat')));
  has(
    await node.call('getwalletinfo'),
    {
      wallet_version: integer,
      wallet_balance: value => assert.ok(value !== undefined),
      wallet_encrypted: boolean,
      wallet_locked: boolean,
      unlocked_until: integer,
      coinfirmed_tx_num: integer,
      unconfirmed_tx_num: integer,
    },
    'getwalletinfo',
  );
});

walk('wallet: encryptwallet, walletlock, walletpassphrase, walletpassphrasechange', async () => {
  assert.is((await node.call('encryptwallet', 'open sesame')).encrypt, true);
  assert.is((await node.call('walletpassphrase', 'wrong', 60)).passphrase, false);
  assert.is((await node.call('walletpassphrase', 'open sesame', 60)).passphrase, true);
  await submitted('submitsendtx', alice, bob, 'WICC:1:wi');
  assert.is((await node.call('walletlock')).walletlock, true);
  const privkey = 'PatZwNgmBhZ6wNq6MRTyFKVfHmtKNcAjHHpsTwTGrMgjQB4MrHpA';
  for (const [method, ...params] of [
    ['submitsendtx', alice, bob, 'WICC:1:wi'],
    ['importprivkey', privkey],
    ['dumpprivkey', alice],
  ] as const) {
    failed(await node.fail(method, ...params), /walletpassphrase first/);
  }
  assert.is((await node.call('walletpassphrasechange', 'wrong', 'x')).chgpwd, false);
  assert.is((await node.call('walletpassphrasechange', 'open sesame', 'new words')).chgpwd, true);
  assert.is((await node.call('walletpassphrase', 'open sesame', 60)).passphrase, false);
  assert.is((await node.call('walletpassphrase', 'new words', 60)).passphrase, true);
});

walk('versioning: transactions carry ver, the wallet wallet_version, contracts vm_type', async () => {
  const { txid } = await submitted('submitsendtx', alice, bob, 'WICC:1:wi');
  has(await node.call('gettxdetail', txid), { ver: integer }, 'gettxdetail');
});

/** Every method that the requirement names. */
const METHODS = [
  ...['submitsendtx', 'submitsendmultitx', 'submittxraw', 'gettxdetail', 'listtx', 'decodetxraw'],
  ...['submittx', 'getassetinfo'],
  ...['submitcdpstaketx', 'submitcdpredeemtx', 'submitcdpliquidatetx', 'getusercdp', 'getcdp'],
  ...['submitdexselllimitordertx', 'submitdexbuylimitordertx', 'submitdexsellmarketordertx'],
  ...[
    'submitdexbuymarketordertx',
    'getdexorder',
    'getdexorders',
    'getdexsysorders',
    'submitdexcancelordertx',
  ],
  ...['submitdexsettletx', 'gendexoperatorordertx'],
  ...['listaddr', 'getnewaddr', 'submitaccountregistertx', 'getaccountinfo', 'dumpprivkey', 'importprivkey'],
  ...['validateaddr', 'submitcoinstaketx'],
  ...['encryptwallet', 'walletlock', 'walletpassphrase', 'walletpassphrasechange', 'dumpwallet'],
  ...['importwallet', 'backupwallet', 'getwalletinfo'],
  ...['submitcontractdeploytx', 'getcontractregid', 'submitcontractcalltx', 'getcontractaccountinfo'],
  ...['getcontractdata', 'getcontractinfo'],
  ...['submitutxotransfertx', 'submitpasswordprooftx'],
];

walk('every method of the requirement is called in this walk or in that of transfers and accounts', () => {
  const sources = ['seed-walk', 'seed-transfers']
    .map(name => readFileSync(join('test', 'scenarios', `${name}.test.ts`), 'utf8'))
    .map(source => source.split('/** Every method that the requirement names. */')[0])
    .join('\n');
  for (const method of METHODS) assert.ok(sources.includes(`'${method}'`), method);
});

walk.run();
