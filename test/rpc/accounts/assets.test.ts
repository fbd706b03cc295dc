import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stringifyJson } from '../../../src/codec/json.js';
import type { Json, JsonObject } from '../../../src/codec/json-value.js';
import { EXAMPLE } from '../../../src/rpc/declaration/common-parameters.js';
import { startTestNode } from '../../support/nodes/node.js';

const { alice, aliceRegId, bob, bobRegId } = EXAMPLE;
const COIN = 100_000_000n;
const node = await startTestNode();
const assets = suite('assets');
assets.after(() => node.stop());

/** Calls an action of 0-800 and makes its block. */
async function act(action: string, data: Json, sender: string = alice): Promise<JsonObject> {
  const result = await node.call('submittx', sender, '0-800', action, data);
  await node.call('generate', 1);
  return result;
}

async function free(account: string, symbol: string): Promise<bigint> {
  const { tokens } = await node.call('getaccountinfo', account);
  const token = (tokens as JsonObject)[symbol] as JsonObject | undefined;
  return BigInt((token?.free_amount as number | bigint | undefined) ?? 0);
}

/** How an action is refused: the name of its exception, in the reason that alone is the message. */
async function refused(exception: string, action: string, data: Json, sender: string = alice): Promise<void> {
  const error = await node.fail('submittx', sender, '0-800', action, data);
  assert.is(error.code, -2001, `${action} ${stringifyJson(data)}`);
  assert.match(
    error.message,
    new RegExp(`^\\n\\(\\d+\\) ${exception}\\n`),
    `${action} ${stringifyJson(data)}`,
  );
}

assets('issuing costs 550 coins of the owner and gives the owner the whole supply', async () => {
  const before = await free(alice, 'WICC');
  const { txid, tx_trace } = await act('issue', [
    '8,TESTAS',
    aliceRegId,
    'Test',
    1_000n * COIN,
    true,
    'memo',
  ]);
  assert.is(await free(alice, 'TESTAS'), 1_000n * COIN);
  const { fees } = await node.call('gettxdetail', txid as string);
  assert.is(before - (await free(alice, 'WICC')), 550n * COIN + BigInt(fees as number));
  assert.equal(
    { ...(await node.call('getassetinfo', 'TESTAS')) },
    {
      asset_symbol: 'TESTAS',
      asset_name: 'Test',
      asset_type: 3,
      perms_sum: '00011',
      owner_regid: aliceRegId,
      total_supply: Number(1_000n * COIN),
      mintable: true,
      icon_url: '',
      actual_total_supply: Number(1_000n * COIN),
    },
  );
  assert.equal(Object.keys(tx_trace as JsonObject), [
    'trx_id',
    'elapsed',
    'burned_fuel',
    'fuel_rate',
    'minimum_fee',
    'traces',
  ]);
});

assets('the answer to submittx, the detail and wasm_gettxtrace show the same trace', async () => {
  const { txid, tx_trace } = await act('transfer', [aliceRegId, bobRegId, '5.00000000 TESTAS', 'memo']);
  const detail = await node.call('gettxdetail', txid as string);
  const stored = await node.call('wasm_gettxtrace', txid as string);
  assert.equal(stored.tx_trace, detail.tx_trace);
  const { elapsed: _, ...shown } = tx_trace as JsonObject;
  const { elapsed: __, ...kept } = stored.tx_trace as JsonObject;
  assert.equal(shown, kept);
  const [call] = detail.inline_transactions as JsonObject[];
  assert.equal(
    { ...(call!.data_detail as JsonObject) },
    {
      from: aliceRegId,
      to: bobRegId,
      quantity: '5.00000000 TESTAS',
      memo: 'memo',
    },
  );
});

assets('minting and burning change the supply by what they say', async () => {
  await act('mint', [bobRegId, '7.00000000 TESTAS', '']);
  await act('burn', [aliceRegId, '3.00000000 TESTAS', '']);
  const { total_supply, actual_total_supply } = await node.call('getassetinfo', 'TESTAS');
  assert.is(BigInt(total_supply as number), 1_004n * COIN);
  assert.is(total_supply, actual_total_supply);
});

