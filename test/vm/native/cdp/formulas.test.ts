import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { REFERENCE_RULES } from '../../../../src/config/networks/reference.js';
import { INITIAL_INTEREST_PARAMETERS } from '../../../../src/state/tables/cdp-parameters.js';
import {
  collateralCeiling,
  collateralValue,
  forcedIndexLimit,
  fullLiquidation,
  indexRatio,
  inflatedCoins,
  interestForDays,
  interestOver,
  interestSegments,
  isCeilingReached,
  isFloorReached,
  isSettlementDue,
  loanedDays,
  MAX_U64,
  minimumCollateral,
  pairRatio,
  partialLiquidation,
  penaltyToSpend,
  positionRatio,
  stakeRatio,
  toUint64,
} from '../../../../vm/native/cdp/formulas.js';
import { CDP_EXAMPLES, type CdpExample, examplesOf } from '../../../support/vectors/cdp-examples.js';

const formulas = suite('formulas of debt positions');

/** The groups, or single examples, that other tests run: how many, and above them which test. */
const ELSEWHERE: Readonly<Record<string, number>> = {
  // forced-liquidation.test.ts
  'force-06': 1,
  // log10.test.ts
  log10: 7,
  // flow.test.ts
  flow: 11,
  // system-order-id.test.ts
  'order-id': 3,
  // The tests of prices.
  median: 7,
  'median-window': 7,
  stale: 3,
  // The tests of governance.
  'approval-count': 8,
  'axc-in': 4,
  'bp-size': 4,
  expiry: 2,
  'regid-param': 3,
};

let exampleCount = 0;

/** A test that runs every example of a group but those that other tests run. */
function examples<I, E>(group: string, count: number, run: (example: CdpExample<I, E>) => void): void {
  formulas(`the ${count} worked examples of ${group} hold`, () => {
    const cases = examplesOf<I, E>(group).filter(({ id }) => ELSEWHERE[id] === undefined);
    assert.is(cases.length, count);
    for (const example of cases) run(example);
    exampleCount += cases.length;
  });
}

interface Amounts {
  readonly total_staked_bcoins: string;
  readonly total_owed_scoins: string;
}
const holdings = ({ total_staked_bcoins, total_owed_scoins }: Amounts) => ({
  staked: BigInt(total_staked_bcoins),
  owed: BigInt(total_owed_scoins),
});

examples<{ begin_height: number; end_height: number; one_day_blocks: number }, { loaned_days: number }>(
  'days',
  6,
  ({ id, inputs, expected }) => {
    const days = loanedDays(inputs.begin_height, inputs.end_height, inputs.one_day_blocks);
    assert.is(days, expected.loaned_days, id);
  },
);

type InterestInputs =
  | { total_owed_scoins: string; loaned_days: number; A: string; B: string }
  | { total_owed_scoins: string; begin_height: number; end_height: number; one_day_blocks: number };

examples<InterestInputs, { interest: string }>('interest', 18, ({ id, inputs, expected }) => {
  const owed = BigInt(inputs.total_owed_scoins);
  if ('loaned_days' in inputs) {
    const interest = interestForDays(
      owed,
      inputs.loaned_days,
      { a: BigInt(inputs.A), b: BigInt(inputs.B) },
      REFERENCE_RULES,
    );
    assert.is(interest, BigInt(expected.interest), id);
  } else {
    const { begin_height, end_height, one_day_blocks } = inputs;
    const segments = interestSegments(begin_height, end_height, [], INITIAL_INTEREST_PARAMETERS);
    assert.is(interestOver(owed, segments, one_day_blocks, REFERENCE_RULES), BigInt(expected.interest), id);
  }
});

interface Piece {
  readonly begin: number;
  readonly end: number;
  readonly A: string;
  readonly B: string;
  readonly interest: string;
}

examples<
  {
    total_owed_scoins: string;
    begin_height: number;
    end_height: number;
    one_day_blocks: number;
    param_changes: { height: number; A: string; B: string }[];
  },
  { pieces: Piece[]; interest: string }
