import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { regIdUid } from '../../../../src/codec/uid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../../../src/config/networks/development-keys.js';
import { keyIdOf } from '../../../../src/crypto/keys.js';
import { FEED_PAIRS, MEDIAN_PRICES, PRICE_SAMPLES } from '../../../../src/state/tables/prices.js';
import { ASSET_PERMISSION } from '../../../../src/tx/permissions.js';
import { REJECT } from '../../../../src/tx/reject.js';
import { BASE_COIN } from '../../../../src/tx/symbols.js';
import { TX } from '../../../../src/tx/transactions.js';
import type { PriceFeed, PricePoint } from '../../../../src/tx/types/price-feed.js';
import { ALICE, HEIGHT, ScratchLedger, signatureOf } from '../../../support/ledgers/scratch-ledger.js';

const STAKE = 21_000_000_000_000n;
const PRODUCER_KEY = DEVELOPMENT_PUBLIC_KEYS.delegates[0];
const PRODUCER_REGID = { height: 0, index: 2 };

function feedTx(pricePoints: readonly PricePoint[], changes: Partial<PriceFeed> = {}): PriceFeed {
  return {
    type: TX.PRICE_FEED,
    version: 1,
    validHeight: HEIGHT - 1,
    txUid: regIdUid(PRODUCER_REGID),
    fees: 10_000n,
    feeSymbol: BASE_COIN,
    pricePoints,
    signature: signatureOf(PRODUCER_KEY),
    ...changes,
  };
}

const point = (baseSymbol: string, quoteSymbol: string, price: bigint): PricePoint => ({
  baseSymbol,
  quoteSymbol,
  price,
});
const WICC = point('WICC', 'USD', 20_000_000n);
const WGRT = point('WGRT', 'USD', 5_000_000n);

/** A ledger whose producers have staked what a feeder must. */
function ledgerWithStake(stake = STAKE): ScratchLedger {
  const ledger = new ScratchLedger();
  const keyId = keyIdOf(Buffer.from(PRODUCER_KEY, 'hex'));
  ledger.endow(keyId, BASE_COIN, 1_000_000_000n);
  const { tokens } = ledger.account(keyId)!;
  const token = { ...tokens.get(BASE_COIN)!, staked: stake };
  ledger.alter(keyId, { tokens: new Map([...tokens, [BASE_COIN, token]]) });
  return ledger;
}

test('each rule of the check refuses with its code and reason, the earlier rule first', () => {
  const ledger = ledgerWithStake();
  ledger.addAsset('NOFEED', { permsSum: ASSET_PERMISSION.TRANSFER });
  ledger.addAsset('NOPAIR', { permsSum: ASSET_PERMISSION.PRICE_FEED });
  const cases: readonly [string, readonly PricePoint[], reason: string][] = [
    ['none', [], 'price-point-size-error'],
    ['101', Array.from({ length: 101 }, () => WICC), 'price-point-size-error'],
    ['price 0', [point('WICC', 'WICC', 0n)], 'bad-tx-invalid-price'],
    ['base = quote', [point('XXXX', 'XXXX', 1n)], 'same-base-quote-symbol'],
    ['unknown base', [point('XXXX', 'EUR', 1n)], 'unsupported-base-symbol'],
    ['base without permission', [point('NOFEED', 'EUR', 1n)], 'unsupported-base-symbol'],
    ['quote not USD', [point('NOPAIR', 'EUR', 1n)], 'unsupported-quote-symbol'],
    ['unlisted pair', [point('NOPAIR', 'USD', 1n)], 'unsupported-price-coin-pair'],
    ['a later point', [WICC, point('WGRT', 'USD', 0n)], 'bad-tx-invalid-price'],
  ];
  for (const [what, points, reason] of cases) {
    assert.equal(ledger.rejection(feedTx(points)), { code: REJECT.REJECT_INVALID, reason }, what);
  }
});

test('only an active producer feeds', () => {
  const tx = feedTx([WICC], { txUid: ALICE.uid, signature: signatureOf(ALICE.publicKey) });
  assert.equal(ledgerWithStake().rejection(tx), {
    code: REJECT.PRICE_FEED_FAIL,
    reason: "account-isn't-delegate",
  });
});

test('a feeder needs the governed stake', () => {
  assert.equal(ledgerWithStake(STAKE - 1n).rejection(feedTx([WICC])), {
    code: REJECT.PRICE_FEED_FAIL,
    reason: 'account-staked-boins-insufficient',
  });
  const ledger = ledgerWithStake(1000n);
  ledger.setParameter('PRICE_FEED_BCOIN_STAKE_AMOUNT_MIN', 1000n);
  assert.is(ledger.execute(feedTx([WICC])).receipts.length, 1);
});

test('a feeder feeds a pair once in a block, also within one transaction', () => {
  const duplicated = { code: REJECT.PRICE_FEED_FAIL, reason: 'duplicated-pricefeed' };
  const ledger = ledgerWithStake();
  assert.equal(ledger.rejection(feedTx([WICC, WGRT, WICC])), duplicated);
  ledger.execute(feedTx([WICC]));
  assert.equal(ledger.rejection(feedTx([WGRT, WICC])), duplicated);
  ledger.execute(feedTx([WGRT]));
  ledger.execute(feedTx([WICC], { validHeight: HEIGHT }), HEIGHT + 1);
});

test('a feed behind the median transaction counts from the next block on (spec 05 §1, row 12)', () => {
  const ledger = ledgerWithStake();
  const block = ledger.begin();
  block.execute(block.medianTransaction()!);
  block.execute(ledger.prepare(feedTx([WICC])));
  assert.equal(block.state.get(MEDIAN_PRICES, undefined), []);
  block.state.merge();
  const next = ledger.begin(HEIGHT + 1);
  next.execute(next.medianTransaction()!);
  assert.equal(next.state.get(MEDIAN_PRICES, undefined), [{ ...WICC, lastFeedHeight: 0 }]);
});

test('samples are kept by height with their feeder', () => {
  const ledger = ledgerWithStake();
  ledger.state.put(FEED_PAIRS, ['NEWCOIN', 'USD'], true);
  ledger.addAsset('NEWCOIN');
  const { receipts } = ledger.execute(feedTx([WICC, point('NEWCOIN', 'USD', 7n)]));
  assert.equal(
    receipts.map(({ type }) => type),
    [101],
    'the only receipt is the fee',
  );
  assert.equal(ledger.state.get(PRICE_SAMPLES, HEIGHT), [
    { baseSymbol: 'WICC', quoteSymbol: 'USD', feeder: PRODUCER_REGID, price: 20_000_000n },
    { baseSymbol: 'NEWCOIN', quoteSymbol: 'USD', feeder: PRODUCER_REGID, price: 7n },
  ]);
});

test.run();
