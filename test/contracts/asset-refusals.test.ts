import { suite } from 'uvu';
import type { Json } from '../../src/codec/json-value.js';
import type { ExceptionName } from '../../vm/wasm/exception.js';
import { checkAllRows } from '../support/vectors/all-rows.js';
import {
  AssetChain,
  BOB,
  CAROL,
  COIN,
  FEE,
  id,
  issueArgs,
  LONG,
  NOBODY,
  OWNER,
  PRODUCERS,
  packedArguments,
  quantity,
  transferArgs,
} from '../support/wasm/asset-chain.js';
import { assertThrows } from '../support/wasm/contract-exception.js';

const test = suite('what the asset contract 0-800 refuses');

/** Each rule of spec 04 §8.2 broken: the action, its arguments, who authorizes it, the exception. */
const BROKEN: readonly [rule: string, action: string, args: Json, by: string, exception: ExceptionName][] = [
  ['symbol of 5 letters', 'issue', issueArgs({ symbol: '8,ABCDE' }), OWNER, 'asset_type_exception'],
  ['symbol in lower case', 'issue', issueArgs({ symbol: '8,oraclex' }), OWNER, 'asset_type_exception'],
  ['symbol with a digit', 'issue', issueArgs({ symbol: '8,ORACLE1' }), OWNER, 'asset_type_exception'],
  ['the base coin', 'issue', issueArgs({ symbol: '8,WICC' }), OWNER, 'asset_type_exception'],
  ['precision 4', 'issue', issueArgs({ symbol: '4,FRESHCO' }), OWNER, 'asset_type_exception'],
  ['no owner', 'issue', issueArgs({ owner: '0-0' }), OWNER, 'regid_type_exception'],
  ['no name', 'issue', issueArgs({ name: '' }), OWNER, 'asset_name_exception'],
  ['a name of 33 bytes', 'issue', issueArgs({ name: 'n'.repeat(33) }), OWNER, 'asset_name_exception'],
  ['a symbol that is taken', 'issue', issueArgs({ symbol: '8,ORACLEA' }), OWNER, 'asset_type_exception'],
  ['for another owner', 'issue', issueArgs({ owner: BOB }), OWNER, 'missing_auth_exception'],
  ['an owner who does not exist', 'issue', issueArgs({ owner: NOBODY }), NOBODY, 'account_access_exception'],
  ['an owner without the fee', 'issue', issueArgs({ owner: CAROL }), CAROL, 'account_access_exception'],
  [
    'too large a supply',
    'issue',
    issueArgs({ owner: BOB, total_supply: 9_000_000_000_000_000_001n }),
    BOB,
    'asset_total_supply_exception',
  ],
  [
    'a memo of 257 bytes',
    'issue',
    issueArgs({ owner: BOB, memo: LONG }),
    BOB,
    'native_contract_assert_exception',
  ],

  ['to nobody', 'mint', ['0-0', '1.00000000 ORACLEA', ''], OWNER, 'regid_type_exception'],
  ['nothing', 'mint', [BOB, '0.00000000 ORACLEA', ''], OWNER, 'native_contract_assert_exception'],
  [
    'a negative amount',
    'mint',
    [BOB, quantity(-1n, '8,ORACLEA'), ''],
    OWNER,
    'native_contract_assert_exception',
  ],
  ['precision 4', 'mint', [BOB, '1.0000 ORACLEA', ''], OWNER, 'precision_size_exception'],
  ['an unknown asset', 'mint', [BOB, '1.00000000 NOPENOP', ''], OWNER, 'asset_type_exception'],
  ['an asset that is not mintable', 'mint', [BOB, '1.00000000 FIXEDCO', ''], OWNER, 'asset_type_exception'],
  ['the base coin', 'mint', [BOB, '1.00000000 WICC', ''], OWNER, 'asset_type_exception'],
  ['an asset without owner', 'mint', [BOB, '1.00000000 WUSD', ''], OWNER, 'asset_type_exception'],
  ['by another than the owner', 'mint', [BOB, '1.00000000 ORACLEA', ''], BOB, 'missing_auth_exception'],
  [
    'to one who does not exist',
    'mint',
    [NOBODY, '1.00000000 ORACLEA', ''],
    OWNER,
    'account_access_exception',
  ],
  [
    'more than can be',
    'mint',
    [BOB, quantity(8_999_999_900_000_000_001n, '8,ORACLEA'), ''],
    OWNER,
    'asset_total_supply_exception',
  ],
  [
    'a memo of 257 bytes',
    'mint',
    [BOB, '1.00000000 ORACLEA', LONG],
    OWNER,
    'native_contract_assert_exception',
  ],

  ['of nobody', 'burn', ['0-0', '1.00000000 ORACLEA', ''], OWNER, 'regid_type_exception'],
  ['nothing', 'burn', [OWNER, '0.00000000 ORACLEA', ''], OWNER, 'native_contract_assert_exception'],
  ['precision 4', 'burn', [OWNER, '1.0000 ORACLEA', ''], OWNER, 'precision_size_exception'],
  ['an unknown asset', 'burn', [OWNER, '1.00000000 NOPENOP', ''], OWNER, 'asset_type_exception'],
  ['an asset that is not mintable', 'burn', [OWNER, '1.00000000 FIXEDCO', ''], OWNER, 'asset_type_exception'],
  ['by another than the owner', 'burn', [BOB, '1.00000000 ORACLEA', ''], BOB, 'missing_auth_exception'],
  ['what another holds', 'burn', [BOB, '1.00000000 ORACLEA', ''], OWNER, 'native_contract_assert_exception'],
  [
    'more than the supply',
    'burn',
    [OWNER, '1001.00000000 ORACLEA', ''],
    OWNER,
    'native_contract_assert_exception',
  ],
  [
    'more than the owner holds',
    'burn',
    [OWNER, '1000.00000000 ORACLEA', ''],
    OWNER,
    'account_fund_exception',
  ],
  [
    'a memo of 257 bytes',
    'burn',
    [OWNER, '1.00000000 ORACLEA', LONG],
    OWNER,
    'native_contract_assert_exception',
  ],

  ['from another', 'transfer', transferArgs({ from: BOB, to: OWNER }), OWNER, 'missing_auth_exception'],
  ['from nobody', 'transfer', transferArgs({ from: '0-0' }), '0-0', 'regid_type_exception'],
  ['to nobody', 'transfer', transferArgs({ to: '0-0' }), OWNER, 'regid_type_exception'],
  ['to oneself', 'transfer', transferArgs({ to: OWNER }), OWNER, 'native_contract_assert_exception'],
  [
    'nothing',
    'transfer',
    transferArgs({ quantity: '0.00000000 WICC' }),
    OWNER,
    'native_contract_assert_exception',
  ],
  [
    'a negative amount',
    'transfer',
    transferArgs({ quantity: quantity(-1n, '8,WICC') }),
    OWNER,
    'native_contract_assert_exception',
  ],
  [
    'an amount beyond range',
    'transfer',
    transferArgs({ quantity: quantity(9_000_000_000_000_000_001n, '8,WICC') }),
    OWNER,
    'native_contract_assert_exception',
  ],
  [
    'no symbol',
    'transfer',
    transferArgs({ quantity: quantity(1n, '8,') }),
    OWNER,
    'native_contract_assert_exception',
  ],
  [
    'a memo of 257 bytes',
    'transfer',
    transferArgs({ memo: LONG }),
    OWNER,
    'native_contract_assert_exception',
  ],
  [
    'from one who does not exist',
    'transfer',
    transferArgs({ from: NOBODY }),
    NOBODY,
    'account_access_exception',
  ],
  ['to one who does not exist', 'transfer', transferArgs({ to: NOBODY }), OWNER, 'account_access_exception'],
  [
    'an unknown asset',
    'transfer',
    transferArgs({ quantity: '1.00000000 NOPENOP' }),
    OWNER,
    'asset_type_exception',
  ],
  ['precision 4', 'transfer', transferArgs({ quantity: '1.0000 WICC' }), OWNER, 'precision_size_exception'],
  [
    'more than there is',
    'transfer',
    transferArgs({ quantity: '1001.00000000 WICC' }),
    OWNER,
    'account_fund_exception',
  ],

  ['an unknown asset', 'update', { symbol_code: 'NOPENOP', name: 'n' }, OWNER, 'asset_type_exception'],
  ['an asset without owner', 'update', { symbol_code: 'WICC', name: 'n' }, OWNER, 'asset_type_exception'],
  [
    'by another than the owner',
    'update',
    { symbol_code: 'ORACLEA', name: 'n' },
    BOB,
    'missing_auth_exception',
  ],
  ['to no owner', 'update', { symbol_code: 'ORACLEA', owner: '0-0' }, OWNER, 'regid_type_exception'],
  [
    'to one who does not exist',
    'update',
    { symbol_code: 'ORACLEA', owner: NOBODY },
    OWNER,
    'account_access_exception',
  ],
  ['to an empty name', 'update', { symbol_code: 'ORACLEA', name: '' }, OWNER, 'asset_name_exception'],
  [
    'to a name of 33 bytes',
    'update',
    { symbol_code: 'ORACLEA', name: 'n'.repeat(33) },
    OWNER,
    'asset_name_exception',
  ],
  [
    'a memo of 257 bytes',
    'update',
    { symbol_code: 'ORACLEA', name: 'n', memo: LONG },
    OWNER,
    'native_contract_assert_exception',
  ],
  ['nothing', 'update', { symbol_code: 'ORACLEA', memo: 'm' }, OWNER, 'native_contract_assert_exception'],

  ['an unknown asset', 'setasseticon', ['NOPENOP', 'x'], OWNER, 'asset_type_exception'],
  ['an asset without owner', 'setasseticon', ['WGRT', 'x'], OWNER, 'asset_type_exception'],
  ['by another than the owner', 'setasseticon', ['ORACLEA', 'x'], BOB, 'missing_auth_exception'],
  ['a url of 257 bytes', 'setasseticon', ['ORACLEA', LONG], OWNER, 'native_contract_assert_exception'],

  ['an action that is not there', 'nosuch', [], OWNER, 'action_not_found_exception'],
];

