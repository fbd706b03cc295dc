import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  assertBalanceChanges,
  assertFails,
  ByteLayout,
  bytes,
  coins,
  Devnet,
} from '../../../src/testing/index.js';

const test = suite('swap contract');

const OFFERED = { symbol: 'WICC', amount: coins(3) };
const PRICE = coins(5);
const methods = {
  offer: (amount: bigint, symbol: string) => bytes(0xf0, 0x11).i64le(amount).text(symbol),
  take: (offer: string) => bytes(0xf0, 0x12).hex(offer),
  cancel: (offer: string) => bytes(0xf0, 0x13).hex(offer),
};

const chain = Devnet.start();
const { alice, bob, carol } = chain.accounts;
const swap = chain.deployLua({ file: 'contracts/lua/swap.lua', methods });
for (const symbol of ['WGRT', 'WUSD']) chain.setBalance(bob, coins(100), symbol);
const start = chain.snapshot();
test.before.each(() => chain.revert(start));

/** Makes an offer of alice. @returns what names it */
function offer(given = OFFERED, price = PRICE, symbol = 'WGRT'): string {
  return swap.as(alice, { coins: given }).methods.offer(price, symbol).txid;
}

const take = (id: string, amount = PRICE, symbol = 'WGRT') =>
  swap.as(bob).call(methods.take(id), { coins: { symbol, amount } });

test('an offer waits in the contract', () => {
  assertBalanceChanges(
    chain,
    [
      [alice, -OFFERED.amount],
      [swap, OFFERED.amount],
    ],
    () => offer(),
  );
  assert.is(swap.storedValues().length, 1);
});

test('taking it gives both sides what they want in one call', () => {
  const id = offer();
  assertBalanceChanges(
    chain,
    [
      [alice, PRICE, 'WGRT'],
      [bob, -PRICE, 'WGRT'],
      [bob, OFFERED.amount],
      [swap, -OFFERED.amount],
      [swap, 0n, 'WGRT'],
    ],
    () => take(id),
  );
  assert.is(swap.storedValues().length, 0);
});

test('an offer is taken once', () => {
  const id = offer();
  take(id);
  assertFails(() => take(id), { reason: 'No such offer' });
});

for (const amount of [PRICE - 1n, PRICE + 1n, 1n, 0n]) {
  test(`paying ${amount} instead of the price is refused`, () => {
    const id = offer();
    assertFails(() => take(id, amount), { reason: `The price is ${PRICE} WGRT` });
  });
}

for (const symbol of ['WICC', 'WUSD']) {
  test(`paying in ${symbol} instead of the wanted coin is refused`, () => {
    const id = offer();
    assertFails(() => take(id, PRICE, symbol), { reason: `The price is ${PRICE} WGRT` });
  });
}

for (const [given, wanted] of [
  ['WICC', 'WUSD'],
  ['WICC', 'WICC'],
  ['WUSD', 'WICC'],
  ['WGRT', 'WUSD'],
] as const) {
  test(`swaps ${given} for ${wanted}`, () => {
    chain.setBalance(alice, coins(50), 'WUSD');
    chain.setBalance(alice, coins(50), 'WGRT');
    const id = offer({ symbol: given, amount: coins(2) }, coins(1), wanted);
    const net = new Map([
      [given, -coins(2)],
      [wanted, 0n],
    ]);
    const before = [...net.keys()].map(symbol => chain.balance(alice, symbol));
    take(id, coins(1), wanted);
    [...net.keys()].forEach((symbol, i) => {
      assert.is(chain.balance(alice, symbol) - before[i]!, symbol === wanted ? coins(1) : 0n);
    });
    for (const symbol of net.keys()) assert.is(chain.balance(swap, symbol), 0n);
  });
}

test('two offers are two, also in one block', () => {
  const [first, second] = chain.inOneBlock(() => [offer(), offer()]);
  assert.is.not(first, second);
  take(first!);
  take(second!);
  assert.is(chain.balance(swap), 0n);
});

test('the maker takes an offer back', () => {
  const id = offer();
  assertBalanceChanges(chain, [[alice, OFFERED.amount]], () => swap.as(alice).methods.cancel(id));
  assertFails(() => take(id), { reason: 'No such offer' });
});

for (const other of [bob, carol]) {
  test(`${other.name} cannot take it back`, () => {
    const id = offer();
    assertFails(() => swap.as(other).methods.cancel(id), { reason: 'Only who made an offer can cancel it' });
  });
}

test('taking back costs nothing', () => {
  const id = offer();
  assertFails(() => swap.as(alice).call(methods.cancel(id), { coins: 1n }), {
    reason: 'Cancelling costs nothing',
  });
});

test('an offer needs coins', () => {
  assertFails(() => swap.as(alice).methods.offer(PRICE, 'WGRT'), { reason: 'An offer needs coins' });
});

for (const price of [0n, -1n]) {
  test(`a price of ${price} is refused`, () => {
    assertFails(() => offer(OFFERED, price), { reason: `${price} <=0 error` });
  });
}

for (const id of ['00'.repeat(32), 'ff'.repeat(32), 'ab'.repeat(32)]) {
  test(`there is no offer ${id.slice(0, 4)}...`, () => {
    assertFails(() => take(id), { reason: 'No such offer' });
    assertFails(() => swap.methods.cancel(id), { reason: 'No such offer' });
  });
}

for (const method of [0x11, 0x12, 0x13]) {
  for (const length of [0, 8, 31, 33].filter(n => method !== 0x11 || n <= 8)) {
    test(`refuses method ${method.toString(16)} with ${length} bytes behind it`, () => {
      const args = bytes(0xf0, method).raw(new Uint8Array(length));
      assertFails(() => swap.call(args), {
        reason: `Method ${method.toString(16)} not found or parameter error`,
      });
    });
  }
}

for (const method of [0x00, 0x01, 0x10, 0x14, 0x7f, 0x80, 0xf0, 0xff]) {
  test(`has no method ${method.toString(16)}`, () => {
    const reason = `Method ${method.toString(16).padStart(2, '0')} not found or parameter error`;
    assertFails(() => swap.call(bytes(0xf0, method)), { reason });
  });
}

test('refuses another magic byte, and no arguments', () => {
  for (const args of [new ByteLayout(), bytes(0xf0), bytes(0, 0x11)]) {
    assertFails(() => swap.call(args), { reason: 'Arguments begin with f0 and a method' });
  }
});

test.run();
