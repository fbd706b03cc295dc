import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publicKeyUid } from '../../../../src/codec/uid.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import { CDP_TOTALS } from '../../../../src/state/tables/cdps.js';
import { putOrder } from '../../../../src/state/tables/orders.js';
import { ASSET_PERMISSION } from '../../../../src/tx/permissions.js';
import { MAX_U64 } from '../../../../vm/native/cdp/formulas.js';
import { CdpLedger, idOf } from '../../../support/ledgers/cdp-ledger.js';
import { ORDER } from '../../../support/ledgers/governance-ledger.js';
import { type RefusalRow, type Scenario, testRefusalOrder } from '../../../support/ledgers/refusal-order.js';
import { ALICE, BOB, HEIGHT, STRANGER_KEYS } from '../../../support/ledgers/scratch-ledger.js';

type StakeScenario = Scenario<CdpLedger, ReturnType<CdpLedger['stakeTx']>>;
type Row = RefusalRow<CdpLedger, ReturnType<CdpLedger['stakeTx']>>;

const CDP_ID = idOf('c');
/** Low enough for new debt to be too much, high enough for the pair not to be locked. */
const LOW_PRICE = 15_000_000n;

/** What the rows stake; those of the pair spoil both. */
const COINS = ['WICC', 'ROGTEST'];

function withAmount(scenario: StakeScenario, amount: bigint, symbol = 'WICC'): void {
  scenario.tx = { ...scenario.tx, assetsToStake: new Map([[symbol, amount]]) };
}

/** The rows that new and open positions have in common; those of the check are the first three. */
const COMMON_ROWS: readonly Row[] = [
  {
    code: 16,
    reason: 'invalid-stake-asset',
    spoil(scenario) {
      const [asset] = scenario.tx.assetsToStake;
      scenario.tx = { ...scenario.tx, assetsToStake: new Map([asset!, ['NOCOIN', 1n]]) };
    },
  },
  {
    code: 16,
    reason: 'invalid-CDP-SCoin-Symbol',
    spoil(scenario) {
      scenario.tx = { ...scenario.tx, scoinSymbol: 'WGRT' };
    },
  },
  {
    code: 16,
    reason: 'invalid-CDP-BCoin-Symbol',
    spoil({ ledger }) {
      for (const coin of COINS) ledger.addAsset(coin, { permsSum: ASSET_PERMISSION.TRANSFER });
    },
  },
  {
    code: 16,
    reason: 'invalid-bcoin-price',
    spoil: ({ ledger }) => ledger.setPrices({ WICC: 25_000_000n }, HEIGHT - 7201),
  },
  {
    code: 16,
    reason: 'global-collateral-floor-reached',
    spoil({ ledger }) {
      for (const coin of COINS)
        ledger.state.put(CDP_TOTALS, [coin, 'WUSD'], { staked: 1n, owed: 10n ** 12n });
    },
  },
  {
    code: 16,
    reason: 'global-collateral-ceiling-reached',
    spoil({ ledger }) {
      for (const coin of COINS) {
        ledger.setCdpParameter('CDP_GLOBAL_COLLATERAL_CEILING_AMOUNT', 1n, coin);
        ledger.state.put(CDP_TOTALS, [coin, 'WUSD'], { staked: 10n ** 15n, owed: 1n });
      }
    },
  },
];

const opening = suite('a stake that opens a position');

testRefusalOrder(opening, () => {
  const ledger = new CdpLedger();
  return { ledger, tx: ledger.stakeTx() };
}, [
  ...COMMON_ROWS,
  { code: 16, reason: 'invalid-amount', spoil: scenario => withAmount(scenario, 0n) },
  {
    code: 16,
    reason: 'user-cdp-created',
    spoil: ({ ledger }) => ledger.place(CDP_ID, ALICE, { staked: 10n ** 11n, owed: 1n }),
  },
  {
    code: 16,
    reason: 'CDP-collateral-ratio-toosmall',
    spoil: ({ ledger }) => ledger.setPrices({ WICC: LOW_PRICE }),
  },
  {
    code: 16,
    reason: 'total-staked-bcoins-too-small',
    spoil: ({ ledger }) => ledger.setCdpParameter('CDP_BCOINSTOSTAKE_AMOUNT_MIN_IN_SCOIN', 10n ** 12n),
  },
  {
    code: 50,
    reason: 'bcoins-insufficient-error',
    spoil: ({ ledger }) => ledger.setToken(ALICE.keyId, 'WICC', { free: 1_000_000n }),
  },
]);

