import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../src/codec/json-value.js';
import { parseRegId, regIdInteger } from '../../src/codec/regid.js';
import { packAction } from '../../vm/wasm/abi/pack.js';
import { AbiSchema } from '../../vm/wasm/abi/schema.js';
import { type ExecutionCost, WasmEngine } from '../../vm/wasm/engine.js';
import type { ExceptionName } from '../../vm/wasm/exception.js';
import { ASSET_CONTRACT, OWNER_PERMISSION } from '../../vm/wasm/inline-authorization.js';
import { loadAssetContract } from '../../vm/wasm/system/asset-contract.js';
import { checkAllRows } from '../support/all-rows.js';
import { assertThrows } from '../support/contract-exception.js';
import { executeOn, MemoryHost } from '../support/memory-host.js';
import { MemorySystem } from '../support/memory-system.js';

const test = suite('asset contract 0-800');
const engine = new WasmEngine();
const contract = loadAssetContract();
const schema = new AbiSchema(contract.abi);

const [OWNER, BOB, CAROL, NOBODY] = ['3-1', '15-2', '16-2', '99-9'];
const PRODUCERS = Array.from({ length: 11 }, (_, i) => `0-${i + 10}`);
const RESERVE = '0-2';
const COIN = 10n ** 8n;
const FEE = 550n * COIN;

const id = (text: string): bigint => regIdInteger(parseRegId(text)!);

/** A chain with accounts, coins and producers. */
class Chain {
  readonly accounts = new Set([OWNER, BOB, CAROL, RESERVE, ...PRODUCERS].map(id));
  readonly system = new MemorySystem(this.accounts);
  host = new MemoryHost();

  constructor() {
    const { system } = this;
    for (const symbol of ['WICC', 'WUSD', 'WGRT']) {
      const mintable = symbol !== 'WICC';
      system.assets.set(symbol, { owner: 0n, totalSupply: 0n, mintable, name: symbol, icon: '' });
    }
    system.reserve = id(RESERVE);
    for (const account of [OWNER, BOB]) system.setBalance(id(account), 'WICC', 1000n * COIN);
  }

  /** Runs an action of the contract, authorized by an account. */
  call(
    action: string,
    args: Json,
    authorizedBy = OWNER,
    as: { receiver?: bigint; contract?: bigint } = {},
  ): ExecutionCost {
    const host = new MemoryHost();
    host.system = this.system;
    for (const account of this.accounts) host.accounts.add(account);
    host.producers = PRODUCERS.map(id);
    host.authorization = [{ account: id(authorizedBy), permission: OWNER_PERMISSION }];
    host.recipients = [ASSET_CONTRACT];
    this.host = host;
    const data = schema.definition.actions.some(({ name }) => name === action)
      ? packAction(schema, action, args)
      : Buffer.alloc(0);
    return executeOn(engine, {
      code: contract.code.bytes,
      host,
      receiver: ASSET_CONTRACT,
      action,
      data,
      ...as,
    });
  }

  issue(symbol = 'ORACLEA', mintable = true): void {
    this.call('issue', [`8,${symbol}`, OWNER, 'Oracle', 1000n * COIN, mintable, 'memo']);
  }

  balance(account: string, symbol: string): bigint {
    return this.system.freeBalance(id(account), symbol);
  }
}

test('issue: the fee goes to reserve and producers, the supply to the owner, and the asset is there', () => {
  const chain = new Chain();
  chain.issue();
  assert.equal(chain.system.assets.get('ORACLEA'), {
    owner: id(OWNER),
    totalSupply: 1000n * COIN,
    mintable: true,
    name: 'Oracle',
    icon: '',
  });
  assert.is(chain.balance(OWNER, 'WICC'), 1000n * COIN - FEE);
  assert.is(chain.balance(RESERVE, 'WICC'), 220n * COIN);
  for (const producer of PRODUCERS) assert.is(chain.balance(producer, 'WICC'), 30n * COIN);
  assert.is(chain.balance(OWNER, 'ORACLEA'), 1000n * COIN);
  const receipts = chain.system.receipts.map(({ receipt, to, amount }) => [receipt, to, amount]);
  assert.equal(receipts, [
    [701, id(RESERVE), 220n * COIN],
    ...PRODUCERS.map(producer => [703, id(producer), 30n * COIN]),
    [705, id(OWNER), 1000n * COIN],
  ]);
});

test('issue: what does not divide among the producers goes to the first', () => {
  const chain = new Chain();
  chain.system.parameters.set(19, 1007n);
  chain.system.parameters.set(26, 3333n);
  chain.issue();
  assert.is(chain.balance(RESERVE, 'WICC'), 335n);
  assert.is(chain.balance(PRODUCERS[0]!, 'WICC'), 61n + 1n);
  for (const producer of PRODUCERS.slice(1)) assert.is(chain.balance(producer, 'WICC'), 61n);
});

test('transfer: moves coins of any kind and tells both sides', () => {
  const chain = new Chain();
  chain.issue();
  chain.call('transfer', [OWNER, BOB, '0.00000001 WICC', '']);
  chain.call('transfer', [OWNER, BOB, '100.00000000 ORACLEA', 'token']);
  assert.is(chain.balance(BOB, 'ORACLEA'), 100n * COIN);
  assert.equal(chain.host.recipients, [ASSET_CONTRACT, id(OWNER), id(BOB)]);
  assert.equal(chain.system.receipts.at(-1), {
    receipt: 204,
    from: id(OWNER),
    to: id(BOB),
    symbol: 'ORACLEA',
    amount: 100n * COIN,
  });
});

