import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runProgram } from '../../src/cli/program.js';
import type { Json, JsonObject } from '../../src/codec/json-value.js';
import { AREAS } from '../../src/rpc/areas.js';
import { EXAMPLE } from '../../src/rpc/declaration/common-parameters.js';
import { MethodRegistry } from '../../src/rpc/declaration/registry.js';
import { CONDITION_TYPES } from '../../src/tx/utxo.js';
import { startTestNode } from '../support/nodes/node.js';
import { readVectors } from '../support/vectors/vectors.js';

/*
 * The product requirement: what goes across its sections. Permissions, limits, the command line, pages of
 * orders, every kind of operator order. The last test checks that nothing was left out.
 */

const { alice, aliceRegId, bob, carol, governor } = EXAMPLE;
const COIN = 100_000_000;

const node = await startTestNode();
const seed = suite('requirement: rules across sections');
seed.after(() => node.stop());

async function mine(count = 1): Promise<void> {
  await node.call('generate', count);
}

async function submitted(method: string, ...params: Json[]): Promise<string> {
  const { txid } = await node.call<{ txid: string }>(method, ...params);
  await mine();
  return txid;
}

seed.before(async () => {
  // Regids are accepted in place of their accounts from a hundred blocks on.
  await mine(101);
  for (let i = 0; i < 12; i++) {
    await submitted('submitpricefeedtx', '0-2', [{ coin: 'WICC', currency: 'USD', price: 20_000_000 }]);
  }
});

/** "Permission bits (bit index, name)", and what nobody without the bit can do. */
const PERMISSIONS: readonly (readonly [name: string, method: string, ...params: Json[]])[] = [
  ['PERM_SEND_COIN', 'submitsendtx', carol, bob, 'WICC:1:wi'],
  ['PERM_STAKE_COIN', 'submitcoinstaketx', carol, 'WICC:1:wi'],
  ['PERM_SEND_VOTE', 'submitdelegatevotetx', carol, [{ delegate: '0-2', votes: COIN }], 'WICC:10000:sawi'],
  [
    'PERM_SEND_UTXO',
    'submitutxotransfertx',
    carol,
    'WICC',
    [],
    [{ coin_amount: COIN, conds: [{ cond_type: CONDITION_TYPES.OP2SA, uid: bob }] }],
  ],
  ['PERM_CONTRACT', 'submittx', carol, '0-800', 'transfer', ['0-15', aliceRegId, '1.00000000 WICC', '']],
  ['PERM_PROPOSE', 'submitparamgovernproposal', carol, 'ASSET_ISSUE_FEE', '50000000000'],
  ['PERM_MINE_BLOCK', ''],
  ['PERM_FEED_PRICE', 'submitpricefeedtx', '0-3', [{ coin: 'WICC', currency: 'USD', price: 20_000_000 }]],
  ['PERM_DEX', 'submitdexselllimitordertx', carol, 'WUSD', 'WICC:1:wi', COIN],
  ['PERM_CDP', 'submitcdpstaketx', carol, 'WICC:1000:wi', 'WUSD:50:wi'],
];
const ALL = '1'.repeat(PERMISSIONS.length);
/** "`NULL_ACCOUNT_PERM` = 0 means no permission." */
const NULL_ACCOUNT_PERM = '0'.repeat(PERMISSIONS.length);

const permissionsOf = async (uid: string) =>
  (await node.call<{ perms: string }>('getaccountinfo', uid)).perms;

async function setPermission(uid: string, bit: number, granted: boolean): Promise<void> {
  const change = [{ perm_code: bit, op_type: granted ? 1 : 0 }];
  const proposal = await submitted('submitaccountpermproposal', alice, uid, change);
  await submitted('submitproposalapprovaltx', governor, proposal);
}

for (const [bit, [name, method, ...params]] of PERMISSIONS.entries()) {
  seed(`permission bits: ${bit} ${name}`, async () => {
    const holder = (params[0] as string | undefined) ?? carol;
    await setPermission(holder, bit, false);
    const place = ALL.length - 1 - bit;
    assert.is(await permissionsOf(holder), `${ALL.slice(0, place)}0${ALL.slice(place + 1)}`);
    if (method !== '') {
      const { message } = await node.fail(method, ...params);
      assert.match(message, /account-lacks-perm/);
    }
    await setPermission(holder, bit, true);
    assert.is(await permissionsOf(holder), ALL);
    if (method !== '') await submitted(method, ...params);
  });
}

seed('permission bits: NULL_ACCOUNT_PERM means no permission', async () => {
  const { addr } = await node.call<{ addr: string }>('getnewaddr');
  await submitted('submitsendtx', alice, addr, 'WICC:1:wi');
  await submitted('submitaccountpermscleartx', addr);
  assert.is(await permissionsOf(addr), NULL_ACCOUNT_PERM);
  assert.match((await node.fail('submitsendtx', addr, bob, 10_000)).message, /account-lacks-perm/);
});

seed('the same methods can be run from a command-line client: coind <method> <args>', async () => {
  const output: string[] = [];
  const terminal = {
    output: (text: string) => output.push(text),
    errors: (text: string) => output.push(text),
  };
  const { port } = new URL(node.endpoint);
  const [user, password] = node.credentials.split(':');
  const switches = [`-rpcport=${port}`, `-rpcuser=${user}`, `-rpcpassword=${password}`];
  assert.is(await runProgram([...switches, 'getblockcount'], {}, terminal), 0);
  assert.is(output.join(''), `${await node.call<number>('getblockcount')}\n`);
  assert.is(await runProgram([...switches, 'submitsendtx', alice, bob, 'WICC:1:wi'], {}, terminal), 0);
  assert.match(output.at(-1)!, /^\{\n {4}"txid" : "[0-9a-f]{64}"\n\}\n$/);
  await mine();
});

