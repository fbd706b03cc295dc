import { createHash } from 'node:crypto';
import { assertBalanceChanges, assertFails, bytes, coins, Devnet } from 'coind/testing';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const chain = Devnet.start();
const { alice, bob, carol, dave } = chain.accounts;
const lottery = chain.deployLua({ file: 'lottery.lua' });
const [HALF, PRICE] = [20, coins(1)];
const sha256 = (...parts: Uint8Array[]) =>
  createHash('sha256').update(Buffer.concat(parts).toString('hex')).digest();
/** Secrets may have zero bytes. */
const secretOf = (n: number) => Buffer.from([0, n, ...Buffer.alloc(30, n)]);
const buy = (who: typeof bob, secret: Uint8Array) =>
  lottery.as(who, { coins: PRICE }).methods.buy(sha256(secret));
const reveal = (who: typeof bob, round: number, secret: Uint8Array) =>
  lottery.as(who).methods.reveal(round, secret);
const draw = (round: number) => lottery.as(dave).methods.draw(round);
/** Mines, so that the next call is in a block of a round, counted from its first one. */
const goTo = (round: number, block: number) => chain.mine(2 * HALF * round + block - 1 - chain.height);
const deployed = chain.snapshot();

test.before.each(() => chain.revert(deployed));

/** Who wins with secrets that are shown in this order. */
function winner(secrets: readonly Uint8Array[]): number {
  let seed: Uint8Array = new Uint8Array();
  for (const secret of secrets) seed = sha256(seed, secret);
  return Number((Buffer.from(seed).readBigUInt64LE() >> 1n) % BigInt(secrets.length));
}

test('all secrets together choose who gets everything', () => {
  const players = [alice, bob, carol];
  const winners = new Set<number>();
  for (let round = 1; round <= 6; round++) {
    const secrets = players.map((_, i) => secretOf(10 * round + i));
    goTo(round, 1);
    for (const [i, player] of players.entries()) buy(player, secrets[i]!);
    goTo(round, HALF);
    for (const [i, player] of players.entries()) reveal(player, round, secrets[i]!);
    goTo(round + 1, 0);
    const won = winner(secrets);
    winners.add(won);
    assertBalanceChanges(
      chain,
      players.map((player, i) => [player, i === won ? 3n * PRICE : 0n] as const),
      () => draw(round),
    );
    assertFails(() => draw(round), { reason: 'There is nothing to win' });
  }
  assert.ok(winners.size > 1);
});

test('who does not show a secret cannot win, and has lost the stake', () => {
  goTo(1, 0);
  buy(alice, secretOf(1));
  buy(bob, secretOf(2));
  goTo(1, HALF);
  reveal(bob, 1, secretOf(2));
  goTo(2, 0);
  assertBalanceChanges(
    chain,
    [
      [alice, 0n],
      [bob, 2n * PRICE],
      [lottery, -2n * PRICE],
    ],
    () => draw(1),
  );
});

test('what nobody has won goes to the next round that is drawn', () => {
  for (const round of [1, 2]) {
    goTo(round, 0);
    buy(alice, secretOf(round));
  }
  goTo(3, 0);
  buy(bob, secretOf(3));
  assertBalanceChanges(chain, [[lottery, 0n]], () => draw(1));
  draw(2);
  goTo(3, HALF);
  reveal(bob, 3, secretOf(3));
  goTo(4, 0);
  buy(carol, secretOf(4));
  assertBalanceChanges(
    chain,
    [
      [bob, 3n * PRICE],
      [lottery, -3n * PRICE],
    ],
    () => draw(3),
  );
  goTo(4, HALF);
  reveal(carol, 4, secretOf(4));
  goTo(5, 0);
  assertBalanceChanges(
    chain,
    [
      [carol, PRICE],
      [lottery, -PRICE],
    ],
    () => draw(4),
  );
});

