import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AccountLike,
  assertBalanceChanges,
  assertFails,
  assertReceipt,
  ByteLayout,
  bytes,
  Devnet,
} from '../../../src/testing/index.js';
import { checkSequences } from '../../../src/testing/sequences.js';
import { scaled } from '../../support/random/scale.js';

const test = suite('token contract');

const SUPPLY = 90_000_000_000n * 10n ** 8n;
const SEND = bytes(0xf0, 0x16, 0, 0);
const methods = {
  configure: () => bytes(0xf0, 0x11, 0, 0),
  send: (to: AccountLike, amount: bigint) => SEND.address(to).i64le(amount),
};

const chain = Devnet.start();
const { alice, bob, carol } = chain.accounts;
const unconfigured = chain.deployLua({ file: 'contracts/lua/token.lua', from: bob, methods });
const beforehand = chain.snapshot();
unconfigured.as(carol).methods.configure();
const start = chain.snapshot();
const token = unconfigured.as(alice);
const free = (account: AccountLike): bigint => token.appAccount(account).free;

test.before.each(() => chain.revert(start));

test('gives the whole supply to its owner, whoever configures it', () => {
  assert.equal([free(alice), free(bob), free(carol)], [SUPPLY, 0n, 0n]);
});

test('has nothing before it is configured', () => {
  chain.revert(beforehand);
  assert.is(free(alice), 0n);
  assert.is(token.storedValues().length, 0);
  assertFails(() => token.methods.send(bob, 1n), {
    reason: 'Insufficient money to transfer in the account.',
  });
});

test('is configured once', () => {
  assertFails(() => token.methods.configure(), { reason: 'Already configured', line: 57 });
});

const STORED: readonly (readonly [key: string, value: Buffer])[] = [
  ['standard', Buffer.from('WRC20')],
  ['owner', Buffer.from(alice.address)],
  ['name', Buffer.from('Sample Token')],
  ['symbol', Buffer.from('SMPL')],
  ['decimals', new ByteLayout().u64le(8).encode(() => '')],
  ['totalSupply', new ByteLayout().u64le(SUPPLY).encode(() => '')],
];
for (const [key, value] of STORED) {
  test(`stores its ${key}`, () => assert.equal(token.stored(key), value));
}

test('notes what it gives as a receipt', () => {
  chain.revert(beforehand);
  const outcome = unconfigured.methods.configure();
  assertReceipt(chain, outcome, { type: 'CONTRACT_TOKEN_OPERATE_ADD', to: alice, amount: SUPPLY });
});

const AMOUNTS = [
  1n,
  2n,
  127n,
  128n,
  255n,
  256n,
  65_535n,
  65_536n,
  2n ** 24n,
  2n ** 31n - 1n,
  2n ** 31n,
  2n ** 32n,
  2n ** 48n,
  2n ** 52n,
  2n ** 53n,
  2n ** 53n + 1n,
  SUPPLY - 1n,
  SUPPLY,
];
for (const amount of AMOUNTS) {
  test(`sends ${amount} to the last unit`, () => {
    const outcome = token.methods.send(bob, amount);
    assert.equal([free(alice), free(bob)], [SUPPLY - amount, amount]);
    assertReceipt(chain, outcome, { type: 'CONTRACT_TOKEN_OPERATE_SUB', from: alice, amount });
    assertReceipt(chain, outcome, { type: 'CONTRACT_TOKEN_OPERATE_ADD', to: bob, amount });
  });
}

for (const amount of [0n, -1n, -5n, -(2n ** 63n)]) {
  test(`refuses to send ${amount}`, () => {
    assertFails(() => token.methods.send(bob, amount), { reason: `${amount} <=0 error` });
  });
}

for (const amount of [SUPPLY + 1n, 2n ** 63n - 1n]) {
  test(`refuses to send ${amount}, more than there is`, () => {
    assertFails(() => token.methods.send(bob, amount), {
      reason: 'Insufficient money to transfer in the account.',
    });
  });
}

test('lets nobody send who has nothing', () => {
  assertFails(() => token.as(carol).methods.send(bob, 1n), { reason: /^Insufficient money/ });
});

test('lets receivers send on what they have, and no more', () => {
  token.methods.send(bob, 10n);
  token.as(bob).methods.send(carol, 4n);
  assert.equal([free(bob), free(carol)], [6n, 4n]);
  assertFails(() => token.as(bob).methods.send(carol, 7n), { reason: /^Insufficient money/ });
});

test('sends to oneself without effect', () => {
  token.methods.send(alice, SUPPLY);
  assert.is(free(alice), SUPPLY);
});

test('sends to an account that has not been there', () => {
  const stranger = 'ab'.repeat(20);
  token.methods.send(stranger, 3n);
  assert.is(free(stranger), 3n);
});

test('moves no coins of the chain', () => {
  assertBalanceChanges(
    chain,
    [
      [alice, 0n],
      [bob, 0n],
      [token, 0n],
    ],
    () => token.methods.send(bob, 5n),
  );
});

