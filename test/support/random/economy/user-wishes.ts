import { ZERO_HASH } from '../../../../src/codec/codec.js';
import { sameRegId } from '../../../../src/codec/regid.js';
import { CDPS, cdpsOf } from '../../../../src/state/tables/cdps.js';
import { ORDERS } from '../../../../src/state/tables/orders.js';
import { UTXOS } from '../../../../src/state/tables/utxos.js';
import { balanceOperationCode } from '../../../../src/tx/balance-operation.js';
import {
  ORDER_BUY,
  ORDER_LIMIT,
  ORDER_MARKET,
  ORDER_SELL,
  VOTE_ADD,
  VOTE_MINUS,
} from '../../../../src/tx/enums.js';
import { type Transaction, TX } from '../../../../src/tx/transactions.js';
import { OPERATOR_FIELD } from '../../../../src/tx/types/dex-operator-update.js';
import { CONDITION_TYPES } from '../../../../src/tx/utxo.js';
import type { Actor } from '../../ledgers/scratch-ledger.js';
import { edgy, pick } from '../edges.js';
import { COIN, COINS, PEOPLE, PRODUCERS, SETTLER, TOKEN } from './cast.js';
import { chance, oldHead, type Scene, type Wish } from './scene.js';

const NO_MEMO = new Uint8Array();

/** What one of the people does by a typed transaction. */
export function userWish(scene: Scene): Wish | undefined {
  const from = pick(scene.random, PEOPLE);
  const [kind, make] = pick(scene.random, KINDS);
  const tx = make(scene, from);
  return tx && [kind, tx];
}

type Maker = (scene: Scene, from: Actor) => Transaction | undefined;

const KINDS: readonly (readonly [kind: string, make: Maker])[] = [
  ['transfer', transfer],
  ['output', output],
  ['draw', draw],
  ['stake', stake],
  ['vote', vote],
  ['order', order],
  ['order', order],
  ['cancel', cancel],
  ['position', position],
  ['liquidate', liquidate],
  ['operator', changeOperator],
];

function transfer({ random, ...scene }: Scene, from: Actor): Transaction {
  const toUid = pick(random, [...PEOPLE, ...PRODUCERS.slice(0, 2)]).uid;
  const transfers = [{ toUid, coinSymbol: pick(random, COINS), coinAmount: edgy(random, 14) }];
  // Fees in the stable coin too.
  const feeSymbol = chance(random, 4) ? 'WUSD' : 'WICC';
  return { ...scene.head(from), feeSymbol, type: TX.UCOIN_TRANSFER, transfers, memo: NO_MEMO };
}

function output({ random, ...scene }: Scene, from: Actor): Transaction {
  const conds = [{ type: CONDITION_TYPES.OP2SA, uid: from.uid }] as const;
  const vouts = [{ coinAmount: edgy(random, 14), conds }];
  const coinSymbol = pick(random, COINS);
  return { ...scene.head(from), type: TX.UTXO_TRANSFER, coinSymbol, vins: [], vouts, memo: NO_MEMO };
}

function draw(scene: Scene, from: Actor): Transaction | undefined {
  const own = [...scene.state.iterate(UTXOS)].find(([, { creator }]) => creator === from.keyId);
  if (own === undefined) return undefined;
  const [[prevUtxoTxid, prevUtxoVoutIndex], { coinSymbol }] = own;
  const vins = [{ prevUtxoTxid, prevUtxoVoutIndex, conds: [] }];
  return { ...scene.head(from), type: TX.UTXO_TRANSFER, coinSymbol, vins, vouts: [], memo: NO_MEMO };
}

function stake({ random, ...scene }: Scene, from: Actor): Transaction {
  const stakeType = balanceOperationCode(pick(random, ['STAKE', 'UNSTAKE'] as const));
  const coins = { coinSymbol: pick(random, COINS), coinAmount: edgy(random, 14) };
  return { ...scene.head(from), type: TX.UCOIN_STAKE, stakeType, ...coins };
}

function vote({ random, ...scene }: Scene, from: Actor): Transaction {
  const voteType = pick(random, [VOTE_ADD, VOTE_MINUS]);
  const candidate = pick(random, PRODUCERS).uid;
  const candidateVotes = [{ voteType, candidate, votedBcoins: edgy(random, 14) }];
  return { ...oldHead(scene.head(from)), type: TX.DELEGATE_VOTE, candidateVotes };
}

