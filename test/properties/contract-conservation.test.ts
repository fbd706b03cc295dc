import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ZERO_HASH } from '../../src/codec/codec.js';
import type { Json } from '../../src/codec/json-value.js';
import { type RegId, regIdText, sameRegId } from '../../src/codec/regid.js';
import type { Uid } from '../../src/codec/uid.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { producerKeys } from '../../src/consensus/solo/producer-keys.js';
import type { BlockOutcome } from '../../src/ledger/types.js';
import { PriceFeeder } from '../../src/price-feeder/price-feeder.js';
import type { StateReader } from '../../src/state/state.js';
import { ACCOUNTS } from '../../src/state/tables/accounts.js';
import { CDP_TOTALS, CDPS, type Cdp } from '../../src/state/tables/cdps.js';
import { ORDERS } from '../../src/state/tables/orders.js';
import { PENDING_REWARDS } from '../../src/state/tables/rewards.js';
import { UTXOS, type Utxo, type UtxoId } from '../../src/state/tables/utxos.js';
import { ORDER_BUY, ORDER_LIMIT } from '../../src/tx/enums.js';
import { RECEIPT, receiptTypeText } from '../../src/tx/receipt.js';
import { TransactionRejected } from '../../src/tx/reject.js';
import type { Transaction } from '../../src/tx/transactions.js';
import { coinsFor } from '../../vm/native/dex/formulas.js';
import { frozenRestOf, residualOf } from '../../vm/native/dex/order-amounts.js';
import { fingerprint } from '../support/chain-contents.js';
import {
  type DevChain,
  openDevChain,
  regIdOf,
  signed,
  USERS,
  type User,
  userOf,
} from '../support/dev-chain.js';
import { coins, commandAction, commandLua, type ModuleCommand } from '../support/module-commands.js';
import { RELAY_CODE, relayed } from '../support/relay-contract.js';
import { scaled } from '../support/scale.js';
import { setcodeFor } from '../support/universal.js';

/*
 * Users, a WebAssembly contract and a Lua contract call the modules at random, with and without the
 * right to. After every block each coin is conserved, what is frozen is in open orders, what is pledged
 * in debt positions, and taking back block after block leads through every earlier state.
 */

const COIN = 100_000_000n;
const FEE = 20_000_000n;
type Coin = 'WICC' | 'WUSD' | 'WGRT';
const PEOPLE = USERS.slice(0, 2);
const GOVERNOR = userOf(REGTEST.development!.governor);
const MATCHER = userOf(REGTEST.development!.matcher);
/** WICC for a WUSD: half as much again as is needed at the first price, too little at the lower one. */
const COLLATERAL = 9n;
const PRICES = [25_000_000n, 14_000_000n] as const;
const WICC_PRICE = { assetSymbol: 'WICC', coinSymbol: 'USD', price: PRICES[0] } as const;
/** The median follows six blocks later. */
const BLOCKS_BEFORE_FALL = 3;
/** After so many blocks there are median prices. */
const MEDIAN_BLOCKS = 7;
/** Runs the bytes of its arguments. */
const INTERPRETER =
  'mylib = require "mylib"\n' +
  'local code = {} for i = 1, #contract do code[i] = string.char(contract[i]) end\n' +
  'assert(load(table.concat(code)))()';

/** Coins of these kinds come into being and cease to be outside the exchange of WUSD for debt. */
const INFLATION: ReadonlySet<number> = new Set([
  RECEIPT.COIN_MINT_ONCHAIN,
  RECEIPT.COIN_BLOCK_INFLATE,
  RECEIPT.DELEGATE_VOTE_INTEREST,
  RECEIPT.CDP_TOTAL_INFLATE_FCOIN_TO_RESERVE,
]);
/** Fees and outputs keep their coins outside of accounts, where the sums below find them. */
const KEPT_ELSEWHERE: ReadonlySet<number> = new Set([
  RECEIPT.BLOCK_REWARD_TO_MINER,
  RECEIPT.TRANSFER_UTXO_COINS,
]);

type Door = 'user' | 'relay' | 'lua';

