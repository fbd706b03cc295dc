import { REJECT, reject } from '../../../src/tx/reject.js';
import { accountRegister } from '../../../src/tx/types/account-register.js';
import { defineHandler } from '../handler.js';
import { isPointOnCurve } from '../public-key.js';

/** ACCOUNT_REGISTER_TX (spec 07 §14.4). */
export const accountRegisterHandler = defineHandler(accountRegister, {
  summary: "Puts the sender's public key, and a key for making blocks if it has one, on chain.",

  check(tx, context) {
    const { txUid, minerUid } = tx;
    if (txUid.kind !== 'pubkey') reject(REJECT.REJECT_INVALID, 'uid-type-error');
    if (!isPointOnCurve(txUid.publicKey)) reject(REJECT.REJECT_INVALID, 'bad-tx-publickey');
    if (context.sender().ownerKey !== '') {
      reject(REJECT.UPDATE_ACCOUNT_FAIL, 'duplicate-register-account');
    }
    if (minerUid.kind === 'null') return;
    if (minerUid.kind !== 'pubkey') reject(REJECT.REJECT_INVALID, 'minerUid-type-error');
    if (!isPointOnCurve(minerUid.publicKey)) reject(REJECT.UPDATE_ACCOUNT_FAIL, 'MinerPKey Is Invalid');
  },

  /** The owner key is on chain already: every sender that is named by its key is registered first. */
  execute({ minerUid }, context) {
    if (minerUid.kind !== 'pubkey') return;
    context.saveAccount({ ...context.sender(), minerKey: minerUid.publicKey });
  },
});
