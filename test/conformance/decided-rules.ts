import { stringifyJson } from '../../src/codec/json.js';
import type { Json } from '../../src/codec/json-value.js';
import type { DifferenceRule } from '../../src/replay/difference-rule.js';
import type { Difference } from '../../src/replay/json-difference.js';
import { lastPart } from '../../src/replay/representation-rules.js';
import { errorCode, errorMessage, resultOf } from './answer-members.js';

/** The transaction of a request with one parameter too many. */
const TRANSACTION_OF_SIX_PARAMETERS = 'ed21c469504032f1f4c176e08722dd16a55b14948bdad3f7aeb76a33f0ce5bad';
const USAGE_ERROR = -1;
const INVALID_PARAMS = -32602;
/** A message of the reference about its own message. */
const CONVERSION_FAULT = /tinyformat: Not enough conversion specifiers in format string$/;
const BYTE_ORDER_MARK = '\ufeff';
const DEEP_NESTING = '[[[[[[[[';

/** Messages of hex that is none, and what messages about names of accounts add to those of the reference. */
const NO_HEX =
  /^(?:\w+ is no hex|Get param \w+ error! (?:Invalid hex|The hex str)).*(?:character|position) \d+/;
const NO_NAME =
  /^: (?:character \d+ is|it ends at position|there is more from|it is empty$|one of its characters)/;

/** A message that begins with an exception of a contract. */
const CONTRACT_EXCEPTION = /^\n\(\d+\) [a-z_]+\n/;
const JSON_SYNTAX = /^Parse json of .* error! line\[\d+:\d+\] /;

