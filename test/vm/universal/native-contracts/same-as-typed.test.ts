import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ZERO_HASH } from '../../../../src/codec/codec.js';
import type { Json } from '../../../../src/codec/json-value.js';
import { regIdText } from '../../../../src/codec/regid.js';
import { keyIdUid } from '../../../../src/codec/uid.js';
import { ACCOUNTS } from '../../../../src/state/tables/accounts.js';
import { TransactionRejected } from '../../../../src/tx/reject.js';
import { type Transaction, TX } from '../../../../src/tx/transactions.js';
import type { UtxoTransfer } from '../../../../src/tx/types/utxo-transfer.js';
import { CONDITION_TYPES } from '../../../../src/tx/utxo.js';
import { CdpLedger, idOf } from '../../../support/ledgers/cdp-ledger.js';
import { coSigned, refusalOf } from '../../../support/ledgers/co-signed.js';
import {
  ALICE,
  BOB,
  CAROL,
  HEIGHT,
  STRANGER_KEY_ID,
  signatureOf,
} from '../../../support/ledgers/scratch-ledger.js';
import { action, actorInteger, regIdOfActor } from '../../../support/ledgers/universal.js';
import {
  byPassword,
  charge,
  fromHeight,
  input,
  output,
  toAddress,
  toPassword,
  utxoTx,
} from '../../../support/ledgers/utxo-ledger.js';

/*
 * Every action of a module does what the typed transaction does, and is refused for the same reasons:
 * BOB does both, on two ledgers that are alike.
 */

const COIN = 100_000_000n;
const B = regIdOfActor(BOB);
const FEE = 1_000_000n;
const CDP = idOf('c');
const OTHERS_CDP = idOf('d');

/** What BOB does, in both forms. */
interface Pair {
  readonly typed: Transaction;
  readonly contract: string;
  readonly action: string;
  readonly args: Json;
}

/** A ledger on which BOB has coins of each kind, a debt position and an order, and others too. */
function ledgerOfBob(): CdpLedger {
  const ledger = new CdpLedger();
  for (const { keyId } of [ALICE, BOB]) {
    for (const symbol of ['WGRT', 'WUSD', 'NOTRADE'])
      ledger.setToken(keyId, symbol, { free: 100_000n * COIN });
  }
  ledger.addAsset('NOTRADE', { permsSum: 0n });
  ledger.place(CDP, BOB, { staked: 4_000n * COIN, owed: 100n * COIN, height: HEIGHT - 50 });
  ledger.place(OTHERS_CDP, ALICE, { staked: 560n * COIN, owed: 100n * COIN });
  ledger.setParameter('TRANSFER_SCOIN_FRICTION_FEE_RATIO', 100n);
  return ledger;
}

/** Balances without what fees took: BOB's by the typed transaction, CAROL's otherwise. */
function balances(ledger: CdpLedger, fees: bigint): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const [keyId, { tokens }] of ledger.state.iterate(ACCOUNTS)) {
    if (keyId === CAROL.keyId) continue;
    const tokensNow = new Map([...tokens].map(([symbol, token]) => [symbol, { ...token }]));
    const base = tokensNow.get('WICC');
    if (keyId === BOB.keyId && base !== undefined) base.free += fees;
    all[keyId] = Object.fromEntries(tokensNow);
  }
  return all;
}

function outcome(ledger: CdpLedger, tx: Transaction, fees: bigint): unknown {
  try {
    const { receipts } = ledger.execute(tx);
    const moved = receipts.slice(1).map(({ objectId: _, ...receipt }) => receipt);
    return { balances: balances(ledger, fees), receipts: moved };
  } catch (error) {
    if (error instanceof TransactionRejected) return { refused: refusalOf(error.reason) };
    throw error;
  }
}

const head = {
  version: 1,
  validHeight: HEIGHT - 1,
  txUid: BOB.uid,
  feeSymbol: 'WICC',
  fees: FEE,
  signature: signatureOf(BOB.publicKey),
} as const;