const PAIRS = [
  ['WUSD', 'WICC'],
  ['WICC', 'WGRT'],
  ['WGRT', 'WICC'],
  ['WUSD', TOKEN],
  ['WUSD', 'WGRT'],
] as const;

function order({ random, ...scene }: Scene, from: Actor): Transaction {
  const [coinSymbol, assetSymbol] = pick(random, PAIRS);
  const orderSide = pick(random, [ORDER_BUY, ORDER_SELL]);
  const orderType = pick(random, [ORDER_LIMIT, ORDER_LIMIT, ORDER_MARKET]);
  const amount = edgy(random, 14);
  const buysForCoins = orderType === ORDER_MARKET && orderSide === ORDER_BUY;
  return {
    ...scene.head(from),
    type: TX.DEX_ORDER,
    orderType,
    orderSide,
    coinSymbol,
    assetSymbol,
    coinAmount: buysForCoins ? amount : 0n,
    assetAmount: buysForCoins ? 0n : amount,
    price: orderType === ORDER_MARKET ? 0n : chance(random, 4) ? edgy(random, 10) : COIN / 4n,
    dexId: random.integer(0, 1),
    memo: NO_MEMO,
  };
}

function cancel(scene: Scene, from: Actor): Transaction | undefined {
  const own = [...scene.state.iterate(ORDERS)].find(([, { owner }]) => sameRegId(owner, from.regId));
  return own && { ...scene.head(from), type: TX.DEX_CANCEL_ORDER, orderId: own[0] };
}

/** Opens a debt position, adds to one, or takes out of it. */
function position({ random, ...scene }: Scene, from: Actor): Transaction {
  const [own] = cdpsOf(scene.state, from.regId);
  const isUsual = !chance(random, 3);
  const collateral = isUsual ? BigInt(random.integer(10, 2_000)) * COIN : edgy(random, 14);
  const coins = new Map([[chance(random, 6) ? TOKEN : 'WICC', collateral]]);
  const stable = isUsual ? BigInt(random.integer(1, 100)) * COIN : edgy(random, 12);
  if (own === undefined || chance(random, 3)) {
    const terms = { assetsToStake: coins, scoinSymbol: 'WUSD', scoinsToMint: stable };
    return { ...scene.head(from), type: TX.CDP_STAKE, cdpTxid: own ?? ZERO_HASH, ...terms };
  }
  const terms = { scoinsToRepay: stable, assetsToRedeem: coins };
  return { ...scene.head(from), type: TX.CDP_REDEEM, cdpTxid: own, ...terms };
}

function liquidate({ random, ...scene }: Scene, from: Actor): Transaction | undefined {
  const positions = [...scene.state.iterate(CDPS)];
  if (positions.length === 0) return undefined;
  const [cdpTxid, { bcoinSymbol }] = pick(random, positions);
  return {
    ...scene.head(from),
    type: TX.CDP_LIQUIDATE,
    cdpTxid,
    liquidateAssetSymbol: pick(random, ['', bcoinSymbol]),
    scoinsToLiquidate: edgy(random, 13),
  };
}

/** The owner of operator 1 changes its fees; open orders keep theirs. */
function changeOperator({ random, ...scene }: Scene): Transaction {
  const field = pick(random, [OPERATOR_FIELD.MAKER_FEE_RATIO, OPERATOR_FIELD.TAKER_FEE_RATIO]);
  const value = pick(random, [0n, 1n, 1_000_000n, 50_000_000n, 50_000_001n, edgy(random, 10)]);
  return { ...scene.head(PEOPLE[0]!), type: TX.DEX_OPERATOR_UPDATE, dexId: 1, update: { field, value } };
}

/** The settler’s transaction of a deal, and what a stranger could try with it. */
export function dealWish(
  scene: Scene,
  dealItem: Extract<Transaction, { type: typeof TX.DEX_TRADE_SETTLE }>['dealItems'][number],
): Wish {
  const settler = chance(scene.random, 15) ? pick(scene.random, PEOPLE) : SETTLER;
  return ['deal', { ...scene.head(settler), type: TX.DEX_TRADE_SETTLE, dealItems: [dealItem] }];
}
