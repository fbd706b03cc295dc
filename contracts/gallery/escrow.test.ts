import { assertBalanceChanges, assertFails, bytes, coins, Devnet } from 'coind/testing';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const chain = Devnet.start();
const { alice: buyer, bob: seller, carol: arbiter, dave: stranger } = chain.accounts;
const escrow = chain.deployLua({ file: 'escrow.lua' });
const amount = coins(5);
const deadline = chain.height + 10;
const open = () => escrow.as(buyer, { coins: amount }).methods.open(seller, arbiter, deadline);
const deployed = chain.snapshot();

test.before.each(() => chain.revert(deployed));

test('the buyer, or the arbiter, releases the coins to the seller', () => {
  for (const [id, who] of [
    [1, buyer],
    [2, arbiter],
  ] as const) {
    assert.equal(open().logs, [`escrow ${id}`]);
    assertBalanceChanges(
      chain,
      [
        [seller, amount],
        [escrow, -amount],
      ],
      () => escrow.as(who).methods.release(id),
    );
  }
});

test('the seller, or the arbiter, gives them back to the buyer', () => {
  for (const [id, who] of [
    [1, seller],
    [2, arbiter],
  ] as const) {
    open();
    assertBalanceChanges(
      chain,
      [
        [buyer, amount],
        [escrow, -amount],
      ],
      () => escrow.as(who).methods.refund(id),
    );
  }
});

test('the buyer takes them back after the deadline, not at it', () => {
  open();
  chain.mine(deadline - chain.height - 1);
  assertFails(() => escrow.as(buyer).methods.refund(1), { reason: 'Not yet, or not you' });
  chain.mine();
  assertFails(() => escrow.as(stranger).methods.refund(1), { reason: 'Not yet, or not you' });
  assertBalanceChanges(chain, [[buyer, amount]], () => escrow.as(buyer).methods.refund(1));
});

test('nobody else decides, and nobody for himself', () => {
  open();
  for (const who of [seller, stranger]) {
    assertFails(() => escrow.as(who).methods.release(1), {
      reason: 'Only the buyer and the arbiter release',
    });
  }
  for (const who of [buyer, stranger]) {
    assertFails(() => escrow.as(who).methods.refund(1), { reason: 'Not yet, or not you' });
  }
});

test('what is paid is gone, also for the other way', () => {
  open();
  open();
  escrow.as(buyer).methods.release(1);
  assertFails(() => escrow.as(buyer).methods.release(1), { reason: 'No such escrow' });
  assertFails(() => escrow.as(seller).methods.refund(1), { reason: 'No such escrow' });
  escrow.as(seller).methods.refund(2);
  assert.equal(open().logs, ['escrow 3']);
  assertFails(() => escrow.as(buyer).methods.release(4), { reason: 'No such escrow' });
});

test('any coin is kept, and paid in its kind', () => {
  chain.setBalance(buyer, coins(7), 'WUSD');
  escrow.as(buyer, { coins: { symbol: 'WUSD', amount: 1n } }).methods.open(seller, arbiter, deadline);
  assertBalanceChanges(
    chain,
    [
      [seller, 1n, 'WUSD'],
      [escrow, -1n, 'WUSD'],
    ],
    () => escrow.as(buyer).methods.release(1),
  );
});

test('an escrow needs coins, three accounts and a deadline to come', () => {
  const paying = escrow.as(buyer, { coins: amount }).methods;
  assertFails(() => escrow.as(buyer).methods.open(seller, arbiter, deadline), {
    reason: 'Coins are to be kept',
  });
  for (const [a, b] of [
    [buyer, arbiter],
    [seller, buyer],
    [seller, seller],
  ] as const) {
    assertFails(() => paying.open(a, b, deadline), { reason: 'Three accounts are needed' });
  }
  assertFails(() => paying.open(seller, arbiter, chain.height + 1), { reason: 'The deadline is over' });
  paying.open(seller, arbiter, chain.height + 2);
});

test('other calls, and coins that nobody asked for, are refused', () => {
  open();
  const arguments_ = [
    bytes(2).u32le(1),
    bytes(3).u32le(1),
    bytes(1).regid(seller).regid(arbiter).u32le(deadline),
  ];
  for (const each of arguments_) {
    assertFails(() => escrow.call(each.u8(0), { coins: amount }), { reason: 'No such method' });
  }
  for (const method of [0, 4]) {
    assertFails(() => escrow.call(bytes(method).u32le(1)), { reason: 'No such method' });
    assertFails(
      () => escrow.call(bytes(method).regid(seller).regid(arbiter).u32le(deadline), { coins: amount }),
      {
        reason: 'No such method',
      },
    );
  }
  assertFails(() => escrow.as(buyer, { coins: 1n }).methods.release(1), { reason: 'It takes no coins' });
  assertFails(() => escrow.as(seller, { coins: 1n }).methods.refund(1), { reason: 'It takes no coins' });
});

test.run();
