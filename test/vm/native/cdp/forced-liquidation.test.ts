import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { REGIDS } from '../../../../src/state/tables/accounts.js';
import { CDP_COLLATERALS, STAKING } from '../../../../src/state/tables/cdp-collaterals.js';
import { CDP_TOTALS, CLOSED_CDPS, cdpClosedBy } from '../../../../src/state/tables/cdps.js';
import { FEED_PAIRS } from '../../../../src/state/tables/prices.js';
import { MAX_FORCED_LIQUIDATIONS } from '../../../../vm/native/cdp/forced-liquidation.js';
import { forcedIndexLimit, indexRatio, MAX_U64 } from '../../../../vm/native/cdp/formulas.js';
import { CdpLedger, idOf } from '../../../support/ledgers/cdp-ledger.js';
import { type Actor, ALICE, BOB, CAROL, HEIGHT } from '../../../support/ledgers/scratch-ledger.js';
import { examplesOf } from '../../../support/vectors/cdp-examples.js';

const CDP_ID = idOf('c');
const OWED = 10_000_000_000n;
/** Collateral at 0.25 that is worth 95 % of the debt, and 104 %, and just above. */
const AT_95 = 38_000_000_000n;
const AT_104 = 41_600_000_000n;
const AT_105 = 42_000_000_000n;

const forced = suite('forced liquidation');

function preparedLedger(staked: bigint): CdpLedger {
  const ledger = new CdpLedger();
  ledger.place(CDP_ID, ALICE, { staked, owed: OWED });
  return ledger;
}

/** Receipt types of a block's median transaction. */
function typesOf(ledger: CdpLedger): number[] {
  return ledger.executeMedian().receipts.map(({ type }) => type);
}

forced('the worked example of a reserve that suffices for the first position only', () => {
  interface Listed {
    readonly cdpid: string;
    readonly total_staked_bcoins: string;
    readonly total_owed_scoins: string;
  }
  const [example] = examplesOf<
    { reserve_free_scoins: string; price: string; force_ratio: string; cdps: Listed[] },
    { index_limit: string; index: { index: string }[]; liquidated: string[]; reserve_after: string }
  >('force').filter(({ id }) => id === 'force-06');
  const { inputs, expected } = example!;
  const ledger = new CdpLedger();
  ledger.setPrices({ WICC: BigInt(inputs.price), WGRT: 1_000_000n });
  ledger.setToken(ledger.reserve, 'WUSD', { free: BigInt(inputs.reserve_free_scoins) });
  const limit = forcedIndexLimit(BigInt(inputs.force_ratio), BigInt(inputs.price));
  assert.is(limit, BigInt(expected.index_limit));
  const idAt = (i: number) => idOf(String(i));
  for (const [i, { total_staked_bcoins, total_owed_scoins }] of inputs.cdps.entries()) {
    const holdings = { staked: BigInt(total_staked_bcoins), owed: BigInt(total_owed_scoins) };
    assert.is(indexRatio(holdings), BigInt(expected.index[i]!.index));
    ledger.place(idAt(i), [ALICE, BOB, CAROL][i]!, holdings);
  }
  // The example does not look at the floor of the pair, below which nothing would happen.
  ledger.place(idAt(9), { ...ALICE, regId: { height: 9, index: 9 } }, { staked: 10n ** 12n, owed: 1n });
  ledger.executeMedian();
  const liquidated = inputs.cdps.filter((_, i) => ledger.cdp(idAt(i)) === undefined);
  assert.equal(
    liquidated.map(({ cdpid }) => cdpid),
    expected.liquidated,
  );
  assert.is(ledger.free(ledger.reserve, 'WUSD'), BigInt(expected.reserve_after));
});

forced('the threshold is inclusive', () => {
  for (const [staked, isLiquidated] of [
    [AT_95, true],
    [AT_104, true],
    [AT_104 + 1n, true],
    [AT_104 + 100n, false],
    [AT_105, false],
  ] as const) {
    const ledger = preparedLedger(staked);
    ledger.executeMedian();
    assert.is(ledger.cdp(CDP_ID) === undefined, isLiquidated, `${staked}`);
  }
});

forced('collateral that covers the debt is sold, and no governance coins are created', () => {
  const ledger = preparedLedger(AT_104);
  assert.equal(typesOf(ledger), [460, 462, 462, 462]);
  const [order] = ledger.orders().values();
  assert.equal([ledger.orders().size, order!.assetSymbol, order!.assetAmount], [1, 'WICC', AT_104]);
});

forced('what is closed is remembered by its id only', () => {
  const ledger = preparedLedger(AT_95);
  const { prepared } = ledger.executeMedian();
  assert.equal(ledger.state.get(CLOSED_CDPS, CDP_ID), { txid: prepared.txid, type: 'force_liquidate' });
  assert.is(cdpClosedBy(ledger.state, prepared.txid), undefined);
});

forced('without a fresh price of the governance coin nothing happens', () => {
  const missing = preparedLedger(AT_95);
  missing.setPrices({ WICC: 25_000_000n });
  missing.executeMedian();
  assert.ok(missing.cdp(CDP_ID));
  const stale = preparedLedger(AT_95);
  stale.setPrices({ WICC: 25_000_000n, WGRT: 1_000_000n }, HEIGHT - 7201);
  stale.executeMedian();
  assert.ok(stale.cdp(CDP_ID));
});

