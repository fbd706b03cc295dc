import { type Uid, uidText } from '../../codec/uid.js';
import { CONDITION_TYPES, type UtxoOutput } from '../../tx/utxo.js';

const { OP2SA, OP2MA, OP2PH, OCLAIM_LOCK, ORECLAIM_LOCK } = CONDITION_TYPES;

/**
 * Whether an output has a recycle lock, which seems to give its maker a right, and anybody else can take it at
 * once: nothing in its conditions names somebody or asks for a secret (spec 07 §5.2, U11).
 */
export function isForAnybody({ conds }: Pick<UtxoOutput, 'conds'>): boolean {
  const isLocked = conds.some(({ type }) => type === OP2SA || type === OP2MA || type === OP2PH);
  return !isLocked && conds.some(({ type }) => type === ORECLAIM_LOCK);
}

/**
 * Who can spend an output and when, in words.
 * @param nameOf - how accounts and addresses are shown
 */
export function spendingRights(
  { conds }: Pick<UtxoOutput, 'conds'>,
  nameOf: { readonly account: (uid: Uid) => string; readonly address: (keyId: string) => string } = {
    account: uidText,
    address: keyId => keyId,
  },
): string {
  const who: string[] = [];
  const when: string[] = [];
  for (const condition of conds) {
    switch (condition.type) {
      case OP2SA:
        who.push(`account ${nameOf.account(condition.uid)}`);
        break;
      case OP2MA:
        who.push(`whoever has enough signatures of the owners of ${nameOf.address(condition.keyId)}`);
        break;
      case OP2PH:
        who.push(
          condition.passwordProofRequired
            ? 'whoever has proven in an earlier block that he knows the password'
            : 'whoever knows the password',
        );
        break;
      case OCLAIM_LOCK:
        when.push(`above height ${condition.height}`);
        break;
      case ORECLAIM_LOCK:
        when.push(
          `its maker above height ${condition.height} only, which gives him no right that he has not otherwise`,
        );
        break;
      default:
        break;
    }
  }
  return [who.length === 0 ? 'anybody' : who.join(', who is also '), ...when].join('; ');
}