/** One random call: numbers that choose among what there is when it is made. */
interface Wish {
  readonly door: Door;
  readonly person: number;
  readonly operation: Operation;
  readonly amount: bigint;
  readonly pick: number;
  readonly symbol: Coin;
  readonly other: Coin;
}

/** What is there when a call is made. */
interface World {
  readonly state: StateReader;
  readonly actor: RegId;
  readonly actors: readonly RegId[];
}

const OPERATIONS = {
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

type Operation = keyof typeof OPERATIONS;

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
const block = fc.array(fc.array(wish, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 8 });

/** A chain on which both contracts have coins. */
class Stage {
  readonly accepted = new Map<string, number>();
  refused = 0;
  relay: RegId = { height: 0, index: 0 };
  lua: RegId = { height: 0, index: 0 };

  constructor(
    readonly dev: DevChain,
    readonly feeder: PriceFeeder,
  ) {}

  static async open(): Promise<Stage> {
    const keys = producerKeys(REGTEST);
    const feeder = new PriceFeeder({ network: REGTEST, keys, onProblem: () => {} });
    feeder.set(WICC_PRICE);
    feeder.set({ assetSymbol: 'WGRT', coinSymbol: 'USD', price: 5_000_000n });
    return new Stage(await openDevChain({ start: false, ownFeeds: feeder }), feeder);
  }

  get #height(): number {
    return this.dev.chain.tip.header.height;
  }

  #standard(user: User) {
    return {
      version: 1,
      validHeight: this.#height,
      txUid: this.uidOf(user),
      feeSymbol: 'WICC',
      signature: Buffer.alloc(0),
    } as const;
  }

  uidOf(user: User): Uid {
    return regIdOf(this.dev.chain.state, user);
  }

  regIdOf(user: User): RegId {
    return (this.uidOf(user) as Extract<Uid, { kind: 'regid' }>).regId;
  }

  /** Deploys the contracts and gives everybody coins. */
  async furnish(): Promise<void> {
    const { solo, chain } = this.dev;
    for (let i = 0; i < MEDIAN_BLOCKS; i++) await solo.produce(1);
    const [deployer] = PEOPLE as [User, ...User[]];
    const owner = this.regIdOf(deployer);
    await this.#send(
      this.#universal(deployer, [setcodeFor(RELAY_CODE, { regId: owner })], 200_000_000n),
      deployer,
    );
    await this.#send(
      {
        type: 5,
        ...this.#standard(deployer),
        contract: { code: Buffer.from(INTERPRETER), memo: Buffer.alloc(0) },
        fees: 110_000_000n,
      } as Transaction,
      deployer,
    );
    await solo.produce(1);
    const block = chain.blocks.blockByHeight(this.#height)!;
    const at = (type: number): RegId => ({
      height: this.#height,
      index: block.transactions.findIndex(({ tx }) => tx.type === type),
    });
    this.relay = at(100);
    this.lua = at(5);
    await this.#borrow(deployer);
    const receivers = [...PEOPLE.map(person => this.regIdOf(person)), this.relay, this.lua];
    for (const [from, symbol, coinAmount] of [
      [deployer, 'WICC', 50_000n * COIN],
      [GOVERNOR, 'WGRT', 50_000n * COIN],
      [deployer, 'WUSD', 500n * COIN],
    ] as const) {
      const transfers = receivers.map(regId => ({
        toUid: { kind: 'regid', regId } as const,
        coinSymbol: symbol,
        coinAmount,
      }));
      await this.#send(
        {
          type: 11,
          ...this.#standard(from),
          fees: 1_000_000n,
          transfers,
          memo: Buffer.alloc(0),
        } as Transaction,
        from,
      );
    }
    await solo.produce(1);
  }

  /** Lets there be WUSD: 2000 of them in a position of a user. */
  async #borrow(user: User): Promise<void> {
    const terms = {
      cdpTxid: ZERO_HASH,
      assetsToStake: new Map([['WICC', 40_000n * COIN]]),
      scoinSymbol: 'WUSD',
      scoinsToMint: 2000n * COIN,
    };
    const tx: Transaction = { type: 21, ...this.#standard(user), fees: 1_000_000n, ...terms };
    assert.ok(await this.#send(tx, user));
    await this.dev.solo.produce(1);
  }

  #universal(
    user: User,
    inlineTransactions: readonly ReturnType<typeof commandAction>[],
    fees = FEE,
  ): Transaction {
    return { type: 100, ...this.#standard(user), fees, inlineTransactions, signaturePairs: [] };
  }

  /** Makes the transaction of some calls, all through the door of the first. */
  async call(wishes: readonly Wish[]): Promise<void> {
    const [{ door, person, operation }] = wishes as [Wish, ...Wish[]];
    const people = operation === 'settle' && door === 'user' ? [MATCHER] : PEOPLE;
    const user = people[person % people.length]!;
    const actor = door === 'relay' ? this.relay : door === 'lua' ? this.lua : this.regIdOf(user);
    const actors = [...PEOPLE.map(one => this.regIdOf(one)), this.relay, this.lua];
    const world = { state: this.dev.chain.state, actor, actors };
    const commands = wishes
      .map(one => OPERATIONS[one.operation](world, one))
      .filter(made => made !== undefined);
    if (commands.length === 0) return;
    const done = await this.#send(this.#throughDoor(door, user, actor, commands), user);
    if (!done) this.refused++;
    else for (const { contract, action } of commands) count(this.accepted, `${door} ${contract} ${action}`);
  }

  #throughDoor(door: Door, user: User, actor: RegId, commands: readonly ModuleCommand[]): Transaction {
    if (door === 'user')
      return this.#universal(
        user,
        commands.map(made => commandAction(made, actor, false)),
      );
    if (door === 'relay') {
      const sent = commands.map(made => commandAction(made, actor, true));
      return this.#universal(user, [relayed({ id: regIdText(actor) }, sent)]);
    }
    return {
      type: 4,
      ...this.#standard(user),
      appUid: { kind: 'regid', regId: actor },
      fees: FEE,
      coinAmount: 0n,
      arguments: Buffer.from(commands.map(commandLua).join('\n')),
    } as Transaction;
  }

  /** @returns whether it was accepted */
  async #send(tx: Transaction, signer: User): Promise<boolean> {
    try {
      await this.dev.solo.submit(signed(tx, signer));
      return true;
    } catch (error) {
      if (!(error instanceof TransactionRejected)) throw error;
      return false;
    }
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Sawi by coin. */
class Sums extends Map<string, bigint> {
  plus(symbol: string, amount: bigint): this {
    return this.set(symbol, (this.get(symbol) ?? 0n) + amount);
  }

