import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ZERO_HASH } from '../../../../src/codec/codec.js';
import { CDP_TOTALS, CLOSED_CDPS, cdpClosedBy } from '../../../../src/state/tables/cdps.js';
import { putOrder } from '../../../../src/state/tables/orders.js';
import { CdpLedger, idOf } from '../../../support/ledgers/cdp-ledger.js';
import { ORDER } from '../../../support/ledgers/governance-ledger.js';
import { testRefusalOrder } from '../../../support/ledgers/refusal-order.js';
import { ALICE, BOB, HEIGHT } from '../../../support/ledgers/scratch-ledger.js';

const CDP_ID = idOf('c');
const STAKED = 10n ** 11n;
const OWED = 10n ** 10n;
const redeeming = suite('redemption');

/** A position at 250 %, and an owner who can pay it back. */
function preparedLedger(height = HEIGHT - 1): CdpLedger {
  const ledger = new CdpLedger();
  ledger.place(CDP_ID, ALICE, { staked: STAKED, owed: OWED, height });
  ledger.setToken(ALICE.keyId, 'WICC', { free: 10n ** 9n, pledged: STAKED });
  ledger.setToken(ALICE.keyId, 'WUSD', { free: 2n * OWED });
  return ledger;
}

const wicc = (amount: bigint) => new Map([['WICC', amount]]);

testRefusalOrder(redeeming, () => {
  const ledger = preparedLedger();
  const changes = { cdpTxid: CDP_ID, scoinsToRepay: OWED / 2n, assetsToRedeem: wicc(STAKED / 10n) };
  return { ledger, tx: ledger.redeemTx(changes) };
}, [
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
    reason: 'invalid-stake-asset',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, assetsToRedeem: new Map([['ROGTEST', 1n]]) };
    },
  },
  {
    code: 16,
    reason: 'permission-denied',
    spoil(scenario) {
      const { txUid, signature } = scenario.ledger.redeemTx({}, BOB);
      scenario.tx = { ...scenario.tx, txUid, signature };
    },
  },
  {
    code: 16,
    reason: 'invalid-bcoin-price',
    spoil: ({ ledger }) => ledger.setPrices({ WICC: 0n }),
  },
  {
    code: 16,
    reason: 'global-cdp-lock-is-on',
    spoil: ({ ledger }) =>
      ledger.state.put(CDP_TOTALS, ['WICC', 'WUSD'], { staked: STAKED, owed: 10n ** 12n }),
  },
  {
    code: 50,
    reason: 'deduct-interest(2733819)-error',
    spoil: ({ ledger }) => ledger.setToken(ALICE.keyId, 'WUSD', { free: 2_733_818n }),
  },
  {
    code: 128,
    reason: 'create-sys-order-failed',
    spoil: ({ ledger, tx }) => putOrder(ledger.state, ledger.prepare(tx).txid, ORDER),
  },
  {
    code: 16,
    reason: 'account-balance-insufficient',
    spoil: ({ ledger }) => ledger.setToken(ALICE.keyId, 'WUSD', { free: 2_733_819n + OWED / 2n - 1n }),
  },
  {
    code: 100,
    reason: 'invalid-collatera-ratio',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, assetsToRedeem: wicc(STAKED - 10n ** 10n) };
    },
  },
  {
    code: 16,
    reason: 'total-staked-bcoins-too-small',
    spoil: ({ ledger }) => ledger.setCdpParameter('CDP_BCOINSTOSTAKE_AMOUNT_MIN_IN_SCOIN', 10n ** 12n),
  },
  {
    code: 50,
    reason: 'bad-operate-account',
    spoil: ({ ledger }) => ledger.setToken(ALICE.keyId, 'WICC', { free: 10n ** 9n, pledged: 1n }),
  },
]);

redeeming('exactly one coin is taken out', () => {
  const ledger = preparedLedger();
  for (const assetsToRedeem of [new Map(), new Map([...wicc(1n), ['ROGTEST', 1n] as const])]) {
    const tx = ledger.redeemTx({ cdpTxid: CDP_ID, assetsToRedeem });
    assert.equal(ledger.rejection(tx), { code: 16, reason: 'invalid-stake-asset' });
  }
});

redeeming('a position does not change before its own height', () => {
  const ledger = preparedLedger(HEIGHT + 1);
  const tx = ledger.redeemTx({ cdpTxid: CDP_ID });
  assert.equal(ledger.rejection(tx), { code: 50, reason: 'height-error' });
});

redeeming('debt can be paid back at any ratio, however small the position', () => {
  const ledger = preparedLedger();
  ledger.setPrices({ WICC: 11_000_000n });
  ledger.setCdpParameter('CDP_BCOINSTOSTAKE_AMOUNT_MIN_IN_SCOIN', 10n ** 12n);
  ledger.execute(ledger.redeemTx({ cdpTxid: CDP_ID, scoinsToRepay: 1n }));
  assert.is(ledger.cdp(CDP_ID)!.owed, OWED - 1n);
});

redeeming('without debt only the smallest collateral is asked for', () => {
  const ledger = preparedLedger();
  const repay = { cdpTxid: CDP_ID, scoinsToRepay: OWED };
  ledger.execute(ledger.redeemTx(repay));
  assert.is(ledger.cdp(CDP_ID)!.owed, 0n);
  // 0.9 WUSD at 0.25 are 3.6 WICC.
  const rest = (left: bigint) =>
    ledger.redeemTx({ cdpTxid: CDP_ID, assetsToRedeem: wicc(STAKED - left) }, ALICE, HEIGHT + 1);
  assert.is(ledger.rejection(rest(359_999_999n), HEIGHT + 1).reason, 'total-staked-bcoins-too-small');
  ledger.execute(rest(360_000_000n), HEIGHT + 1);
  assert.is(ledger.cdp(CDP_ID)!.staked, 360_000_000n);
});

redeeming('nothing repaid and nothing taken settles the interest, with the receipts of 0', () => {
  const ledger = preparedLedger();
  const { receipts } = ledger.execute(ledger.redeemTx({ cdpTxid: CDP_ID }));
  assert.equal(
    receipts.map(({ type, amount }) => [type, amount]),
    [
      [101, 1_000_000n],
      [404, 2_733_819n],
      [403, 2_733_819n],
      [420, 0n],
      [421, 0n],
    ],
  );
  assert.is(ledger.cdp(CDP_ID)!.height, HEIGHT);
});

redeeming('what is closed is remembered by its id and by the transaction that closed it', () => {
  const ledger = preparedLedger();
  const everything = { cdpTxid: CDP_ID, scoinsToRepay: OWED, assetsToRedeem: wicc(STAKED) };
  const { prepared } = ledger.execute(ledger.redeemTx(everything));
  assert.is(ledger.cdp(CDP_ID), undefined);
  assert.equal(ledger.state.get(CLOSED_CDPS, CDP_ID), { txid: prepared.txid, type: 'redeem' });
  assert.is(cdpClosedBy(ledger.state, prepared.txid), CDP_ID);
});

redeeming('after a position is closed its owner can open another one', () => {
  const ledger = preparedLedger();
  ledger.execute(ledger.redeemTx({ cdpTxid: CDP_ID, scoinsToRepay: OWED, assetsToRedeem: wicc(STAKED) }));
  const { prepared } = ledger.execute(ledger.stakeTx());
  assert.ok(ledger.cdp(prepared.txid));
});

redeeming.run();
