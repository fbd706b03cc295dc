import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, regIdUid } from '../../src/codec/uid.js';
import { matureReward, recordReward } from '../../src/ledger/rewards.js';
import { MAX_BALANCE } from '../../src/state/balance.js';
import { ACCOUNTS } from '../../src/state/tables/accounts.js';
import { CDPS } from '../../src/state/tables/cdps.js';
import { GENERATED_BY, ORDERS, type Order, putOrder } from '../../src/state/tables/orders.js';
import { PENDING_REWARDS } from '../../src/state/tables/rewards.js';
import { UTXOS } from '../../src/state/tables/utxos.js';
import {
  ORDER_BUY,
  ORDER_LIMIT,
  ORDER_MARKET,
  ORDER_SELL,
  VOTE_ADD,
  VOTE_MINUS,
} from '../../src/tx/enums.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import { type Transaction, TX } from '../../src/tx/transactions.js';
import { CONDITION_TYPES } from '../../src/tx/utxo.js';
import { TransactionContext } from '../../vm/context.js';
import { dueForSettlement } from '../../vm/native/cdp/due-interest.js';
import { liquidateForced } from '../../vm/native/cdp/forced-liquidation.js';
import { CdpLedger, idOf } from '../support/ledgers/cdp-ledger.js';
import { transferTx } from '../support/ledgers/sample-transactions.js';
import { ALICE, BOB, HEIGHT, ScratchLedger, signatureOf } from '../support/ledgers/scratch-ledger.js';

/*
 * Balances that are full. Whatever the system does by itself goes on: what does not fit is capped, left
 * for later or kept in an output. What a user asks for is refused where it does not fit, and nothing that
 * others need to take out what is theirs depends on the room in somebody else's balance.
 */

const PRODUCER = { height: 0, index: 2 };
const COIN = 100_000_000n;
const HEAD = { version: 1, validHeight: HEIGHT, feeSymbol: 'WICC', fees: 1_000_000n } as const;

function coinsOf(ledger: ScratchLedger, symbol: string): bigint {
  let sum = 0n;
  for (const [, { tokens }] of ledger.state.iterate(ACCOUNTS)) {
    const token = tokens.get(symbol);
    if (token) sum += token.free + token.frozen + token.staked + token.voted + token.pledged;
  }
  for (const [, { coinSymbol, output }] of ledger.state.iterate(UTXOS)) {
    if (coinSymbol === symbol) sum += output.coinAmount;
  }
  return sum;
}

/** Forced liquidation at prices of WICC and of WGRT. */
function liquidateAt(ledger: CdpLedger, base: bigint, governance: bigint): void {
  ledger.setPrices({ WICC: base, WGRT: governance });
  const context = new TransactionContext({
    network: ledger.network,
    block: ledger.contextAt(HEIGHT),
    state: ledger.state.child(),
    prepared: ledger.prepare(ledger.settleTx([idOf('a')])),
    index: 1,
    signatures: { isValid: () => true },
  });
  const fed = { quoteSymbol: 'USD', lastFeedHeight: HEIGHT };
  liquidateForced(
    [
      { baseSymbol: 'WGRT', price: governance, ...fed },
      { baseSymbol: 'WICC', price: base, ...fed },
    ],
    context,
  );
  context.commit();
}

test('what of a reward does not fit the producer’s balance becomes an output that he can spend', () => {
  for (const room of [0n, 1n, 699n, 700n, 10n ** 9n]) {
    const ledger = new ScratchLedger();
    const producer = ledger.keyIdAt(PRODUCER)!;
    ledger.endow(producer, 'WICC', MAX_BALANCE - room);
    const reward = {
      type: TX.UCOIN_BLOCK_REWARD,
      version: 1,
      validHeight: HEIGHT,
      txUid: regIdUid(PRODUCER),
      rewardFees: new Map([
        ['WICC', 700n],
        ['WUSD', 5n],
      ]),
      inflatedBcoins: 1_000n,
    } as const satisfies Transaction;
    const prepared = ledger.prepare(reward);
    recordReward(ledger.state, HEIGHT, prepared);
    const before = coinsOf(ledger, 'WICC');
    const matured = matureReward(ledger.network, ledger.state, HEIGHT + ledger.network.rewardMaturity)!;
    assert.is(coinsOf(ledger, 'WICC'), before + 1_700n);
    assert.is(ledger.free(producer, 'WUSD'), 5n);
    assert.is(ledger.state.get(PENDING_REWARDS, HEIGHT), undefined);
    const told = matured.receipts.filter(({ coinSymbol }) => coinSymbol === 'WICC');
    assert.is(
      told.reduce((sum, { amount }) => sum + amount, 0n),
      1_700n,
    );
    const outputs = [...ledger.state.iterate(UTXOS)];
    assert.is(outputs.length, room >= 1_700n ? 0 : room >= 700n ? 1 : 2);
    for (const [[txid], { output, creator }] of outputs) {
      assert.is(txid, prepared.txid);
      assert.is(creator, producer);
      assert.equal(output.conds, [{ type: CONDITION_TYPES.OP2SA, uid: keyIdUid(producer) }]);
    }
  }
});

