import * as assert from 'uvu/assert';
import { type RegId, regIdInteger, sameRegId } from '../../../../src/codec/regid.js';
import { SYSTEM_PARAMETERS } from '../../../../src/config/system-parameters.js';
import { NetworkLedger } from '../../../../src/ledger/ledger.js';
import type { BlockContext, BlockExecution } from '../../../../src/ledger/types.js';
import { match } from '../../../../src/matcher/order-books.js';
import { viewOf } from '../../../../src/matcher/order-view.js';
import { DEFAULT_MATCHER_SETTINGS, matchRules } from '../../../../src/matcher/settings.js';
import { MAX_BALANCE } from '../../../../src/state/balance.js';
import { chainDigest, fullDigest } from '../../../../src/state/digest.js';
import type { Overlay, StateReader } from '../../../../src/state/state.js';
import type { StateStore } from '../../../../src/state/state-store.js';
import {
  ACCOUNTS,
  type Account,
  newAccount,
  REGIDS,
  tokenOf,
} from '../../../../src/state/tables/accounts.js';
import { ASSET_TYPE, ASSETS, NATIVE_ASSETS } from '../../../../src/state/tables/assets.js';
import { CDPS } from '../../../../src/state/tables/cdps.js';
import { addOperator } from '../../../../src/state/tables/dex-operators.js';
import { ORDERS } from '../../../../src/state/tables/orders.js';
import { SYSTEM_PARAMS } from '../../../../src/state/tables/parameters.js';
import { OPEN_PUBLIC } from '../../../../src/tx/enums.js';
import type { PreparedTransaction } from '../../../../src/tx/envelope.js';
import { ALL_PERMISSIONS, ASSET_PERMISSION } from '../../../../src/tx/permissions.js';
import { RECEIPT } from '../../../../src/tx/receipt.js';
import { TransactionRejected } from '../../../../src/tx/reject.js';
import { type Transaction, TX } from '../../../../src/tx/transactions.js';
import type { Actor } from '../../ledgers/scratch-ledger.js';
import { setcodeFor } from '../../ledgers/universal.js';
import { memoryState } from '../../stores/memory-state.js';
import { RELAY_CODE } from '../../wasm/relay-contract.js';
import { edgy, pick } from '../edges.js';
import type { SeededRandom } from '../seeded-random.js';
import { COIN, COINS, GOVERNOR, NETWORK, PEOPLE, PRODUCERS, TOKEN, USERS } from './cast.js';
import { holdings, tiedUp } from './closing.js';
import { addDeclared, assertTiedUp, coinSums, type Sums } from './coin-sums.js';
import { contractWish, LUA_CODE, universal } from './contract-wishes.js';
import { governanceWishes } from './governance-wishes.js';
import { assertPossible } from './possible.js';
import { chance, Heads, oldHead, prepared, type Scene, type Wish } from './scene.js';
import { dealWish, userWish } from './user-wishes.js';

const NOTHING_RECENT = { has: () => false } as const;
/** Blocks that are taken back at once, at most. */
const MOST_TAKEN_BACK = 5;
/** The whole state is compared at every so many blocks; what each block changes is compared at every one. */
const DIGEST_EVERY = 4;

/** What the system does by itself, by a receipt that it leaves. */
const SYSTEM_WORK: ReadonlyMap<number, string> = new Map([
  [RECEIPT.CDP_TOTAL_CLOSEOUT_SCOIN_FROM_RESERVE, 'forced liquidation'],
  [RECEIPT.CDP_TOTAL_INFLATE_FCOIN_TO_RESERVE, 'inflation for the reserve'],
  [RECEIPT.CDP_REPAY_INTEREST_TO_FUND, 'interest'],
]);

/** What happened in a run. */
export interface Tally {
  accepted: number;
  refused: number;
  takenBack: number;
  /** Transactions that took effect, and what the system did by itself. */
  readonly kinds: Map<string, number>;
}

/** What a block was made of, so that it can be executed again. */
interface Made {
  readonly context: BlockContext;
  /** Accounts as they were set before its first transaction. */
  readonly edits: readonly Account[];
  /** The reward first. */
  readonly transactions: readonly PreparedTransaction[];
  /** Digest chain up to the block. */
  readonly digest: string;
  /** Digest of the whole state before the block, at some of the blocks, and what the coins add up to there. */
  readonly before: string | undefined;
  readonly sums: readonly (readonly [string, bigint])[];
}

