import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { keyIdUid, regIdUid } from '../../src/codec/uid.js';
import { DEVELOPMENT_PUBLIC_KEYS } from '../../src/config/networks/development-keys.js';
import { REGTEST } from '../../src/config/networks/regtest.js';
import { builtInGovernorRegId } from '../../src/config/system-accounts.js';
import { SYSTEM_PARAMETERS } from '../../src/config/system-parameters.js';
import { keyIdOf } from '../../src/crypto/keys.js';
import { systemParameter } from '../../src/state/tables/parameters.js';
import { MEDIAN_PRICES } from '../../src/state/tables/prices.js';
import { balanceOperationCode } from '../../src/tx/balance-operation.js';
import type { PreparedTransaction } from '../../src/tx/envelope.js';
import { ASSET_PERMISSION } from '../../src/tx/permissions.js';
import type { Proposal } from '../../src/tx/proposal.js';
import { PROPOSAL } from '../../src/tx/proposal-types.js';
import { type Transaction, TX } from '../../src/tx/transactions.js';
import type { ProposalDraft } from '../../vm/native/governance/proposal-rules.js';
import { isActivePrice } from '../../vm/native/price/median-price.js';
import { ReplayChain } from '../support/chains/replay-chain.js';
import { SignedChain } from '../support/chains/signed-chain.js';
import { type Actor, ALICE } from '../support/ledgers/scratch-ledger.js';
import { scaled } from '../support/random/scale.js';

const COIN = 100_000_000n;
const GOVERNED_COIN = 'FEDCOIN';
const BASES = ['WICC', 'WGRT', GOVERNED_COIN] as const;
type Base = (typeof BASES)[number];

const actorOf = (publicKey: string, regId: Actor['regId']): Actor => ({
  publicKey,
  regId,
  uid: regIdUid(regId),
  keyId: keyIdOf(Buffer.from(publicKey, 'hex')),
});
const GOVERNOR = actorOf(DEVELOPMENT_PUBLIC_KEYS.governor, builtInGovernorRegId(REGTEST));
/** The last of them feeds what it likes. */
const FEEDERS = DEVELOPMENT_PUBLIC_KEYS.delegates
  .slice(0, 5)
  .map((publicKey, i) => actorOf(publicKey, { height: 0, index: i + 2 }));
const WILD = FEEDERS.length - 1;

/** One price of one feeder in a block. */
interface Feed {
  readonly feeder: number;
  readonly base: Base;
  readonly price: bigint;
}

/** What governance does in a block, after the prices. */
type Change =
  | {
      readonly parameter: 'MEDIAN_PRICE_SLIDE_WINDOW_BLOCKCOUNT' | 'PRICE_FEED_TIMEOUT_BLOCKS';
      readonly value: bigint;
    }
  | { readonly parameter: 'pair' };

const feeds = fc
  .uniqueArray(
    fc.tuple(fc.nat({ max: WILD }), fc.constantFrom(...BASES), fc.bigInt(1000n, 1100n), fc.boolean()),
    {
      selector: ([feeder, base]) => `${feeder} ${base}`,
      maxLength: 8,
    },
  )
  .map(list =>
    list.map(
      ([feeder, base, price, high]): Feed => ({
        feeder,
        base,
        price: feeder === WILD ? (high ? 2n ** 64n - 1n : 1n) : price,
      }),
    ),
  );

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    parameter: fc.constant('MEDIAN_PRICE_SLIDE_WINDOW_BLOCKCOUNT' as const),
    value: fc.bigInt(1n, 12n),
  }),
  fc.record({ parameter: fc.constant('PRICE_FEED_TIMEOUT_BLOCKS' as const), value: fc.bigInt(1n, 8n) }),
  fc.record({ parameter: fc.constant('pair' as const) }),
);

const block = fc.record({ feeds, change: fc.option(change, { freq: 4 }) });
/** Blocks of one run, and runs: 240 blocks, in the long test 20,000. */
const BLOCKS = 40;
const RUNS = scaled(6, 500);

/**
 * The prices by the words of spec 05 §9.2 and §1, row 11, from a list of all feeds, with nothing of
 * the node's own code.
 */
class PriceModel {
  readonly details = new Map<Base, { price: bigint; lastFeedHeight: number }>();
  readonly #feeds: (Feed & { readonly height: number })[] = [];
  readonly enabled = new Set<Base>(BASES);
  window = 11;
  #forgotten = 0;