test('a transfer that does not fit the receiver’s balance is refused, and costs nobody anything', () => {
  const ledger = new ScratchLedger();
  ledger.endow(BOB.keyId, 'WICC', MAX_BALANCE - 9_999n);
  const transfers = [{ toUid: BOB.uid, coinSymbol: 'WICC', coinAmount: 10_000n }];
  assert.is(ledger.rejection(transferTx({ transfers })).reason, 'balance-overflow');
  ledger.endow(BOB.keyId, 'WICC', MAX_BALANCE - 10_000n);
  ledger.execute(transferTx({ transfers }));
  assert.is(ledger.free(BOB.keyId, 'WICC'), MAX_BALANCE);
});

test('votes come back and interest is paid as far as it fits, whatever the voter has', () => {
  const ledger = new ScratchLedger();
  const vote = (voteType: number) =>
    ({
      type: TX.DELEGATE_VOTE,
      ...HEAD,
      txUid: ALICE.uid,
      candidateVotes: [{ voteType, candidate: regIdUid(PRODUCER), votedBcoins: 1_000n * COIN }],
      signature: signatureOf(ALICE.publicKey),
    }) as const;
  ledger.execute(vote(VOTE_ADD));
  ledger.endow(ALICE.keyId, 'WGRT', MAX_BALANCE - 1n);
  ledger.execute(vote(VOTE_MINUS), HEIGHT + 100);
  assert.is(ledger.free(ALICE.keyId, 'WGRT'), MAX_BALANCE);
  assert.is(ledger.account(ALICE.keyId)!.tokens.get('WICC')!.voted, 0n);
});

test('a reserve that is full of stable coins keeps nobody from his collateral', () => {
  const ledger = new CdpLedger();
  const id = idOf('c');
  ledger.place(id, ALICE, { staked: 1_000n * COIN, owed: 100n * COIN, height: 10 });
  ledger.setToken(ALICE.keyId, 'WUSD', { free: 200n * COIN });
  ledger.setToken(ledger.reserve, 'WUSD', { frozen: MAX_BALANCE - 7n });
  ledger.execute(
    ledger.redeemTx({
      cdpTxid: id,
      scoinsToRepay: 100n * COIN,
      assetsToRedeem: new Map([['WICC', 1_000n * COIN]]),
    }),
  );
  assert.is(ledger.cdp(id), undefined);
  assert.is(ledger.token(ledger.reserve, 'WUSD').frozen, MAX_BALANCE);
  assert.is(
    ledger.token(ALICE.keyId, 'WUSD').free,
    100n * COIN - 7n,
    'the interest is what the reserve can take',
  );
});

test('a penalty is what the reserve can take; the liquidator keeps the rest', () => {
  const ledger = new CdpLedger();
  const id = idOf('d');
  ledger.place(id, ALICE, { staked: 1_000n * COIN, owed: 200n * COIN });
  ledger.setToken(BOB.keyId, 'WUSD', { free: 1_000n * COIN });
  ledger.setToken(ledger.reserve, 'WUSD', { free: MAX_BALANCE - 3n });
  ledger.execute(ledger.liquidateTx({ cdpTxid: id, scoinsToLiquidate: 1_000n * COIN }, BOB));
  assert.is(ledger.cdp(id), undefined);
  assert.is(ledger.token(BOB.keyId, 'WUSD').free, 800n * COIN - 3n);
});

test('an owner whose balance is full can be liquidated: what he gets back becomes an output of his', () => {
  for (const [free, kept] of [
    [MAX_BALANCE, 0n],
    [MAX_BALANCE - 5n, 5n],
  ] as const) {
    const ledger = new CdpLedger();
    const id = idOf('d');
    ledger.place(id, ALICE, { staked: 1_000n * COIN, owed: 180n * COIN });
    const { pledged } = ledger.token(ALICE.keyId, 'WICC');
    ledger.setToken(ALICE.keyId, 'WICC', { free, pledged });
    ledger.setToken(BOB.keyId, 'WUSD', { free: 1_000n * COIN });
    const before = coinsOf(ledger, 'WICC');
    const bought = ledger.token(BOB.keyId, 'WICC').free;
    const liquidation = ledger.execute(
      ledger.liquidateTx({ cdpTxid: id, scoinsToLiquidate: 1_000n * COIN }, BOB),
    );
    assert.is(ledger.cdp(id), undefined);
    assert.is(ledger.token(ALICE.keyId, 'WICC').free, MAX_BALANCE);
    assert.is(ledger.token(ALICE.keyId, 'WICC').pledged, 0n);
    const { output, creator } = ledger.state.get(UTXOS, [liquidation.prepared.txid, 0])!;
    assert.is(creator, ALICE.keyId);
    assert.equal(output.conds, [{ type: CONDITION_TYPES.OP2SA, uid: keyIdUid(ALICE.keyId) }]);
    const fee = liquidation.receipts[0]!.amount;
    const gained = ledger.token(BOB.keyId, 'WICC').free + fee - bought;
    assert.ok(gained > 0n && output.coinAmount > 0n);
    assert.is(gained + output.coinAmount + kept, 1_000n * COIN);
    assert.is(coinsOf(ledger, 'WICC') + fee, before);
  }
});

