import { MAX_PASSWORD_SIZE, passwordHash, passwordProof } from '../../../src/crypto/utxo-password.js';
import { type Account, isRegistered } from '../../../src/state/tables/accounts.js';
import { PASSWORD_PROOFS, type Utxo, type UtxoId } from '../../../src/state/tables/utxos.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { CONDITION_TYPES, type UtxoCondition } from '../../../src/tx/utxo.js';
import type { TransactionContext } from '../../context.js';
import { isSignedByEnough } from './multisig.js';

/** A spender of an output, and what the input supplies. */
export interface Spending {
  readonly id: UtxoId;
  readonly utxo: Utxo;
  readonly spender: Account;
  /** The conditions of the input; those that the output does not ask for have no effect. */
  readonly keys: readonly UtxoCondition[];
}

type ConditionOf<N extends keyof typeof CONDITION_TYPES> = Extract<
  UtxoCondition,
  { readonly type: (typeof CONDITION_TYPES)[N] }
>;

/**
 * Checks that all conditions of an output hold for a spender (spec 07 §5.2).
 * @throws TransactionRejected `check-utox-cond-err`
 */
export function checkUnlocked(context: TransactionContext, spending: Spending): void {
  for (const condition of spending.utxo.output.conds) {
    if (!holds(context, spending, condition)) {
      const detail = `condition ${condition.type} of output ${spending.id[1]} of transaction ${spending.id[0]} does not hold`;
      reject(REJECT.REJECT_INVALID, 'check-utox-cond-err', detail);
    }
  }
}

function holds(context: TransactionContext, spending: Spending, condition: UtxoCondition): boolean {
  const { id, utxo, spender } = spending;
  switch (condition.type) {
    case CONDITION_TYPES.OP2SA:
      return context.account(condition.uid)?.keyId === spender.keyId;
    case CONDITION_TYPES.OP2MA: {
      const key = firstKey(spending, 'IP2MA');
      const terms = { prevTxid: id[0], prevIndex: id[1], spender: spender.keyId };
      return key !== undefined && isSignedByEnough(context, condition.keyId, key, terms);
    }
    case CONDITION_TYPES.OP2PH:
      return isPasswordKnown(context, spending, condition);
    case CONDITION_TYPES.OCLAIM_LOCK:
      return isClaimable(condition.height, context.block.height);
    case CONDITION_TYPES.ORECLAIM_LOCK:
      return spender.keyId !== utxo.creator || isClaimable(condition.height, context.block.height);
    default:
      return false;
  }
}

/** Whether a block is above the height of a lock, which ends with it. */
export function isClaimable(lockHeight: bigint, blockHeight: number): boolean {
  return BigInt(blockHeight) > lockHeight;
}

/** The first condition of a kind in an input: later ones are ignored. */
function firstKey<N extends keyof typeof CONDITION_TYPES>(
  { keys }: Spending,
  name: N,
): ConditionOf<N> | undefined {
  return keys.find((key): key is ConditionOf<N> => key.type === CONDITION_TYPES[name]);
}

/**
 * Whether the input has the password. Where a proof is required, the spender must have proven in an
 * earlier block that he knew it: so seeing the password in this transaction does not help another
 * account.
 */
function isPasswordKnown(
  { state }: TransactionContext,
  spending: Spending,
  { passwordProofRequired, passwordHash: expected }: ConditionOf<'OP2PH'>,
): boolean {
  const { id, utxo, spender } = spending;
  const password = firstKey(spending, 'IP2PH')?.password;
  if (password === undefined || password.length > MAX_PASSWORD_SIZE) return false;
  if (passwordProofRequired) {
    if (!isRegistered(spender)) return false;
    const proof = state.get(PASSWORD_PROOFS, [...id, spender.regId]);
    const terms = { creator: utxo.creator, spender: spender.keyId, prevTxid: id[0], prevIndex: id[1] };
    if (proof !== passwordProof(password, terms)) return false;
  }
  return passwordHash(utxo.creator, password) === expected;
}