test('mint: adds to supply and balance, and tells the target', () => {
  const chain = new Chain();
  chain.issue();
  chain.call('mint', [BOB, '5.00000000 ORACLEA', 'm']);
  assert.is(chain.system.assets.get('ORACLEA')!.totalSupply, 1005n * COIN);
  assert.is(chain.balance(BOB, 'ORACLEA'), 5n * COIN);
  assert.equal(chain.host.recipients, [ASSET_CONTRACT, id(BOB)]);
  assert.is(chain.system.receipts.at(-1)!.receipt, 205);
});

test('burn: takes from supply and balance of the owner, and tells nobody', () => {
  const chain = new Chain();
  chain.issue();
  chain.call('burn', [OWNER, '7.00000000 ORACLEA', 'm']);
  assert.is(chain.system.assets.get('ORACLEA')!.totalSupply, 993n * COIN);
  assert.is(chain.balance(OWNER, 'ORACLEA'), 993n * COIN);
  assert.equal(chain.host.recipients, [ASSET_CONTRACT]);
  assert.is(chain.system.receipts.at(-1)!.receipt, 206);
});

test('update and setasseticon: change what the owner may change, without a fee', () => {
  const chain = new Chain();
  chain.issue();
  const before = chain.balance(OWNER, 'WICC');
  chain.call('setasseticon', ['ORACLEA', 'https://example.invalid/icon.png']);
  chain.call('update', { symbol_code: 'ORACLEA', name: 'Renamed', memo: 'm' });
  chain.call('update', { symbol_code: 'ORACLEA', owner: BOB });
  assert.equal(chain.system.assets.get('ORACLEA'), {
    owner: id(BOB),
    totalSupply: 1000n * COIN,
    mintable: true,
    name: 'Renamed',
    icon: 'https://example.invalid/icon.png',
  });
  assert.is(chain.balance(OWNER, 'WICC'), before);
});

const LONG = 'x'.repeat(257);
const issueArgs = (change: Record<string, Json>): Json => ({
  symbol: '8,FRESHCO',
  owner: OWNER,
  name: 'Fresh',
  total_supply: 100,
  mintable: true,
  memo: '',
  ...change,
});
const transferArgs = (change: Record<string, Json>): Json => ({
  from: OWNER,
  to: BOB,
  quantity: '1.00000000 WICC',
  memo: '',
  ...change,
});
const quantity = (amount: bigint, symbol: string): Json => ({ amount, symbol });

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
      const chain = new Chain();
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
  const chain = new Chain();
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
  const chain = new Chain();
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

test('a name of 32 bytes, a memo of 256 bytes and a supply of 0 and of 900 * 10^16 are allowed', () => {
  for (const total_supply of [0, 9_000_000_000_000_000_000n]) {
    const chain = new Chain();
    chain.call('issue', issueArgs({ name: 'n'.repeat(32), memo: 'm'.repeat(256), total_supply }));
  }
});

test('a fee needs a reserve and producers', () => {
  const chain = new Chain();
  chain.system.reserve = undefined;
  assertThrows(() => chain.issue(), 'account_access_exception', /risk reserve/);
  const gone = new Chain();
  gone.accounts.delete(id(PRODUCERS[3]!));
  assertThrows(() => gone.issue(), 'account_access_exception', /cannot pay the issue fee to 0-13/);
});

test('decision D19: told of a foreign action of the same name, the contract does nothing', () => {
  const chain = new Chain();
  const foreign = id('77-1');
  for (const [action, args] of [
    ['transfer', transferArgs({})],
    ['issue', issueArgs({})],
  ] as const) {
    chain.call(action, args, OWNER, { contract: foreign });
  }
  assert.equal(chain.system.receipts, []);
});

test('arguments that end early, at every byte, are refused', () => {
  const data = packAction(schema, 'transfer', transferArgs({ memo: 'hi' }));
  for (let size = 0; size < data.length; size++) {
    const chain = new Chain();
    chain.call('transfer', transferArgs({}));
    const { host } = chain;
    assertThrows(
      () =>
        executeOn(engine, {
          code: contract.code.bytes,
          host,
          receiver: ASSET_CONTRACT,
          action: 'transfer',
          data: data.subarray(0, size),
        }),
      'wasm_assert_exception',
      /datastream read out of bounds/,
    );
  }
});

test('messages say what was wrong', () => {
  const chain = new Chain();
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

test('every action stays within the free steps of a receiver', () => {
  const chain = new Chain();
  const costs = [
    chain.call('issue', issueArgs({})),
    chain.call('transfer', transferArgs({})),
    chain.call('mint', [BOB, '1.00000000 FRESHCO', '']),
  ];
  for (const { steps, storageFuel } of costs) {
    assert.ok(steps < 50_000, `${steps}`);
    assert.is(storageFuel, 0n);
  }
});

test('supply is the sum of all balances, whatever is done', () => {
  const accounts = [OWNER, BOB, CAROL];
  const account = fc.constantFrom(...accounts);
  const amount = fc.bigInt(0n, 2000n * COIN);
  const step = fc.record({
    action: fc.constantFrom('transfer', 'mint', 'burn'),
    from: account,
    to: account,
    amount,
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const chain = new Chain();
      chain.issue();
      const base = chain.system.total('WICC');
      for (const { action, from, to, amount: value } of steps) {
        const coins = quantity(value, '8,ORACLEA');
        const args: Json = action === 'transfer' ? [from, to, coins, ''] : [to, coins, ''];
        const before = chain.system.total('ORACLEA');
        try {
          chain.call(action, args, from);
        } catch {
          assert.is(chain.system.total('ORACLEA'), before, 'a refused action has moved nothing');
        }
        assert.is(chain.system.total('ORACLEA'), chain.system.assets.get('ORACLEA')!.totalSupply);
      }
      assert.is(chain.system.total('WICC'), base);
    }),
    { numRuns: 50 },
  );
});

test.run();