test('an owner whose balance is full is liquidated by force as well', () => {
  const ledger = new CdpLedger();
  const id = idOf('a');
  ledger.place(id, ALICE, { staked: 1_000n * COIN, owed: 250n * COIN });
  const { pledged } = ledger.token(ALICE.keyId, 'WICC');
  ledger.setToken(ALICE.keyId, 'WICC', { free: MAX_BALANCE, pledged });
  ledger.setCdpParameter('CDP_GLOBAL_COLLATERAL_RATIO_MIN', 1n);
  ledger.setToken(ledger.reserve, 'WUSD', { free: 10_000n * COIN });
  const before = coinsOf(ledger, 'WICC');
  liquidateAt(ledger, 10_000_000n, 100_000_000n);
  assert.is(ledger.cdp(id), undefined);
  assert.is(ledger.token(ALICE.keyId, 'WICC').free, MAX_BALANCE);
  assert.is(ledger.token(ALICE.keyId, 'WICC').pledged, 0n);
  assert.is(ledger.token(ledger.reserve, 'WICC').frozen, 1_000n * COIN);
  assert.is(coinsOf(ledger, 'WICC'), before);
});

test('a position that the reserve has no room for stays open, and those behind it are liquidated', () => {
  const ledger = new CdpLedger();
  ledger.place(idOf('a'), ALICE, { staked: 1_000n * COIN, owed: 250n * COIN });
  ledger.place(idOf('b'), BOB, { staked: 10n * COIN, owed: 2n * COIN });
  ledger.setCdpParameter('CDP_GLOBAL_COLLATERAL_RATIO_MIN', 1n);
  ledger.setToken(ledger.reserve, 'WUSD', { free: 10_000n * COIN });
  ledger.setToken(ledger.reserve, 'WICC', { frozen: MAX_BALANCE - 100n * COIN });
  ledger.setToken(ledger.reserve, 'WGRT', { frozen: MAX_BALANCE });
  liquidateAt(ledger, 10_000_000n, 1n);
  assert.ok(ledger.state.get(CDPS, idOf('a')));
  assert.is(ledger.state.get(CDPS, idOf('b')), undefined);
});

test('an owner whose balance is full does not keep the interest of others from being settled', () => {
  const ledger = new CdpLedger();
  const terms = { staked: 1_000n * COIN, owed: 100n * COIN, height: 10 };
  ledger.setCdpParameter('CDP_CONVERT_INTEREST_TO_DEBT_DAYS', 1n);
  ledger.place(idOf('a'), ALICE, terms);
  ledger.place(idOf('b'), BOB, { ...terms, height: 11 });
  ledger.setToken(ALICE.keyId, 'WUSD', { free: MAX_BALANCE });
  const network = { ...ledger.network, blocksPerDay: 10 };
  assert.equal(dueForSettlement(ledger.state, network, HEIGHT), [idOf('b')]);
});

