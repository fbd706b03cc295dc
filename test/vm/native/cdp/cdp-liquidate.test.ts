import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ZERO_HASH } from '../../../../src/codec/codec.js';
import { ACCOUNTS, REGIDS } from '../../../../src/state/tables/accounts.js';
import { CDP_TOTALS, CLOSED_CDPS, cdpClosedBy } from '../../../../src/state/tables/cdps.js';
import { putOrder } from '../../../../src/state/tables/orders.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { CdpLedger, idOf } from '../../../support/ledgers/cdp-ledger.js';
import { ORDER } from '../../../support/ledgers/governance-ledger.js';
import { type RefusalRow, testRefusalOrder } from '../../../support/ledgers/refusal-order.js';
import { ALICE, BOB } from '../../../support/ledgers/scratch-ledger.js';

type Row = RefusalRow<CdpLedger, ReturnType<CdpLedger['liquidateTx']>>;

const CDP_ID = idOf('c');
const STAKED = 50_000_000_000n;
const OWED = 10_000_000_000n;
/** What the whole position at 125 % costs: 109.61 % of the debt. */
const WHOLE = 10_961_000_000n;

/** A position of ALICE at 125 %, and BOB who can pay for it. */
function preparedLedger(): CdpLedger {
  const ledger = new CdpLedger();
  ledger.place(CDP_ID, ALICE, { staked: STAKED, owed: OWED });
  ledger.setToken(ALICE.keyId, 'WICC', { free: 10n ** 9n, pledged: STAKED });
  ledger.setToken(BOB.keyId, 'WUSD', { free: 20_000_000_000n });
  return ledger;
}

const ROWS_BEFORE: readonly Row[] = [
  {
    code: 16,
    reason: 'invalid-liquidate-amount',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, scoinsToLiquidate: 0n };
    },
  },
  {
    code: 16,
    reason: 'empty-cdpid',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, cdpTxid: ZERO_HASH };
    },
  },
  {
    code: 16,
    reason: 'cdp-not-exist',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, cdpTxid: idOf('d') };
    },
  },
  {
    code: 16,
    reason: 'invalid-asset-symbol',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, liquidateAssetSymbol: 'WGRT' };
    },
  },
  {
    code: 65,
    reason: 'account-scoins-insufficient',
    spoil: ({ ledger }) => ledger.setToken(BOB.keyId, 'WUSD', { free: 1n }),
  },
  {
    code: 16,
    reason: 'invalid-bcoin-price',
    spoil: ({ ledger }) => ledger.setPrices({ WGRT: 1n }),
  },
  {
    code: 16,
    reason: 'global-cdp-lock-is-on',
    spoil: ({ ledger }) =>
      ledger.state.put(CDP_TOTALS, ['WICC', 'WUSD'], { staked: STAKED, owed: 10n ** 12n }),
  },
  {
    code: 16,
    reason: 'account-not-exist',
    spoil: ({ ledger }) => ledger.state.delete(REGIDS, ALICE.regId),
  },
  {
    code: 16,
    reason: 'cdp-not-liquidate-ready',
    spoil: ({ ledger }) => ledger.setPrices({ WICC: 30_010_000n }),
  },
];

const ORDER_ROW: Row = {
  code: 128,
  reason: 'create-sys-order-failed',
  spoil: ({ ledger, tx }) => putOrder(ledger.state, ledger.prepare(tx).txid, ORDER),
};

/** The owner's pledge is less than the position says, which no rule lets happen. */
const pledged =
  (amount: bigint): Row['spoil'] =>
  ({ ledger }) =>
    ledger.setToken(ALICE.keyId, 'WICC', { free: 10n ** 9n, pledged: amount });

const full = suite('liquidation of a whole position');

testRefusalOrder(full, () => {
  const ledger = preparedLedger();
  return { ledger, tx: ledger.liquidateTx({ cdpTxid: CDP_ID, scoinsToLiquidate: WHOLE }, BOB) };
}, [
  ...ROWS_BEFORE,
  { code: 50, reason: 'unpledge-bcoins-failed', spoil: pledged(45_200_000_000n - 1n) },
  ORDER_ROW,
]);

full('no more is paid than the position costs, and it is closed', () => {
  const ledger = preparedLedger();
  const tx = ledger.liquidateTx({ cdpTxid: CDP_ID, scoinsToLiquidate: 20_000_000_000n }, BOB);
  const { prepared } = ledger.execute(tx);
  assert.is(ledger.token(BOB.keyId, 'WUSD').free, 20_000_000_000n - WHOLE);
  assert.is(ledger.cdp(CDP_ID), undefined);
  assert.is(ledger.token(ALICE.keyId, 'WICC').free, 10n ** 9n + 4_800_000_000n);
  assert.is(ledger.token(ALICE.keyId, 'WICC').pledged, 0n);
  assert.equal(ledger.state.get(CLOSED_CDPS, CDP_ID), { txid: prepared.txid, type: 'manual_liquidate' });
  assert.is(cdpClosedBy(ledger.state, prepared.txid), CDP_ID);
});

