import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, NULL_UID } from '../../../../src/codec/uid.js';
import { reserveRegId } from '../../../../src/config/system-accounts.js';
import { sha256d, toDisplayHex } from '../../../../src/crypto/hash.js';
import { tokenOf } from '../../../../src/state/tables/accounts.js';
import { ORDERS, ORDERS_BY_BLOCK, putOrder } from '../../../../src/state/tables/orders.js';
import { OPEN_PUBLIC, ORDER_BUY, ORDER_MARKET } from '../../../../src/tx/enums.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { transferTo, transferTx } from '../../../support/ledgers/sample-transactions.js';
import { ALICE, BOB, HEIGHT, ScratchLedger } from '../../../support/ledgers/scratch-ledger.js';

const AMOUNT = 1_000_001n;
const RATIO = 'TRANSFER_SCOIN_FRICTION_FEE_RATIO';

function ledgerWith(ratio: bigint) {
  const ledger = new ScratchLedger();
  ledger.setParameter(RATIO, ratio);
  ledger.endow(ALICE.keyId, 'WUSD', 10n * AMOUNT);
  return { ledger, reserve: ledger.keyIdAt(reserveRegId(ledger.network))! };
}

const stableTransfer = transferTx({ transfers: [transferTo(BOB.uid, 'WUSD', AMOUNT)] });

/** Encoded by hand: txid as it is hashed, the length of the symbol and the symbol, five bytes of seven bits. */
function orderIdOf(txid: string, positionBytes: string): string {
  const bytes = Buffer.from(txid, 'hex').reverse().toString('hex');
  return toDisplayHex(sha256d(Buffer.from(`${bytes}0457555344${positionBytes}`, 'hex')));
}

test('transfers of the stable coin cost no friction by default', () => {
  const { ledger } = ledgerWith(0n);
  assert.is(ledger.execute(stableTransfer).receipts.length, 2);
  assert.is(ledger.free(BOB.keyId, 'WUSD'), AMOUNT);
});

test('a governed ratio takes its part, rounded down, from what the receiver gets', () => {
  const { ledger, reserve } = ledgerWith(25n); // 0.25 %: 2500.0025 sawi
  const before = tokenOf(ledger.account(reserve)!, 'WUSD');
  const { receipts } = ledger.execute(stableTransfer);
  assert.is(ledger.free(BOB.keyId, 'WUSD'), AMOUNT - 2500n);
  assert.is(ledger.free(ALICE.keyId, 'WUSD'), 9n * AMOUNT);
  assert.equal(tokenOf(ledger.account(reserve)!, 'WUSD'), { ...before, frozen: before.frozen + 2500n });
  assert.equal(
    receipts.slice(1).map(({ type, operation, from, to, amount }) => [type, operation, from, to, amount]),
    [
      [RECEIPT.FRICTION_FEE, 'SUB_FREE', keyIdUid(ALICE.keyId), keyIdUid(reserve), 2500n],
      [RECEIPT.BUY_FCOINS_FOR_DEFLATION, 'FREEZE', keyIdUid(reserve), NULL_UID, 2500n],
      [RECEIPT.TRANSFER_ACTUAL_COINS, 'SUB_FREE', keyIdUid(ALICE.keyId), keyIdUid(BOB.keyId), AMOUNT - 2500n],
    ],
  );
});

test('with the friction the reserve places a market order for the governance coin (spec 06 §11)', () => {
  const { ledger } = ledgerWith(25n);
  const { prepared } = ledger.execute(stableTransfer);
  const id = orderIdOf(prepared.txid, '0000000000');
  assert.equal(ledger.state.get(ORDERS, id), {
    generatedBy: 2,
    orderType: ORDER_MARKET,
    orderSide: ORDER_BUY,
    coinSymbol: 'WUSD',
    assetSymbol: 'WGRT',
    coinAmount: 2500n,
    assetAmount: 0n,
    price: 0n,
    dexId: 0,
    operatorParameters: { openMode: OPEN_PUBLIC, makerFeeRatio: 0n, takerFeeRatio: 0n },
    position: { height: HEIGHT, index: 1 },
    owner: { height: 1, index: 1 },
    dealtCoinAmount: 0n,
    dealtAssetAmount: 0n,
    sourceType: 'send',
    sourceId: prepared.txid,
  });
  assert.equal([...ledger.state.iterate(ORDERS_BY_BLOCK)], [[[HEIGHT, 2, id], true]]);
});

test('each transfer of a transaction has its own order, and other coins cost nothing', () => {
  const { ledger } = ledgerWith(25n);
  const transfers = [
    transferTo(BOB.uid, 'WUSD', AMOUNT),
    transferTo(BOB.uid, 'WICC', AMOUNT),
    transferTo(BOB.uid, 'WUSD', AMOUNT),
  ];
  const { prepared } = ledger.execute(transferTx({ transfers, fees: 30_000n }));
  assert.equal(
    new Set([...ledger.state.iterate(ORDERS)].map(([id]) => id)),
    new Set([orderIdOf(prepared.txid, '0000000000'), orderIdOf(prepared.txid, '0000000002')]),
  );
});

test('an order id that is taken refuses the transfer: create-sys-order-failed (128)', () => {
  const { ledger } = ledgerWith(25n);
  const { prepared } = ledger.execute(stableTransfer);
  const id = orderIdOf(prepared.txid, '0000000000');
  const order = ledger.state.get(ORDERS, id)!;
  const second = ledgerWith(25n).ledger;
  putOrder(second.state, id, order);
  assert.equal(second.rejection(stableTransfer), { code: 128, reason: 'create-sys-order-failed' });
});

test('a sender without enough for the friction is refused: transfer-risk-fee-failed (50)', () => {
  const { ledger } = ledgerWith(25n);
  ledger.endow(ALICE.keyId, 'WUSD', 2499n);
  assert.equal(ledger.rejection(stableTransfer), { code: 50, reason: 'transfer-risk-fee-failed' });
});

test('a ratio whose part exceeds 64 bits is refused: calc-friction-fee-overflow (16)', () => {
  const { ledger } = ledgerWith(2n ** 64n - 1n);
  assert.equal(ledger.rejection(stableTransfer), { code: 16, reason: 'calc-friction-fee-overflow' });
});

test.run();
