import * as fc from 'fast-check';
import type { Json } from '../../../src/codec/json-value.js';
import { type RegId, regIdText, sameRegId } from '../../../src/codec/regid.js';
import type { StateReader } from '../../../src/state/state.js';
import { CDPS, type Cdp } from '../../../src/state/tables/cdps.js';
import { ORDERS } from '../../../src/state/tables/orders.js';
import { UTXOS, type Utxo, type UtxoId } from '../../../src/state/tables/utxos.js';
import { ORDER_BUY, ORDER_LIMIT } from '../../../src/tx/enums.js';
import { coinsFor } from '../../../vm/native/dex/formulas.js';
import { residualOf } from '../../../vm/native/dex/order-amounts.js';
import { coins, type ModuleCommand } from '../ledgers/module-commands.js';

/* Random calls of modules: numbers that choose among the orders, positions and outputs that there are. */

const COIN = 100_000_000n;
/** WICC for a WUSD: half as much again as is needed at 0.25 USD, too little at 0.14. */
const COLLATERAL = 9n;
type Coin = 'WICC' | 'WUSD' | 'WGRT';

/** Who calls: a user by his signature, a WebAssembly contract, a Lua contract. */
export type Door = 'user' | 'relay' | 'lua';

/** One random call: numbers that choose among what there is when it is made. */
export interface Wish {
  readonly door: Door;
  readonly person: number;
  readonly operation: Operation;
  readonly amount: bigint;
  readonly pick: number;
  readonly symbol: Coin;
  readonly other: Coin;
}

/** What is there when a call is made. */
export interface World {
  readonly state: StateReader;
  readonly actor: RegId;
  readonly actors: readonly RegId[];
}

/** What each operation calls, undefined where there is nothing to call it for. */
export const OPERATIONS = {
  transfer: ({ actor, actors }, { symbol, amount, pick }) =>
    command('0-200', 'transfer', {
      from: regIdText(actor),
      to: regIdText(chosen(actors, pick)!),
      quantity: coins(symbol, amount),
      memo: '',
    }),
  transferkey: ({ actor }, { symbol, amount, pick }) =>
    command('0-200', 'transferkey', {
      from: regIdText(actor),
      to: `${pick % 10}`.repeat(40),
      quantity: coins(symbol, amount),
      memo: 'x',
    }),
  buylimit: (world, wish) => limit('buylimit', world, wish),
  selllimit: (world, wish) => limit('selllimit', world, wish),
  buymarket: ({ actor }, { symbol, other, amount }) =>
    command('0-300', 'buymarket', {
      owner: regIdText(actor),
      coins: coins(other, amount),
      asset: symbol,
      dex_id: 0,
      memo: '',
    }),
  sellmarket: ({ actor }, { symbol, other, amount }) =>
    command('0-300', 'sellmarket', {
      owner: regIdText(actor),
      asset: coins(symbol, amount),
      coin: other,
      dex_id: 0,
      memo: '',
    }),
  cancel: ({ actor, state }, { pick }) => {
    const order = preferred(state.iterate(ORDERS), ([, { owner }]) => sameRegId(owner, actor), pick);
    return order && command('0-300', 'cancel', { owner: regIdText(actor), order_id: order[0] });
  },
  settle: ({ actor, state }, { pick }) => settlement(actor, state, pick),
  stake: ({ actor, state }, { amount, pick }) => {
    const own = [...state.iterate(CDPS)].filter(([, { owner }]) => sameRegId(owner, actor));
    const id = pick % 2 === 0 ? chosen(own, pick)?.[0] : undefined;
    return command('0-400', 'stake', {
      owner: regIdText(actor),
      ...(id !== undefined && { cdp_id: id }),
      pledged: coins('WICC', amount * COLLATERAL),
      minted: coins('WUSD', amount),
    });
  },
  redeem: ({ actor, state }, { amount, pick }) => {
    const position = preferred(state.iterate(CDPS), ([, { owner }]) => sameRegId(owner, actor), pick);
    return (
      position &&
      command('0-400', 'redeem', {
        owner: regIdText(actor),
        cdp_id: position[0],
        repaid: amount,
        redeemed: coins('WICC', amount * BigInt(pick % 4)),
      })
    );
  },
  liquidate: ({ actor, state }, { amount, pick }) => {
    const position = preferred(state.iterate(CDPS), isInDanger, pick);
    return (
      position &&
      command('0-400', 'liquidate', { liquidator: regIdText(actor), cdp_id: position[0], offered: amount })
    );
  },
  charge: ({ actor, actors }, { symbol, amount, pick }) =>
    command('0-500', 'charge', {
      account: regIdText(actor),
      coin: symbol,
      outputs: [output(amount, chosen(actors, pick)!), output(amount / 2n, actor)],
      memo: '',
    }),
  draw: ({ actor, state }, { pick }) => {
    const spent = preferred(state.iterate(UTXOS), isFor(actor), pick);
    return (
      spent &&
      command('0-500', 'draw', {
        account: regIdText(actor),
        coin: spent[1].coinSymbol,
        inputs: [{ txid: spent[0][0], index: spent[0][1] }],
        memo: '',
      })
    );
  },
  spend: ({ actor, actors, state }, { amount, pick }) => {
    const spent = preferred(state.iterate(UTXOS), isFor(actor), pick);
    return (
      spent &&
      command('0-500', 'spend', {
        account: regIdText(actor),
        coin: spent[1].coinSymbol,
        inputs: [{ txid: spent[0][0], index: spent[0][1] }],
        outputs: [output(amount, chosen(actors, pick)!)],
        memo: '',
      })
    );
  },
} as const satisfies Record<string, (world: World, wish: Wish) => ModuleCommand | undefined>;

