import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, NULL_UID } from '../../../../src/codec/uid.js';
import { REPLAY } from '../../../../src/config/networks/replay.js';
import { buildMedian } from '../../../../src/ledger/median.js';
import { MEDIAN_PRICES, PRICE_SAMPLES } from '../../../../src/state/tables/prices.js';
import { prepareTransaction } from '../../../../src/tx/envelope.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { REJECT } from '../../../../src/tx/reject.js';
import { TX } from '../../../../src/tx/transactions.js';
import type { PricePoint } from '../../../../src/tx/types/price-feed.js';
import type { PriceMedian } from '../../../../src/tx/types/price-median.js';
import { TransactionContext } from '../../../../vm/context.js';
import { priceMedianHandler } from '../../../../vm/native/price/price-median.js';
import { ALICE, HEIGHT, ScratchLedger, STRANGER_KEY_ID } from '../../../support/ledgers/scratch-ledger.js';

const point = (baseSymbol: string, price: bigint): PricePoint => ({ baseSymbol, quoteSymbol: 'USD', price });

function medianTx(medianPrices: readonly PricePoint[]): PriceMedian {
  return { type: TX.PRICE_MEDIAN, version: 1, validHeight: HEIGHT, txUid: NULL_UID, medianPrices };
}

/** A ledger in whose block at `HEIGHT` both pairs have been fed: WICC 20, WGRT 5. */
function fedLedger(): ScratchLedger {
  const ledger = new ScratchLedger();
  const feeder = { height: 0, index: 2 };
  ledger.state.put(PRICE_SAMPLES, HEIGHT, [
    { ...point('WICC', 20n), feeder },
    { ...point('WGRT', 5n), feeder },
  ]);
  return ledger;
}

test('the prices of the block are taken, without fee and receipt', () => {
  const ledger = fedLedger();
  const { receipts, fuelFee } = ledger.execute(medianTx([point('WICC', 20n), point('WGRT', 5n)]));
  assert.equal([receipts, fuelFee], [[], 0n]);
  assert.equal(ledger.state.get(MEDIAN_PRICES, undefined), [
    { ...point('WGRT', 5n), lastFeedHeight: HEIGHT },
    { ...point('WICC', 20n), lastFeedHeight: HEIGHT },
  ]);
});

test('a price of 0 beside those of the block is accepted, and not kept', () => {
  const fed = fedLedger();
  fed.execute(medianTx([point('NEWCOIN', 0n), point('WICC', 20n), point('WGRT', 5n)]));
  const pairs = fed.state.get(MEDIAN_PRICES, undefined)?.map(({ baseSymbol }) => baseSymbol);
  assert.equal(pairs, ['WGRT', 'WICC']);
  const unfed = new ScratchLedger();
  unfed.execute(medianTx([point('WICC', 0n)]));
  assert.equal(unfed.state.get(MEDIAN_PRICES, undefined) ?? [], []);
});

test('any other prices are refused', () => {
  const wrong: readonly [string, readonly PricePoint[]][] = [
    ['none', []],
    ['a pair left out', [point('WICC', 20n)]],
    ['another price', [point('WICC', 21n), point('WGRT', 5n)]],
    ['a pair too many', [point('WICC', 20n), point('WGRT', 5n), point('NEWCOIN', 1n)]],
    ['one pair twice', [point('WICC', 20n), point('WICC', 20n)]],
    ['another quote', [point('WICC', 20n), { ...point('WGRT', 5n), quoteSymbol: 'EUR' }]],
  ];
  for (const [what, points] of wrong) {
    assert.equal(
      fedLedger().rejection(medianTx(points)),
      { code: REJECT.REJECT_INVALID, reason: 'bad-median-price-points' },
      what,
    );
  }
});

test('neither the sender nor the height of the median is looked at (spec 05 §1, row 31)', () => {
  const prices = [point('WICC', 20n), point('WGRT', 5n)];
  for (const changes of [{ txUid: ALICE.uid }, { txUid: keyIdUid(STRANGER_KEY_ID) }, { validHeight: 1 }]) {
    const ledger = fedLedger();
    ledger.execute({ ...medianTx(prices), ...changes });
    assert.is(ledger.state.get(MEDIAN_PRICES, undefined)!.length, 2);
  }
});

test('the transaction that the ledger builds is the one that it accepts', () => {
  const ledger = fedLedger();
  const prepared = buildMedian(ledger.network, ledger.state, ledger.contextAt(HEIGHT));
  assert.ok(prepared);
  const block = ledger.begin();
  block.execute(prepared!);
  assert.is(block.state.get(MEDIAN_PRICES, undefined)?.length, 2);
});

test('below R2 a block has no median prices', () => {
  assert.is(buildMedian(REPLAY, fedLedger().state, { ...fedLedger().contextAt(1), height: 1 }), undefined);
});

test('reactions follow with the new prices, their receipts are the transaction’s', () => {
  const ledger = fedLedger();
  const seen: (number | undefined)[] = [];
  const handler = priceMedianHandler([
    (prices, context) => {
      seen.push(prices.length, context.state.get(MEDIAN_PRICES, undefined)?.length);
      const receiptType = RECEIPT.CDP_TOTAL_ASSET_TO_RESERVE;
      context.tryOperate({
        keyId: ALICE.keyId,
        operation: 'FREEZE',
        symbol: 'WICC',
        amount: 1n,
        receiptType,
      });
    },
    () => seen.push(-1),
  ]);
  const tx = medianTx([point('WICC', 20n), point('WGRT', 5n)]);
  const context = new TransactionContext({
    network: ledger.network,
    block: ledger.contextAt(HEIGHT),
    state: ledger.state.child(),
    prepared: prepareTransaction(tx, { varintPricesFrom: ledger.network.forks.r3 }),
    index: 1,
    signatures: { isValid: () => true },
  });
  handler.execute(tx, context);
  assert.equal(seen, [2, 2, -1]);
  assert.equal(
    context.receipts.map(({ type }) => type),
    [462],
  );
});

test.run();