opening('nothing is lent without debt or collateral', () => {
  const ledger = new CdpLedger();
  const tx = ledger.stakeTx({ scoinsToMint: 0n });
  assert.equal(ledger.rejection(tx), { code: 16, reason: 'invalid-amount' });
});

opening('neither the governance coin nor the stable coin backs debt, whatever their permissions', () => {
  for (const symbol of ['WGRT', 'WUSD']) {
    const ledger = new CdpLedger();
    ledger.addAsset(symbol);
    const tx = ledger.stakeTx({ assetsToStake: new Map([[symbol, 10n ** 11n]]) });
    assert.equal(ledger.rejection(tx), { code: 16, reason: 'invalid-CDP-BCoin-Symbol' });
  }
});

opening('a coin that nobody knows backs nothing', () => {
  const ledger = new CdpLedger();
  const tx = ledger.stakeTx({ assetsToStake: new Map([['NOCOIN', 10n ** 11n]]) });
  assert.equal(ledger.rejection(tx), { code: 16, reason: 'invalid-CDP-BCoin-Symbol' });
});

opening('an account has a position for each collateral', () => {
  const ledger = new CdpLedger();
  ledger.addAsset('ROGTEST');
  ledger.endow(ALICE.keyId, 'ROGTEST', 10n ** 12n);
  ledger.setPrices({ WICC: 25_000_000n, ROGTEST: 25_000_000n });
  ledger.execute(ledger.stakeTx());
  ledger.execute(ledger.stakeTx({ assetsToStake: new Map([['ROGTEST', 10n ** 11n]]) }));
  assert.is(ledger.token(ALICE.keyId, 'WUSD').free, 20_000_000_000n);
});

opening('the owner is whom the sender names itself as: a key gets its regid with the stake', () => {
  const ledger = new CdpLedger();
  const [publicKey] = STRANGER_KEYS;
  const keyId = keyIdOf(Buffer.from(publicKey, 'hex'));
  ledger.setToken(keyId, 'WICC', { free: 10n ** 12n });
  const sender = { ...ALICE, uid: publicKeyUid(publicKey), keyId, publicKey };
  const { prepared } = ledger.execute(ledger.stakeTx({}, sender));
  assert.equal(ledger.cdp(prepared.txid)!.owner, { height: HEIGHT, index: 1 });
});

opening('amounts that would wrap the sums are refused as more than anybody has (spec 05 §1, row 5)', () => {
  const ledger = new CdpLedger();
  ledger.place(CDP_ID, BOB, { staked: 10n ** 11n, owed: 1n });
  const wrapping = 2n ** 64n - 10n ** 11n;
  const tx = ledger.stakeTx({ assetsToStake: new Map([['WICC', wrapping]]) });
  assert.equal(ledger.rejection(tx), { code: 50, reason: 'bcoins-insufficient-error' });
});

opening('stable coins that an account could not hold are not made', () => {
  const ledger = new CdpLedger();
  ledger.setToken(ALICE.keyId, 'WUSD', { free: MAX_U64 });
  assert.equal(ledger.rejection(ledger.stakeTx()), { code: 50, reason: 'add-scoins-error' });
});

opening.run();

const extending = suite('a stake into an open position');

testRefusalOrder(extending, () => {
  const ledger = new CdpLedger();
  ledger.place(CDP_ID, ALICE, { staked: 10n ** 11n, owed: 10n ** 10n });
  ledger.setToken(ALICE.keyId, 'WUSD', { free: 10n ** 9n });
  return { ledger, tx: ledger.stakeTx({ cdpTxid: CDP_ID }) };
}, [
  ...COMMON_ROWS,
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
      scenario.ledger.addAsset('ROGTEST');
      scenario.ledger.setPrices({ WICC: 25_000_000n, ROGTEST: 25_000_000n });
      withAmount(scenario, 1n, 'ROGTEST');
    },
  },
  {
    code: 16,
    reason: 'permission-denied',
    spoil(scenario) {
      const { txUid, signature } = scenario.ledger.stakeTx({}, BOB);
      scenario.tx = { ...scenario.tx, txUid, signature };
    },
  },
  {
    code: 16,
    reason: 'CDP-collateral-ratio-toosmall',
    spoil: ({ ledger }) => ledger.setPrices({ WICC: LOW_PRICE }),
  },
  {
    code: 128,
    reason: 'create-sys-order-failed',
    spoil: ({ ledger, tx }) => putOrder(ledger.state, ledger.prepare(tx).txid, ORDER),
  },
  {
    code: 50,
    reason: 'bcoins-insufficient-error',
    spoil: ({ ledger }) => ledger.setToken(ALICE.keyId, 'WICC', { free: 1_000_000n, pledged: 10n ** 11n }),
  },
]);