/** What the specification changes on purpose, or leaves open. */
export const DECIDED_RULES: readonly DifferenceRule[] = [
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
    id: 'contract-exception',
    reason: 'an exception of a contract has its code and name; what follows names places in the program',
    source: 'spec 04 §9',
    covers: difference =>
      isMessage(difference) &&
      CONTRACT_EXCEPTION.test(String(difference.ours)) &&
      (difference.recorded === '<usage text>' ||
        exceptionOf(difference.recorded) === exceptionOf(difference.ours)),
  },
  {
    id: 'json-syntax',
    reason: 'what is wrong with a JSON text is said in more words, at the same place',
    source: 'spec 02 §3.5',
    covers: difference =>
      isMessage(difference) &&
      JSON_SYNTAX.test(String(difference.ours)) &&
      JSON_SYNTAX.exec(String(difference.recorded))?.[0] === JSON_SYNTAX.exec(String(difference.ours))![0],
  },
  {
    id: 'asset-listed-twice',
    reason:
      'assets are listed once each; the reference begins with those that changed since it wrote its state',
    source: 'spec 02 §5.9',
    covers: ({ path }, { method, recorded, ours }) =>
      method === 'listassets' &&
      path.startsWith('body.result.') &&
      distinctAssets(recorded) === distinctAssets(ours),
  },
  {
    id: 'wrong-passphrase',
    reason: 'a wrong passphrase is the answer false, no error',
    source: 'decision D3',
    covers: (_, { recorded, ours }) =>
      errorCode(recorded) === -2007 && Object.values(resultOf(ours))[0] === false,
  },
  {
    id: 'named-files',
    reason: 'the answer names the file that was written or read, and what of it was skipped',
    source: 'spec 02 §5.5',
    covers: ({ path, recorded }, { method }) =>
      (method === 'dumpwallet' || method === 'importwallet') &&
      recorded === undefined &&
      /^body\.result\.(?:path|skipped|skipped_entries)\b/.test(path),
  },
  {
    id: 'keys-in-stock',
    reason: 'a locked wallet gives new addresses from its stock of keys, so there is one more afterwards',
    source: 'spec 07 §17.4',
    covers: ({ path, recorded, ours }, call) =>
      (call.method === 'getnewaddr' && errorCode(call.recorded) === -2006 && 'addr' in resultOf(call.ours)) ||
      (call.method === 'dumpwallet' && path === 'body.result.count' && Number(ours) === Number(recorded) + 1),
  },
  {
    id: 'invalid-address',
    reason: 'validateaddr answers is_valid false for what is no address',
    source: 'spec 02 §6',
    covers: (_, { recorded, ours }) => errorCode(recorded) === -5 && resultOf(ours).is_valid === false,
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
    id: 'whole-fee',
    reason: 'a fee that is too small for all inputs and outputs is told the sufficient one before it is sent',
    source: 'decision D2',
    covers: ({ path, recorded, ours }, { method }) =>
      method === 'submitutxotransfertx' &&
      ((path === 'body.error.code' && recorded === -2001 && ours === -32602) ||
        (path === 'body.error.message' &&
          recorded === 'CommitTx failed: code=16, reason=bad-tx-fee-toosmall' &&
          /^The given fee is too small: \d+ < \d+ sawi$/.test(String(ours)))),
  },
  {
    id: 'strict-arguments',
    reason: 'hex and ids are digits and nothing else, and are refused before anything is done with them',
    source: 'spec 02 §3.4',
    covers: (_, { ours }) => NO_HEX.test(errorMessage(ours)),
  },
  {
    id: 'position-told',
    reason: 'what is wrong with the name of an account or contract is told, with its position',
    source: 'spec 02 §3.3',
    covers: difference => {
      if (!isMessage(difference)) return false;
      const [recorded, ours] = [String(difference.recorded), String(difference.ours)];
      return ours.startsWith(recorded) && NO_NAME.test(ours.slice(recorded.length));
    },
  },
  {
    id: 'parameter-told',
    reason: 'beside its code and message, an error says what it is about and what is allowed',
    source: 'spec 02 §1.7',
    covers: ({ kind, path }) => kind === 'added' && /(^|\.)error\.data$/.test(path),
  },
  {
    id: 'number-in-message',
    reason: 'a number of eight bits is shown as a number, not as the character of that code',
    source: 'spec 07 §7.3, spec 06 §13',
    covers: difference =>
      isMessage(difference) &&
      (difference.recorded === 'out cond type (o) exists error!'
        ? difference.ours === 'out cond type (111) exists error!'
        : difference.recorded === 'unsupport dex update_field=M' &&
          difference.ours === 'unsupport dex update_field=77'),
  },
  {
    id: 'reason-given',
    reason: 'a refusal has its code and reason, where the reference lost them',
    source: 'spec 07 §14, spec 06 §13, spec 03 §11.3',
    covers: (difference, { recorded, ours }) =>
      (isMessage(difference) &&
        (difference.recorded === 'CommitTx failed: code=0, reason=' ||
          String(difference.ours).startsWith(`${difference.recorded}: code=`))) ||
      (difference.path.startsWith('body.error.') &&
        CONVERSION_FAULT.test(errorMessage(recorded)) &&
        errorCode(ours) === INVALID_PARAMS),
  },
  {
    id: 'getsignature',
    reason: 'a signature is no error',
    source: 'spec 02 O13',
    covers: (_, { recorded, ours }) =>
      errorCode(recorded) === -32603 && typeof resultOf(ours).signature === 'string',
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
    id: 'closed-objects',
    reason: 'what became of debt positions and orders is always recorded',
    source: 'decision D7, spec 06 §13',
    covers: (_, { method, recorded, ours }) =>
      (method === 'getclosedcdp' && errorCode(recorded) === -5 && 'cdp_close_type' in resultOf(ours)) ||
      (method === 'getdexorder' && errorCode(recorded) === INVALID_PARAMS && 'closed_txid' in resultOf(ours)),
  },
  {
    id: 'locked-is-not-unlocked',
    reason: 'a time that is not above 0 locks the wallet, and the answer says that it is locked',
    source: 'spec 02 §5.5',
    covers: ({ path, recorded, ours }, call) =>
      call.method === 'walletpassphrase' &&
      lastPart(path) === 'wallet_unlocked' &&
      recorded === true &&
      ours === false &&
      resultOf(call.ours).passphrase === true,
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
    id: 'memory-figures',
    reason: 'what a node keeps in memory, and how much that takes, is its own',
    source: 'spec 02 §5.15',
    covers: ({ kind, path }, { method }) =>
      kind === 'value' && method === 'getmemstat' && /\.(count|size|size_bytes)$/.test(path),
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
    covers: (_, { request, recorded }) =>
      request?.startsWith(BYTE_ORDER_MARK) === true && errorCode(recorded) === -32700,
  },
  {
    id: 'nesting',
    reason: 'JSON that is nested too deep is refused as a whole',
    source: 'spec 02 §1.4',
    covers: ({ path }, { request, ours }) =>
      request?.startsWith(DEEP_NESTING) === true &&
      errorCode(ours) === -32700 &&
      ['status', 'body'].includes(path),
  },
  {
    id: 'pages-are-refused',
    reason:
      'a request with a Host that the node was not told, or of a page that was not named, gets status 403',
    source: 'spec 02 §1.1',
    covers: ({ path, ours }, call) =>
      (path === 'status' && ours === 403) ||
      (path.startsWith('body') && /-rpc(?:allowhost|corsdomain)=/.test(errorMessage(call.ours) ?? '')),
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

/** The assets of a result, each once, whatever their order. */
function distinctAssets(answer: Json): string {
  const { assets } = resultOf(answer);
  return Array.isArray(assets) ? [...new Set(assets.map(asset => stringifyJson(asset)))].sort().join() : '';
}

/** Code and name of a contract's exception in a message. */
function exceptionOf(message: Json | undefined): string | undefined {
  return CONTRACT_EXCEPTION.exec(String(message))?.[0];
}

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