forced('a locked pair is left alone', () => {
  const ledger = preparedLedger(AT_95);
  ledger.state.put(CDP_TOTALS, ['WICC', 'WUSD'], { staked: AT_95, owed: 12n * OWED });
  ledger.executeMedian();
  assert.ok(ledger.cdp(CDP_ID));
});

forced('a position that the reserve cannot pay stops its pair', () => {
  const ledger = preparedLedger(AT_95);
  ledger.place(idOf('d'), BOB, { staked: 40n, owed: 10n });
  ledger.setToken(ledger.reserve, 'WUSD', { free: OWED - 1n });
  ledger.executeMedian();
  assert.ok(ledger.cdp(CDP_ID));
  assert.ok(ledger.cdp(idOf('d')), 'although the reserve could pay this one');
});

forced('no more governance coins are created than the reserve can hold', () => {
  const ledger = preparedLedger(AT_95);
  ledger.setPrices({ WICC: 25_000_000n, WGRT: 1n });
  ledger.setToken(ledger.reserve, 'WGRT', { free: 5n, frozen: MAX_U64 - 7n });
  ledger.executeMedian();
  assert.equal(
    [ledger.token(ledger.reserve, 'WGRT').free, ledger.token(ledger.reserve, 'WGRT').frozen],
    [5n, MAX_U64],
  );
  const full = preparedLedger(AT_95);
  full.setToken(full.reserve, 'WGRT', { free: 0n, frozen: MAX_U64 });
  assert.equal(typesOf(full), [460, 462, 462, 462]);
});

/** A second collateral with a price, activated at a place in the chain. */
function activate(ledger: CdpLedger, symbol: string, activatedAt: Actor['regId']): void {
  ledger.addAsset(symbol);
  ledger.state.put(CDP_COLLATERALS, symbol, { staking: STAKING.on, activatedAt });
  ledger.state.put(FEED_PAIRS, [symbol, 'USD'], true);
}

forced('pairs come in the order of their activation, and share the reserve', () => {
  const ledger = new CdpLedger();
  ledger.setPrices({ WICC: 25_000_000n, WGRT: 1_000_000n, AAAAAA: 25_000_000n, ZZZZZZ: 25_000_000n });
  activate(ledger, 'AAAAAA', { height: 20, index: 3 });
  activate(ledger, 'ZZZZZZ', { height: 20, index: 2 });
  for (const [digit, bcoinSymbol] of [
    ['1', 'AAAAAA'],
    ['2', 'ZZZZZZ'],
    ['3', 'WICC'],
  ] as const) {
    ledger.place(idOf(digit), ALICE, { staked: AT_104, owed: OWED, bcoinSymbol });
  }
  ledger.setToken(ledger.reserve, 'WUSD', { free: 2n * OWED });
  const sold = ledger
    .executeMedian()
    .receipts.filter(({ operation }) => operation === 'FREEZE')
    .map(({ coinSymbol }) => coinSymbol);
  assert.equal(sold, ['WICC', 'ZZZZZZ']);
  assert.ok(ledger.cdp(idOf('1')));
});

forced('a collateral that may not be staked any more is liquidated still; one never activated is not', () => {
  const ledger = new CdpLedger();
  ledger.setPrices({ WICC: 25_000_000n, WGRT: 1_000_000n, OFFOFF: 25_000_000n, NEVERS: 25_000_000n });
  activate(ledger, 'OFFOFF', { height: 20, index: 3 });
  ledger.state.put(CDP_COLLATERALS, 'OFFOFF', {
    staking: STAKING.off,
    activatedAt: { height: 20, index: 3 },
  });
  ledger.addAsset('NEVERS');
  ledger.state.put(FEED_PAIRS, ['NEVERS', 'USD'], true);
  ledger.place(idOf('1'), ALICE, { staked: AT_95, owed: OWED, bcoinSymbol: 'OFFOFF' });
  ledger.place(idOf('2'), ALICE, { staked: AT_95, owed: OWED, bcoinSymbol: 'NEVERS' });
  ledger.executeMedian();
  assert.is(ledger.cdp(idOf('1')), undefined);
  assert.ok(ledger.cdp(idOf('2')));
});

forced('a block looks at a thousand positions at most, the worst first', () => {
  const ledger = new CdpLedger();
  const count = MAX_FORCED_LIQUIDATIONS + 5;
  const idAt = (i: number) => i.toString(16).padStart(64, '0');
  ledger.setToken(ALICE.keyId, 'WICC', { pledged: 10n ** 10n });
  for (let i = 0; i < count; i++) {
    const owner = { ...ALICE, regId: { height: 7, index: i } };
    ledger.state.put(REGIDS, owner.regId, ALICE.keyId);
    ledger.place(idAt(i), owner, { staked: 410_000n - BigInt(i), owed: 100_000n });
  }
  ledger.setPrices({ WICC: 25_000_000n, WGRT: 1_000_000n, LATERC: 25_000_000n });
  activate(ledger, 'LATERC', { height: 20, index: 3 });
  ledger.place(idOf('f'), BOB, { staked: AT_95, owed: OWED, bcoinSymbol: 'LATERC' });
  ledger.executeMedian();
  assert.ok(ledger.cdp(idOf('f')), 'the pairs behind it wait for the next block');
  const left = Array.from({ length: count }, (_, i) => i).filter(i => ledger.cdp(idAt(i)) !== undefined);
  assert.equal(left, [0, 1, 2, 3, 4], 'those with the most collateral');
  ledger.executeMedian(HEIGHT + 1);
  assert.is(ledger.cdp(idAt(0)), undefined);
  assert.is(ledger.cdp(idOf('f')), undefined);
});

forced.run();