extending('a position does not change before its own height', () => {
  const ledger = new CdpLedger();
  ledger.place(CDP_ID, ALICE, { staked: 10n ** 11n, owed: 10n ** 10n, height: HEIGHT + 1 });
  const tx = ledger.stakeTx({ cdpTxid: CDP_ID });
  assert.equal(ledger.rejection(tx), { code: 50, reason: 'height-error' });
});

extending('what is added, or the whole, must be backed: one of them is enough', () => {
  const stake = (owed: bigint, minted: bigint) => {
    const ledger = new CdpLedger();
    ledger.place(CDP_ID, ALICE, { staked: 10n ** 11n, owed });
    ledger.setToken(ALICE.keyId, 'WUSD', { free: 10n ** 9n });
    const assetsToStake = new Map([['WICC', 10n ** 10n]]);
    return { ledger, tx: ledger.stakeTx({ cdpTxid: CDP_ID, assetsToStake, scoinsToMint: minted }) };
  };
  // 100 WICC at 0.25 are worth 25 WUSD, the 1000 of the position 250.
  const wellBacked = stake(15_000_000_000n, 1_300_000_000n);
  wellBacked.ledger.execute(wellBacked.tx);
  const wellBackedBefore = stake(10_000_000_000n, 2_500_000_000n);
  wellBackedBefore.ledger.execute(wellBackedBefore.tx);
  const neither = stake(15_000_000_000n, 2_500_000_000n);
  assert.is(neither.ledger.rejection(neither.tx).reason, 'CDP-collateral-ratio-toosmall');
});

extending('a stake of nothing settles the interest, and leaves the receipts of 0', () => {
  const ledger = new CdpLedger();
  ledger.place(CDP_ID, ALICE, { staked: 10n ** 11n, owed: 10n ** 10n, height: HEIGHT - 1 });
  ledger.setToken(ALICE.keyId, 'WUSD', { free: 10n ** 9n });
  const nothing = { cdpTxid: CDP_ID, assetsToStake: new Map([['WICC', 0n]]), scoinsToMint: 0n };
  const { receipts } = ledger.execute(ledger.stakeTx(nothing));
  assert.equal(
    receipts.map(({ type, amount }) => [type, amount]),
    [
      [101, 1_000_000n],
      [404, 2_733_819n],
      [403, 2_733_819n],
      [401, 0n],
      [402, 0n],
    ],
  );
  assert.is(ledger.cdp(CDP_ID)!.height, HEIGHT);
});

extending(
  'a debt that would wrap the sums is refused, although the whole looks well backed (spec 05 §1, row 5)',
  () => {
    const ledger = new CdpLedger();
    ledger.place(CDP_ID, ALICE, { staked: 10n ** 11n, owed: 10n ** 10n });
    const tx = ledger.stakeTx({ cdpTxid: CDP_ID, scoinsToMint: 2n ** 64n - 10n ** 10n });
    assert.equal(ledger.rejection(tx), { code: 16, reason: 'CDP-collateral-ratio-toosmall' });
  },
);

extending('a position without debt takes any debt that is backed', () => {
  const ledger = new CdpLedger();
  ledger.place(CDP_ID, ALICE, { staked: 10n ** 11n, owed: 0n, height: 1 });
  const { receipts } = ledger.execute(
    ledger.stakeTx({ cdpTxid: CDP_ID, assetsToStake: new Map([['WICC', 0n]]) }),
  );
  assert.equal(
    receipts.map(({ type }) => type),
    [101, 401, 402],
  );
  assert.is(ledger.cdp(CDP_ID)!.owed, 10_000_000_000n);
});

extending.run();
