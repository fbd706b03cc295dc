import type { Json, JsonObject } from '../../src/codec/json-value.js';
import type { ComparedCall, DifferenceRule } from '../../src/replay/difference-rule.js';
import type { Difference } from '../../src/replay/json-difference.js';
import { lastPart, REPRESENTATION_RULES } from '../../src/replay/representation-rules.js';

/** The transaction of a request with one parameter too many. */
const TRANSACTION_OF_SIX_PARAMETERS = 'ed21c469504032f1f4c176e08722dd16a55b14948bdad3f7aeb76a33f0ce5bad';
/** Own transactions that the recorded chain has before the set-up's height 744. */
const EARLIER_OWN_TRANSACTIONS = 255n;
const USAGE_ERROR = -1;

/** What the specification changes on purpose, or leaves open. */
const DECIDED: readonly DifferenceRule[] = [
  {
    id: 'usage-text',
    reason: 'usage texts are generated here, and were not recorded',
    source: 'spec 02 §1.7',
    covers: (difference, call) =>
      isMessage(difference) &&
      (difference.recorded === '<usage text>' ||
        difference.recorded?.toString().startsWith(`${call.method} <`)) === true &&
      (errorCode(call.ours) === USAGE_ERROR || Array.isArray(call.ours)),
  },
  {
    id: 'wrong-passphrase',
    reason: 'a wrong passphrase is the answer false, no error',
    source: 'decision D3',
    covers: (_, { method, recorded }) =>
      method.startsWith('walletpassphrase') && errorCode(recorded) === -2007,
  },
  {
    id: 'invalid-address',
    reason: 'validateaddr answers is_valid false for what is no address',
    source: 'spec 02 §6',
    covers: (_, { method, recorded }) => method === 'validateaddr' && errorCode(recorded) === -5,
  },
  {
    id: 'parameter-count',
    reason: 'submitsendtx checks the number of its parameters',
    source: 'spec 02 O1',
    covers: (difference, { method, params }) =>
      (method === 'submitsendtx' && (params.length < 3 || params.length > 5)) ||
      namesOrCounts(difference, method, TRANSACTION_OF_SIX_PARAMETERS),
  },
  {
    id: 'json-text-parameter',
    reason: 'a text in place of an array is read as JSON, so the error says what is wrong with the JSON',
    source: 'spec 02 §3.5',
    covers: ({ path }, { method, params, recorded }) =>
      method === 'submitsendmultitx' &&
      typeof params[1] === 'string' &&
      errorCode(recorded) === USAGE_ERROR &&
      path.startsWith('body.error.'),
  },
  {
    id: 'reason-given',
    reason: 'a refusal has its code and reason, where the reference lost them',
    source: 'spec 07 §14',
    covers: difference => isMessage(difference) && difference.recorded === 'CommitTx failed: code=0, reason=',
  },
  {
    id: 'getsignature',
    reason: 'a signature is no error',
    source: 'spec 02 O13',
    covers: (_, { method }) => method === 'getsignature',
  },
  {
    id: 'raw-arguments',
    reason: 'arguments in hex are decoded',
    source: 'spec 02 O18',
    covers: ({ path }, { method, params }) =>
      method === 'genunsignedtxraw' &&
      params[0] === 'submitucontractcalltx' &&
      path.startsWith('body.result.'),
  },
  {
    id: 'undo-data',
    reason: "undo data show this node's own tables, and the block they belong to",
    source: 'spec 02 O10, spec 08 §8',
    covers: ({ path }, { method }) => method === 'getblockundo' && path.startsWith('body.result.'),
  },
  {
    id: 'packing-order',
    reason: 'transactions of one sender keep the order of their arrival in a block',
    source: 'spec 07 §16',
    covers: ({ kind, path }, { method }) =>
      kind === 'value' && method === 'gettxdetail' && path === 'body.result.tx_cord',
  },
  {
    id: 'finality',
    reason: 'a node that makes all blocks alone need not wait for the confirmation of others',
    source: 'spec 08 §16.1, §17',
    covers: ({ path }, { method }) =>
      (method === 'getinfo' && lastPart(path).startsWith('finblock_')) || method === 'getfinblockcount',
  },
  {
    id: 'in-sync',
    reason: 'a node that makes all blocks alone has nothing to catch up with',
    source: 'spec 08 §17',
    covers: ({ path }, { method }) =>
      method === 'getinfo' && ['synblock_height', 'state'].includes(lastPart(path)),
  },
  {
    id: 'program',
    reason: 'the name of the program and of its configuration file',
    source: 'spec 02 §5.1',
    covers: ({ path }, { method }) =>
      method === 'getinfo' && ['version', 'conf_dir'].includes(lastPart(path)),
  },
  {
    id: 'unicode-escape',
    reason: '\\u in a request is a character, whose bytes are those of UTF-8',
    source: 'spec 02 O19',
    covers: ({ path }, { method }) => method === 'gethash' && path === 'body.result.txid',
  },
  {
    id: 'byte-order-mark',
    reason: 'a byte order mark before JSON is ignored, as RFC 8259 §8.1 allows',
    source: 'spec 02 §1.4',
    covers: (_, { method, recorded }) => method === '' && errorCode(recorded) === -32700,
  },
  {
    id: 'nesting',
    reason: 'JSON that is nested too deep is refused as a whole',
    source: 'spec 02 §1.4',
    covers: ({ path }, { method, ours }) =>
      method === '' && errorCode(ours) === -32700 && ['status', 'body'].includes(path),
  },
  {
    id: 'http-library',
    reason: 'what the HTTP library refuses has its own status for long headers, and no page of text',
    source: 'spec 02 §1.1',
    covers: ({ path, recorded }, call) =>
      (path === 'body' && typeof recorded === 'string' && recorded.startsWith('<HTML>')) ||
      (path === 'status' && typeof call.recorded === 'string' && call.recorded.includes('400 Bad Request')),
  },
];

