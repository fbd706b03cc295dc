import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { REGIDS } from '../../../../src/state/tables/accounts.js';
import { CDP_TOTALS } from '../../../../src/state/tables/cdps.js';
import { putOrder } from '../../../../src/state/tables/orders.js';
import { dueForSettlement } from '../../../../vm/native/cdp/due-interest.js';
import { MAX_U64 } from '../../../../vm/native/cdp/formulas.js';
import { settlementOrderId } from '../../../../vm/native/cdp/system-order-id.js';
import { CdpLedger, idOf } from '../../../support/ledgers/cdp-ledger.js';
import { ORDER } from '../../../support/ledgers/governance-ledger.js';
import { testRefusalOrder } from '../../../support/ledgers/refusal-order.js';
import { ALICE, BOB, CAROL, HEIGHT } from '../../../support/ledgers/scratch-ledger.js';

const CDP_ID = idOf('c');
const STAKED = 10n ** 11n;
const OWED = 10n ** 10n;
/** Two days, of ten blocks, are the cycle: due after 20 blocks. */
const BLOCKS_PER_DAY = 10;
const DUE = HEIGHT - 20;

const settling = suite('settlement of interest');

function prepared(height = DUE): CdpLedger {
  const ledger = new CdpLedger({ blocksPerDay: BLOCKS_PER_DAY });
  ledger.setCdpParameter('CDP_CONVERT_INTEREST_TO_DEBT_DAYS', 2n);
  ledger.place(CDP_ID, ALICE, { staked: STAKED, owed: OWED, height });
  return ledger;
}

testRefusalOrder(settling, () => {
  const ledger = prepared();
  return { ledger, tx: ledger.settleTx([CDP_ID]) };
}, [
  {
    code: 16,
    reason: 'invalid-cdp-list-size',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, cdpList: [] };
    },
  },
  {
    code: 16,
    reason: 'invalid-txUid',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, txUid: ALICE.uid };
    },
  },
  {
    code: 16,
    reason: 'invalid-signature',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, signature: Buffer.of(1) };
    },
  },
  {
    code: 16,
    reason: 'bad-tx-fee',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, fees: 1n };
    },
  },
  {
    code: 16,
    reason: 'cdp-not-exist',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, cdpList: [idOf('d')] };
    },
  },
  { code: 16, reason: 'invalid-bcoin-price', spoil: ({ ledger }) => ledger.setPrices({}) },
  {
    code: 16,
    reason: 'global-cdp-lock-is-on',
    spoil: ({ ledger }) =>
      ledger.state.put(CDP_TOTALS, ['WICC', 'WUSD'], { staked: STAKED, owed: 10n ** 12n }),
  },
  {
    code: 50,
    reason: 'not-reach-sttlement-cycle',
    spoil: ({ ledger }) => ledger.setCdpParameter('CDP_CONVERT_INTEREST_TO_DEBT_DAYS', 3n),
  },
  {
    code: 16,
    reason: 'account-not-exist',
    spoil: ({ ledger }) => ledger.state.delete(REGIDS, ALICE.regId),
  },
  {
    code: 128,
    reason: 'create-sys-order-failed',
    spoil: ({ ledger, tx }) =>
      putOrder(ledger.state, settlementOrderId(ledger.prepare(tx).txid, CDP_ID), ORDER),
  },
]);

settling('a hundred positions are the most, and none is named twice', () => {
  const ledger = prepared();
  const ids = Array.from({ length: 101 }, (_, i) => i.toString(16).padStart(64, '0'));
  assert.is(ledger.rejection(ledger.settleTx(ids)).reason, 'invalid-cdp-list-size');
  assert.is(ledger.rejection(ledger.settleTx(ids.slice(1))).reason, 'cdp-not-exist');
  const twice = ledger.settleTx([CDP_ID, CDP_ID]);
  assert.equal(ledger.rejection(twice), { code: 16, reason: 'duplicated-cdp' });
});

