import { isNoRegId, type RegId, regIdText, sameRegId } from '../codec/regid.js';
import { uidText } from '../codec/uid.js';
import type { NetworkParameters } from '../config/network.js';
import { verify } from '../crypto/signature.js';
import { AccountWorkingSet } from '../state/account-working-set.js';
import type { Overlay } from '../state/state.js';
import type { Account } from '../state/tables/accounts.js';
import { type Block, type BlockHeader, blockSighash } from '../tx/block.js';
import { refuseBlock } from './block-rejected.js';
import { nextFuelRate } from './fuel-rate.js';
import { blockIntervalAt } from './inflation.js';
import type { Ledger } from './types.js';
import { validatorsAt } from './validators.js';

const MAX_SIGNATURE_SIZE = 100;
const REWARD_VERSION = 1;

/** What a block must build on. */
export interface ParentBlock {
  readonly hash: string;
  readonly height: number;
  /** Seconds since 1970. */
  readonly time: number;
}

/**
 * How far apart blocks are: `interval` as on the reference's networks, `same-second` where the one
 * process that makes all blocks does so whenever there is something to put into one (spec 08 §17).
 */
export type BlockSpacing = 'interval' | 'same-second';

/**
 * Checks a header against its parent (spec 08 §8.2).
 *
 * @param state - after the parent
 * @throws BlockRejected
 */
export function checkHeader(
  network: NetworkParameters,
  state: Overlay,
  header: BlockHeader,
  parent: ParentBlock,
  spacing: BlockSpacing,
): void {
  if (header.prevBlockHash !== parent.hash) {
    refuseBlock('bad-prevblk', `previous block ${header.prevBlockHash}, the newest here is ${parent.hash}`);
  }
  const fuelRate = nextFuelRate(network, state);
  if (header.fuelRate !== fuelRate) {
    refuseBlock('fuel-rate-unmatched', `fuel rate ${header.fuelRate}, it must be ${fuelRate}`);
  }
  if (header.height !== parent.height + 1) {
    refuseBlock('incorrect-height', `height ${header.height}, it must be ${parent.height + 1}`);
  }
  const earliest = parent.time + (spacing === 'interval' ? blockIntervalAt(network, header.height) : 0);
  if (header.time < earliest) {
    refuseBlock('time-too-early', `block time ${header.time}, the earliest is ${earliest}`);
  }
}

/**
 * Checks that a block is made and signed by the producer whose turn its time is (spec 08 §8.3, step 2).
 *
 * @param state - after the parent
 * @returns the regid of the producer
 * @throws BlockRejected `bad-reward-tx`
 */
export function checkProducer(ledger: Ledger, state: Overlay, block: Block): RegId {
  const { header, transactions } = block;
  const { tx } = transactions[0]!;
  if (ledger.network.blockProducer === 'proposer') return checkProposer(state, block);
  const scheduled = ledger.producerAt(state, header.height, header.time);
  if (scheduled === undefined) refuseBlock('bad-reward-tx', 'there are no active block producers');
  const producer = new AccountWorkingSet(state).resolve(tx.txUid);
  if (producer === undefined || isNoRegId(producer.regId) || !sameRegId(producer.regId, scheduled)) {
    refuseBlock(
      'bad-reward-tx',
      `made by ${uidText(tx.txUid)}, at ${header.time} it is the turn of ${regIdText(scheduled)}`,
      0,
    );
  }
  checkSignature(header, producer);
  checkRewardVersion(tx.version);
  return scheduled;
}

/** As {@link checkProducer}, where the engine's validators make the blocks: its commits sign them (spec 08 §22). */
function checkProposer(state: Overlay, { header, transactions }: Block): RegId {
  const { tx } = transactions[0]!;
  const proposer = new AccountWorkingSet(state).resolve(tx.txUid)?.regId;
  const isValidator = validatorsAt(state, header.height).some(
    ({ regId }) => proposer !== undefined && sameRegId(regId, proposer),
  );
  if (proposer === undefined || !isValidator) {
    refuseBlock('bad-reward-tx', `made by ${uidText(tx.txUid)}, which is no validator of this height`, 0);
  }
  if (header.signature.length > 0 || header.nonce !== 0) {
    refuseBlock('bad-reward-tx', 'blocks of this network have neither signature nor nonce');
  }
  checkRewardVersion(tx.version);
  return proposer;
}

function checkRewardVersion(version: number): void {
  if (version === REWARD_VERSION) return;
  refuseBlock('bad-reward-tx', `version ${version} of the reward, it must be ${REWARD_VERSION}`, 0);
}

/** The owner or the miner key of the producer signs (spec 01 §13.1). */
function checkSignature(header: BlockHeader, { regId, ownerKey, minerKey }: Account): void {
  const { signature } = header;
  if (signature.length === 0 || signature.length > MAX_SIGNATURE_SIZE) {
    refuseBlock(
      'bad-reward-tx',
      `a signature of ${signature.length} bytes, 1 to ${MAX_SIGNATURE_SIZE} are allowed`,
    );
  }
  const hash = blockSighash(header);
  const keys = [ownerKey, minerKey].filter(key => key !== '');
  if (!keys.some(key => verify(hash, signature, Buffer.from(key, 'hex')))) {
    refuseBlock('bad-reward-tx', `the signature is not that of producer ${regIdText(regId)}`);
  }
}