interface OrderWords {
  readonly limit?: boolean;
  readonly buy?: boolean;
  readonly coin?: string;
  readonly asset?: string;
  readonly amount?: bigint;
  readonly price?: bigint;
  readonly dexId?: number;
  readonly memo?: string;
}

function order({
  limit = true,
  buy = true,
  coin = 'WUSD',
  asset = 'WICC',
  amount = 5n * COIN,
  price = COIN / 2n,
  dexId = 0,
  memo = '',
}: OrderWords): Pair {
  const forCoins = buy && !limit;
  const quantity = (symbol: string): Json => ({ amount, symbol: `8,${symbol}` });
  return {
    typed: {
      type: TX.DEX_ORDER,
      ...head,
      orderType: limit ? 1 : 2,
      orderSide: buy ? 1 : 2,
      coinSymbol: coin,
      assetSymbol: asset,
      coinAmount: forCoins ? amount : 0n,
      assetAmount: forCoins ? 0n : amount,
      price: limit ? price : 0n,
      dexId,
      memo: Buffer.from(memo),
    } as Transaction,
    contract: '0-300',
    action: `${buy ? 'buy' : 'sell'}${limit ? 'limit' : 'market'}`,
    args: {
      owner: B,
      ...(forCoins ? { coins: quantity(coin), asset } : { asset: quantity(asset), coin }),
      ...(limit && { price }),
      dex_id: dexId,
      memo,
    },
  };
}

const ORDERS: readonly OrderWords[] = [true, false].flatMap(limit =>
  [true, false].flatMap(buy =>
    [
      {},
      { amount: 9_999_999n },
      { amount: 0n },
      { amount: 900_000n * COIN },
      { amount: 9_000_000_000_000_000_000n },
      { coin: 'WICC' },
      { asset: 'NOTRADE' },
      { coin: 'NOTRADE' },
      { asset: 'NOCOIN' },
      { dexId: 7 },
      { memo: 'x'.repeat(100) },
      { memo: 'x'.repeat(101) },
      ...(limit ? [{ price: 0n }, { price: 2n ** 63n }] : []),
    ].map(words => ({ limit, buy, ...words })),
  ),
);

function transfer(symbol: string, amount: bigint, memo = '', to = regIdOfActor(ALICE)): Pair {
  return {
    typed: {
      type: TX.UCOIN_TRANSFER,
      ...head,
      transfers: [
        {
          toUid: to === 'key' ? keyIdUid(STRANGER_KEY_ID) : uidOf(to),
          coinSymbol: symbol,
          coinAmount: amount,
        },
      ],
      memo: Buffer.from(memo),
    } as Transaction,
    contract: '0-200',
    action: to === 'key' ? 'transferkey' : 'transfer',
    args: {
      from: B,
      to: to === 'key' ? STRANGER_KEY_ID : to,
      quantity: { amount, symbol: `8,${symbol}` },
      memo,
    },
  };
}

function uidOf(text: string) {
  const [height, index] = text.split('-').map(Number);
  return { kind: 'regid', regId: { height: height!, index: index! } } as const;
}

const TRANSFERS: readonly Pair[] = [
  transfer('WICC', 10_000n),
  transfer('WICC', 9_999n),
  transfer('WUSD', 50n * COIN),
  transfer('WUSD', 50n * COIN, 'hello'),
  transfer('WUSD', 100_000n * COIN),
  transfer('WUSD', 100_001n * COIN),
  transfer('WGRT', 100_001n * COIN),
  transfer('NOTRADE', COIN),
  transfer('NOCOIN', COIN),
  transfer('WICC', COIN, 'x'.repeat(101)),
  transfer('WICC', COIN, '', '9-9'),
  transfer('WICC', COIN, '', B),
  transfer('WICC', COIN, '', 'key'),
  transfer('WUSD', COIN, '', 'key'),
];

