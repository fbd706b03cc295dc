import { ZERO_HASH } from '../../../src/codec/codec.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { CONDITION_TYPES, type UtxoCondition } from '../../../src/tx/utxo.js';

const NO_KEY_ID = '0'.repeat(40);
const { OP2SA, OP2MA, OP2PH, OCLAIM_LOCK, ORECLAIM_LOCK } = CONDITION_TYPES;

/**
 * Checks the conditions of a new output: each is valid, none is there twice, and one address at most
 * locks it (spec 07 §5.3 and §5.1, rows 8b to 8d).
 * @throws TransactionRejected `check-utox-cond-err`
 */
export function checkLock(conditions: readonly UtxoCondition[]): void {
  const types = new Set(conditions.map(({ type }) => type));
  const invalid = conditions.find(condition => !isValid(condition));
  if (invalid !== undefined) refuse(`condition ${invalid.type} of a new output is not valid`);
  if (types.size < conditions.length) refuse('a new output has the same condition twice');
  if (types.has(OP2SA) && types.has(OP2MA)) {
    refuse(`a new output has both conditions ${OP2SA} and ${OP2MA}, of which one is allowed`);
  }
}

function refuse(detail: string): never {
  reject(REJECT.REJECT_INVALID, 'check-utox-cond-err', detail);
}

/** The account of an address and the heights need not be there yet. */
function isValid(condition: UtxoCondition): boolean {
  switch (condition.type) {
    case OP2SA:
      return condition.uid.kind !== 'null';
    case OP2MA:
      return condition.keyId !== NO_KEY_ID;
    case OP2PH:
      return condition.passwordHash !== ZERO_HASH;
    case OCLAIM_LOCK:
    case ORECLAIM_LOCK:
      return condition.height !== 0n;
    default:
      return false;
  }
}