test('spec 04 §8.2: every rule that is broken has its exception', () => {
  checkAllRows(
    'broken rules',
    BROKEN,
    64,
    row => `${row[1]} ${row[0]}`,
    ([, action, args, by, exception]) => {
      const chain = new AssetChain();
      chain.system.setBalance(id(OWNER), 'WICC', 2000n * COIN);
      chain.issue();
      chain.issue('FIXEDCO', false);
      chain.call('transfer', [OWNER, CAROL, '1.00000000 ORACLEA', '']);
      chain.system.setBalance(id(OWNER), 'WICC', 1000n * COIN);
      assertThrows(() => chain.call(action, args, by), exception);
    },
  );
});

test('the first of several broken rules is the one that is told, in the order of the reference', () => {
  const chain = new AssetChain();
  assertThrows(
    () => chain.call('issue', issueArgs({ symbol: '4,abc', owner: '0-0', name: '' })),
    'asset_type_exception',
  );
  assertThrows(
    () => chain.call('transfer', transferArgs({ from: '0-0', to: '0-0', memo: LONG }), BOB),
    'missing_auth_exception',
  );
  assertThrows(() => chain.call('mint', ['0-0', '0.00000000 NOPENOP', LONG], BOB), 'regid_type_exception');
});

test('decision D12: a network can allow the symbols of the reference', () => {
  const chain = new AssetChain();
  const issue = (symbol: string): unknown => chain.call('issue', issueArgs({ symbol }));
  for (const symbol of ['8,AB.1', '8,A@_#123']) {
    chain.system.setBalance(id(OWNER), 'WICC', FEE);
    chain.system.assetSymbolRule = 'seed';
    assertThrows(() => issue(symbol), 'asset_type_exception', /6 or 7 letters A-Z/);
    chain.system.assetSymbolRule = 'reference';
    issue(symbol);
  }
  for (const symbol of ['8,ABC', '8,abcd'])
    assertThrows(() => issue(symbol), 'asset_type_exception', /4 to 7/);
});

test('a fee needs a reserve and producers', () => {
  const chain = new AssetChain();
  chain.system.reserve = undefined;
  assertThrows(() => chain.issue(), 'account_access_exception', /risk reserve/);
  const gone = new AssetChain();
  gone.accounts.delete(id(PRODUCERS[3]!));
  assertThrows(() => gone.issue(), 'account_access_exception', /cannot pay the issue fee to 0-13/);
});

test('arguments that end early, at every byte, are refused', () => {
  const data = packedArguments('transfer', transferArgs({ memo: 'hi' }));
  for (let size = 0; size < data.length; size++) {
    const chain = new AssetChain();
    assertThrows(
      () => chain.execute('transfer', data.subarray(0, size)),
      'wasm_assert_exception',
      /datastream read out of bounds/,
    );
  }
});

test('messages say what was wrong', () => {
  const chain = new AssetChain();
  assertThrows(
    () => chain.call('transfer', transferArgs({ to: NOBODY })),
    'account_access_exception',
    /to account '99-9' does not exist/,
  );
  assertThrows(
    () => chain.call('mint', [BOB, '1.00000000 NOPENOP', '']),
    'asset_type_exception',
    /asset \(NOPENOP\) does not exist/,
  );
});

test.run();