function stake(
  cdpId: string | undefined,
  symbol: string,
  amount: bigint,
  minted: bigint,
  scoin = 'WUSD',
): Pair {
  return {
    typed: {
      type: TX.CDP_STAKE,
      ...head,
      cdpTxid: cdpId ?? ZERO_HASH,
      assetsToStake: new Map([[symbol, amount]]),
      scoinSymbol: scoin,
      scoinsToMint: minted,
    },
    contract: '0-400',
    action: 'stake',
    args: {
      owner: B,
      ...(cdpId !== undefined && { cdp_id: cdpId }),
      pledged: { amount, symbol: `8,${symbol}` },
      minted: { amount: minted, symbol: `8,${scoin}` },
    },
  };
}

function redeem(cdpId: string, repaid: bigint, redeemed: bigint, symbol = 'WICC'): Pair {
  return {
    typed: {
      type: TX.CDP_REDEEM,
      ...head,
      cdpTxid: cdpId,
      scoinsToRepay: repaid,
      assetsToRedeem: new Map([[symbol, redeemed]]),
    },
    contract: '0-400',
    action: 'redeem',
    args: { owner: B, cdp_id: cdpId, repaid, redeemed: { amount: redeemed, symbol: `8,${symbol}` } },
  };
}

function liquidate(cdpId: string, offered: bigint): Pair {
  return {
    typed: {
      type: TX.CDP_LIQUIDATE,
      ...head,
      cdpTxid: cdpId,
      liquidateAssetSymbol: '',
      scoinsToLiquidate: offered,
    },
    contract: '0-400',
    action: 'liquidate',
    args: { liquidator: B, cdp_id: cdpId, offered },
  };
}

const CDPS: readonly Pair[] = [
  stake(undefined, 'WICC', 1000n * COIN, 100n * COIN),
  stake(CDP, 'WICC', 1000n * COIN, 100n * COIN),
  stake(CDP, 'WICC', 0n, 10n * COIN),
  stake(CDP, 'WICC', 1000n * COIN, 0n),
  stake(CDP, 'WICC', 1n, 1_000n * COIN),
  stake(CDP, 'WICC', 2_000_000n * COIN, 0n),
  stake(OTHERS_CDP, 'WICC', 1000n * COIN, 0n),
  stake(idOf('9'), 'WICC', 1000n * COIN, 0n),
  stake(CDP, 'WGRT', 1000n * COIN, 0n),
  stake(CDP, 'WICC', 1000n * COIN, 0n, 'WICC'),
  redeem(CDP, 50n * COIN, 0n),
  redeem(CDP, 50n * COIN, 500n * COIN),
  redeem(CDP, 1000n * COIN, 10_000n * COIN),
  redeem(CDP, 0n, 4_000n * COIN),
  redeem(CDP, 200_000n * COIN, 0n),
  redeem(CDP, 0n, 0n, 'WGRT'),
  redeem(OTHERS_CDP, 0n, 0n),
  redeem(ZERO_HASH, 0n, 0n),
  redeem(idOf('9'), 0n, 0n),
  liquidate(OTHERS_CDP, 500n * COIN),
  liquidate(OTHERS_CDP, 10n * COIN),
  liquidate(CDP, 10n * COIN),
  liquidate(OTHERS_CDP, 0n),
  liquidate(ZERO_HASH, COIN),
  liquidate(idOf('9'), COIN),
  liquidate(OTHERS_CDP, 200_000n * COIN),
];

const sameAsTyped = suite('actions of modules do what typed transactions do');

function compare(pairs: readonly Pair[], prepare: (ledger: CdpLedger) => void = () => {}): number {
  let refused = 0;
  for (const { typed, contract, action: name, args } of pairs) {
    const [one, other] = [ledgerOfBob(), ledgerOfBob()];
    prepare(one);
    prepare(other);
    const expected = outcome(one, typed, FEE);
    const call = action(other, contract, name, args, [BOB]);
    const actual = outcome(other, coSigned([call], BOB), 0n);
    const label = `${name} ${JSON.stringify(args, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))}`;
    assert.equal(actual, expected, label);
    if ('refused' in (expected as object)) refused++;
  }
  console.log(`${pairs.length} cases, ${refused} of them refused`);
  return refused;
}

