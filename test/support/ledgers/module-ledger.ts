import * as assert from 'uvu/assert';
import { ZERO_HASH } from '../../../src/codec/codec.js';
import { type RegId, regIdText } from '../../../src/codec/regid.js';
import type { Uid } from '../../../src/codec/uid.js';
import { REGTEST } from '../../../src/config/networks/regtest.js';
import { producerKeys } from '../../../src/consensus/solo/producer-keys.js';
import { PriceFeeder } from '../../../src/price-feeder/price-feeder.js';
import { TransactionRejected } from '../../../src/tx/reject.js';
import { type Transaction, TX } from '../../../src/tx/transactions.js';
import {
  openTestChain,
  regIdOf,
  signed,
  type TestChain,
  USERS,
  type User,
  userOf,
} from '../chains/test-chain.js';
import { type Door, OPERATIONS, type Wish } from '../random/random-module-calls.js';
import { RELAY_CODE, relayed } from '../wasm/relay-contract.js';
import { commandAction, commandLua, type ModuleCommand } from './module-commands.js';
import { setcodeFor } from './universal.js';

const COIN = 100_000_000n;
const FEE = 20_000_000n;
const PEOPLE = USERS.slice(0, 2);
const GOVERNOR = userOf(REGTEST.development!.governor);
const MATCHER = userOf(REGTEST.development!.matcher);
/** After so many blocks there are median prices. */
const MEDIAN_BLOCKS = 7;
const WICC_PRICE = { assetSymbol: 'WICC', coinSymbol: 'USD', price: 25_000_000n } as const;
const LOWER_PRICE = 14_000_000n;
/** Runs the bytes of its arguments. */
const INTERPRETER =
  'mylib = require "mylib"\n' +
  'local code = {} for i = 1, #contract do code[i] = string.char(contract[i]) end\n' +
  'assert(load(table.concat(code)))()';

/** A chain on which both contracts have coins. */
export class ModuleStage {
  readonly accepted = new Map<string, number>();
  refused = 0;
  relay: RegId = { height: 0, index: 0 };
  lua: RegId = { height: 0, index: 0 };

  constructor(
    readonly dev: TestChain,
    readonly feeder: PriceFeeder,
  ) {}

  static async open(): Promise<ModuleStage> {
    const keys = producerKeys(REGTEST);
    const feeder = new PriceFeeder({ network: REGTEST, keys, onProblem: () => {} });
    feeder.set(WICC_PRICE);
    feeder.set({ assetSymbol: 'WGRT', coinSymbol: 'USD', price: 5_000_000n });
    return new ModuleStage(await openTestChain({ start: false, ownFeeds: feeder }), feeder);
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

  /** Lets the price of WICC fall; the median follows six blocks later. */
  lowerPrice(): void {
    this.feeder.set({ ...WICC_PRICE, price: LOWER_PRICE });
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
        type: TX.LCONTRACT_DEPLOY,
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
          type: TX.UCOIN_TRANSFER,
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
    const tx: Transaction = { type: TX.CDP_STAKE, ...this.#standard(user), fees: 1_000_000n, ...terms };
    assert.ok(await this.#send(tx, user));
    await this.dev.solo.produce(1);
  }

  #universal(
    user: User,
    inlineTransactions: readonly ReturnType<typeof commandAction>[],
    fees = FEE,
  ): Transaction {
    return { type: TX.UNIVERSAL, ...this.#standard(user), fees, inlineTransactions, signaturePairs: [] };
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
      type: TX.LCONTRACT_INVOKE,
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
