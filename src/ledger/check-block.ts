import { featureVersionAt, type NetworkParameters, PROTOCOL } from '../config/network.js';
import { type Block, encodeBlock, merkleRoot } from '../tx/block.js';
import type { PreparedTransaction } from '../tx/envelope.js';
import { definitionOf, TX } from '../tx/transactions.js';
import { wireRulesOf } from '../tx/wire-rules.js';
import { refuseBlock } from './block-rejected.js';
import { blockIntervalAt } from './inflation.js';

const BLOCK_VERSION = 1;
/** Seconds that the clocks of two nodes may differ, in addition to the block interval. */
const CLOCK_TOLERANCE = 2;

/**
 * The checks of a block that need no state (spec 08 §8.1), in the reference's order.
 *
 * @param now - seconds since 1970; undefined for blocks of the past, whose time is not compared with a clock
 * @throws BlockRejected
 */
export function checkBlock(network: NetworkParameters, block: Block, now: number | undefined): void {
  const { header, transactions } = block;
  const txids = transactions.map(({ txid }) => txid);
  const [first, ...others] = transactions;

  if (first === undefined) refuseBlock('bad-blk-length', 'a block has at least its reward transaction');
  const size = encodeBlock(block, wireRulesOf(network)).length;
  if (size > PROTOCOL.maxBlockSize) {
    refuseBlock('bad-blk-length', `${size} bytes, at most ${PROTOCOL.maxBlockSize} are allowed`);
  }
  if (header.version !== BLOCK_VERSION) {
    refuseBlock('block-version-error', `version ${header.version}, it must be ${BLOCK_VERSION}`);
  }
  if (now !== undefined) checkClock(network, header, now);
  if (!isReward(first)) {
    refuseBlock('bad-cb-missing', 'the first transaction must be the reward of the producer', 0);
  }
  const secondReward = others.findIndex(isReward);
  if (secondReward >= 0) {
    refuseBlock(
      'bad-block-reward-tx-multiple',
      'only the first transaction may be a reward',
      secondReward + 1,
    );
  }
  checkMedianCount(network, block);
  const repeated = firstRepeated(txids);
  if (repeated >= 0) refuseBlock('bad-tx-duplicated', `${txids[repeated]} occurs twice`, repeated);
  const root = merkleRoot(txids);
  if (header.merkleRoot !== root) {
    refuseBlock('bad-merkle-root', `${header.merkleRoot}, the transactions give ${root}`);
  }
  if (header.nonce > PROTOCOL.maxNonce) {
    refuseBlock('Nonce-too-large', `${header.nonce}, at most ${PROTOCOL.maxNonce} is allowed`);
  }
}

function isReward({ tx }: PreparedTransaction): boolean {
  return definitionOf(tx.type).origin === 'reward';
}

function checkClock(network: NetworkParameters, { height, time }: Block['header'], now: number): void {
  const latest = now + blockIntervalAt(network, height) + CLOCK_TOLERANCE;
  if (time > latest) refuseBlock('time-too-new', `block time ${time}, at ${now} the latest is ${latest}`);
}

/** From R2 on a block has exactly one price median; below it has none that counts. */
function checkMedianCount({ forks }: NetworkParameters, { header, transactions }: Block): void {
  if (featureVersionAt(forks, header.height) === 'R1') return;
  const medians = transactions.filter(({ tx }) => tx.type === TX.PRICE_MEDIAN).length;
  if (medians !== 1) {
    refuseBlock('bad-price-median-tx-number', `${medians} median price transactions, there must be one`);
  }
}

/** The position of the first element that occurred before, -1 if there is none. */
function firstRepeated(txids: readonly string[]): number {
  const seen = new Set<string>();
  return txids.findIndex(txid => seen.size === seen.add(txid).size);
}