assets('an owner renames an asset, gives it an icon and hands it over', async () => {
  await act('update', { symbol_code: 'TESTAS', name: 'Renamed' });
  await act('setasseticon', ['TESTAS', 'https://example.invalid/i.png']);
  await act('update', { symbol_code: 'TESTAS', owner: bobRegId });
  const info = await node.call('getassetinfo', 'TESTAS');
  assert.equal(
    [info.asset_name, info.icon_url, info.owner_regid],
    ['Renamed', 'https://example.invalid/i.png', bobRegId],
  );
  await refused('missing_auth_exception', 'mint', [aliceRegId, '1.00000000 TESTAS', '']);
  const { count, assets: listed } = await node.call('listassets');
  assert.is(count, 4);
  assert.equal(
    (listed as JsonObject[]).map(({ asset_symbol }) => asset_symbol),
    ['WGRT', 'WICC', 'WUSD', 'TESTAS'],
  );
});

assets('every rule of issuing has its error, and nothing is moved', async () => {
  const before = await node.call('getaccountinfo', alice);
  const issue = (changes: Partial<Record<'symbol' | 'owner' | 'name' | 'supply' | 'memo', Json>>): Json => [
    changes.symbol ?? '8,NEWTOK',
    changes.owner ?? aliceRegId,
    changes.name ?? 'New',
    changes.supply ?? 1,
    true,
    changes.memo ?? '',
  ];
  await refused('asset_type_exception', 'issue', issue({ symbol: '8,SHORT' }));
  await refused('asset_type_exception', 'issue', issue({ symbol: '8,TOOL0NG' }));
  await refused('asset_type_exception', 'issue', issue({ symbol: '4,NEWTOK' }));
  await refused('asset_type_exception', 'issue', issue({ symbol: '8,TESTAS' }));
  await refused('regid_type_exception', 'issue', issue({ owner: '0-0' }));
  await refused('asset_name_exception', 'issue', issue({ name: '' }));
  await refused('asset_name_exception', 'issue', issue({ name: 'x'.repeat(33) }));
  await refused('missing_auth_exception', 'issue', issue({ owner: bobRegId }));
  await refused('asset_total_supply_exception', 'issue', issue({ supply: 9_000_000_000_000_000_001n }));
  await refused('native_contract_assert_exception', 'issue', issue({ memo: 'x'.repeat(257) }));
  assert.equal(await node.call('getaccountinfo', alice), before);
});

assets('every rule of transferring has its error, and nothing is moved', async () => {
  const before = await node.call('getaccountinfo', alice);
  const transfer = (to: string, quantity: string, memo = '', from: string = aliceRegId): Json => [
    from,
    to,
    quantity,
    memo,
  ];
  await refused(
    'missing_auth_exception',
    'transfer',
    transfer(aliceRegId, '1.00000000 TESTAS', '', bobRegId),
  );
  await refused('regid_type_exception', 'transfer', transfer('0-0', '1.00000000 TESTAS'));
  await refused('native_contract_assert_exception', 'transfer', transfer(aliceRegId, '1.00000000 TESTAS'));
  await refused('native_contract_assert_exception', 'transfer', transfer(bobRegId, '0.00000000 TESTAS'));
  await refused(
    'native_contract_assert_exception',
    'transfer',
    transfer(bobRegId, '1.00000000 TESTAS', 'x'.repeat(257)),
  );
  await refused('account_access_exception', 'transfer', transfer('99-9', '1.00000000 TESTAS'));
  await refused('asset_type_exception', 'transfer', transfer(bobRegId, '1.00000000 NOSUCHT'));
  await refused('precision_size_exception', 'transfer', transfer(bobRegId, '1.0000 TESTAS'));
  await refused('account_fund_exception', 'transfer', transfer(bobRegId, '99999999.00000000 TESTAS'));
  await refused('account_access_exception', 'transfer', transfer('0-800', '1.00000000 TESTAS'));
  assert.equal(await node.call('getaccountinfo', alice), before);
});