sameAsTyped('a transfer as an action has the outcomes of the typed one', () => {
  assert.is(compare(TRANSFERS), 7);
});

sameAsTyped('orders as actions have the outcomes of typed ones', () => {
  assert.ok(compare(ORDERS.map(order)) > 30);
});

sameAsTyped('debt positions by actions have the outcomes of typed ones', () => {
  assert.ok(compare(CDPS) > 12);
});

sameAsTyped('cancellations, also of orders that are not there and not his', () => {
  const ids: Record<string, string> = {};
  const prepare = (ledger: CdpLedger) => {
    for (const [name, actor] of [
      ['own', BOB],
      ['others', ALICE],
    ] as const) {
      const placed = order({}).typed;
      const tx = { ...placed, txUid: actor.uid, signature: signatureOf(actor.publicKey) } as Transaction;
      ids[name] = ledger.execute(tx, HEIGHT - 1).prepared.txid;
    }
  };
  prepare(ledgerOfBob());
  const cancel = (orderId: string): Pair => ({
    typed: { type: TX.DEX_CANCEL_ORDER, ...head, orderId },
    contract: '0-300',
    action: 'cancel',
    args: { owner: B, order_id: orderId },
  });
  const pairs = [ids.own!, ids.others!, ZERO_HASH, idOf('9')].map(cancel);
  assert.is(compare(pairs, prepare), 3);
});

/** A deal of the orders below, or of others. */
interface DealWords {
  readonly buy?: string;
  readonly sell?: string;
  readonly price?: bigint;
  readonly coins?: bigint;
  readonly assets?: bigint;
}

sameAsTyped('settlements, of nothing and of what does not fit too', () => {
  let [buyId, sellId] = ['', ''];
  const prepare = (ledger: CdpLedger) => {
    ledger.setParameter('DEX_MATCH_SVC_REGID', actorInteger(BOB));
    const place = (words: OrderWords) => {
      const tx = { ...order(words).typed, txUid: ALICE.uid, signature: signatureOf(ALICE.publicKey) };
      return ledger.execute(tx as Transaction, HEIGHT - 1).prepared.txid;
    };
    buyId = place({ amount: 10n * COIN });
    sellId = place({ buy: false, amount: 6n * COIN });
  };
  prepare(ledgerOfBob());
  const settle = (deals: readonly DealWords[]): Pair => {
    const items = deals.map(
      ({ buy = buyId, sell = sellId, price = COIN / 2n, coins = COIN, assets = 2n * COIN }) => ({
        buyOrderId: buy,
        sellOrderId: sell,
        price,
        coinAmount: coins,
        assetAmount: assets,
      }),
    );
    return {
      typed: { type: TX.DEX_TRADE_SETTLE, ...head, dealItems: items },
      contract: '0-300',
      action: 'settle',
      args: {
        settler: B,
        deals: items.map(item => [
          item.buyOrderId,
          item.sellOrderId,
          item.price,
          item.coinAmount,
          item.assetAmount,
        ]),
      },
    };
  };
  const pairs = [
    settle([{}]),
    settle([{}, {}, {}]),
    settle([{}, {}, {}, {}]),
    settle([]),
    settle([{ buy: sellId }]),
    settle([{ buy: sellId, sell: buyId }]),
    settle([{ buy: ZERO_HASH }]),
    settle([{ sell: idOf('9') }]),
    settle([{ price: 0n }]),
    settle([{ price: COIN }]),
    settle([{ coins: 2n * COIN }]),
    settle([{ coins: 2n ** 63n, assets: 2n ** 64n - 1n }]),
  ];
  assert.is(compare(pairs, prepare), 10);
  const notHis = (ledger: CdpLedger) => {
    prepare(ledger);
    ledger.setParameter('DEX_MATCH_SVC_REGID', actorInteger(ALICE));
  };
  assert.is(compare([settle([{}])], notHis), 1);
});