  get entriesInOrder(): readonly (readonly [string, bigint])[] {
    return [...this].filter(([, value]) => value !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** All coins: in accounts, in outputs, and on their way to producers. */
function sumsOf(state: StateReader): Sums {
  const sums = new Sums();
  for (const [, { tokens }] of state.iterate(ACCOUNTS)) {
    for (const [symbol, { free, frozen, staked, voted, pledged }] of tokens) {
      sums.plus(symbol, free + frozen + staked + voted + pledged);
    }
  }
  for (const [, { coinSymbol, output: made }] of state.iterate(UTXOS)) sums.plus(coinSymbol, made.coinAmount);
  for (const [, { fees }] of state.iterate(PENDING_REWARDS)) {
    for (const { symbol, amount } of fees) sums.plus(symbol, amount);
  }
  return sums;
}

/** Adds what receipts say came into being and ceased to be, and takes the fuel that was burned. */
function addDeclared(sums: Sums, { executed, blockReceipts, maturedReward, fuelFee }: BlockOutcome): void {
  const byType = new Map<number, Sums>();
  const receipts = [
    ...executed.flatMap(transaction => transaction.receipts),
    ...blockReceipts,
    ...(maturedReward?.receipts ?? []),
  ];
  for (const { type, operation, from, to, coinSymbol, amount } of receipts) {
    if (KEPT_ELSEWHERE.has(type)) continue;
    const sign =
      operation === 'ADD_FREE' && from.kind === 'null'
        ? 1n
        : operation === 'SUB_FREE' && to.kind === 'null'
          ? -1n
          : 0n;
    if (sign === 0n) continue;
    sums.plus(coinSymbol, sign * amount);
    const ofType = byType.get(type) ?? new Sums();
    byType.set(type, ofType.plus(coinSymbol, sign * amount));
  }
  sums.plus('WICC', -fuelFee);
  for (const [type, changed] of byType) {
    for (const symbol of ['WICC', 'WGRT']) {
      const made = changed.get(symbol) ?? 0n;
      assert.ok(made === 0n || INFLATION.has(type), `${receiptTypeText(type)} changes ${symbol} by ${made}`);
    }
  }
}

/** What is frozen and pledged is what open orders and positions hold. */
function assertHeld(state: StateReader): void {
  const held = new Sums();
  for (const [, order] of state.iterate(ORDERS)) {
    const { symbol, amount } = frozenRestOf(order);
    held.plus(`frozen ${symbol} ${regIdText(order.owner)}`, amount);
  }
  const totals = new Sums();
  for (const [, { owner, bcoinSymbol, scoinSymbol, staked, owed }] of state.iterate(CDPS)) {
    held.plus(`pledged ${bcoinSymbol} ${regIdText(owner)}`, staked);
    totals
      .plus(`${bcoinSymbol} ${scoinSymbol} staked`, staked)
      .plus(`${bcoinSymbol} ${scoinSymbol} owed`, owed);
  }
  for (const [, { regId, tokens }] of state.iterate(ACCOUNTS)) {
    for (const [symbol, { free, frozen, pledged }] of tokens) {
      assert.ok(free >= 0n && frozen >= 0n && pledged >= 0n);
      held.plus(`frozen ${symbol} ${regIdText(regId)}`, -frozen);
      held.plus(`pledged ${symbol} ${regIdText(regId)}`, -pledged);
    }
  }
  assert.equal(held.entriesInOrder, []);
  for (const [[bcoin, scoin], { staked, owed }] of state.iterate(CDP_TOTALS)) {
    totals.plus(`${bcoin} ${scoin} staked`, -staked).plus(`${bcoin} ${scoin} owed`, -owed);
  }
  assert.equal(totals.entriesInOrder, []);
}

test('contracts that call the modules at random conserve every coin, and all of it can be taken back', async () => {
  const accepted = new Map<string, number>();
  let refused = 0;
  let blocksMet = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 11, maxLength: 14 }), async blocks => {
      const stage = await Stage.open();
      const { chain, state, solo } = stage.dev;
      const prints = [fingerprint(chain, state)];
      const sums = sumsOf(chain.state);
      chain.subscribe({
        blockConnected({ outcome }) {
          addDeclared(sums, outcome);
          assert.equal(sumsOf(chain.state).entriesInOrder, sums.entriesInOrder);
          assertHeld(chain.state);
          prints.push(fingerprint(chain, state));
          blocksMet++;
        },
      });
      await solo.start();
      await stage.furnish();
      for (const [i, calls] of blocks.entries()) {
        if (i === BLOCKS_BEFORE_FALL) stage.feeder.set({ ...WICC_PRICE, price: PRICES[1] });
        for (const wishes of calls) await stage.call(wishes);
        await solo.produce(1);
      }
      assert.equal(stage.dev.problems, []);
      for (let height = chain.tip.header.height; height > 0; height--) {
        await solo.disconnectBlocks(1);
        assert.is(fingerprint(chain, state), prints[height - 1], `block ${height} is taken back`);
      }
      await stage.dev.close();
      for (const [kind, times] of stage.accepted) accepted.set(kind, (accepted.get(kind) ?? 0) + times);
      refused += stage.refused;
    }),
    { numRuns: scaled(40, 3_000) },
  );
  const calls = [...accepted.values()].reduce((sum, times) => sum + times, 0);
  console.log(
    `${calls} calls accepted, ${refused} transactions refused, ${blocksMet} blocks, each taken back`,
  );
  for (const [kind, times] of [...accepted].toSorted()) console.log(`  ${kind}: ${times}`);
  assert.ok(refused > 0);
  const kinds = new Set([...accepted.keys()].map(kind => kind.replace(/^\w+ /, '')));
  assert.is(kinds.size, Object.keys(OPERATIONS).length, 'every action has taken effect');
});

test.run();
