import { assertBalanceChanges, assertFails, bytes, coins, Devnet } from 'coind/testing';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const chain = Devnet.start();
const { alice: seller, bob, carol, dave } = chain.accounts;
const auction = chain.deployLua({ file: 'auction.lua' });
const sold = { symbol: 'WUSD', amount: 50n };
const least = coins(2);
const finish = chain.height + 20;
chain.setBalance(seller, 1000n, 'WUSD');
const begin = () => auction.as(seller, { coins: sold }).methods.begin(finish, least);
const bid = (who: typeof bob, amount: bigint, id = 1) => auction.as(who, { coins: amount }).methods.bid(id);
const settle = (id = 1) => auction.as(dave).methods.settle(id);
/** Mines, so that the next call is in the block of a height. */
const goTo = (height: number) => chain.mine(height - 1 - chain.height);
const deployed = chain.snapshot();

test.before.each(() => chain.revert(deployed));

test('the best bidder gets what is sold, the seller the bid, whoever settles', () => {
  assert.equal(begin().logs, ['auction 1']);
  bid(bob, least);
  bid(carol, least + 1n);
  goTo(finish + 1);
  assertBalanceChanges(
    chain,
    [
      [carol, 50n, 'WUSD'],
      [seller, least + 1n],
      [auction, -50n, 'WUSD'],
      [auction, -least - 1n],
    ],
    () => settle(),
  );
  assertFails(() => settle(), { reason: 'No such auction' });
});

test('who is outbid gets the bids back, all at once, and once', () => {
  begin();
  bid(bob, least);
  bid(carol, coins(3));
  bid(bob, coins(4));
  bid(carol, coins(5));
  const { withdraw } = auction.as(bob).methods;
  assertBalanceChanges(
    chain,
    [
      [bob, least + coins(4)],
      [auction, -least - coins(4)],
    ],
    () => withdraw(),
  );
  assertFails(() => withdraw(), { reason: 'Nothing is yours' });
  assertBalanceChanges(chain, [[carol, coins(3)]], () => auction.as(carol).methods.withdraw());
  assertFails(() => auction.as(dave).methods.withdraw(), { reason: 'Nothing is yours' });
});

test('the first bid is the least that is asked for, the next ones more than the best', () => {
  begin();
  const reason = 'That is not enough';
  assertFails(() => bid(bob, least - 1n), { reason });
  bid(bob, least);
  assertFails(() => bid(carol, least), { reason });
  bid(carol, least + 1n);
});

test('bids are of WICC', () => {
  begin();
  chain.setBalance(bob, coins(9), 'WUSD');
  const wrong = auction.as(bob, { coins: { symbol: 'WUSD', amount: coins(9) } }).methods;
  assertFails(() => wrong.bid(1), { reason: 'Bids are of WICC' });
});

test('bids come until the last height, settling comes after it', () => {
  begin();
  goTo(finish);
  assertFails(() => settle(), { reason: 'It is not over' });
  bid(bob, least);
  assertFails(() => bid(carol, coins(9)), { reason: 'It is over' });
  assertBalanceChanges(chain, [[bob, 50n, 'WUSD']], () => settle());
});

test('what nobody has bid for goes back', () => {
  begin();
  goTo(finish + 1);
  assertBalanceChanges(
    chain,
    [
      [seller, 50n, 'WUSD'],
      [seller, 0n],
      [auction, -50n, 'WUSD'],
    ],
    () => settle(),
  );
});

test('auctions do not touch each other', () => {
  begin();
  assert.equal(begin().logs, ['auction 2']);
  bid(bob, least, 2);
  bid(carol, coins(3), 1);
  goTo(finish + 1);
  assertBalanceChanges(
    chain,
    [
      [bob, 50n, 'WUSD'],
      [seller, least],
    ],
    () => settle(2),
  );
  assertFails(() => bid(bob, coins(9), 3), { reason: 'No such auction' });
  assertBalanceChanges(
    chain,
    [
      [carol, 50n, 'WUSD'],
      [seller, coins(3)],
    ],
    () => settle(1),
  );
});

test('an auction sells something for something, until a height to come', () => {
  const reason = 'Something is sold, and for something';
  assertFails(() => auction.as(seller).methods.begin(finish, least), { reason });
  const { methods } = auction.as(seller, { coins: 1n });
  assertFails(() => methods.begin(finish, 0n), { reason });
  assertFails(() => methods.begin(chain.height + 1, 1n), { reason: 'That height is over' });
  methods.begin(chain.height + 2, 1n);
});

test('other calls, and coins that nobody asked for, are refused', () => {
  begin();
  assertFails(() => auction.call(bytes(1).u32le(finish).u64le(1n).u8(0), { coins: 1n }), {
    reason: 'No such method',
  });
  assertFails(() => auction.call(bytes(2).u32le(1).u8(0), { coins: least }), { reason: 'No such method' });
  assertFails(() => auction.call(bytes(4, 0)), { reason: 'No such method' });
  bid(bob, least);
  bid(carol, coins(3));
  goTo(finish + 1);
  assertFails(() => auction.call(bytes(3).u32le(1).u8(0)), { reason: 'No such method' });
  for (const method of [0, 5]) {
    assertFails(() => auction.as(bob).call(bytes(method)), { reason: 'No such method' });
    assertFails(() => auction.as(bob).call(bytes(method).u32le(1)), { reason: 'No such method' });
    assertFails(
      () =>
        auction.as(bob).call(
          bytes(method)
            .u32le(finish + 50)
            .u64le(1n),
        ),
      { reason: 'No such method' },
    );
  }
  assertFails(() => auction.as(bob, { coins: 1n }).methods.settle(1), { reason: 'It takes no coins' });
  assertFails(() => auction.as(bob, { coins: 1n }).methods.withdraw(), { reason: 'It takes no coins' });
});

test.run();