assets('every rule of minting and burning has its error, and nothing is moved', async () => {
  const before = await node.call('getassetinfo', 'TESTAS');
  await act('issue', ['8,FIXEDAS', bobRegId, 'Fixed', 1_000n * COIN, false, ''], bob);
  const long = 'x'.repeat(257);
  const rules: readonly [exception: string, action: string, data: Json, sender: string][] = [
    ['missing_auth_exception', 'mint', [aliceRegId, '1.00000000 TESTAS', ''], alice],
    ['asset_type_exception', 'mint', [bobRegId, '1.00000000 FIXEDAS', ''], bob],
    ['asset_type_exception', 'mint', [bobRegId, '1.00000000 NOSUCHT', ''], bob],
    ['asset_type_exception', 'mint', [bobRegId, '1.00000000 WICC', ''], bob],
    ['regid_type_exception', 'mint', ['0-0', '1.00000000 TESTAS', ''], bob],
    ['account_access_exception', 'mint', ['99-9', '1.00000000 TESTAS', ''], bob],
    ['native_contract_assert_exception', 'mint', [bobRegId, '0.00000000 TESTAS', ''], bob],
    ['precision_size_exception', 'mint', [bobRegId, '1.0000 TESTAS', ''], bob],
    ['asset_total_supply_exception', 'mint', [bobRegId, '90000000000.00000000 TESTAS', ''], bob],
    ['native_contract_assert_exception', 'mint', [bobRegId, '1.00000000 TESTAS', long], bob],
    ['missing_auth_exception', 'burn', [bobRegId, '1.00000000 TESTAS', ''], alice],
    ['native_contract_assert_exception', 'burn', [aliceRegId, '1.00000000 TESTAS', ''], bob],
    ['asset_type_exception', 'burn', [bobRegId, '1.00000000 FIXEDAS', ''], bob],
    ['asset_type_exception', 'burn', [bobRegId, '1.00000000 NOSUCHT', ''], bob],
    ['regid_type_exception', 'burn', ['0-0', '1.00000000 TESTAS', ''], bob],
    ['native_contract_assert_exception', 'burn', [bobRegId, '0.00000000 TESTAS', ''], bob],
    ['precision_size_exception', 'burn', [bobRegId, '1.0000 TESTAS', ''], bob],
    ['native_contract_assert_exception', 'burn', [bobRegId, '1005.00000000 TESTAS', ''], bob],
    ['account_fund_exception', 'burn', [bobRegId, '1004.00000000 TESTAS', ''], bob],
    ['native_contract_assert_exception', 'burn', [bobRegId, '1.00000000 TESTAS', long], bob],
  ];
  for (const [exception, action, data, sender] of rules) await refused(exception, action, data, sender);
  assert.equal(await node.call('getassetinfo', 'TESTAS'), before);
});

assets(
  'without a fee the execution is paid for, and a fee that is too small is told a sufficient one',
  async () => {
    const data = [aliceRegId, bobRegId, '1.00000000 WICC', ''];
    const { txid } = await act('transfer', data);
    const { fees, tx_trace } = await node.call('gettxdetail', txid as string);
    const { minimum_fee } = tx_trace as JsonObject;
    assert.ok((fees as number) > (minimum_fee as number) && (fees as number) < 1.3 * (minimum_fee as number));
    const error = await node.fail('submittx', alice, '0-800', 'transfer', data, 'WICC:10000:sawi');
    assert.is(error.code, -32602);
    const [, sufficient] = /10000 < (\d+) sawi/.exec(error.message)!;
    const accepted = await node.call('submittx', alice, '0-800', 'transfer', data, `WICC:${sufficient}:sawi`);
    assert.match(accepted.txid as string, /^[0-9a-f]{64}$/);
    await node.call('generate', 1);
  },
);

