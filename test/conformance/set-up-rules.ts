import type { Json } from '../../src/codec/json-value.js';
import type { ComparedCall, DifferenceRule } from '../../src/replay/difference-rule.js';
import type { Difference } from '../../src/replay/json-difference.js';
import { lastPart } from '../../src/replay/representation-rules.js';

/** Own transactions that the recorded chain has before the set-up's height 744. */
const EARLIER_OWN_TRANSACTIONS = 255n;
/** A depth that reaches from the end of the reorganisation session back to the height at which its state was put in. */
const DEPTH_OF_THE_PLANTED_STATE = 20;
/** Hex digits of a block header without its signature. */
const HASHED_HEADER_DIGITS = 184;
const CLOCK_MEMBERS: ReadonlySet<string> = new Set(['timemillis', 'unlocked_until', 'wallet_unlock_time']);

/** What follows from how the recorded state is built here. */
export const SET_UP_RULES: readonly DifferenceRule[] = [
  {
    id: 'generated-key',
    reason: 'keys are generated at random',
    source: 'spec 07 §17',
    covers: ({ kind, path }, { method }) =>
      (method === 'getnewaddr' && kind === 'value' && /\.(addr|minerpubkey)$/.test(path)) ||
      (method === 'listaddr' && kind === 'order'),
  },
  {
    id: 'clock',
    reason: 'the time of the machine',
    source: 'spec 02 §5',
    covers: ({ kind, path }, { method }) =>
      kind === 'value' &&
      (CLOCK_MEMBERS.has(lastPart(path)) || (method === 'getrawmempool' && lastPart(path) === 'time')),
  },
  {
    id: 'nonce-and-signature',
    reason: 'blocks have the nonce 0 here, and so another signature, which may be a byte longer',
    source: 'spec 08 §17',
    covers: (difference, { method, params }) =>
      difference.kind === 'value' &&
      ((['getblock', 'getminedblocks'].includes(method) && lastPart(difference.path) === 'nonce') ||
        (['getblock', 'getminedblocks'].includes(method) && isBlockSizeByOne(difference)) ||
        (method === 'getblock' && params[2] === false && haveSameTransactions(difference))),
  },
  {
    id: 'newest-block-size',
    reason: 'the size of the newest block that was made is that of the whole block',
    source: 'spec 02 §5.4',
    covers: ({ path }, { method }) => method === 'getmininginfo' && lastPart(path) === 'currentblocksize',
  },
  {
    id: 'planted-state',
    reason: 'executing the blocks again finds the one in which the recorded state was put in',
    source: 'set-up',
    covers: ({ path, ours }, { method, params }) =>
      method === 'verifychain' &&
      path === 'body.result' &&
      ours === false &&
      Number(params[1]) >= DEPTH_OF_THE_PLANTED_STATE,
  },
  {
    id: 'earlier-transactions',
    reason: 'the blocks before the set-up are empty here',
    source: 'set-up',
    covers: isAboutEarlierTransactions,
  },
];

function isBlockSizeByOne({ path, recorded, ours }: Difference): boolean {
  return ['size', 'block_size'].includes(lastPart(path)) && Math.abs(Number(recorded) - Number(ours)) <= 1;
}

/** Whether two blocks in hex differ in nothing but the header with its signature. */
function haveSameTransactions({ recorded, ours }: Difference): boolean {
  return transactionsOf(recorded) === transactionsOf(ours);
}

/** What follows the header of a block in hex. */
function transactionsOf(block: Json | undefined): string {
  const raw = String(block);
  const signatureSize = Number.parseInt(raw.slice(HASHED_HEADER_DIGITS, HASHED_HEADER_DIGITS + 2), 16);
  return raw.slice(HASHED_HEADER_DIGITS + 2 + 2 * signatureSize);
}

function isAboutEarlierTransactions(difference: Difference, { method, params }: ComparedCall): boolean {
  const { kind, path, recorded, ours } = difference;
  switch (method) {
    case 'listtx':
      return kind === 'missing' && path.startsWith('body.result.confirmed_tx.');
    case 'listtxcache':
      return kind === 'missing' || kind === 'added';
    case 'getwalletinfo':
      return (
        path.endsWith('.coinfirmed_tx_num') &&
        BigInt(Number(recorded) - Number(ours)) === EARLIER_OWN_TRANSACTIONS
      );
    case 'getblockfailures':
      return kind === 'missing' && params[0] === 520;
    case 'getinfo':
      return ['tipblock_tx_count', 'tipblock_fuel'].includes(lastPart(path));
    case 'getchaininfo':
      return params.length === 0 && ['tx_count', 'fuel_fee'].includes(lastPart(path));
    default:
      return false;
  }
}
