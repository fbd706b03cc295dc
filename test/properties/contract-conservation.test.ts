import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdText } from '../../src/codec/regid.js';
import type { BlockOutcome } from '../../src/ledger/types.js';
import type { StateReader } from '../../src/state/state.js';
import { ACCOUNTS } from '../../src/state/tables/accounts.js';
import { CDP_TOTALS, CDPS } from '../../src/state/tables/cdps.js';
import { ORDERS } from '../../src/state/tables/orders.js';
import { PENDING_REWARDS } from '../../src/state/tables/rewards.js';
import { UTXOS } from '../../src/state/tables/utxos.js';
import { RECEIPT, receiptTypeText } from '../../src/tx/receipt.js';
import { frozenRestOf } from '../../vm/native/dex/order-amounts.js';
import { ModuleStage } from '../support/ledgers/module-ledger.js';
import { callsOfBlock, OPERATIONS } from '../support/random/random-module-calls.js';
import { scaled } from '../support/random/scale.js';
import { fingerprint } from '../support/stores/chain-contents.js';

/*
 * Users, a WebAssembly contract and a Lua contract call the modules at random, with and without the
 * right to. After every block each coin is conserved, what is frozen is in open orders, what is pledged
 * in debt positions, and taking back block after block leads through every earlier state.
 */

/** Debt positions are opened before, and liquidated after it. */
const BLOCKS_BEFORE_FALL = 3;

/** Coins of these kinds come into being and cease to be outside the exchange of WUSD for debt. */
const INFLATION: ReadonlySet<number> = new Set([
  RECEIPT.COIN_MINT_ONCHAIN,
  RECEIPT.COIN_BLOCK_INFLATE,
  RECEIPT.DELEGATE_VOTE_INTEREST,
  RECEIPT.CDP_TOTAL_INFLATE_FCOIN_TO_RESERVE,
]);
/** Fees and outputs keep their coins outside of accounts, where the sums below find them. */
const KEPT_ELSEWHERE: ReadonlySet<number> = new Set([
  RECEIPT.BLOCK_REWARD_TO_MINER,
  RECEIPT.TRANSFER_UTXO_COINS,
]);

/** Sawi by coin. */
class Sums extends Map<string, bigint> {
  plus(symbol: string, amount: bigint): this {
    return this.set(symbol, (this.get(symbol) ?? 0n) + amount);
  }