test('a player can have several tickets', () => {
  goTo(1, 0);
  for (const n of [1, 2]) buy(alice, secretOf(n));
  goTo(1, HALF);
  for (const n of [2, 1]) reveal(alice, 1, secretOf(n));
  goTo(2, 0);
  assertBalanceChanges(chain, [[alice, 2n * PRICE]], () => draw(1));
});

test('tickets are sold in the first half, to the block, for their price', () => {
  const price = 'That is not the price';
  const late = 'Tickets are sold in the first half of a round';
  goTo(1, HALF - 1);
  buy(alice, secretOf(1));
  assertFails(() => buy(alice, secretOf(2)), { reason: late });
  goTo(2, 0);
  for (const amount of [0n, PRICE - 1n, PRICE + 1n]) {
    assertFails(() => lottery.as(bob, { coins: amount }).methods.buy(sha256(secretOf(3))), { reason: price });
  }
  chain.setBalance(bob, PRICE, 'WUSD');
  const wrong = lottery.as(bob, { coins: { symbol: 'WUSD', amount: PRICE } }).methods;
  assertFails(() => wrong.buy(sha256(secretOf(3))), { reason: price });
});

test('a hash is taken once in a round', () => {
  goTo(1, 0);
  buy(alice, secretOf(1));
  assertFails(() => buy(bob, secretOf(1)), { reason: 'There is a ticket with this hash' });
  goTo(2, 0);
  buy(bob, secretOf(1));
});

test('secrets are shown in the second half of their round, by who has the ticket, once', () => {
  const early = 'Secrets are shown in the second half of their round';
  const none = 'You have no such ticket';
  goTo(1, 0);
  buy(alice, secretOf(1));
  goTo(1, HALF - 1);
  assertFails(() => reveal(alice, 1, secretOf(1)), { reason: early });
  goTo(1, HALF);
  for (const round of [0, 2]) assertFails(() => reveal(alice, round, secretOf(1)), { reason: early });
  assertFails(() => reveal(bob, 1, secretOf(1)), { reason: none });
  assertFails(() => reveal(alice, 1, secretOf(2)), { reason: none });
  reveal(alice, 1, secretOf(1));
  assertFails(() => reveal(alice, 1, secretOf(1)), { reason: none });
  goTo(2, 0);
  assertFails(() => reveal(alice, 1, secretOf(1)), { reason: early });
});

test('a round is drawn when it is over, to the block', () => {
  goTo(1, 0);
  buy(alice, secretOf(1));
  goTo(1, HALF);
  reveal(alice, 1, secretOf(1));
  goTo(1, 2 * HALF - 1);
  for (const round of [1, 2]) assertFails(() => draw(round), { reason: 'The round is not over' });
  chain.mine();
  assertFails(() => draw(0), { reason: 'There is nothing to win' });
  draw(1);
});

test('other calls, and coins that nobody asked for, are refused', () => {
  goTo(1, 0);
  const hash = sha256(secretOf(1));
  const other = { reason: 'No such method' };
  assertFails(() => lottery.call(bytes(1).raw(hash).u8(0), { coins: PRICE }), other);
  assertFails(() => lottery.call(bytes(0).raw(hash)), other);
  buy(alice, secretOf(1));
  goTo(1, HALF);
  const shown = bytes(2).u32le(1).raw(secretOf(1));
  assertFails(() => lottery.as(alice).call(shown.u8(0)), other);
  assertFails(() => lottery.as(alice).call(bytes(4).u32le(1).raw(secretOf(1))), other);
  assertFails(() => lottery.as(alice).call(shown, { coins: 1n }), { reason: 'It takes no coins' });
  reveal(alice, 1, secretOf(1));
  goTo(2, 0);
  assertFails(() => lottery.call(bytes(3).u32le(1).u8(0)), other);
  for (const method of [0, 4]) assertFails(() => lottery.call(bytes(method).u32le(1)), other);
  assertFails(() => lottery.call(bytes(3).u32le(1), { coins: 1n }), { reason: 'It takes no coins' });
});

test.run();