export type Operation = keyof typeof OPERATIONS;

function command(contract: string, action: string, args: ModuleCommand['args']): ModuleCommand {
  return { contract, action, args };
}

/** Positions that others may liquidate at some of the prices. */
const isInDanger = ([, { staked, owed }]: readonly [string, Cdp]): boolean => staked <= owed * COLLATERAL;

/** Outputs that are locked with the address of an account. */
function isFor(actor: RegId): (utxo: readonly [UtxoId, Utxo]) => boolean {
  return ([, { output: made }]) =>
    made.conds.some(lock => 'uid' in lock && lock.uid.kind === 'regid' && sameRegId(lock.uid.regId, actor));
}

/** Mostly of those that the actor may use, at times of all. */
function preferred<T>(all: Iterable<T>, isOwn: (one: T) => boolean, pick: number): T | undefined {
  const list = [...all];
  const own = list.filter(isOwn);
  return chosen(pick % 5 === 0 || own.length === 0 ? list : own, pick);
}

function chosen<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(list.length, 1)];
}

const output = (amount: bigint, owner: RegId): Json => ({ amount, owner: regIdText(owner) });

function limit(name: string, { actor }: World, { symbol, other, amount, pick }: Wish): ModuleCommand {
  const price = (COIN * BigInt(8 + (pick % 4))) / 10n;
  return command('0-300', name, {
    owner: regIdText(actor),
    asset: coins(symbol, amount),
    coin: other,
    price,
    dex_id: 0,
    memo: '',
  });
}

/** Deals the first two orders of a pair that fit, as the matcher would. */
function settlement(settler: RegId, state: StateReader, pick: number): ModuleCommand | undefined {
  const orders = [...state.iterate(ORDERS)];
  const buys = orders.filter(([, order]) => order.orderSide === ORDER_BUY && order.orderType === ORDER_LIMIT);
  const pairs = buys.flatMap(buy =>
    orders
      .filter(
        ([, order]) =>
          order.orderSide !== ORDER_BUY &&
          order.assetSymbol === buy[1].assetSymbol &&
          order.coinSymbol === buy[1].coinSymbol &&
          order.price <= buy[1].price,
      )
      .map(sell => [buy, sell] as const),
  );
  const pair = chosen(pairs, pick);
  if (pair === undefined) return undefined;
  const [[buyId, buy], [sellId, sell]] = pair;
  const assetAmount = smaller(residualOf(buy), residualOf(sell));
  const { price } = buy;
  const deal = {
    buy_order_id: buyId,
    sell_order_id: sellId,
    price,
    coin_amount: coinsFor(assetAmount, price)!,
    asset_amount: assetAmount,
  };
  return command('0-300', 'settle', { settler: regIdText(settler), deals: [deal] });
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  door: fc.constantFrom<Door>('user', 'relay', 'lua'),
  person: fc.nat({ max: 3 }),
  // Few positions are in danger at a time.
  operation: fc.constantFrom(...(Object.keys(OPERATIONS) as Operation[]), ...Array(2).fill('liquidate')),
  amount: fc.oneof(
    { weight: 8, arbitrary: fc.bigInt(COIN / 10n, 60n * COIN) },
    { weight: 1, arbitrary: fc.bigInt(0n, COIN) },
    { weight: 1, arbitrary: fc.constant(100_000_000n * COIN) },
  ),
  pick: fc.nat({ max: 1000 }),
  symbol: fc.constantFrom<Coin>('WICC', 'WICC', 'WGRT', 'WUSD'),
  other: fc.constantFrom<Coin>('WUSD', 'WUSD', 'WUSD', 'WICC'),
});
/** The calls of a block, each with one or two commands. */
export const callsOfBlock = fc.array(fc.array(wish, { minLength: 1, maxLength: 2 }), {
  minLength: 2,
  maxLength: 8,
});