/** One chain of random blocks with everything that is checked after each of them. */
export class Economy {
  readonly tally: Tally = { accepted: 0, refused: 0, takenBack: 0, kinds: new Map() };
  readonly state: StateStore = memoryState();
  readonly #ledger: NetworkLedger;
  readonly #heads = new Heads();
  readonly #made: Made[] = [];
  #height = 1;
  /** Accounts that are set before the next block. */
  readonly #edits = new Map<string, Account>();
  /** What the coins add up to by what blocks and edits have declared. */
  #expected: Sums = coinSums(this.state);
  #relay: RegId = { height: 2, index: 1 };
  #lua: RegId = { height: 2, index: 2 };

  private constructor(readonly random: SeededRandom) {
    this.#ledger = new NetworkLedger(NETWORK, {
      isValid: (_prepared, signature, publicKey) => Buffer.from(signature).toString('hex') === publicKey,
    });
  }

  /** A chain with contracts, an asset, an operator and people who have coins of every kind. */
  static async begin(random: SeededRandom): Promise<Economy> {
    const economy = new Economy(random);
    await economy.#furnish();
    return economy;
  }

  /** Makes one block of random content and checks everything. */
  async block(): Promise<void> {
    if (chance(this.random, 12)) this.#fill();
    await this.#make(execution => {
      const tryAll = (wishes: readonly Wish[]) => {
        for (const wish of wishes) this.#try(execution, wish);
      };
      tryAll(this.#feeds());
      this.#system(execution);
      tryAll(this.#deals(execution.state));
      for (let i = this.random.integer(1, 5); i > 0; i--) tryAll(this.#wishes(execution.state));
    });
    this.check();
    if (chance(this.random, 15)) await this.#takeBack(this.random.integer(1, MOST_TAKEN_BACK), true);
  }

  /** What must hold after every block. */
  check(): void {
    const where = `after block ${this.#height}`;
    assert.equal(coinSums(this.state).inOrder, this.#expected.inOrder, where);
    assertTiedUp(this.state, where);
    const execution = this.#begin(this.state.overlay(), this.#context(this.#height + 1));
    try {
      execution.execute(execution.medianTransaction()!);
      assertPossible(this.#scene(execution.state, this.#height + 1), execution, where);
      execution.end(execution.rewardTransaction());
    } finally {
      execution.state.discard();
    }
  }

  /**
   * Users and contracts take out everything that is theirs, a freeze of their accounts being lifted.
   * @returns the rule by which something remains, for each thing that does
   */
  async closeAll(): Promise<readonly string[]> {
    const remaining = new Map<string, string>();
    for (;;) {
      const all = holdings(this.#scene(this.state, this.#height + 1)).filter(
        ({ what }) => !remaining.has(what),
      );
      if (all.length === 0) break;
      // One of each coin in a block, so that everything has room.
      const taken = new Set<string>();
      const round = all.filter(({ symbol }) => !taken.has(symbol) && taken.add(symbol));
      this.#prepareToClose();
      await this.#make(execution => {
        for (const wish of this.#feedsAt({ WICC: COIN, WGRT: COIN / 100n, [TOKEN]: COIN }))
          this.#try(execution, wish);
        this.#system(execution);
        // What the chain liquidates or ends before the users' turn is not theirs to take out any more.
        const there = new Set(
          holdings(this.#scene(execution.state, this.#height + 1)).map(({ what }) => what),
        );
        for (const { what, tx, allowed } of round) {
          if (!there.has(what)) continue;
          const reason = this.#attempt(execution, tx);
          if (reason === undefined) continue;
          const rule = allowed.find(one => reason.includes(one));
          assert.ok(rule !== undefined, `${what} cannot be taken out: ${reason}`);
          remaining.set(what, rule);
        }
      });
    }
    this.check();
    if (remaining.size === 0) {
      for (const { keyId } of PEOPLE)
        assert.equal(tiedUp(this.state, keyId), [], `what ${keyId} has tied up`);
    }
    return [...remaining.values()];
  }

  /** Takes back every block: each state is what it was before the block. */
  async takeBackAll(): Promise<void> {
    await this.#takeBack(this.#made.length, false);
  }

  async #furnish(): Promise<void> {
    const genesis = this.state.overlay();
    const { block } = this.#ledger.genesis(genesis);
    await this.state.commit(genesis, { height: 0 });
    const system = this.state.overlay();
    this.#ledger.systemGenesis(system, this.#context(1), block.header.merkleRoot);
    this.#addAssetAndOperator(system);
    await this.state.commit(system, { height: 1 });
    this.#expected = coinSums(this.state);
    for (const user of USERS) {
      for (const [symbol, free] of [
        ['WGRT', 1_000_000n],
        ['WUSD', 10_000n],
        [TOKEN, 400_000n],
      ] as const)
        this.#setFree(user.keyId, symbol, free * COIN);
    }
    const [owner] = PEOPLE as [Actor, ...Actor[]];
    await this.#make(execution => {
      const scene = this.#scene(execution.state, execution.context.height);
      const relay = universal(scene, owner, [setcodeFor(RELAY_CODE, owner)]);
      const contract = { code: Buffer.from(LUA_CODE), memo: Buffer.alloc(0) };
      const lua: Transaction = { ...oldHead(scene.head(owner)), type: TX.LCONTRACT_DEPLOY, contract };
      const [first, second] = [relay, lua].map(tx => execution.execute(prepared(tx)).index);
      this.#relay = { height: 2, index: first! };
      this.#lua = { height: 2, index: second! };
    });
    const reserve = this.state.get(REGIDS, { height: 1, index: 1 })!;
    this.#setFree(reserve, 'WUSD', 100_000n * COIN);
    for (const contract of [this.#relay, this.#lua]) {
      const keyId = this.state.get(REGIDS, contract)!;
      for (const symbol of COINS) this.#setFree(keyId, symbol, 10_000n * COIN);
    }
    await this.#make(execution => this.#system(execution));
    this.check();
  }

  #addAssetAndOperator(state: Overlay): void {
    const owner = PEOPLE[0]!;
    state.put(ASSETS, TOKEN, {
      ...NATIVE_ASSETS[0]!,
      symbol: TOKEN,
      name: TOKEN,
      type: ASSET_TYPE.userIssued,
      owner: owner.regId,
      totalSupply: 0n,
      mintable: true,
      permsSum: ASSET_PERMISSION.TRANSFER | ASSET_PERMISSION.DEX_BASE,
    });
    addOperator(state, {
      owner: owner.regId,
      feeReceiver: owner.regId,
      name: 'economy',
      portalUrl: '',
      openMode: OPEN_PUBLIC,
      makerFeeRatio: 1_000_000n,
      takerFeeRatio: 50_000_000n,
      sharedWith: [],
      activated: true,
      memo: new Uint8Array(),
    });
    // The contract that sends any actions is the voting contract too.
    state.put(SYSTEM_PARAMS, SYSTEM_PARAMETERS.VOTING_CONTRACT_REGID.code, regIdInteger(this.#relay));
  }

  /** Makes a block, executes it again without what was refused, and commits it. */
  async #make(fill: (execution: BlockExecution) => void): Promise<void> {
    const before = this.#made.length % DIGEST_EVERY === 0 ? this.#fingerprint() : undefined;
    const sums = this.#expected.inOrder;
    const edits = [...this.#edits.values()];
    this.#edits.clear();
    const height = this.#height + 1;
    const context = this.#context(height);
    const overlay = this.state.overlay();
    for (const account of edits) {
      this.#declareEdit(account);
      overlay.put(ACCOUNTS, account.keyId, account);
    }
    const execution = this.#begin(overlay, context);
    this.#height = height;
    fill(execution);
    const outcome = execution.end(execution.rewardTransaction());
    const transactions = outcome.executed.map(({ prepared: one }) => one);
    const digest = changesOf(execution.state);
    execution.state.discard();
    await this.#execute({ context, edits: [], transactions }, overlay, digest);
    addDeclared(this.#expected, outcome);
    for (const { type } of outcome.executed.flatMap(({ receipts }) => receipts)) {
      const kind = SYSTEM_WORK.get(type);
      if (kind !== undefined) this.#count(kind);
    }
    this.#made.push({
      context,
      edits,
      transactions,
      digest: this.state.digest.toString('hex'),
      before,
      sums,
    });
  }

  /** Executes the transactions of a block, of which none may be refused, and commits the block. */
  async #execute(
    { context, edits, transactions }: Pick<Made, 'context' | 'edits' | 'transactions'>,
    overlay: Overlay,
    expected?: string,
  ): Promise<void> {
    for (const account of edits) overlay.put(ACCOUNTS, account.keyId, account);
    const execution = this.#begin(overlay, context);
    const [reward, ...others] = transactions;
    for (const one of others) execution.execute(one);
    execution.end(reward!);
    if (expected !== undefined)
      assert.is(changesOf(execution.state), expected, `block ${context.height} without what was refused`);
    execution.state.merge();
    await this.state.commit(overlay, { height: context.height });
  }

  /** Takes back the last blocks, and executes them again if asked to. */
  async #takeBack(count: number, again: boolean): Promise<void> {
    const taken = this.#made.slice(-count);
    for (const { context, before } of taken.toReversed()) {
      await this.state.disconnect(context.height);
      if (before !== undefined)
        assert.is(this.#fingerprint(), before, `the state before block ${context.height}`);
    }
    assert.equal(coinSums(this.state).inOrder, taken[0]?.sums ?? this.#expected.inOrder);
    this.tally.takenBack += taken.length;
    if (!again) return;
    for (const made of taken) {
      await this.#execute(made, this.state.overlay());
      assert.is(this.state.digest.toString('hex'), made.digest, `block ${made.context.height} again`);
    }
  }

  #begin(overlay: Overlay, context: BlockContext): BlockExecution {
    return this.#ledger.begin(overlay, context, NOTHING_RECENT);
  }

  #scene(state: StateReader, height: number): Scene {
    return {
      random: this.random,
      state,
      height,
      relay: this.#relay,
      lua: this.#lua,
      head: (actor, fees) => this.#heads.of(height, actor, fees),
    };
  }

  /** What the system itself does first in a block. */
  #system(execution: BlockExecution): void {
    execution.execute(execution.medianTransaction()!);
    const settlement = execution.settlementTransaction();
    if (settlement !== undefined) execution.execute(settlement);
  }

  #wishes(state: StateReader): readonly Wish[] {
    const scene = this.#scene(state, this.#height);
    const which = this.random.integer(0, 9);
    if (which === 0) return governanceWishes(scene);
    const wish = which < 4 ? contractWish(scene) : userWish(scene);
    return wish === undefined ? [] : [wish];
  }

  /** Prices collapse by a factor of up to 10^9 and come back. */
  #feeds(): readonly Wish[] {
    if (!chance(this.random, 2)) return [];
    const prices = [1n, 10n, 10n ** 4n, 25_000_000n, 25_000_000n, 25_000_000n, 10n ** 9n];
    const symbol = pick(this.random, ['WICC', 'WICC', 'WGRT', TOKEN]);
    const price = chance(this.random, 10) ? edgy(this.random, 12) : pick(this.random, prices);
    return this.#feedsAt({ [symbol]: price });
  }

  #feedsAt(prices: Readonly<Record<string, bigint>>): readonly Wish[] {
    const scene = this.#scene(this.state, this.#height);
    return Object.entries(prices).flatMap(([baseSymbol, price]) =>
      PRODUCERS.slice(0, 5).map((producer): Wish => {
        const pricePoints = [{ baseSymbol, quoteSymbol: 'USD', price }];
        return ['feed', { ...scene.head(producer), type: TX.PRICE_FEED, pricePoints }];
      }),
    );
  }

  #deals(state: StateReader): readonly Wish[] {
    const views = [...state.iterate(ORDERS)].flatMap(
      ([id, order]) => viewOf(state, NETWORK, id, order) ?? [],
    );
    const scene = this.#scene(state, this.#height);
    const deals = match(views, matchRules(DEFAULT_MATCHER_SETTINGS, state));
    return deals.slice(0, 10).map(deal => dealWish(scene, deal));
  }

  #try(execution: BlockExecution, [kind, tx]: Wish): void {
    if (this.#attempt(execution, tx) !== undefined) {
      this.tally.refused++;
      return;
    }
    this.tally.accepted++;
    this.#count(kind);
  }

  #count(kind: string): void {
    this.tally.kinds.set(kind, (this.tally.kinds.get(kind) ?? 0) + 1);
  }

  /** @returns why the transaction was refused */
  #attempt(execution: BlockExecution, tx: Transaction): string | undefined {
    try {
      execution.execute(prepared(tx));
      return undefined;
    } catch (error) {
      if (error instanceof TransactionRejected) return error.reason;
      // Amounts that no encoding has.
      if (error instanceof RangeError && /varint|unsigned|fit/.test(error.message)) return error.message;
      throw error;
    }
  }

  /** A balance is filled to the brim, or emptied: the difference is declared. */
  #fill(): void {
    const reserve = this.state.get(REGIDS, { height: 1, index: 1 })!;
    const contracts = [this.#relay, this.#lua].map(regId => this.state.get(REGIDS, regId)!);
    const holders = [...PEOPLE, ...PRODUCERS.slice(0, 3), GOVERNOR].map(({ keyId }) => keyId);
    const keyId = chance(this.random, 3) ? reserve : pick(this.random, [...holders, ...contracts]);
    const isOfficial = [...PRODUCERS, GOVERNOR].some(one => one.keyId === keyId);
    const low = isOfficial ? 1_000n * COIN : 0n;
    const amounts = [MAX_BALANCE, MAX_BALANCE - 1n, MAX_BALANCE - COIN, low, 10_000n * COIN];
    this.#setFree(keyId, pick(this.random, COINS), pick(this.random, amounts));
  }

  /** Freezes are lifted, there is something to pay with, and what is full is spent. */
  #prepareToClose(): void {
    const owners = [
      ...PEOPLE.map(({ keyId }) => keyId),
      ...[this.#relay, this.#lua].map(regId => this.state.get(REGIDS, regId)!),
    ];
    for (const keyId of owners) {
      const account = this.#edited(keyId);
      this.#edits.set(keyId, { ...account, permsSum: ALL_PERMISSIONS });
      for (const symbol of account.tokens.keys()) this.#setFree(keyId, symbol, 0n);
      this.#setFree(keyId, 'WICC', 1_000_000n * COIN);
      this.#setFree(keyId, 'WUSD', owed(this.state, account.regId));
    }
    for (const producer of PRODUCERS)
      this.#edits.set(producer.keyId, { ...this.#edited(producer.keyId), permsSum: ALL_PERMISSIONS });
  }

  #edited(keyId: string): Account {
    return this.#edits.get(keyId) ?? this.state.get(ACCOUNTS, keyId) ?? newAccount(keyId);
  }

  #setFree(keyId: string, symbol: string, free: bigint): void {
    const account = this.#edited(keyId);
    const token = { ...tokenOf(account, symbol), free };
    this.#edits.set(keyId, { ...account, tokens: new Map([...account.tokens, [symbol, token]]) });
  }

  #declareEdit(after: Account): void {
    const before = this.state.get(ACCOUNTS, after.keyId) ?? newAccount(after.keyId);
    for (const [symbol, { free }] of after.tokens)
      this.#expected.plus(symbol, free - tokenOf(before, symbol).free);
  }

  #context(height: number): BlockContext {
    const { genesis, blockInterval } = NETWORK;
    const producer = pick(this.random, PRODUCERS).regId;
    return { height, time: genesis.time + height * blockInterval.fromR2, producer, fuelRate: 100 };
  }

  /** Digest of every entry of the state. */
  #fingerprint(): string {
    return fullDigest(this.state.consensusEntries()).toString('hex');
  }
}

/** What an overlay changes, as a digest. */
function changesOf(state: Overlay): string {
  return chainDigest(Buffer.alloc(0), 0, state.changes()).toString('hex');
}

/** What the positions of an owner cost to close, with ample room for interest; in sawi of the stable coin. */
function owed(state: StateReader, regId: RegId): bigint {
  const own = [...state.iterate(CDPS)].filter(([, { owner }]) => sameRegId(owner, regId));
  return own.reduce((sum, [, cdp]) => sum + cdp.owed + 2n ** 62n, 0n);
}