>('interest-changes', 7, ({ id, inputs, expected }) => {
  const { begin_height, end_height, one_day_blocks, param_changes } = inputs;
  const owed = BigInt(inputs.total_owed_scoins);
  const changes = param_changes.map(({ height, A, B }) => ({ height, a: BigInt(A), b: BigInt(B) }));
  const segments = interestSegments(begin_height, end_height, changes, INITIAL_INTEREST_PARAMETERS);
  assert.is(interestOver(owed, segments, one_day_blocks, REFERENCE_RULES), BigInt(expected.interest), id);
  if (owed === 0n) return;
  const pieces = expected.pieces.map(({ begin, end, A, B }) => ({ begin, end, a: BigInt(A), b: BigInt(B) }));
  assert.equal(
    segments.map(({ begin, end, a, b }) => ({ begin, end, a, b })),
    pieces,
    id,
  );
  assert.equal(
    segments.map(segment => interestOver(owed, [segment], one_day_blocks, REFERENCE_RULES)),
    expected.pieces.map(({ interest }) => BigInt(interest)),
    id,
  );
});

examples<{ asset_amount: string; scoins: string; price: string }, { ratio: string }>(
  'ratio-stake',
  7,
  ({ id, inputs, expected }) => {
    const ratio = stakeRatio(BigInt(inputs.asset_amount), BigInt(inputs.scoins), BigInt(inputs.price));
    assert.is(ratio, BigInt(expected.ratio), id);
  },
);

examples<Amounts & { price: string }, { ratio: string; index_ratio: string }>(
  'ratio-cdp',
  10,
  ({ id, inputs, expected }) => {
    assert.is(positionRatio(holdings(inputs), BigInt(inputs.price)), BigInt(expected.ratio), id);
    assert.is(indexRatio(holdings(inputs)), BigInt(expected.index_ratio), id);
  },
);

examples<
  { total_staked_assets: string; total_owed_scoins: string; price: string; floor: string },
  { ratio: string; floor_reached: boolean }
>('ratio-global', 4, ({ id, inputs, expected }) => {
  const totals = { staked: BigInt(inputs.total_staked_assets), owed: BigInt(inputs.total_owed_scoins) };
  const price = BigInt(inputs.price);
  assert.is(pairRatio(totals, price), BigInt(expected.ratio), id);
  assert.is(isFloorReached(totals, price, BigInt(inputs.floor)), expected.floor_reached, id);
});

examples<{ force_ratio: string; price: string }, { index_limit: string }>(
  'force-threshold',
  4,
  ({ id, inputs, expected }) => {
    const limit = forcedIndexLimit(BigInt(inputs.force_ratio), BigInt(inputs.price));
    assert.is(limit, BigInt(expected.index_limit), id);
  },
);

examples<{ min_in_scoin: string; price: string }, { min_staked_bcoins: string }>(
  'min-stake',
  4,
  ({ id, inputs, expected }) => {
    const minimum = minimumCollateral(BigInt(inputs.min_in_scoin), BigInt(inputs.price));
    assert.is(minimum, BigInt(expected.min_staked_bcoins), id);
  },
);

examples<
  { total_staked_assets: string; new_assets: string; ceiling_wi: string },
  { limit: string; reached: boolean }
>('ceiling', 2, ({ id, inputs, expected }) => {
  const coins = BigInt(inputs.ceiling_wi);
  const totals = { staked: BigInt(inputs.total_staked_assets), owed: 0n };
  assert.is(collateralCeiling(coins), BigInt(expected.limit), id);
  assert.is(isCeilingReached(totals, BigInt(inputs.new_assets), coins), expected.reached, id);
});

interface LiquidationInputs extends Amounts {
  readonly price: string;
  readonly scoins_to_liquidate: string;
  readonly start_liquidate_ratio: string;
  readonly nonreturn_ratio: string;
  readonly force_ratio: string;
  readonly discount_ratio: string;
  readonly min_in_scoin: string;
}

