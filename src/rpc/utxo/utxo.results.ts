import type { JsonObject } from '../../codec/json-value.js';
import { keyIdUid, uidText } from '../../codec/uid.js';
import type { Spending, Utxo, UtxoId } from '../../state/tables/utxos.js';
import { CONDITION_TYPES, utxoOutputJson } from '../../tx/utxo.js';
import type { NodeServices } from '../node/services.js';
import { accountOf, addressOfUid, preferredUid } from '../submission/account-parameters.js';
import { jsonContext } from '../transactions/transaction.results.js';
import { spendingRights } from './spending-rights.js';

type UtxoServices = Pick<NodeServices, 'network' | 'state' | 'tipHeight'>;

/**
 * An unspent output.
 * @param spender - key id of the account that wants to spend it; undefined for any account but its
 *   creator
 */
export function utxoJson(
  services: UtxoServices,
  [txid, index]: UtxoId,
  utxo: Utxo,
  spender: string | undefined,
): JsonObject {
  const creator = keyIdUid(utxo.creator);
  const account = accountOf(services.state, creator);
  const from = spendableFrom(utxo, spender);
  return {
    txid,
    vout_index: index,
    spent: false,
    coin_symbol: utxo.coinSymbol,
    ...utxoOutputJson(utxo.output, jsonContext(services)),
    creator_uid: uidText(account === undefined ? creator : preferredUid(account)),
    creator_addr: addressOfUid(services, creator),
    created_height: utxo.height,
    spendable: isSpendableNext(services, utxo, spender),
    spendable_from_height: from,
    spendable_by: spendingRights(utxo.output, {
      account: uid => addressOfUid(services, uid),
      address: keyId => addressOfUid(services, keyIdUid(keyId)),
    }),
    ...(utxo.height > services.tipHeight && { waits: true }),
  };
}

/** An output that is spent. */
export function spentUtxoJson([txid, index]: UtxoId, { txid: by, height }: Spending): JsonObject {
  return { txid, vout_index: index, spent: true, spent_by: by, spent_height: height };
}

/** Whether the heights in its conditions let an output be spent in the next block. */
export function isSpendableNext(
  { tipHeight }: Pick<NodeServices, 'tipHeight'>,
  utxo: Utxo,
  spender: string | undefined,
): boolean {
  return BigInt(tipHeight) + 1n >= spendableFrom(utxo, spender);
}

/** The first height at which the heights in its conditions let an account spend an output (spec 07 §5.2). */
function spendableFrom({ output, creator, height }: Utxo, spender: string | undefined): bigint {
  let from = BigInt(height) + 1n;
  for (const condition of output.conds) {
    const isLocked =
      condition.type === CONDITION_TYPES.OCLAIM_LOCK ||
      (condition.type === CONDITION_TYPES.ORECLAIM_LOCK && spender === creator);
    if (isLocked && condition.height >= from) from = condition.height + 1n;
  }
  return from;
}
