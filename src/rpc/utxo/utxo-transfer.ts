import { MAX_OUTPUTS } from '../../../vm/native/utxo/terms.js';
import { isClaimable } from '../../../vm/native/utxo/unlock.js';
import type { Json } from '../../codec/json-value.js';
import { UTXOS, type Utxo } from '../../state/tables/utxos.js';
import { CONDITION_TYPES, type UtxoInput, type UtxoOutput } from '../../tx/utxo.js';
import { RpcError } from '../declaration/errors.js';
import * as p from '../declaration/parameters/index.js';
import type { AccountServices } from '../submission/account-parameters.js';
import { member, objectElements } from '../submission/json-members.js';
import { isForAnybody } from './spending-rights.js';
import { conditionsParameter, OVER_TIME, RECYCLE, type WrittenCondition } from './utxo-conditions.js';

type Services = Omit<AccountServices, 'wallet'>;

/**
 * The inputs of a transfer (spec 07 §7.3).
 * @param spender - key id of the sender
 * @throws RpcError -8 and others
 */
export function inputParameters(services: Services, written: readonly Json[], spender: string): UtxoInput[] {
  return objectElements(written, 'vins').map(one => {
    const prevUtxoTxid = member(one, 'prev_utxo_txid', p.txid);
    const prevUtxoVoutIndex = member(one, 'prev_utxo_vout_index', p.uint16);
    const conds = objectElements(member(one, 'conds', p.array), 'conds');
    const conditions = conditionsParameter(services, conds, 'in', spender);
    requireUnlocked(services, [prevUtxoTxid, prevUtxoVoutIndex], conditions, spender);
    return { prevUtxoTxid, prevUtxoVoutIndex, conds: partsOf(conditions) };
  });
}

/**
 * The outputs of a transfer (spec 07 §7.3).
 * @param creator - key id of the sender
 * @throws RpcError -3 for an amount that is none, -8 and others
 */
export function outputParameters(
  services: Services,
  written: readonly Json[],
  creator: string,
): UtxoOutput[] {
  const outputs = objectElements(written, 'vouts').map(one => {
    const coinAmount = member(one, 'coin_amount', p.wholeAmount);
    const conds = objectElements(member(one, 'conds', p.array), 'conds');
    return { coinAmount, conds: partsOf(conditionsParameter(services, conds, 'out', creator)) };
  });
  const { noOpenOutputs } = services.network.mended;
  if (
    noOpenOutputs &&
    outputs.length <= MAX_OUTPUTS &&
    outputs.some(isPossible) &&
    outputs.some(isForAnybody)
  ) {
    refuse(FOR_ANYBODY);
  }
  return outputs;
}

/** What the ledger refuses is told by the ledger. */
function isPossible({ coinAmount, conds }: UtxoOutput): boolean {
  return coinAmount > 0n && conds.every(condition => !('height' in condition) || condition.height > 0n);
}

/** A transaction that is signed elsewhere may make such an output; here it can only be a mistake. */
const FOR_ANYBODY =
  'anybody but you could take an output that only a recycle lock (115) is on: it keeps its maker away up to a height, ' +
  'and nobody else; add {"cond_type":111,"uid":RECEIVER}, a multi-signature address (112) or a password (113)';

function partsOf(conditions: readonly WrittenCondition[]) {
  return conditions.flatMap(({ condition }) => (condition === undefined ? [] : [condition]));
}

/**
 * The conditions of an input that are no part of the transaction are checked here: the output must
 * have the lock that they speak of, and it must be open (spec 07 §7.3). Whether there is such an
 * output, the chain answers.
 * @throws RpcError -8
 */
function requireUnlocked(
  { state, tipHeight }: Services,
  id: readonly [string, number],
  conditions: readonly WrittenCondition[],
  spender: string,
): void {
  const utxo = state.get(UTXOS, id);
  if (utxo === undefined) return;
  for (const { type } of conditions) {
    if (type !== OVER_TIME && type !== RECYCLE) continue;
    const lockHeight = lockHeightOf(utxo, type);
    if (lockHeight === undefined) refuse(`cond type (${type}) does not match previous output`);
    const isFree = type === RECYCLE && spender !== utxo.creator;
    if (!isFree && !isClaimable(lockHeight, tipHeight + 1)) {
      const detail = `condition ${type} holds above block ${lockHeight}, the next block is ${tipHeight + 1}`;
      refuse('lock height not reached', detail);
    }
  }
}

function lockHeightOf({ output }: Utxo, type: typeof OVER_TIME | typeof RECYCLE): bigint | undefined {
  for (const condition of output.conds) {
    if (type === OVER_TIME && condition.type === CONDITION_TYPES.OCLAIM_LOCK) return condition.height;
    if (type === RECYCLE && condition.type === CONDITION_TYPES.ORECLAIM_LOCK) return condition.height;
  }
  return undefined;
}

function refuse(message: string, detail?: string): never {
  throw new RpcError('INVALID_PARAMETER', message, detail === undefined ? {} : { data: { detail } });
}
