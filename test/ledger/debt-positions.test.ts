import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdText, sameRegId } from '../../src/codec/regid.js';
import { regIdUid } from '../../src/codec/uid.js';
import { PROTOCOL } from '../../src/config/network.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../src/config/networks/development-keys.js';
import { CDP_PARAMETERS, type CdpParameterName } from '../../src/config/system-parameters.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import type { BlockExecution } from '../../src/ledger/types.js';
import type { StateReader } from '../../src/state/state.js';
import { ACCOUNTS, type Account, REGIDS, type Token, tokenOf } from '../../src/state/tables/accounts.js';
import { CDP_COLLATERALS, STAKING } from '../../src/state/tables/cdp-collaterals.js';
import {
  CDP_INTEREST_CHANGES,
  CDP_PARAMS,
  type CdpPair,
  cdpParameter,
} from '../../src/state/tables/cdp-parameters.js';
import {
  CDPS,
  CDPS_BY_HEIGHT,
  CDPS_BY_OWNER,
  CDPS_BY_RATIO,
  type Cdp,
  cdpsUpToRatio,
  cdpTotals,
} from '../../src/state/tables/cdps.js';
import { FEED_PAIRS } from '../../src/state/tables/prices.js';
import { RECEIPT } from '../../src/tx/receipt.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import type { Transaction } from '../../src/tx/transactions.js';
import { forcedIndexLimit, indexRatio } from '../../vm/native/cdp/formulas.js';
import { isPairLocked } from '../../vm/native/cdp/pair-conditions.js';
import { CdpLedger } from '../support/ledgers/cdp-ledger.js';
import type { Actor } from '../support/ledgers/scratch-ledger.js';
import { scaled } from '../support/random/scale.js';

/*
 * Whatever happens to debt positions, the stable coin is backed by debt, the collateral is where the
 * positions say, and the indexes find every position at its place.
 */

const COLLATERALS = ['WICC', 'ROGTEST'] as const;
const BLOCKS_PER_SEQUENCE = 40;
const RICH = 10n ** 14n;
/** Stable coins that the reserve begins with, in sawi. */
const RESERVE = 10n ** 12n;
/** Has the stable coins that nobody works with. */
const HOARDER = 'ab'.repeat(20);

const PEOPLE: readonly Actor[] = DEVELOPMENT_PUBLIC_KEYS.accounts.map((publicKey, i) => {
  const regId = { height: 0, index: 13 + i };
  return { regId, uid: regIdUid(regId), keyId: keyIdOf(Buffer.from(publicKey, 'hex')), publicKey };
});

const person = fc.constantFrom(...PEOPLE);
const collateral = fc.constantFrom(...COLLATERALS);
/** Sawi, of every order of magnitude up to what somebody has. */
const amount = fc
  .tuple(fc.integer({ min: 7, max: 13 }), fc.bigInt(1n, 99n))
  .map(([zeros, digits]) => digits * 10n ** BigInt(zeros - 1));
/** By how much a price moves, in percent: from a crash to a rally. */
const move = fc.bigInt(78n, 124n);
/** Ten-thousandths of what a position has or owes. */
const part = fc.bigInt(0n, 12_000n);

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('stake' as const),
      person,
      coin: collateral,
      staked: amount,
      /** Ratio that the new debt has, in percent: mostly good enough. */
      ratio: fc.bigInt(150n, 400n),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('redeem' as const),
      position: fc.nat(),
      repaid: part,
      redeemed: part,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('liquidate' as const),
      person,
      position: fc.nat(),
      paid: part,
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Parameters that leave the system working, with values around the usual ones. */
const parameterChange = fc.oneof(
  ...(
    [
      ['CDP_START_COLLATERAL_RATIO', 16_000n, 21_000n],
      ['CDP_START_LIQUIDATE_RATIO', 12_000n, 15_500n],
      ['CDP_NONRETURN_LIQUIDATE_RATIO', 10_500n, 11_800n],
      ['CDP_FORCE_LIQUIDATE_RATIO', 10_310n, 11_500n],
      ['CDP_LIQUIDATE_DISCOUNT_RATIO', 5000n, 10_000n],
      ['CDP_INTEREST_PARAM_A', 1n, 50n],
      ['CDP_INTEREST_PARAM_B', 1n, 1000n],
      ['CDP_CONVERT_INTEREST_TO_DEBT_DAYS', 1n, 4n],
    ] as const satisfies readonly (readonly [CdpParameterName, bigint, bigint])[]
  ).map(([name, min, max]) =>
    fc.record({ name: fc.constant(name), value: fc.bigInt(min, max), coin: collateral }),
  ),
);