test('coins that come with a call stay with the contract', () => {
  const work = () => token.call(methods.send(bob, 5n), { coins: 77n });
  assertBalanceChanges(
    chain,
    [
      [alice, -77n],
      [token, 77n],
    ],
    work,
  );
});

for (let length = 0; length < 4; length++) {
  test(`refuses ${length} bytes of arguments`, () => {
    const args = new Uint8Array(length).fill(0xf0);
    assertFails(() => token.call(args), { reason: `Parameter length error (<4): ${length}` });
  });
}

for (const length of [4, 5, 12, 38, 45, 47, 64, 512, 4096]) {
  test(`refuses a send of ${length} bytes`, () => {
    const args = Buffer.alloc(length);
    SEND.address(bob)
      .u64le(1n)
      .encode(() => bob.address)
      .copy(args);
    assertFails(() => token.call(args), { reason: 'Method 16 not found or parameter error' });
  });
}

test('arguments beyond 4096 bytes are refused by the ledger', () => {
  assertFails(() => token.call(new Uint8Array(4097)), {
    code: 'REJECT_INVALID',
    reason: 'arguments-size-toolarge',
  });
});

for (const magic of [0x00, 0x0f, 0x7f, 0xef, 0xf1, 0xff]) {
  test(`refuses the magic byte ${magic.toString(16)}`, () => {
    const reason = `Parameter MagicNo error (~=0xf0): ${magic}`;
    assertFails(() => token.call(bytes(magic, 0x11, 0, 0)), { reason });
  });
}

const UNKNOWN_METHODS = [0x00, 0x01, 0x10, 0x12, 0x13, 0x14, 0x15, 0x17, 0x18, 0x19, 0x7f, 0x80, 0xfe, 0xff];
for (const method of UNKNOWN_METHODS) {
  test(`has no method ${method.toString(16)}`, () => {
    const reason = `Method ${method.toString(16).padStart(2, '0')} not found or parameter error`;
    assertFails(() => token.call(bytes(0xf0, method, 0, 0)), { reason });
  });
}

const DAMAGED_ADDRESSES: Readonly<Record<string, string>> = {
  'a wrong check sum': `${bob.address.slice(0, -1)}${bob.address.endsWith('x') ? 'y' : 'x'}`,
  'letters that no address has': '0'.repeat(34),
  'another network': 'WZ9gVvbDbcGuJKDYL2ZKAHAZ3PeY8iQqcD',
  'zero bytes': '\0'.repeat(34),
};
for (const [what, address] of Object.entries(DAMAGED_ADDRESSES)) {
  test(`what is sent to an address of ${what} stays under these bytes, where nobody can send it on`, () => {
    const name = Buffer.from(address, 'latin1');
    token.call(SEND.raw(name).u64le(5n));
    assert.equal([free(alice), token.appAccount(name).free], [SUPPLY - 5n, 5n]);
  });
}

test('a refused call costs nothing and leaves no trace', () => {
  const before = chain.stateDigest;
  assertFails(() => token.as(carol).methods.send(bob, 1n));
  assert.is(chain.stateDigest, before);
});

test('costs as much for everybody', () => {
  token.methods.send(bob, 10n);
  token.methods.send(carol, 10n);
  const first = token.as(bob).views.send(carol, 1n).fuel;
  assert.is(token.as(carol).views.send(bob, 1n).fuel.total, first.total);
});

test('the smallest fee that suffices is taken, a smaller one buys too little fuel', () => {
  const { needed } = token.views.send(bob, 1n).fee;
  assertFails(() => token.call(methods.send(bob, 1n), { fee: needed - 100n }), { reason: /^Burned-out/ });
  token.call(methods.send(bob, 1n), { fee: needed });
});

test('a fee below the minimum of the network is refused', () => {
  assertFails(() => token.call(methods.send(bob, 1n), { fee: 9_999n }), { code: 'REJECT_INVALID' });
});

test('whatever is sent, the supply stays the same and nobody has less than nothing', () => {
  const users = [alice, bob, carol];
  const user = fc.nat(users.length - 1);
  checkSequences({
    chain,
    world: fork => token.on(fork),
    calls: {
      send: {
        args: fc.tuple(user, user, fc.bigInt({ min: -5n, max: SUPPLY + 5n })),
        run: (world, [from, to, amount]: readonly [number, number, bigint]) =>
          world.as(users[from]!).methods.send(users[to]!, amount),
      },
      configure: { run: world => world.methods.configure() },
    },
    invariants: {
      'the supply is constant': world =>
        users.reduce((sum, each) => sum + world.appAccount(each).free, 0n) === SUPPLY,
      'no balance is negative': world => users.every(each => world.appAccount(each).free >= 0n),
    },
    maxCalls: 10,
    check: { numRuns: scaled(20, 2000) },
  });
});

test.run();