seed('getdexorders: begin_height, end_height, max_count 500 by default, last_pos_info for more', async () => {
  const ids: string[] = [];
  const order = [alice, 'WUSD', 'WICC:1:wi', COIN] as const;
  for (let i = 0; i < 501; i++) {
    const params = [...order, 0, `WICC:${10_000 + i}:sawi`];
    ids.push((await node.call<{ txid: string }>('submitdexselllimitordertx', ...params)).txid);
    if (i % 50 === 49) await mine();
  }
  await mine();
  const first = await node.call('getdexorders');
  assert.equal([first.count, first.has_more], [500, true]);
  const tip = await node.call<number>('getblockcount');
  const second = await node.call('getdexorders', 0, tip, 500, first.last_pos_info as string);
  const listed = [...(first.orders as JsonObject[]), ...(second.orders as JsonObject[])];
  const found = new Set(listed.map(({ order_id }) => order_id));
  assert.ok(ids.every(id => found.has(id)));
  assert.is(found.size, listed.length, 'no order is listed twice');
  assert.is((await node.call('getdexorders', 0, tip, 2)).count, 2);
});

seed('gendexoperatorordertx: LIMIT_PRICE or MARKET_PRICE, BUY or SELL, PUBLIC or PRIVATE', async () => {
  for (const [order_type, order_side, coins, assets, price, open_mode] of [
    ['LIMIT_PRICE', 'SELL', 'WUSD:0', 'WICC:2000000000:sawi', COIN, 'PUBLIC'],
    ['MARKET_PRICE', 'SELL', 'WUSD:0', 'WICC:2000000000:sawi', 0, 'PRIVATE'],
  ] as const) {
    const terms = [
      alice,
      order_type,
      order_side,
      coins,
      assets,
      price,
      0,
      open_mode,
      80_000,
      40_000,
    ] as const;
    const operator_tx_fee = 'WICC:10000:sawi';
    const { rawtx } = await node.call(
      'gendexoperatorordertx',
      ...terms,
      'WICC:10000:sawi',
      operator_tx_fee,
      'memo',
    );
    const decoded = await node.call('decodetxraw', rawtx as string);
    assert.equal(
      [decoded.order_type, decoded.order_side, decoded.open_mode, decoded.price],
      [order_type, order_side, open_mode, price],
    );
    assert.equal([decoded.fees, decoded.taker_fee_ratio, decoded.maker_fee_ratio], [10_000, 80_000, 40_000]);
  }
  const unlike = [alice, 'LIMIT_PRICE', 'SELL', 'WUSD:0', 'WICC:20:wi', COIN, 0, 'PUBLIC', 0, 0] as const;
  const { message } = await node.fail(
    'gendexoperatorordertx',
    ...unlike,
    'WICC:10000:sawi',
    'WUSD:10000:sawi',
  );
  assert.match(message, /operator_tx_fee_symbol/);
});

/** Parameters that the requirement names, in its order; the names that this node gives them. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  submitsendtx: ['from', 'to', 'amount', 'fee', 'memo'],
  submitsendmultitx: ['from', 'transfer_array', 'fee', 'memo'],
  submittxraw: ['rawtx', 'signatures'],
  gettxdetail: ['txhash'],
  submitcdpstaketx: ['addr', 'stake_combo_money', 'mint_combo_money', 'cdp_id', 'fee'],
  submitcdpredeemtx: ['addr', 'cdp_id', 'repay_amount', 'redeem_amount', 'fee'],
  submitcdpliquidatetx: ['addr', 'cdp_id', 'liquidate_amount', 'fee'],
  submitdexsettletx: ['sender', 'deal_items', 'fee'],
  submitcoinstaketx: ['sender', 'coins_to_stake', 'action', 'fee'],
  walletpassphrase: ['passphrase', 'timeout'],
  walletpassphrasechange: ['oldpassphrase', 'newpassphrase'],
  dumpwallet: ['filename'],
  importwallet: ['filename'],
  backupwallet: ['destination'],
  getcontractdata: ['contract_regid', 'key', 'hexadecimal_format'],
  submitutxotransfertx: ['sender', 'coin_symbol', 'vins', 'vouts', 'fee', 'memo'],
};

seed(
  'parameters stand in the order of the requirement: submitcontractdeploytx has address, filepath, fee',
  () => {
    const registry = new MethodRegistry(AREAS);
    const namesOf = (method: string) => registry.find(method)!.declaration.params.map(({ name }) => name);
    for (const [method, names] of Object.entries(PARAMETERS)) {
      // Whether what waits counts is ours, and always last.
      const given = namesOf(method).filter(name => name !== 'min_confirmations');
      assert.equal(given, names, method);
      assert.ok(
        namesOf(method).indexOf('min_confirmations') < 1 || namesOf(method).at(-1) === 'min_confirmations',
      );
    }
    assert.equal(namesOf('submitcontractdeploytx').slice(0, 3), ['address', 'filepath', 'fee']);
  },
);

seed('every term of the requirement is quoted in the tests that walk through it', () => {
  const walks = ['scenarios/seed-transfers', 'scenarios/seed-walk', 'scenarios/seed-rules'].map(name =>
    readFileSync(join('test', `${name}.test.ts`), 'utf8'),
  );
  const { terms, limits } = readVectors<Record<'terms' | 'limits', readonly string[]>>('requirement-terms');
  assert.ok(terms.length > 150 && limits.length > 10);
  const text = walks.join('\n');
  const digits = text.replaceAll('_', '');
  assert.equal(
    [...terms, ...limits].filter(term => !text.includes(term) && !digits.includes(term)),
    [],
  );
});

seed.run();
