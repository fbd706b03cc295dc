import { ZERO_HASH } from '../../../src/codec/codec.js';
import { PASSWORD_PROOFS } from '../../../src/state/tables/utxos.js';
import { REJECT, reject } from '../../../src/tx/reject.js';
import { utxoPasswordProof } from '../../../src/tx/types/utxo-password-proof.js';
import { defineHandler } from '../handler.js';
import { requireValidSenderKey } from '../public-key.js';

/**
 * UTXO_PASSWORD_PROOF_TX (spec 07 §5.4, §6.2). Whether there is such an output and whether the proof
 * is right only shows when the output is spent.
 */
export const utxoPasswordProofHandler = defineHandler(utxoPasswordProof, {
  summary: 'Shows that the sender knows the password of an output, without telling it.',

  check({ txUid, utxoTxid, passwordProof }) {
    requireValidSenderKey(txUid);
    if (utxoTxid === ZERO_HASH) reject(REJECT.REJECT_INVALID, 'uxto-txid-empty-err');
    if (passwordProof === ZERO_HASH) reject(REJECT.REJECT_INVALID, 'utxo-password-proof-empty-err');
  },

  execute({ utxoTxid, utxoVoutIndex, passwordProof }, context) {
    const { regId } = context.sender();
    context.state.put(PASSWORD_PROOFS, [utxoTxid, utxoVoutIndex, regId], passwordProof);
  },
});
