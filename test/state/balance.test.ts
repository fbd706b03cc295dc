import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { applyBetween, applyOperation, BalanceOverflow } from '../../src/state/balance.js';
import { type Account, EMPTY_TOKEN, newAccount, type Token } from '../../src/state/tables/accounts.js';
import type { BalanceOperation } from '../../src/tx/balance-operation.js';

const SYMBOL = 'WICC';
const OWN = '11'.repeat(20);
const PEER = '22'.repeat(20);

function accountWith(keyId: string, token: Partial<Token>): Account {
  return { ...newAccount(keyId), tokens: new Map([[SYMBOL, { ...EMPTY_TOKEN, ...token }]]) };
}

function tokenIn(account: Account | undefined): Token | undefined {
  return account?.tokens.get(SYMBOL);
}

/** What each operation of spec 07 §10.1 takes from and adds to. */
const MOVES: readonly (readonly [BalanceOperation, from: keyof Token, to: keyof Token])[] = [
  ['STAKE', 'free', 'staked'],
  ['UNSTAKE', 'staked', 'free'],
  ['FREEZE', 'free', 'frozen'],
  ['UNFREEZE', 'frozen', 'free'],
  ['VOTE', 'free', 'voted'],
  ['UNVOTE', 'voted', 'free'],
  ['PLEDGE', 'free', 'pledged'],
  ['UNPLEDGE', 'pledged', 'free'],
];

for (const [operation, from, to] of MOVES) {
  test(`${operation} moves ${from} coins to the ${to} ones, and fails for one sawi too much`, () => {
    const before = accountWith(OWN, { free: 3n, frozen: 5n, staked: 7n, voted: 11n, pledged: 13n });
    const all = tokenIn(before)![from];
    const after = tokenIn(applyOperation(before, operation, SYMBOL, all))!;
    assert.equal(after, { ...tokenIn(before)!, [from]: 0n, [to]: tokenIn(before)![to] + all });
    assert.is(applyOperation(before, operation, SYMBOL, all + 1n), undefined);
  });
}

test('ADD_FREE adds and SUB_FREE takes free coins', () => {
  const added = applyOperation(newAccount(OWN), 'ADD_FREE', SYMBOL, 9n)!;
  assert.is(tokenIn(added)!.free, 9n);
  assert.is(tokenIn(applyOperation(added, 'SUB_FREE', SYMBOL, 4n))!.free, 5n);
  assert.is(applyOperation(added, 'SUB_FREE', SYMBOL, 10n), undefined);
});

test('NULL_OP changes no balance', () => {
  const account = accountWith(OWN, { free: 3n });
  assert.equal(tokenIn(applyOperation(account, 'NULL_OP', SYMBOL, 99n)), tokenIn(account));
});

test('an operation with a peer moves free coins between the two', () => {
  const own = accountWith(OWN, { free: 10n, frozen: 10n });
  const peer = accountWith(PEER, { free: 10n });
  const rows: readonly (readonly [BalanceOperation, own: Partial<Token>, peer: bigint])[] = [
    ['SUB_FREE', { free: 4n, frozen: 10n }, 16n],
    ['ADD_FREE', { free: 16n, frozen: 10n }, 4n],
    ['DEX_DEAL', { free: 10n, frozen: 4n }, 16n],
  ];
  for (const [operation, ownAfter, peerAfter] of rows) {
    const after = applyBetween(own, peer, operation, SYMBOL, 6n)!;
    assert.equal(tokenIn(after.account), { ...EMPTY_TOKEN, ...ownAfter }, operation);
    assert.is(tokenIn(after.peer)!.free, peerAfter, operation);
    assert.is(applyBetween(own, peer, operation, SYMBOL, 11n), undefined, operation);
  }
});

test('an account that is its own peer keeps its coins, if it has them', () => {
  const own = accountWith(OWN, { free: 10n, frozen: 5n });
  for (const operation of ['SUB_FREE', 'ADD_FREE'] as const) {
    const after = applyBetween(own, own, operation, SYMBOL, 10n)!;
    assert.equal(tokenIn(after.account), tokenIn(own), operation);
    assert.is(after.account, after.peer, operation);
    assert.is(applyBetween(own, own, operation, SYMBOL, 11n), undefined, operation);
  }
  const dealt = applyBetween(own, own, 'DEX_DEAL', SYMBOL, 5n)!;
  assert.equal(tokenIn(dealt.account), { ...EMPTY_TOKEN, free: 15n });
});

test('a coin of which nothing is left has no entry (decision D37)', () => {
  const account = accountWith(OWN, { free: 3n });
  assert.is(applyOperation(account, 'SUB_FREE', SYMBOL, 3n)!.tokens.has(SYMBOL), false);
  assert.is(applyOperation(newAccount(OWN), 'ADD_FREE', SYMBOL, 0n)!.tokens.has(SYMBOL), false);
});

test('a balance beyond 64 bits is a fault, not a refusal (spec 07 A6)', () => {
  const full = accountWith(OWN, { free: 2n ** 64n - 1n });
  assert.throws(
    () => applyOperation(full, 'ADD_FREE', SYMBOL, 1n),
    (error: unknown) => error instanceof BalanceOverflow,
  );
});

test('operations leave the account that they are given as it was', () => {
  const account = accountWith(OWN, { free: 3n });
  applyOperation(account, 'STAKE', SYMBOL, 2n);
  assert.equal(tokenIn(account), { ...EMPTY_TOKEN, free: 3n });
});

test.run();