/** What follows from how the recorded state is built here. */
const SET_UP: readonly DifferenceRule[] = [
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
        isBlockSizeByOne(difference) ||
        (method === 'getblock' && params[2] === false && difference.path === 'body.result')),
  },
  {
    id: 'size-without-signature',
    reason: 'the size of the newest block that was made is that of the whole block',
    source: 'spec 02 §5.4',
    covers: ({ path }, { method }) => method === 'getmininginfo' && lastPart(path) === 'currentblocksize',
  },
  {
    id: 'earlier-transactions',
    reason: 'the blocks before the set-up are empty here',
    source: 'set-up',
    covers: isAboutEarlierTransactions,
  },
  {
    id: 'later-transactions',
    reason: 'transactions of types of later issues are missing in the blocks',
    source: 'set-up',
    covers: ({ path }, { method }) =>
      method === 'getchaininfo' && ['tx_count', 'fuel_fee'].includes(lastPart(path)),
  },
  {
    id: 'asset-contract-abi',
    reason: 'the data of a call to 0-800 are unpacked by its ABI, which a later issue brings',
    source: 'set-up',
    covers: ({ kind, path }, { method }) =>
      kind === 'missing' && method === 'decodetxraw' && lastPart(path) === 'data_detail',
  },
  {
    id: 'open-positions',
    reason: 'the debt positions of the recorded state are not built',
    source: 'set-up',
    covers: ({ path }, { method }) =>
      (method === 'getaccountinfo' && path.startsWith('body.result.cdp_list')) ||
      (method === 'getscoininfo' && path.startsWith('body.result.cdp_info_list.0.global_')),
  },
  {
    id: 'open-orders',
    reason: 'the orders of the recorded state are not built',
    source: 'set-up',
    covers: (_, { method }) => method === 'listdexorders',
  },
];

/** Every way in which our answers may differ from the recorded ones. */
export const RULES: readonly DifferenceRule[] = [...REPRESENTATION_RULES, ...DECIDED, ...SET_UP];

const CLOCK_MEMBERS: ReadonlySet<string> = new Set(['timemillis', 'unlocked_until', 'wallet_unlock_time']);

function isMessage({ kind, path }: Difference): boolean {
  return kind === 'value' && /(^|\.)error\.message$/.test(path);
}

/** Whether a list of waiting transactions lacks this one, or a count of them is one less. */
function namesOrCounts({ recorded, ours, path }: Difference, method: string, txid: string): boolean {
  if (recorded === txid) return true;
  const isCount =
    (method === 'getmininginfo' && lastPart(path) === 'pooledtx') ||
    (method === 'getwalletinfo' && lastPart(path) === 'unconfirmed_tx_num');
  return isCount && Number(recorded) - Number(ours) === 1;
}

function isBlockSizeByOne({ path, recorded, ours }: Difference): boolean {
  return ['size', 'block_size'].includes(lastPart(path)) && Math.abs(Number(recorded) - Number(ours)) <= 1;
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
      return params.length === 0;
    default:
      return false;
  }
}

function errorCode(answer: Json): number | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { error } = answer as JsonObject;
  if (typeof error !== 'object' || error === null) return undefined;
  return Number((error as JsonObject).code);
}