  get entriesInOrder(): readonly (readonly [string, bigint])[] {
    return [...this].filter(([, value]) => value !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** All coins: in accounts, in outputs, and on their way to producers. */
function sumsOf(state: StateReader): Sums {
  const sums = new Sums();
  for (const [, { tokens }] of state.iterate(ACCOUNTS)) {
    for (const [symbol, { free, frozen, staked, voted, pledged }] of tokens) {
      sums.plus(symbol, free + frozen + staked + voted + pledged);
    }
  }
  for (const [, { coinSymbol, output: made }] of state.iterate(UTXOS)) sums.plus(coinSymbol, made.coinAmount);
  for (const [, { fees }] of state.iterate(PENDING_REWARDS)) {
    for (const { symbol, amount } of fees) sums.plus(symbol, amount);
  }
  return sums;
}

/** Adds what receipts say came into being and ceased to be, and takes the fuel that was burned. */
function addDeclared(sums: Sums, { executed, blockReceipts, maturedReward, fuelFee }: BlockOutcome): void {
  const byType = new Map<number, Sums>();
  const receipts = [
    ...executed.flatMap(transaction => transaction.receipts),
    ...blockReceipts,
    ...(maturedReward?.receipts ?? []),
  ];
  for (const { type, operation, from, to, coinSymbol, amount } of receipts) {
    if (KEPT_ELSEWHERE.has(type)) continue;
    const sign =
      operation === 'ADD_FREE' && from.kind === 'null'
        ? 1n
        : operation === 'SUB_FREE' && to.kind === 'null'
          ? -1n
          : 0n;
    if (sign === 0n) continue;
    sums.plus(coinSymbol, sign * amount);
    const ofType = byType.get(type) ?? new Sums();
    byType.set(type, ofType.plus(coinSymbol, sign * amount));
  }
  sums.plus('WICC', -fuelFee);
  for (const [type, changed] of byType) {
    for (const symbol of ['WICC', 'WGRT']) {
      const made = changed.get(symbol) ?? 0n;
      assert.ok(made === 0n || INFLATION.has(type), `${receiptTypeText(type)} changes ${symbol} by ${made}`);
    }
  }
}

/** What is frozen and pledged is what open orders and positions hold. */
function assertHeld(state: StateReader): void {
  const held = new Sums();
  for (const [, order] of state.iterate(ORDERS)) {
    const { symbol, amount } = frozenRestOf(order);
    held.plus(`frozen ${symbol} ${regIdText(order.owner)}`, amount);
  }
  const totals = new Sums();
  for (const [, { owner, bcoinSymbol, scoinSymbol, staked, owed }] of state.iterate(CDPS)) {
    held.plus(`pledged ${bcoinSymbol} ${regIdText(owner)}`, staked);
    totals
      .plus(`${bcoinSymbol} ${scoinSymbol} staked`, staked)
      .plus(`${bcoinSymbol} ${scoinSymbol} owed`, owed);
  }
  for (const [, { regId, tokens }] of state.iterate(ACCOUNTS)) {
    for (const [symbol, { free, frozen, pledged }] of tokens) {
      assert.ok(free >= 0n && frozen >= 0n && pledged >= 0n);
      held.plus(`frozen ${symbol} ${regIdText(regId)}`, -frozen);
      held.plus(`pledged ${symbol} ${regIdText(regId)}`, -pledged);
    }
  }
  assert.equal(held.entriesInOrder, []);
  for (const [[bcoin, scoin], { staked, owed }] of state.iterate(CDP_TOTALS)) {
    totals.plus(`${bcoin} ${scoin} staked`, -staked).plus(`${bcoin} ${scoin} owed`, -owed);
  }
  assert.equal(totals.entriesInOrder, []);
}

test('contracts that call the modules at random conserve every coin, and all of it can be taken back', async () => {
  const accepted = new Map<string, number>();
  let refused = 0;
  let blocksMet = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(callsOfBlock, { minLength: 11, maxLength: 14 }), async blocks => {
      const stage = await ModuleStage.open();
      const { chain, state, solo } = stage.dev;
      const prints = [fingerprint(chain, state)];
      const sums = sumsOf(chain.state);
      chain.subscribe({
        blockConnected({ outcome }) {
          addDeclared(sums, outcome);
          assert.equal(sumsOf(chain.state).entriesInOrder, sums.entriesInOrder);
          assertHeld(chain.state);
          prints.push(fingerprint(chain, state));
          blocksMet++;
        },
      });
      await solo.start();
      await stage.furnish();
      for (const [i, calls] of blocks.entries()) {
        if (i === BLOCKS_BEFORE_FALL) stage.lowerPrice();
        for (const wishes of calls) await stage.call(wishes);
        await solo.produce(1);
      }
      assert.equal(stage.dev.problems, []);
      for (let height = chain.tip.header.height; height > 0; height--) {
        await solo.disconnectBlocks(1);
        assert.is(fingerprint(chain, state), prints[height - 1], `block ${height} is taken back`);
      }
      await stage.dev.close();
      for (const [kind, times] of stage.accepted) accepted.set(kind, (accepted.get(kind) ?? 0) + times);
      refused += stage.refused;
    }),
    { numRuns: scaled(40, 3_000) },
  );
  const calls = [...accepted.values()].reduce((sum, times) => sum + times, 0);
  console.log(
    `${calls} calls accepted, ${refused} transactions refused, ${blocksMet} blocks, each taken back`,
  );
  for (const [kind, times] of [...accepted].toSorted()) console.log(`  ${kind}: ${times}`);
  assert.ok(refused > 0);
  const kinds = new Set([...accepted.keys()].map(kind => kind.replace(/^\w+ /, '')));
  assert.is(kinds.size, Object.keys(OPERATIONS).length, 'every action has taken effect');
});

test.run();