assets('a bad call is refused before it is submitted', async () => {
  const code = async (...params: Json[]): Promise<number> => (await node.fail('submittx', ...params)).code;
  assert.is(await code(alice, '0-801', 'transfer', []), 3160000);
  assert.is(await code(alice, 'no regid', 'transfer', []), -8);
  assert.is(await code(alice, '0-800', 'nosuch', []), 3015004);
  assert.is(await code(alice, '0-800', 'transfer', [aliceRegId]), 3015014);
  assert.is(await code(alice, '0-800', 'transfer', '{"from":'), -8);
  assert.is(await code('999-9', '0-800', 'transfer', [aliceRegId, bobRegId, '1.00000000 WICC', '']), 3270001);
  assert.is(await code(alice, '0-800', 'transfer'), -1);
});

assets('a transaction made elsewhere has a place for each further signature', async () => {
  const { unsigned_txraw } = await node.call('genunsignedtxraw', 'submitwasmcontractcalltx', {
    sender: alice,
    fee: 'WICC:200000:sawi',
    height: await node.call<number>('getblockcount'),
    transactions: [
      { contract: '0-800', action: 'transfer', data: [aliceRegId, bobRegId, '1.00000000 WICC', ''] },
      {
        contract: '0-800',
        action: 'transfer',
        data: [bobRegId, aliceRegId, '2.00000000 WICC', ''],
        auth: bobRegId,
      },
    ],
  });
  const { rawtx, signed_count } = await node.call('signtxraw', unsigned_txraw as string, [
    alice,
    EXAMPLE.bob,
  ]);
  assert.is(signed_count, 2);
  const before = await free(EXAMPLE.bob, 'WICC');
  const { tx_trace } = await node.call('submittxraw', rawtx as string);
  await node.call('generate', 1);
  assert.is(((tx_trace as JsonObject).traces as Json[]).length, 2);
  assert.is(before - (await free(EXAMPLE.bob, 'WICC')), COIN);
});

assets(
  'the methods of release 2 issue an asset and change it, by transactions of its own types',
  async () => {
    const issued = async (...params: Json[]) => {
      const { txid } = await node.call('submitassetissuetx', alice, 'RELTWO', ...params);
      await node.call('generate', 1);
      return (await node.call('gettxdetail', txid as string)).tx_type;
    };
    const before = await free(alice, 'WICC');
    assert.is(await issued(bobRegId, 'Two', 5n * COIN, true), 'ASSET_ISSUE_TX');
    assert.is(before - (await free(alice, 'WICC')), 550n * COIN + 10_000n);
    assert.is(await free(bob, 'RELTWO'), 5n * COIN);
    const change = async (type: string, value: Json) => {
      await node.call('submitassetupdatetx', bob, 'RELTWO', type, value);
      await node.call('generate', 1);
    };
    await change('name', 'Three');
    await change('mint_amount', String(2n * COIN));
    await change('mint_amount', 1);
    await change('owner_addr', alice);
    const { asset_name, total_supply, owner_regid, mintable } = await node.call('getassetinfo', 'RELTWO');
    assert.equal([asset_name, total_supply, owner_regid, mintable], ['Three', 7e8 + 1, aliceRegId, true]);
    for (const [value, code] of [
      ['0', -8],
      ['1.5', -8],
      [String(2n ** 64n), -8],
    ] as const) {
      const error = await node.fail('submitassetupdatetx', alice, 'RELTWO', 'mint_amount', value);
      assert.is(error.code, code, value);
    }
    const newcomer = (await node.call('getnewaddr')).addr as string;
    const noOwner = await node.fail('submitassetissuetx', alice, 'RELFOUR', newcomer, 'x', 1, false);
    assert.is(noOwner.code, -8);
    assert.is((await node.fail('submitassetissuetx', alice, 'RELTWO', alice, 'x', 1, false)).code, -2001);
  },
);

assets.run();