full('at the forced ratio there is no penalty, and no order', () => {
  const ledger = preparedLedger();
  ledger.setPrices({ WICC: 20_800_000n });
  const { receipts } = ledger.execute(ledger.liquidateTx({ cdpTxid: CDP_ID, scoinsToLiquidate: OWED }, BOB));
  assert.equal(
    receipts.map(({ type }) => type),
    [101, 440, 441, 441, 441, 442],
  );
  assert.is(ledger.orders().size, 0);
});

full('the owner may liquidate himself', () => {
  const ledger = preparedLedger();
  ledger.setToken(ALICE.keyId, 'WUSD', { free: WHOLE });
  ledger.execute(ledger.liquidateTx({ cdpTxid: CDP_ID, scoinsToLiquidate: WHOLE }, ALICE));
  assert.equal(ledger.token(ALICE.keyId, 'WICC').free, 10n ** 9n + STAKED - 1_000_000n);
  assert.is(ledger.token(ALICE.keyId, 'WUSD').free, 0n);
});

full('the symbol of the collateral may be named', () => {
  const ledger = preparedLedger();
  ledger.execute(
    ledger.liquidateTx({ cdpTxid: CDP_ID, liquidateAssetSymbol: 'WICC', scoinsToLiquidate: WHOLE }, BOB),
  );
  assert.is(ledger.cdp(CDP_ID), undefined);
});

full('ratios that governance set against each other never let the reserve pay (spec 05 §1, row 7)', () => {
  const ledger = preparedLedger();
  ledger.setCdpParameter('CDP_LIQUIDATE_DISCOUNT_RATIO', 100n);
  const { receipts } = ledger.execute(ledger.liquidateTx({ cdpTxid: CDP_ID, scoinsToLiquidate: WHOLE }, BOB));
  assert.is(receipts.find(({ type }) => type === RECEIPT.CDP_SCOIN_FROM_LIQUIDATOR)!.amount, OWED);
  assert.not(receipts.some(({ type }) => type === RECEIPT.CDP_PENALTY_TO_RESERVE));
});

full('nobody gets a huge collateral for a debt of one sawi: its ratio saturates (spec 05 §1, row 3)', () => {
  const ledger = new CdpLedger();
  ledger.place(CDP_ID, ALICE, { staked: 2n ** 62n, owed: 1n });
  ledger.setToken(BOB.keyId, 'WUSD', { free: 1_000_000n });
  const tx = ledger.liquidateTx({ cdpTxid: CDP_ID, scoinsToLiquidate: 2n }, BOB);
  assert.equal(ledger.rejection(tx), { code: 16, reason: 'cdp-not-liquidate-ready' });
});

full.run();

const partial = suite('liquidation of a part of a position');

testRefusalOrder(partial, () => {
  const ledger = preparedLedger();
  return { ledger, tx: ledger.liquidateTx({ cdpTxid: CDP_ID, scoinsToLiquidate: WHOLE / 2n }, BOB) };
}, [
  ...ROWS_BEFORE,
  { code: 50, reason: 'unpledge-bcoins-failed', spoil: pledged(22_600_000_000n - 1n) },
  { code: 50, reason: 'unpledge-bcoins-to-cdp-owner-failed', spoil: pledged(25_000_000_000n - 1n) },
  {
    code: 16,
    reason: 'total-staked-bcoins-too-small',
    spoil: ({ ledger }) => ledger.setCdpParameter('CDP_BCOINSTOSTAKE_AMOUNT_MIN_IN_SCOIN', 10n ** 12n),
  },
  ORDER_ROW,
]);

partial('the interest keeps running from where it was, on what is left', () => {
  const ledger = preparedLedger();
  const { height } = ledger.cdp(CDP_ID)!;
  ledger.execute(
    ledger.liquidateTx({ cdpTxid: CDP_ID, scoinsToLiquidate: WHOLE / 2n }, BOB, height + 7),
    height + 7,
  );
  const { height: after, staked, owed } = ledger.cdp(CDP_ID)!;
  assert.equal([after, staked, owed], [height, STAKED / 2n, OWED / 2n]);
});

partial('the smallest payment is all penalty', () => {
  const ledger = preparedLedger();
  const { receipts } = ledger.execute(ledger.liquidateTx({ cdpTxid: CDP_ID, scoinsToLiquidate: 1n }, BOB));
  assert.equal(
    receipts.map(({ type, amount }) => [type, amount]),
    [
      [101, 1_000_000n],
      [440, 1n],
      [441, 4n],
      [441, 4n],
      [441, 4n],
      [442, 0n],
      [444, 1n],
      [445, 1n],
    ],
  );
  assert.is(ledger.cdp(CDP_ID)!.owed, OWED);
});

partial('a part of which rounding would leave nothing is refused (spec 05 §1, row 6)', () => {
  const ledger = new CdpLedger();
  const huge = 2n ** 62n;
  ledger.place(CDP_ID, ALICE, { staked: huge, owed: huge });
  ledger.setPrices({ WICC: 100_000_000n });
  ledger.setToken(BOB.keyId, 'WUSD', { free: 2n ** 63n });
  const tx = ledger.liquidateTx({ cdpTxid: CDP_ID, scoinsToLiquidate: huge - 1n }, BOB);
  assert.equal(ledger.rejection(tx), { code: 16, reason: 'total-staked-bcoins-too-small' });
  assert.ok(ledger.state.get(ACCOUNTS, ALICE.keyId));
});

partial.run();
