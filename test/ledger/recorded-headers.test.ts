import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseRegId, regIdText } from '../../src/codec/regid.js';
import { REPLAY } from '../../src/config/networks/replay.js';
import { processDelegates } from '../../src/ledger/delegates.js';
import { nextFuelRate, recordFuel } from '../../src/ledger/fuel-rate.js';
import { producerAt } from '../../src/ledger/producers.js';
import { buildReward } from '../../src/ledger/rewards.js';
import { LAST_VOTE_HEIGHT, PRODUCER_COUNT, rankCandidate } from '../../src/state/tables/delegates.js';
import { INFLATED_REWARD } from '../../src/state/tables/rewards.js';
import { TX } from '../../src/tx/transactions.js';
import { memoryState } from '../support/stores/memory-state.js';
import { readLines } from '../support/vectors/vectors.js';

interface Header {
  readonly height: number;
  readonly time: number;
  readonly fuelFee: number;
  readonly fuelRate: number;
  readonly producer: string;
  readonly inflatedBcoins: number;
}

const HEADERS = readLines<Header>('replay/headers');
const GENESIS_VOTES = 210_000_000_000_000n;
const COIN = 100_000_000n;

/** What votes do on the recorded chain: by height, the votes that candidates have from then on. */
const VOTES: ReadonlyMap<number, Readonly<Record<string, bigint>>> = new Map([
  [0, Object.fromEntries(range(2, 12).map(i => [`0-${i}`, GENESIS_VOTES]))],
  [1, Object.fromEntries(range(3, 12).map(i => [`0-${i}`, 0n]))],
  [2, Object.fromEntries(range(3, 12).map(i => [`0-${i}`, BigInt(i) * 10_000n * COIN]))],
  [132, { '0-4': 39_930n * COIN, '0-3': 30_050n * COIN }],
  [188, { '116-2': 3_000_000n * COIN }],
  [356, { '0-2': GENESIS_VOTES + 500n }],
]);
const TWELVE_PRODUCERS_FROM = 188;
const VOTING_CONTRACT_FROM = 352;

test('delegates, producers, subsidies and fuel rates of all recorded blocks follow from the votes', () => {
  const state = memoryState().overlay();
  const votes = new Map<string, bigint>();
  for (const { height, time, producer, fuelRate, fuelFee, inflatedBcoins } of HEADERS) {
    if (height > 0) {
      const expected = producerAt(REPLAY, state, height, time);
      assert.is(expected && regIdText(expected), producer, `producer of ${height}`);
      assert.is(nextFuelRate(REPLAY, state), fuelRate, `fuel rate of ${height}`);
    }
    if (height === VOTING_CONTRACT_FROM) {
      const nothing = { newRewards: 0n, totalMinted: 0n, lastMinted: 0n, lastMintedHeight: 0 };
      state.put(INFLATED_REWARD, undefined, { startHeight: height, ...nothing });
    }
    if (height >= 2) {
      const block = { height, time, producer: parseRegId(producer)!, fuelRate };
      const { tx } = buildReward(REPLAY, state, block, new Map());
      assert.is(
        tx.type === TX.UCOIN_BLOCK_REWARD && tx.inflatedBcoins,
        BigInt(inflatedBcoins),
        `subsidy of ${height}`,
      );
    }
    if (height === TWELVE_PRODUCERS_FROM) {
      state.put(PRODUCER_COUNT, undefined, { current: 11, next: 12, effectiveHeight: height });
    }
    for (const [candidate, after] of Object.entries(VOTES.get(height) ?? {})) {
      rankCandidate(state, parseRegId(candidate)!, votes.get(candidate) ?? 0n, after);
      votes.set(candidate, after);
      state.put(LAST_VOTE_HEIGHT, undefined, height);
    }
    processDelegates(REPLAY, state, height);
    recordFuel(state, height, { fuelFee: BigInt(fuelFee), fuelRate });
  }
  assert.is(HEADERS.length, 513);
});

test.run();

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