const block = fc.record({
  /** Blocks since the one before, so that interest runs. */
  pause: fc.integer({ min: 1, max: 40 }),
  moves: fc.tuple(move, move, move),
  parameter: fc.option(parameterChange, { freq: 8 }),
  steps: fc.array(step, { maxLength: 6 }),
});
type BlockPlan = typeof block extends fc.Arbitrary<infer B> ? B : never;

const succeeded = new Map<string, number>();

function count(what: string): void {
  succeeded.set(what, (succeeded.get(what) ?? 0) + 1);
}

/** A ledger on which a sequence of blocks happens. */
class Sequence {
  readonly ledger = new CdpLedger({ blocksPerDay: 20 });
  /** Coins that no transaction creates. */
  readonly #supplies: Readonly<Record<string, bigint>>;
  #prices = { WICC: 25_000_000n, ROGTEST: 25_000_000n, WGRT: 1_000_000n };
  #height = 300;
  #fees = 0n;
  #inflated = 0n;

  constructor() {
    const { ledger } = this;
    ledger.addAsset('ROGTEST');
    ledger.state.put(FEED_PAIRS, ['ROGTEST', 'USD'], true);
    const activatedAt = { height: 10, index: 1 };
    ledger.state.put(CDP_COLLATERALS, 'ROGTEST', { staking: STAKING.on, activatedAt });
    for (const { keyId } of PEOPLE) {
      for (const coin of COLLATERALS) ledger.endow(keyId, coin, RICH);
      ledger.endow(keyId, 'WUSD', PROTOCOL.stableReserve / 20n);
    }
    // The rest stays with the reserve; it is little enough to run out.
    const spent = (PROTOCOL.stableReserve / 20n) * BigInt(PEOPLE.length);
    ledger.setToken(HOARDER, 'WUSD', { free: PROTOCOL.stableReserve - spent - RESERVE });
    ledger.setToken(ledger.reserve, 'WUSD', { free: RESERVE });
    this.#supplies = Object.fromEntries([...COLLATERALS, 'WGRT'].map(coin => [coin, this.#supply(coin)]));
  }