interface LiquidationResult {
  readonly ratio: string;
  readonly error?: string;
  readonly branch?: string;
  readonly bcoins_to_liquidator_total: string;
  readonly bcoins_to_owner_total: string;
  readonly scoins_total: string;
  readonly fund_total: string;
  readonly mode: 'full' | 'partial';
  readonly paid: string;
  readonly bcoins_to_liquidator: string;
  readonly bcoins_to_owner: string;
  readonly closeout: string;
  readonly penalty: string;
  readonly left_staked: string;
  readonly left_owed: string;
  readonly min_staked?: string;
  readonly penalty_to_reserve_free: string;
  readonly penalty_frozen_for_order: string;
}

examples<LiquidationInputs, LiquidationResult>('liquidate', 16, ({ id, inputs, expected }) => {
  const position = holdings(inputs);
  const price = BigInt(inputs.price);
  const offered = BigInt(inputs.scoins_to_liquidate);
  assert.is(positionRatio(position, price), BigInt(expected.ratio), id);
  const whole = fullLiquidation(position, price, {
    start: BigInt(inputs.start_liquidate_ratio),
    nonReturn: BigInt(inputs.nonreturn_ratio),
    force: BigInt(inputs.force_ratio),
    discount: BigInt(inputs.discount_ratio),
  });
  if (expected.branch === undefined) {
    assert.is(expected.error, 'cdp-not-liquidate-ready', id);
    assert.is(whole, undefined, id);
    return;
  }
  assert.equal(
    whole,
    {
      toLiquidator: BigInt(expected.bcoins_to_liquidator_total),
      toOwner: BigInt(expected.bcoins_to_owner_total),
      paid: BigInt(expected.scoins_total),
      closedOut: position.owed,
      penalty: BigInt(expected.fund_total),
    },
    id,
  );
  const isFull = offered >= whole!.paid;
  assert.is(isFull ? 'full' : 'partial', expected.mode, id);
  const actual = isFull ? whole! : partialLiquidation(position, whole!, offered)!;
  assert.equal(
    actual,
    {
      toLiquidator: BigInt(expected.bcoins_to_liquidator),
      toOwner: BigInt(expected.bcoins_to_owner),
      paid: BigInt(expected.paid),
      closedOut: BigInt(expected.closeout),
      penalty: BigInt(expected.penalty),
    },
    id,
  );
  const left = position.staked - actual.toLiquidator - actual.toOwner;
  assert.is(left, BigInt(expected.left_staked), id);
  assert.is(position.owed - actual.closedOut, BigInt(expected.left_owed), id);
  assert.is(penaltyToSpend(actual.penalty), BigInt(expected.penalty_frozen_for_order), id);
  assert.is(actual.penalty - penaltyToSpend(actual.penalty), BigInt(expected.penalty_to_reserve_free), id);
  if (expected.min_staked !== undefined) {
    const minimum = minimumCollateral(BigInt(inputs.min_in_scoin), price);
    assert.is(minimum, BigInt(expected.min_staked), id);
    assert.is(left < minimum, expected.error === 'total-staked-bcoins-too-small', id);
  }
});

examples<
  Amounts & { bcoin_price: string; fcoin_price: string },
  { bcoin_value: string; sell_bcoin: string; inflate_fcoin: string | null }
>('force', 5, ({ id, inputs, expected }) => {
  const position = holdings(inputs);
  const price = BigInt(inputs.bcoin_price);
  assert.is(collateralValue(position.staked, price), BigInt(expected.bcoin_value), id);
  assert.is(position.staked, BigInt(expected.sell_bcoin), id);
  const inflated = inflatedCoins(position, price, BigInt(inputs.fcoin_price));
  assert.is(inflated, BigInt(expected.inflate_fcoin ?? 0), id);
});

formulas('no worked example is left out', () => {
  const { cases, case_count } = CDP_EXAMPLES;
  const elsewhere = Object.entries(ELSEWHERE);
  for (const [name, count] of elsewhere) {
    assert.is(cases.filter(({ id, group }) => id === name || group === name).length, count, name);
  }
  const others = elsewhere.reduce((sum, [, count]) => sum + count, 0);
  assert.is(cases.length, case_count);
  assert.is(exampleCount + others, case_count);
  console.log(`worked examples: ${exampleCount} here, ${others} in other tests, ${case_count} in all`);
});

