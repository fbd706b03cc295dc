import { TX } from '../../../src/tx/transactions.js';
import type { InlineTransaction, Universal } from '../../../src/tx/types/universal.js';
import { type Actor, CAROL, signatureOf } from './scratch-ledger.js';
import { actorInteger, universalTx } from './universal.js';

/** A universal transaction that CAROL pays for and others authorize. */
export function coSigned(actions: readonly InlineTransaction[], ...signers: readonly Actor[]): Universal {
  const signaturePairs = signers.map(signer => ({
    account: actorInteger(signer),
    signature: signatureOf(signer.publicKey),
  }));
  return { ...universalTx(CAROL, actions, { signaturePairs }), type: TX.UNIVERSAL };
}

/** The message of the first line of an exception's text, which of a module is the reason of its refusal. */
export function refusalOf(reason: string): string {
  return /^\n\(\d+\) \w+\n[^:]*: (.*)$/m.exec(reason)?.[1] ?? reason;
}