settling('the interest is lent, paid and owed; a position without debt gets a receipt of 0', () => {
  const ledger = prepared();
  const free = idOf('f');
  ledger.place(free, BOB, { staked: STAKED, owed: 0n, height: DUE });
  const { receipts } = ledger.execute(ledger.settleTx([CDP_ID, free]));
  const interest = receipts[0]!.amount;
  assert.ok(interest > 0n);
  assert.equal(
    receipts.map(({ type, amount }) => [type, amount]),
    [
      [402, interest],
      [404, interest],
      [403, interest],
      [402, 0n],
    ],
  );
  assert.is(ledger.cdp(CDP_ID)!.owed, OWED + interest);
  assert.is(ledger.cdp(CDP_ID)!.height, HEIGHT);
  assert.is(ledger.cdp(free)!.height, HEIGHT);
  assert.is(ledger.orders().size, 1);
});

settling('a producer cannot pay itself a fee that nobody is charged (spec 05 §1, row 8)', () => {
  const ledger = prepared();
  const tx = { ...ledger.settleTx([CDP_ID]), fees: 21_000_000_000_000_000n };
  assert.equal(ledger.rejection(tx), { code: 16, reason: 'bad-tx-fee' });
});

settling('interest that would wrap the debt of the pair is not settled', () => {
  const ledger = prepared();
  ledger.setCdpParameter('CDP_GLOBAL_COLLATERAL_RATIO_MIN', 1n);
  ledger.state.put(CDP_TOTALS, ['WICC', 'WUSD'], { staked: MAX_U64, owed: MAX_U64 });
  const rejection = ledger.rejection(ledger.settleTx([CDP_ID]));
  assert.equal(rejection, { code: 144, reason: 'save-changed-cdp-failed' });
});

settling('what is due is listed by age, of the pairs whose collateral was activated first in front', () => {
  const ledger = prepared();
  const older = idOf('f');
  ledger.place(older, BOB, { staked: STAKED, owed: OWED, height: DUE - 5 });
  ledger.place(idOf('a'), CAROL, { staked: STAKED, owed: OWED, height: DUE + 1 });
  assert.equal(dueForSettlement(ledger.state, ledger.network, HEIGHT), [older, CDP_ID]);
  assert.equal(dueForSettlement(ledger.state, ledger.network, HEIGHT - 1), [older]);
});

settling('nothing is listed while the price is stale or the pair is locked', () => {
  const stale = prepared();
  stale.setPrices({ WICC: 25_000_000n }, HEIGHT - 7201);
  assert.equal(dueForSettlement(stale.state, stale.network, HEIGHT), []);
  const locked = prepared();
  locked.setPrices({ WICC: 7_000_000n });
  assert.equal(dueForSettlement(locked.state, locked.network, HEIGHT), []);
});

settling('the list ends where its own interest would lock the pair for the next position', () => {
  const ledger = prepared();
  ledger.place(idOf('f'), BOB, { staked: STAKED, owed: OWED, height: DUE });
  // At this price the pair is worth exactly the 80 % at which it is not locked yet.
  ledger.setPrices({ WICC: 8_000_000n });
  const listed = dueForSettlement(ledger.state, ledger.network, HEIGHT);
  assert.equal(listed, [CDP_ID]);
  ledger.execute(ledger.settleTx(listed));
  assert.is(ledger.rejection(ledger.settleTx([idOf('f')])).reason, 'global-cdp-lock-is-on');
});

settling('at most a hundred positions are listed', () => {
  const ledger = prepared();
  for (let i = 0; i < 120; i++) {
    const owner = { ...ALICE, regId: { height: 5, index: i } };
    ledger.state.put(REGIDS, owner.regId, ALICE.keyId);
    ledger.place(i.toString(16).padStart(64, 'e'), owner, { staked: STAKED, owed: OWED, height: DUE });
  }
  assert.is(dueForSettlement(ledger.state, ledger.network, HEIGHT).length, 100);
});

settling('a block settles what is due with the transaction that its producer makes', () => {
  const ledger = prepared();
  const block = ledger.begin();
  block.execute(block.medianTransaction()!);
  const settlement = block.settlementTransaction()!;
  assert.equal(settlement.tx, ledger.settleTx([CDP_ID]));
  block.execute(settlement);
  assert.is(block.settlementTransaction(), undefined);
});

settling('below R3 there is no settlement', () => {
  const ledger = new CdpLedger({
    blocksPerDay: 1,
    forks: { systemGenesis: 1, r2: 2, r3: HEIGHT + 1, r3_5: HEIGHT + 2 },
  });
  ledger.place(CDP_ID, ALICE, { staked: STAKED, owed: OWED, height: 1 });
  assert.is(ledger.begin().settlementTransaction(), undefined);
});

settling.run();