test('what an order has got is at most 2^64-1: coins that go round do not make a block that cannot be stored', () => {
  const ledger = new CdpLedger();
  const market: Order = {
    generatedBy: GENERATED_BY.user,
    orderType: ORDER_MARKET,
    orderSide: ORDER_BUY,
    coinSymbol: 'WICC',
    assetSymbol: 'WGRT',
    coinAmount: 1_000n * COIN,
    assetAmount: 0n,
    price: 0n,
    dexId: 0,
    operatorParameters: undefined,
    position: { height: 6, index: 1 },
    owner: ALICE.regId,
    dealtCoinAmount: 0n,
    dealtAssetAmount: MAX_BALANCE - 5n,
    sourceType: 'user',
    sourceId: idOf('1'),
  };
  const limit: Order = {
    ...market,
    orderType: ORDER_LIMIT,
    orderSide: ORDER_SELL,
    coinAmount: 0n,
    assetAmount: 2_000n * COIN,
    price: COIN,
    position: { height: 5, index: 1 },
    owner: BOB.regId,
    dealtAssetAmount: 0n,
    dealtCoinAmount: MAX_BALANCE,
  };
  ledger.setToken(ALICE.keyId, 'WICC', { frozen: 1_000n * COIN });
  ledger.setToken(BOB.keyId, 'WGRT', { frozen: 2_000n * COIN });
  putOrder(ledger.state, idOf('1'), market);
  putOrder(ledger.state, idOf('2'), limit);
  const regId = { height: ledger.network.forks.systemGenesis, index: 3 };
  ledger.execute({
    type: TX.DEX_TRADE_SETTLE,
    ...HEAD,
    txUid: regIdUid(regId),
    dealItems: [
      {
        buyOrderId: idOf('1'),
        sellOrderId: idOf('2'),
        price: COIN,
        coinAmount: 500n * COIN,
        assetAmount: 500n * COIN,
      },
    ],
    signature: signatureOf(ledger.account(ledger.keyIdAt(regId)!)!.ownerKey),
  });
  assert.is(ledger.state.get(ORDERS, idOf('1'))!.dealtAssetAmount, MAX_BALANCE);
  assert.is(ledger.state.get(ORDERS, idOf('2'))!.dealtCoinAmount, MAX_BALANCE);
  // Every value of the state has an encoding.
  assert.ok(ledger.state.changes().length > 0);
});

test('full balances of reserve, producer and operator do not stop a deal: they get what fits', () => {
  const ledger = new CdpLedger();
  const producer = ledger.keyIdAt(PRODUCER)!;
  ledger.setToken(ledger.reserve, 'WICC', { frozen: MAX_BALANCE });
  ledger.setToken(producer, 'WGRT', { free: MAX_BALANCE - 5n });
  ledger.setToken(ALICE.keyId, 'WICC', { frozen: 100n * COIN });
  ledger.setToken(BOB.keyId, 'WGRT', { frozen: 1_000n * COIN });
  const order = (owner: typeof ALICE, orderSide: number): Order => ({
    generatedBy: GENERATED_BY.user,
    orderType: ORDER_LIMIT,
    orderSide,
    coinSymbol: 'WICC',
    assetSymbol: 'WGRT',
    coinAmount: orderSide === ORDER_BUY ? 100n * COIN : 0n,
    assetAmount: 1_000n * COIN,
    price: COIN / 10n,
    dexId: 0,
    operatorParameters: undefined,
    position: { height: 5, index: orderSide },
    owner: owner.regId,
    dealtCoinAmount: 0n,
    dealtAssetAmount: 0n,
    sourceType: 'user',
    sourceId: idOf('1'),
  });
  putOrder(ledger.state, idOf('1'), order(ALICE, ORDER_BUY));
  putOrder(ledger.state, idOf('2'), order(BOB, ORDER_SELL));
  const before = coinsOf(ledger, 'WGRT');
  const settler = ledger.network.forks.systemGenesis;
  const regId = { height: settler, index: 3 };
  const keyId = ledger.keyIdAt(regId)!;
  ledger.execute({
    type: TX.DEX_TRADE_SETTLE,
    ...HEAD,
    txUid: regIdUid(regId),
    dealItems: [
      {
        buyOrderId: idOf('1'),
        sellOrderId: idOf('2'),
        price: COIN / 10n,
        coinAmount: 100n * COIN,
        assetAmount: 1_000n * COIN,
      },
    ],
    signature: signatureOf(ledger.account(keyId)!.ownerKey),
  });
  assert.is(ledger.state.get(ORDERS, idOf('1')), undefined);
  assert.is(ledger.free(producer, 'WGRT'), MAX_BALANCE);
  assert.is(coinsOf(ledger, 'WGRT'), before, 'what they cannot hold stays with those who deal');
  assert.is(ledger.token(ledger.reserve, 'WICC').frozen, MAX_BALANCE);
});

test('the fees of a block are no more than its reward can hold; it can be ended whatever is paid', () => {
  const ledger = new ScratchLedger();
  const payers = [ALICE, BOB];
  for (const { keyId } of payers) ledger.endow(keyId, 'WUSD', MAX_BALANCE);
  const block = ledger.begin();
  const largest = 21_000_000_000_000_000n;
  let reason = '';
  for (let i = 0; reason === ''; i++) {
    const { uid, publicKey } = payers[i % 2]!;
    const signature = signatureOf(publicKey);
    const fees = largest - BigInt(i);
    const tx = transferTx({ ...HEAD, txUid: uid, feeSymbol: 'WUSD', fees, signature });
    try {
      block.execute(ledger.prepare(tx));
    } catch (error) {
      if (!(error instanceof TransactionRejected)) throw error;
      reason = error.reason;
    }
  }
  assert.is(reason, 'exceed-max-fees');
  block.end(block.rewardTransaction());
});

test.run();