const amount = fc.bigInt(1n, 10n ** 18n);
const price = fc.bigInt(1n, 10n ** 12n);

formulas('a double is cut off to 64 bits: not a number is 0, too much is the largest', () => {
  assert.is(toUint64(Number.NaN), 0n);
  assert.is(toUint64(1.999), 1n);
  assert.is(toUint64(2 ** 64), MAX_U64);
  assert.is(toUint64(Number.POSITIVE_INFINITY), MAX_U64);
  assert.is(toUint64(2 ** 64 - 2 ** 11), 2n ** 64n - 2n ** 11n);
});

formulas('a ratio that does not fit counts as the largest, so nobody may liquidate for nothing', () => {
  const position = { staked: 2n ** 60n, owed: 1n };
  assert.is(positionRatio(position, 10n ** 12n), MAX_U64);
  assert.is(indexRatio(position), MAX_U64);
});

formulas('a payment is never below the debt, whatever ratios are set', () => {
  const parameters = { start: 15_000n, nonReturn: 11_300n, force: 10_400n, discount: 100n };
  const whole = fullLiquidation({ staked: 140n, owed: 100n }, 100_000_000n, parameters)!;
  assert.is(whole.paid, 100n);
  assert.is(whole.penalty, 0n);
});

formulas('a part of a liquidation that rounds to the whole is none', () => {
  const position = { staked: 2n ** 62n, owed: 2n ** 62n };
  const parameters = { start: 15_000n, nonReturn: 11_300n, force: 10_400n, discount: 9700n };
  const whole = fullLiquidation(position, 100_000_000n, parameters)!;
  assert.is(partialLiquidation(position, whole, whole.paid - 1n), undefined);
  assert.ok(partialLiquidation(position, whole, whole.paid / 2n));
});

formulas('a part of a liquidation never takes more than the whole', () => {
  fc.assert(
    fc.property(amount, fc.bigInt(10_001n, 15_000n), fc.bigInt(1n, 10_000n), (owed, ratio, part) => {
      const position = { staked: (owed * ratio) / 10_000n + 1n, owed };
      const parameters = { start: 15_000n, nonReturn: 11_300n, force: 10_400n, discount: 9700n };
      const whole = fullLiquidation(position, 100_000_000n, parameters);
      if (whole === undefined) return;
      assert.is(whole.toLiquidator + whole.toOwner, position.staked);
      const paid = (whole.paid * part) / 10_001n;
      const some = partialLiquidation(position, whole, paid);
      if (some === undefined) return;
      assert.ok(some.toLiquidator <= whole.toLiquidator);
      assert.ok(some.toOwner <= whole.toOwner);
      assert.ok(some.closedOut <= some.paid);
      assert.is(some.paid - some.closedOut, some.penalty);
    }),
  );
});

formulas('interest grows with the debt and with the days', () => {
  const days = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(fc.bigInt(1_000_000n, 10n ** 17n), days, (owed, count) => {
      const interest = interestForDays(owed, count, INITIAL_INTEREST_PARAMETERS, REFERENCE_RULES);
      assert.ok(interest < interestForDays(2n * owed, count, INITIAL_INTEREST_PARAMETERS, REFERENCE_RULES));
      assert.ok(interest <= interestForDays(owed, count + 1, INITIAL_INTEREST_PARAMETERS, REFERENCE_RULES));
    }),
  );
});

formulas('a higher price never brings a position closer to liquidation', () => {
  fc.assert(
    fc.property(amount, amount, price, price, (staked, owed, a, b) => {
      const [low, high] = a < b ? [a, b] : [b, a];
      assert.ok(positionRatio({ staked, owed }, low) <= positionRatio({ staked, owed }, high));
      assert.ok(forcedIndexLimit(10_400n, high) <= forcedIndexLimit(10_400n, low));
    }),
  );
});

formulas('settlement is due a cycle after the last change, and never before it', () => {
  assert.ok(isSettlementDue(100, 130, 3n, 10));
  assert.not(isSettlementDue(100, 129, 3n, 10));
  assert.not(isSettlementDue(100, 100, 0n, 10));
  assert.not(isSettlementDue(100, 99, 0n, 10));
});

formulas.run();