  run({ pause, moves, parameter, steps }: BlockPlan): void {
    this.#height += pause;
    this.#movePrices(moves);
    const execution = this.ledger.begin(this.#height);
    this.#executeMedian(execution);
    const settlement = execution.settlementTransaction();
    if (settlement !== undefined) {
      execution.execute(settlement);
      count('settlement');
    }
    for (const each of steps) this.#try(execution, each);
    if (parameter !== null) this.#change(execution, parameter);
    execution.state.merge();
    this.#checkSupplies();
    this.#checkPositions();
  }

  #movePrices([wicc, rogtest, wgrt]: BlockPlan['moves']): void {
    const { WICC, ROGTEST, WGRT } = this.#prices;
    this.#prices = { WICC: moved(WICC, wicc), ROGTEST: moved(ROGTEST, rogtest), WGRT: moved(WGRT, wgrt) };
    this.ledger.setPrices(this.#prices, this.#height);
  }

  /** Forced liquidation leaves only what its bounds allow. */
  #executeMedian(execution: BlockExecution): void {
    const { state } = execution;
    const locked = new Set(COLLATERALS.filter(coin => isPairLocked(state, pairOf(coin), this.#prices[coin])));
    const { receipts } = execution.execute(execution.medianTransaction()!);
    for (const { type, operation, amount: coins } of receipts) {
      if (type === RECEIPT.CDP_TOTAL_CLOSEOUT_SCOIN_FROM_RESERVE) count('forced liquidation');
      if (type === RECEIPT.CDP_TOTAL_INFLATE_FCOIN_TO_RESERVE && operation === 'ADD_FREE')
        this.#inflated += coins;
    }
    const reserve = tokenOf(state.get(ACCOUNTS, this.ledger.reserve)!, 'WUSD').free;
    for (const coin of COLLATERALS) {
      const force = cdpParameter(state, pairOf(coin), 'CDP_FORCE_LIQUIDATE_RATIO');
      const limit = forcedIndexLimit(force, this.#prices[coin]);
      const [survivor] = cdpsUpToRatio(state, pairOf(coin), limit, 1);
      if (survivor === undefined) continue;
      const isTooExpensive = state.get(CDPS, survivor)!.owed > reserve;
      assert.ok(locked.has(coin) || isTooExpensive, `${survivor} survived`);
      count(locked.has(coin) ? 'locked pair' : 'poor reserve');
    }
  }

  #try(execution: BlockExecution, planned: Step): void {
    const tx = this.#transaction(execution.state, planned);
    if (tx === undefined) return;
    try {
      const { receipts } = execution.execute(this.ledger.prepare(tx));
      this.#fees += receipts[0]!.amount;
      count(planned.kind);
    } catch (error) {
      assert.instance(error, TransactionRejected);
    }
  }

  /** Undefined where there is no position to do something with. */
  #transaction(state: StateReader, planned: Step): Transaction | undefined {
    const { ledger } = this;
    if (planned.kind === 'stake') {
      const { coin, staked, ratio } = planned;
      const scoinsToMint = (staked * this.#prices[coin]) / (ratio * 1_000_000n);
      const id = state.get(CDPS_BY_OWNER, [planned.person.regId, coin, 'WUSD']);
      const changes = { assetsToStake: new Map([[coin, staked]]), scoinsToMint };
      const position = id === undefined ? {} : { cdpTxid: id };
      return ledger.stakeTx({ ...changes, ...position }, planned.person, this.#height);
    }
    const all = [...state.iterate(CDPS)];
    const chosen = all[planned.position % all.length];
    if (chosen === undefined) return undefined;
    const [cdpTxid, { bcoinSymbol, staked, owed, owner }] = chosen;
    if (planned.kind === 'redeem') {
      const assetsToRedeem = new Map([[bcoinSymbol, partOf(staked, planned.redeemed)]]);
      const changes = { cdpTxid, scoinsToRepay: partOf(owed, planned.repaid), assetsToRedeem };
      const sender = PEOPLE.find(({ regId }) => sameRegId(regId, owner))!;
      return ledger.redeemTx(changes, sender, this.#height);
    }
    const changes = { cdpTxid, scoinsToLiquidate: partOf(owed, planned.paid) };
    return ledger.liquidateTx(changes, planned.person, this.#height);
  }

  #change({ state }: BlockExecution, { name, value, coin }: NonNullable<BlockPlan['parameter']>): void {
    const pair = pairOf(coin);
    state.put(CDP_PARAMS, [coin, pair.scoinSymbol, CDP_PARAMETERS[name].code], value);
    state.put(CDP_INTEREST_CHANGES, [coin, pair.scoinSymbol, this.#height], {
      a: cdpParameter(state, pair, 'CDP_INTEREST_PARAM_A'),
      b: cdpParameter(state, pair, 'CDP_INTEREST_PARAM_B'),
    });
  }

  #supply(coin: string): bigint {
    let sum = 0n;
    for (const [, account] of this.ledger.state.iterate(ACCOUNTS)) sum += total(tokenOf(account, coin));
    return sum;
  }

  /** Stable coins are debt and what genesis declared; of the others, as many as there were. */
  #checkSupplies(): void {
    const debt = COLLATERALS.reduce((sum, coin) => sum + cdpTotals(this.ledger.state, pairOf(coin)).owed, 0n);
    assert.is(this.#supply('WUSD'), PROTOCOL.stableReserve + debt, 'WUSD is debt');
    assert.is(this.#supply('WICC') + this.#fees, this.#supplies.WICC, 'WICC');
    assert.is(this.#supply('ROGTEST'), this.#supplies.ROGTEST, 'ROGTEST');
    assert.is(this.#supply('WGRT'), this.#supplies.WGRT! + this.#inflated, 'WGRT');
  }

  #checkPositions(): void {
    const { state } = this.ledger;
    const cdps = [...state.iterate(CDPS)];
    for (const coin of COLLATERALS) {
      const ofPair = cdps.filter(([, { bcoinSymbol }]) => bcoinSymbol === coin);
      const sum = (kind: 'staked' | 'owed') => ofPair.reduce((all, [, cdp]) => all + cdp[kind], 0n);
      assert.equal(cdpTotals(state, pairOf(coin)), { staked: sum('staked'), owed: sum('owed') });
    }
    this.#checkPledges(cdps.map(([, cdp]) => cdp));
    // The keys of an index are in order by their encoding; that of every position is where it should be.
    assert.equal(
      Array.from(state.iterate(CDPS_BY_RATIO), ([key]) => key.join()),
      sorted(cdps, ([id, cdp]) => [cdp.bcoinSymbol, cdp.scoinSymbol, indexRatio(cdp), cdp.height, id]),
    );
    assert.equal(
      Array.from(state.iterate(CDPS_BY_HEIGHT), ([key]) => key.join()),
      sorted(cdps, ([id, cdp]) => [cdp.bcoinSymbol, cdp.scoinSymbol, cdp.height, id]),
    );
    const owners = Array.from(state.iterate(CDPS_BY_OWNER), ([[owner, coin], id]) => [owner, coin, id]);
    assert.equal(
      owners.map(([owner, coin, id]) => `${regIdText(owner as Cdp['owner'])} ${coin} ${id}`).sort(),
      cdps.map(([id, { owner, bcoinSymbol }]) => `${regIdText(owner)} ${bcoinSymbol} ${id}`).sort(),
    );
  }

  #checkPledges(cdps: readonly Cdp[]): void {
    const expected = new Map<string, bigint>();
    for (const { owner, bcoinSymbol, staked } of cdps) {
      const key = `${this.ledger.state.get(REGIDS, owner)} ${bcoinSymbol}`;
      expected.set(key, (expected.get(key) ?? 0n) + staked);
    }
    for (const [keyId, account] of this.ledger.state.iterate(ACCOUNTS)) {
      for (const coin of COLLATERALS) {
        assert.is(pledgedOf(account, coin), expected.get(`${keyId} ${coin}`) ?? 0n, `pledge of ${keyId}`);
      }
    }
  }
}

function pairOf(bcoinSymbol: string): CdpPair {
  return { bcoinSymbol, scoinSymbol: 'WUSD' };
}

function partOf(whole: bigint, tenThousandths: bigint): bigint {
  return (whole * tenThousandths) / 10_000n;
}

function moved(price: bigint, percent: bigint): bigint {
  const changed = (price * percent) / 100n;
  return changed < 1000n ? 1000n : changed > 10n ** 9n ? 10n ** 9n : changed;
}

function total({ free, frozen, staked, voted, pledged }: Token): bigint {
  return free + frozen + staked + voted + pledged;
}

function pledgedOf(account: Account, coin: string): bigint {
  return tokenOf(account, coin).pledged;
}

/** Keys in the order of their parts: symbols, then numbers, then the bytes of the id in wire order. */
function sorted(
  cdps: readonly [string, Cdp][],
  keyOf: (entry: [string, Cdp]) => readonly (string | number | bigint)[],
): string[] {
  const sortable = (part: string | number | bigint) =>
    typeof part === 'string' && part.length === 64
      ? Buffer.from(part, 'hex').reverse().toString('hex')
      : part;
  return cdps
    .map(keyOf)
    .sort((a, b) => {
      for (const [i, left] of a.entries()) {
        const [x, y] = [sortable(left), sortable(b[i]!)];
        if (x !== y) return x < y ? -1 : 1;
      }
      return 0;
    })
    .map(key => key.join());
}

test('supply, collateral, indexes and thresholds hold through random blocks', () => {
  const plans = fc.array(block, { minLength: BLOCKS_PER_SEQUENCE, maxLength: BLOCKS_PER_SEQUENCE });
  fc.assert(
    fc.property(plans, blocks => {
      const sequence = new Sequence();
      for (const plan of blocks) sequence.run(plan);
    }),
    { numRuns: scaled(30, 500) },
  );
  const happened = ['stake', 'redeem', 'liquidate', 'settlement', 'forced liquidation'];
  for (const what of [...happened, 'locked pair', 'poor reserve']) {
    assert.ok((succeeded.get(what) ?? 0) > 0, `no ${what} came about: ${[...succeeded]}`);
  }
  console.log([...succeeded].map(([what, times]) => `${what} ${times}`).join(', '));
});

test.run();
