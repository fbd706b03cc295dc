import { stringifyJson } from '../codec/json.js';
import type { Json } from '../codec/json-value.js';
import type { DifferenceRule } from './difference-rule.js';
import { lastPart, REPRESENTATION_RULES } from './representation-rules.js';

/** Every way in which a replayed chain may look different from its recording. */
export const REPLAY_RULES: readonly DifferenceRule[] = [
  ...REPRESENTATION_RULES,
  {
    id: 'genesis-height',
    reason: 'a transaction of block 0 is confirmed at height 0, not at the tip',
    source: 'spec 02 O11',
    covers: ({ path, ours }, { method }) =>
      method === 'gettxdetail' && lastPart(path) === 'confirmed_height' && ours === 0,
  },
  {
    id: 'wallet',
    reason: 'the wallet of the recording node is not here, so its unregistered keys are not known',
    source: 'spec 02 §4.4',
    covers: ({ path }, { method }) =>
      method === 'getaccountinfo' && ['in_wallet', 'owner_pubkey'].includes(lastPart(path)),
  },
  {
    id: 'wallet-assets',
    reason: 'tokens of contracts are listed for the addresses of the recording wallet, which is not here',
    source: 'spec 03 §11.1',
    covers: (_difference, { method }) => ['getcontractassets', 'listcontractassets'].includes(method),
  },
  {
    id: 'operator-config',
    reason: 'the reference lists orders with the conditions of the order before them in its memory',
    source: 'spec 06 §3.3',
    covers: ({ kind, path, ours }, { method }) =>
      ['listdexorders', 'listdexsysorders'].includes(method) &&
      ((lastPart(path) === 'has_operator_config' && ours === false) ||
        (lastPart(path) === 'operator_config' && kind === 'missing')),
  },
  {
    id: 'genesis-mints',
    reason: 'the minting transactions are those of the chain; the reference names ones that are not in it',
    source: 'spec 08 §10',
    covers: ({ kind, path }, { method }) =>
      method === 'getfcoingenesistxinfo' && kind === 'value' && path.endsWith('_account_txid'),
  },
  {
    id: 'closed-orders',
    reason: 'orders that are filled or cancelled are still shown, where the reference forgets them',
    source: 'spec 06 §3.3',
    covers: (_, { method, recorded, ours }) =>
      method === 'getdexorder' && isFulfilledError(recorded) && hasMember(ours, 'result'),
  },
];

/** Whether the reference no longer has an order. */
function isFulfilledError(answer: Json): boolean {
  return hasMember(answer, 'error') && stringifyJson(answer).includes('is invalid or fulfilled!');
}

function hasMember(answer: Json, name: string): boolean {
  return typeof answer === 'object' && answer !== null && name in answer;
}