  /** The samples that count for a pair at a height. */
  pool(base: Base, height: number): readonly Feed[] {
    const from = Math.max(this.#forgotten, height - this.window);
    return this.#feeds.filter(feed => feed.base === base && feed.height > from && feed.height <= height);
  }

  block(height: number, fed: readonly Feed[]): void {
    this.#feeds.push(...fed.map(feed => ({ ...feed, height })));
    for (const base of BASES) {
      const pool = this.pool(base, height);
      const before = this.details.get(base);
      const price = pool.length === 0 ? 0n : middle(pool.map(feed => feed.price));
      if (!this.enabled.has(base)) this.details.delete(base);
      else if (price > 0n) {
        const isFed = fed.some(feed => feed.base === base);
        this.details.set(base, { price, lastFeedHeight: isFed ? height : (before?.lastFeedHeight ?? 0) });
      }
    }
  }

  endOfBlock(height: number): void {
    this.#forgotten = Math.max(this.#forgotten, height - this.window);
  }

  prices() {
    return [...this.details]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([baseSymbol, detail]) => ({ baseSymbol, quoteSymbol: 'USD', ...detail }));
  }
}

/** The median by ranks: the value with as many below as above, or half the sum of the two around. */
function middle(prices: readonly bigint[]): bigint {
  const atRank = (rank: number): bigint =>
    prices.find(candidate => {
      const below = prices.filter(price => price < candidate).length;
      const upTo = prices.filter(price => price <= candidate).length;
      return below <= rank && rank < upTo;
    })!;
  const half = prices.length / 2;
  if (prices.length % 2 === 1) return atRank(Math.floor(half));
  return (atRank(half - 1) + atRank(half)) / 2n;
}

test('random feeds and parameter changes: prices are those of the model, wild ones in the minority set none, and a replay has the same digest', async () => {
  const seen = { blocks: 0, changes: 0, wildMajorities: 0, stale: 0, fresh: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: BLOCKS, maxLength: BLOCKS }), async plan => {
      const { chain, raws } = await preparedChain();
      const model = new PriceModel();
      for (const { feeds: wanted, change: governed } of plan) {
        const fed = wanted.filter(({ base }) => model.enabled.has(base));
        const changes = governed === null ? [] : proposalFor(chain, governed, model);
        const made = chain.raw(chain.make(changes, feedTransactions(chain, fed)));
        await chain.connect(made);
        raws.push(made);
        model.block(chain.height, fed);
        checkPrices(chain, model, seen);
        if (governed !== null) apply(governed, model);
        model.endOfBlock(chain.height);
        seen.blocks++;
        seen.changes += changes.length > 0 ? 1 : 0;
      }
      assert.is(await digestOfReplay(raws), chain.state.digest.toString('hex'));
    }),
    { numRuns: RUNS, includeErrorInReport: true },
  );
  console.log(`random prices: ${JSON.stringify(seen)}`);
  assert.ok(
    Object.values(seen).every(count => count > 0),
    'every case has occurred',
  );
});

test.run();

/** What has been seen, so that the property cannot hold for want of cases. */
interface Seen {
  wildMajorities: number;
  stale: number;
  fresh: number;
}

function checkPrices(chain: SignedChain, model: PriceModel, seen: Seen): void {
  const { height, state } = chain;
  const prices = state.get(MEDIAN_PRICES, undefined) ?? [];
  assert.equal(prices, model.prices(), `prices of block ${height}`);
  const timeout = systemParameter(state, 'PRICE_FEED_TIMEOUT_BLOCKS');
  for (const { price, lastFeedHeight } of prices) {
    const isFresh = lastFeedHeight + Number(timeout) >= height;
    assert.is(isActivePrice({ price, lastFeedHeight }, height, timeout, REGTEST.mended), isFresh);
    seen[isFresh ? 'fresh' : 'stale']++;
  }
  for (const { baseSymbol, price } of prices) {
    const pool = model.pool(baseSymbol as Base, height);
    const honest = pool.filter(({ feeder }) => feeder !== WILD).map(feed => feed.price);
    if (honest.length * 2 <= pool.length) {
      seen.wildMajorities += pool.length > 0 ? 1 : 0;
      continue;
    }
    assert.ok(
      honest.some(lowest => lowest <= price),
      `${baseSymbol} of block ${height} is too low`,
    );
    assert.ok(
      honest.some(highest => highest >= price),
      `${baseSymbol} of block ${height} is too high`,
    );
  }
}

const standard = (sender: Actor, { height }: SignedChain) =>
  ({
    version: 1,
    validHeight: height,
    txUid: sender.uid,
    feeSymbol: 'WICC',
    fees: 10_000n,
    signature: new Uint8Array(),
  }) as const;

