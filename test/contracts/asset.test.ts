import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Json } from '../../src/codec/json-value.js';
import { ASSET_CONTRACT } from '../../vm/wasm/inline-authorization.js';
import {
  AssetChain,
  BOB,
  CAROL,
  COIN,
  FEE,
  id,
  issueArgs,
  OWNER,
  PRODUCERS,
  quantity,
  RESERVE,
  transferArgs,
} from '../support/wasm/asset-chain.js';

const test = suite('asset contract 0-800');

test('issue: the fee goes to reserve and producers, the supply to the owner, and the asset is there', () => {
  const chain = new AssetChain();
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
  const chain = new AssetChain();
  chain.system.parameters.set(19, 1007n);
  chain.system.parameters.set(26, 3333n);
  chain.issue();
  assert.is(chain.balance(RESERVE, 'WICC'), 335n);
  assert.is(chain.balance(PRODUCERS[0]!, 'WICC'), 61n + 1n);
  for (const producer of PRODUCERS.slice(1)) assert.is(chain.balance(producer, 'WICC'), 61n);
});

test('transfer: moves coins of any kind and tells both sides', () => {
  const chain = new AssetChain();
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
  const chain = new AssetChain();
  chain.issue();
  chain.call('mint', [BOB, '5.00000000 ORACLEA', 'm']);
  assert.is(chain.system.assets.get('ORACLEA')!.totalSupply, 1005n * COIN);
  assert.is(chain.balance(BOB, 'ORACLEA'), 5n * COIN);
  assert.equal(chain.host.recipients, [ASSET_CONTRACT, id(BOB)]);
  assert.is(chain.system.receipts.at(-1)!.receipt, 205);
});

test('burn: takes from supply and balance of the owner, and tells nobody', () => {
  const chain = new AssetChain();
  chain.issue();
  chain.call('burn', [OWNER, '7.00000000 ORACLEA', 'm']);
  assert.is(chain.system.assets.get('ORACLEA')!.totalSupply, 993n * COIN);
  assert.is(chain.balance(OWNER, 'ORACLEA'), 993n * COIN);
  assert.equal(chain.host.recipients, [ASSET_CONTRACT]);
  assert.is(chain.system.receipts.at(-1)!.receipt, 206);
});

test('update and setasseticon: change what the owner may change, without a fee', () => {
  const chain = new AssetChain();
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

test('a name of 32 bytes, a memo of 256 bytes and a supply of 0 and of 900 * 10^16 are allowed', () => {
  for (const total_supply of [0, 9_000_000_000_000_000_000n]) {
    const chain = new AssetChain();
    chain.call('issue', issueArgs({ name: 'n'.repeat(32), memo: 'm'.repeat(256), total_supply }));
    assert.is(chain.balance(OWNER, 'FRESHCO'), BigInt(total_supply));
  }
});

test('decision D19: notified of a foreign action of the same name, the contract does nothing', () => {
  const chain = new AssetChain();
  const foreign = id('77-1');
  for (const [action, args] of [
    ['transfer', transferArgs({})],
    ['issue', issueArgs({})],
  ] as const) {
    chain.call(action, args, OWNER, { contract: foreign });
  }
  assert.equal(chain.system.receipts, []);
});

test('every action stays within the free steps of a receiver', () => {
  const chain = new AssetChain();
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
      const chain = new AssetChain();
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