sameAsTyped('outputs by actions have the outcomes of typed ones', () => {
  const vouts = [output(toAddress(BOB)), output(toPassword('secret')), output(toAddress(CAROL))];
  const locked = [output(toAddress(BOB), fromHeight(BigInt(HEIGHT)))];
  const prepare = (ledger: CdpLedger) => {
    charge(ledger, vouts);
    charge(ledger, locked);
  };
  const ledger = ledgerOfBob();
  const id = charge(ledger, vouts);
  const lockedId = charge(ledger, locked);
  const typed = (changes: Partial<UtxoTransfer>): Transaction => utxoTx({ ...changes, fees: FEE }, BOB);
  const draw = (index: number, key?: 'secret' | 'wrong', txid = id): Pair => ({
    typed: typed({ vins: [input(txid, index, ...(key === undefined ? [] : [byPassword(key)]))] }),
    contract: '0-500',
    action: 'draw',
    args: { account: B, coin: 'WICC', inputs: [{ txid, index, ...(key && { password: key }) }], memo: '' },
  });
  const charged = (amount: bigint, member: Json, ...conds: Parameters<typeof output>): Pair => ({
    typed: typed({ vouts: [{ coinAmount: amount, conds }] }),
    contract: '0-500',
    action: 'charge',
    args: { account: B, coin: 'WICC', outputs: [{ amount, ...(member as object) }], memo: '' },
  });
  const pairs = [
    draw(0),
    draw(1),
    draw(1, 'secret'),
    draw(1, 'wrong'),
    draw(2),
    draw(3),
    draw(0, undefined, lockedId),
    draw(0, undefined, idOf('9')),
    charged(COIN, {}),
    charged(COIN, { owner: regIdText(ALICE.regId) }, toAddress(ALICE)),
    charged(COIN, { owner_key: ALICE.keyId }, { type: CONDITION_TYPES.OP2SA, uid: keyIdUid(ALICE.keyId) }),
    charged(COIN, { claim_height: 400n }, fromHeight(400n)),
    charged(COIN, { claim_height: 0n }, fromHeight(0n)),
    charged(0n, {}),
    charged(2_000_000n * COIN, {}),
    charged(COIN, { multisig: '00'.repeat(20) }, { type: CONDITION_TYPES.OP2MA, keyId: '00'.repeat(20) }),
    {
      typed: typed({ vins: [input(id, 0), input(id, 0)] }),
      contract: '0-500',
      action: 'draw',
      args: {
        account: B,
        coin: 'WICC',
        inputs: [
          { txid: id, index: 0 },
          { txid: id, index: 0 },
        ],
        memo: '',
      },
    },
    {
      typed: typed({ vins: [input(id, 0)], vouts: [{ coinAmount: 3n * COIN, conds: [toAddress(ALICE)] }] }),
      contract: '0-500',
      action: 'spend',
      args: {
        account: B,
        coin: 'WICC',
        inputs: [{ txid: id, index: 0 }],
        outputs: [{ amount: 3n * COIN, owner: regIdText(ALICE.regId) }],
        memo: '',
      },
    },
    {
      typed: typed({}),
      contract: '0-500',
      action: 'spend',
      args: { account: B, coin: 'WICC', inputs: [], outputs: [], memo: '' },
    },
  ] satisfies Pair[];
  assert.ok(compare(pairs, prepare) > 8);
});

sameAsTyped('the permission of the account is asked for, not that of who pays', () => {
  const prepare = (ledger: CdpLedger) => ledger.alter(BOB.keyId, { permsSum: 1n << 4n });
  const pairs = [TRANSFERS[0]!, order({}), CDPS[0]!];
  assert.is(compare(pairs, prepare), 3);
});

sameAsTyped.run();