/** A chain on which the feeders have staked and three coins may be fed, and all its blocks but the first. */
async function preparedChain(): Promise<{ chain: SignedChain; raws: Buffer[] }> {
  const chain = new SignedChain();
  await chain.begin();
  const raws: Buffer[] = [];
  const connect = async (transactions: readonly PreparedTransaction[]): Promise<void> => {
    const raw = chain.raw(chain.make(transactions));
    await chain.connect(raw);
    raws.push(raw);
  };
  const { TRANSFER, PRICE_FEED } = ASSET_PERMISSION;
  await connect([]);
  await connect([fundGovernor(chain), ...FEEDERS.map(feeder => stakeOf(chain, feeder))]);
  await connect([
    ...carriedOut(chain, {
      type: PROPOSAL.ASSET_ISSUE,
      assetSymbol: GOVERNED_COIN,
      totalSupply: 1n,
      ownerRegId: ALICE.regId,
    }),
    ...carriedOut(chain, {
      type: PROPOSAL.ASSET_PERM,
      assetSymbol: GOVERNED_COIN,
      proposedPermsSum: TRANSFER | PRICE_FEED,
    }),
    ...carriedOut(chain, switchOf(1)),
  ]);
  return { chain, raws };
}

const switchOf = (operation: number): ProposalDraft<typeof PROPOSAL.FEED_COINPAIR> => ({
  type: PROPOSAL.FEED_COINPAIR,
  baseSymbol: GOVERNED_COIN,
  quoteSymbol: 'USD',
  operation,
});

/** A proposal and the approval that carries it out, for one block. */
function carriedOut(chain: SignedChain, draft: ProposalDraft): PreparedTransaction[] {
  const proposal = { ...draft, expiryBlockHeight: 0, approvalMinCount: 0 } as Proposal;
  const request: Transaction = { type: TX.PROPOSAL_REQUEST, ...standard(ALICE, chain), proposal };
  const prepared = chain.sign(ALICE.keyId, request);
  const approval: Transaction = {
    type: TX.PROPOSAL_APPROVAL,
    ...standard(GOVERNOR, chain),
    proposalId: prepared.txid,
    axcSignature: new Uint8Array(),
  };
  return [prepared, chain.sign(GOVERNOR.keyId, approval)];
}

function proposalFor(chain: SignedChain, change: Change, model: PriceModel): PreparedTransaction[] {
  if (change.parameter === 'pair') {
    return carriedOut(chain, switchOf(model.enabled.has(GOVERNED_COIN) ? 2 : 1));
  }
  const { code } = SYSTEM_PARAMETERS[change.parameter];
  return carriedOut(chain, { type: PROPOSAL.SYS_PARAM, params: [{ code, value: change.value }] });
}

/** What a change means for the prices of the blocks after it. */
function apply(change: Change, model: PriceModel): void {
  if (change.parameter === 'MEDIAN_PRICE_SLIDE_WINDOW_BLOCKCOUNT') model.window = Number(change.value);
  if (change.parameter !== 'pair') return;
  if (!model.enabled.delete(GOVERNED_COIN)) model.enabled.add(GOVERNED_COIN);
}

/** One transaction for each feeder with all its prices of a block. */
function feedTransactions(chain: SignedChain, fed: readonly Feed[]): PreparedTransaction[] {
  return FEEDERS.flatMap((feeder, i) => {
    const pricePoints = fed
      .filter(feed => feed.feeder === i)
      .map(({ base, price }) => ({ baseSymbol: base, quoteSymbol: 'USD', price }));
    if (pricePoints.length === 0) return [];
    return [chain.sign(feeder.keyId, { type: TX.PRICE_FEED, ...standard(feeder, chain), pricePoints })];
  });
}

function stakeOf(chain: SignedChain, feeder: Actor): PreparedTransaction {
  return chain.sign(feeder.keyId, {
    type: TX.UCOIN_STAKE,
    ...standard(feeder, chain),
    stakeType: balanceOperationCode('STAKE'),
    coinSymbol: 'WICC',
    coinAmount: 210_000n * COIN,
  });
}

function fundGovernor(chain: SignedChain): PreparedTransaction {
  return chain.sign(ALICE.keyId, {
    type: TX.UCOIN_TRANSFER,
    ...standard(ALICE, chain),
    transfers: [{ toUid: keyIdUid(GOVERNOR.keyId), coinSymbol: 'WICC', coinAmount: 1000n * COIN }],
    memo: new Uint8Array(),
  });
}

/** The digest of a second node after the same blocks. */
async function digestOfReplay(raws: readonly Buffer[]): Promise<string> {
  const replay = new ReplayChain(REGTEST);
  await replay.begin();
  for (const raw of raws) await replay.connect(raw);
  return replay.state.digest.toString('hex');
}
